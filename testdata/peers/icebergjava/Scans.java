import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Prints what iceberg-java reads from files of before a change: the cells of iceberg/engines.json that say "measured". */
public class Scans {
  static final InMemoryCatalog CATALOG = new InMemoryCatalog();
  static final PartitionSpec PLAIN = PartitionSpec.unpartitioned();
  static int tables = 0;

  interface Question {
    String answer() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    CATALOG.initialize("c", Map.of());
    CATALOG.createNamespace(Namespace.of("n"));
    promoted("int->long", Types.IntegerType.get(), Types.LongType.get(), 34, Expressions.equal("c", 34L));
    promoted("float->double", Types.FloatType.get(), Types.DoubleType.get(), 0.1f, Expressions.lessThan("c", 0.2d));
    promoted("decimal precision", Types.DecimalType.of(9, 2), Types.DecimalType.of(18, 2), new BigDecimal("1.23"), Expressions.lessThan("c", new BigDecimal("2.00")));
    forced("date->timestamp", 3, Types.DateType.get(), Types.TimestampType.withoutZone(), LocalDate.of(2024, 10, 4), Expressions.greaterThan("c", "2024-01-01T00:00:00"));
    forced("date->timestamp_ns", 3, Types.DateType.get(), Types.TimestampNanoType.withoutZone(), LocalDate.of(2024, 10, 4), Expressions.greaterThan("c", "2024-01-01T00:00:00"));
    forced("unknown->any", 3, Types.UnknownType.get(), Types.IntegerType.get(), null, null);
    forced("long->int", 2, Types.LongType.get(), Types.IntegerType.get(), 3000000000L, Expressions.greaterThan("c", 5));
    forced("double->float", 2, Types.DoubleType.get(), Types.FloatType.get(), 0.1d, null);
    ask("required added", () -> {
      Table t = table(columns(Types.IntegerType.get()), PLAIN, 2);
      append(t, null, 1L, 2);
      force(t, new Schema(columns(Types.IntegerType.get()).columns().get(0), Types.NestedField.required(3, "z", Types.IntegerType.get())));
      return scan(t, null);
    });
    ask("initial-default", () -> {
      Table t = table(columns(Types.IntegerType.get()), PLAIN, 3);
      append(t, null, 1L, 2);
      t.updateSchema().addColumn("i", Types.IntegerType.get(), Expressions.lit(5)).addColumn("d", Types.DateType.get(), Expressions.lit("2024-01-01").to(Types.DateType.get()))
          .addColumn("m", Types.DecimalType.of(9, 2), Expressions.lit(new BigDecimal("1.23"))).commit();
      return scan(reloaded(t), null);
    });
    ask("drop old partition source", () -> {
      Schema schema = columns(Types.StringType.get());
      Table t = table(schema, PartitionSpec.builderFor(schema).identity("c").build(), 2);
      PartitionData partition = new PartitionData(t.spec().partitionType());
      partition.set(0, "x");
      append(t, partition, 1L, "x");
      t.updateSpec().removeField("c").commit();
      t.updateSchema().deleteColumn("c").commit();
      append(t, null, 2L);
      return scan(reloaded(t), null) + " " + scan(t, Expressions.equal("id", 1L));
    });
    ask("drop old sort source", () -> {
      Table t = table(columns(Types.StringType.get()), PLAIN, 2);
      t.replaceSortOrder().asc("c").commit();
      append(t, null, 1L, "x");
      t.replaceSortOrder().commit();
      t.updateSchema().deleteColumn("c").commit();
      return scan(reloaded(t), null);
    });
    ask("drop equality delete column", () -> {
      Table t = table(columns(Types.StringType.get()), PLAIN, 2);
      append(t, null, 1L, "x");
      Schema key = t.schema().select("c");
      var writer = Parquet.writeDeletes(file(t)).rowSchema(key).withSpec(PLAIN).createWriterFunc(GenericParquetWriter::create).equalityFieldIds(2).overwrite().buildEqualityWriter();
      try (writer) {
        Record row = GenericRecord.create(key);
        row.set(0, "x");
        writer.write(row);
      }
      t.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
      t.updateSchema().deleteColumn("c").commit();
      return scan(t, null);
    });
    ask("id-less by position", () -> {
      Table t = table(columns(Types.LongType.get()), PLAIN, 2);
      MessageType type = MessageTypeParser.parseMessageType("message m { optional int64 c; optional int64 id; }");
      Path local = Files.createTempDirectory("scans").resolve("f.parquet");
      try (var writer = ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(local.toString())).withType(type).build()) {
        Group row = new SimpleGroupFactory(type).newGroup();
        row.add("c", 34L);
        row.add("id", 1L);
        writer.write(row);
      }
      byte[] bytes = Files.readAllBytes(local);
      OutputFile copy = file(t);
      try (var out = copy.create()) {
        out.write(bytes);
      }
      t.newAppend().appendFile(DataFiles.builder(PLAIN).withPath(copy.location()).withFormat(FileFormat.PARQUET).withFileSizeInBytes(bytes.length).withRecordCount(1).build()).commit();
      return scan(t, null);
    });
  }

  static void ask(String topic, Question question) {
    try {
      System.out.println(topic + ": " + question.answer());
    } catch (Exception e) {
      System.out.println(topic + ": fails: " + e);
    }
  }

  static void promoted(String topic, Type from, Type.PrimitiveType to, Object value, Expression filter) {
    ask(topic, () -> {
      Table t = table(columns(from), PLAIN, 2);
      append(t, null, 1L, value);
      t.updateSchema().updateColumn("c", to).commit();
      return scan(t, null) + " " + scan(t, filter);
    });
  }

  /** What updateColumn refuses is put into the metadata, as another library may. */
  static void forced(String topic, int version, Type from, Type to, Object value, Expression filter) {
    ask(topic, () -> {
      Table t = table(columns(from), PLAIN, version);
      append(t, null, 1L, value);
      force(t, columns(to));
      return scan(t, null) + (filter == null ? "" : " " + scan(t, filter));
    });
  }

  static Schema columns(Type c) {
    return new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()), Types.NestedField.optional(2, "c", c));
  }

  static Table table(Schema schema, PartitionSpec spec, int version) {
    return CATALOG.createTable(TableIdentifier.of("n", "t" + tables++), schema, spec, Map.of("format-version", String.valueOf(version)));
  }

  static Table reloaded(Table t) {
    return CATALOG.loadTable(TableIdentifier.of("n", "t" + (tables - 1)));
  }

  static void force(Table t, Schema schema) {
    var operations = ((HasTableOperations) t).operations();
    operations.commit(operations.current(), operations.current().updateSchema(schema));
    t.refresh();
  }

  static OutputFile file(Table t) {
    return t.io().newOutputFile(t.location() + "/data/" + UUID.randomUUID() + ".parquet");
  }

  static void append(Table t, PartitionData partition, Object... values) throws Exception {
    var builder = Parquet.writeData(file(t)).schema(t.schema()).withSpec(t.spec()).createWriterFunc(GenericParquetWriter::create).overwrite();
    var writer = (partition == null ? builder : builder.withPartition(partition)).build();
    try (writer) {
      Record row = GenericRecord.create(t.schema());
      for (int i = 0; i < values.length; i++) {
        row.set(i, values[i]);
      }
      writer.write(row);
    }
    t.newAppend().appendFile(writer.toDataFile()).commit();
  }

  static String scan(Table t, Expression filter) throws Exception {
    List<String> rows = new ArrayList<>();
    var builder = IcebergGenerics.read(t);
    try (CloseableIterable<Record> records = (filter == null ? builder : builder.where(filter)).build()) {
      records.forEach(r -> rows.add(r.toString()));
    }
    return rows.toString();
  }
}
