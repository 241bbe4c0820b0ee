"""Prints what PyIceberg changes and reads: the cells of iceberg/engines.json that say "measured"."""

import datetime
import decimal
import itertools
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog import load_catalog
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table.sorting import SortField, SortOrder
from pyiceberg.table.update import AddSchemaUpdate, SetCurrentSchemaUpdate
from pyiceberg.transforms import DayTransform, IdentityTransform
from pyiceberg.types import (
    BinaryType, DateType, DecimalType, DoubleType, FixedType, FloatType, IntegerType, LongType, MapType, NestedField, StringType, TimestampType,
    TimestamptzType, UUIDType,
)

FOLDER = tempfile.mkdtemp()
CATALOG = load_catalog("c", type="sql", uri=f"sqlite:///{FOLDER}/c.db", warehouse=f"file://{FOLDER}")
CATALOG.create_namespace("n")
NUMBERS = itertools.count()
ID = NestedField(1, "id", LongType(), required=False)


def column(typ, **more):
    return NestedField(2, "c", typ, required=False, **more)


def table(schema, rows=None, version=2, **more):
    t = CATALOG.create_table(f"n.t{next(NUMBERS)}", schema, properties={"format-version": str(version)}, **more)
    if rows is not None:
        t.append(rows)
    return t.refresh()


def rows(value, typ):
    return pa.table({"id": pa.array([1], pa.int64()), "c": pa.array([value], typ)})


def update(t, change):
    with t.update_schema() as u:
        change(u)
    return t.refresh()


def force(t, *fields):
    """Puts a schema into the metadata that the library itself would not make."""
    with t.transaction() as tx:
        tx._apply((AddSchemaUpdate(schema=Schema(*fields, schema_id=1)), SetCurrentSchemaUpdate(schema_id=-1)), ())
    return t.refresh()


def scan(t, *filters):
    return [t.scan(**({"row_filter": f} if f else {})).to_arrow().to_pylist() for f in (None, *filters)]


def ask(topic, answer):
    try:
        print(f"{topic}: {answer()}")
    except Exception as e:
        print(f"{topic}: fails: {type(e).__name__}: {str(e).splitlines()[0]}")


def retyped(topic, old, new, value, typ, *filters):
    ask(topic, lambda: scan(update(table(Schema(ID, column(old)), rows(value, typ)), lambda u: u.update_column("c", field_type=new)), *filters))


retyped("int->long", IntegerType(), LongType(), 34, pa.int32(), "c = 34")
retyped("float->double", FloatType(), DoubleType(), 0.1, pa.float32(), "c < 0.2")
retyped("decimal precision", DecimalType(9, 2), DecimalType(18, 2), decimal.Decimal("1.23"), pa.decimal128(9, 2), "c < 2")
retyped("decimal scale", DecimalType(9, 2), DecimalType(18, 4), decimal.Decimal("1.23"), pa.decimal128(9, 2))
retyped("decimal narrower", DecimalType(18, 2), DecimalType(9, 2), decimal.Decimal("1.23"), pa.decimal128(18, 2))
retyped("string->binary", StringType(), BinaryType(), "a", pa.string())
retyped("fixed[16]->uuid", FixedType(16), UUIDType(), b"0123456789abcdef", pa.binary(16))
retyped("date->timestamp", DateType(), TimestampType(), datetime.date(2024, 10, 4), pa.date32())
retyped("date->timestamptz", DateType(), TimestamptzType(), datetime.date(2024, 10, 4), pa.date32())
retyped("long->int", LongType(), IntegerType(), 3, pa.int64())
ask("date->timestamp, forced", lambda: scan(force(table(Schema(ID, column(DateType())), rows(datetime.date(2024, 10, 4), pa.date32())), ID, column(TimestampType()))))
ask("long->int, forced", lambda: scan(force(table(Schema(ID, column(LongType())), rows(3, pa.int64())), ID, column(IntegerType()))))
for kind, default in ((IntegerType(), 5), (DateType(), 19000)):
    ask(f"initial-default of {kind}, forced", lambda: scan(force(table(Schema(ID), pa.table({"id": pa.array([1], pa.int64())})), ID, column(kind, initial_default=default, write_default=default))))
ask("required added", lambda: update(table(Schema(ID)), lambda u: u.add_column("c", IntegerType(), required=True)))
ask("required added, forced", lambda: scan(force(table(Schema(ID), pa.table({"id": pa.array([1], pa.int64())})), ID, NestedField(2, "c", IntegerType(), required=True))))
ask("optional->required", lambda: update(table(Schema(ID)), lambda u: u.update_column("id", required=True)))
ask("identifier optional", lambda: update(table(Schema(NestedField(1, "id", LongType(), required=True), identifier_field_ids=[1])), lambda u: u.make_column_optional("id")))
ask("map key", lambda: update(table(Schema(ID, column(MapType(3, IntegerType(), 4, IntegerType(), False)))), lambda u: u.update_column(("c", "key"), field_type=LongType())))
ask("format version 3", lambda: table(Schema(ID, column(IntegerType())), rows(3, pa.int32()), version=3))
DAY = PartitionSpec(PartitionField(2, 1000, DayTransform(), "c_day"))
ask("drop partition source", lambda: update(table(Schema(ID, column(TimestampType())), partition_spec=DAY), lambda u: u.delete_column("c")))
ask("a column named as a partition field", lambda: update(table(Schema(ID, column(TimestampType())), partition_spec=DAY), lambda u: u.add_column("c_day", DateType())))
ask("drop sort source", lambda: update(table(Schema(ID, column(StringType())), sort_order=SortOrder(SortField(2, IdentityTransform()))), lambda u: u.delete_column("c")))


def old_partition_source():
    t = table(Schema(ID, column(StringType())), rows("a", pa.string()), partition_spec=PartitionSpec(PartitionField(2, 1000, IdentityTransform(), "c")))
    with t.update_spec() as u:
        u.remove_field("c")
    return scan(update(t.refresh(), lambda u: u.delete_column("c")))


def without_ids(mapped):
    t = table(Schema(ID, column(LongType())))
    path = f"{FOLDER}/{next(NUMBERS)}.parquet"
    pq.write_table(pa.table({"c": pa.array([34], pa.int64()), "id": pa.array([1], pa.int64())}), path)
    t.add_files([path])
    if not mapped:
        with t.transaction() as tx:
            tx.remove_properties("schema.name-mapping.default")
    return scan(t.refresh())


ask("drop old partition source", old_partition_source)
ask("id-less, with a name mapping", lambda: without_ids(True))
ask("id-less by position", lambda: without_ids(False))
