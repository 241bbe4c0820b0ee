"""Asks the two Python implementations: peer.py avro | fastavro.

One JSON line {id, writer, reader, data} in, one line of answers out. Schemas are texts, data are hex.
"""
import datetime
import decimal
import io
import json
import re
import sys
import uuid


class Apache:
    """Apache Avro's own package: its parser, its checker, its pure-Python reader."""

    def __init__(self):
        import avro.compatibility, avro.io, avro.schema
        self.schema, self.io, self.compat = avro.schema, avro.io, avro.compatibility

    def parse(self, text):
        return self.schema.parse(text)

    def check(self, writer, reader):
        result = self.compat.ReaderWriterCompatibilityChecker().get_compatibility(reader, writer)
        if result.compatibility is self.compat.SchemaCompatibilityType.compatible:
            return "compatible"
        return "incompatible: " + "; ".join(i.name for i in result.incompatibilities)

    def read(self, writer, reader, stream):
        return self.io.DatumReader(writer, reader).read(self.io.BinaryDecoder(stream))


class Fast:
    """fastavro: a parser and a reader, no checker."""

    def __init__(self):
        import fastavro
        self.fastavro = fastavro

    def parse(self, text):
        return self.fastavro.parse_schema(json.loads(text))

    def check(self, writer, reader):
        return "none"

    def read(self, writer, reader, stream):
        return self.fastavro.schemaless_reader(stream, writer, reader)


def error(e):
    message = re.sub(r" at 0x[0-9a-f]+", "", " ".join(str(e).split()))  # addresses differ from run to run
    return (type(e).__name__ + ": " + message)[:200]


def seconds(moment):
    d = moment - datetime.datetime(1970, 1, 1, tzinfo=moment.tzinfo)
    return decimal.Decimal(d.days * 86400 + d.seconds) + decimal.Decimal(d.microseconds).scaleb(-6)


def plain(d):
    d = d.normalize() if d else decimal.Decimal(0)
    return format(d, "f")


def normal(v):
    """The value in the tagged form of the README, as finely as Python tells types apart."""
    if v is None or isinstance(v, bool):
        return v
    if isinstance(v, int):
        return {"num": v}
    if isinstance(v, float):
        if v != v or v in (float("inf"), float("-inf")):
            return {"real": {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[repr(v)]}
        return {"real": v}
    if isinstance(v, str):
        return {"text": v}
    if isinstance(v, (bytes, bytearray)):
        return {"octets": bytes(v).hex()}
    if isinstance(v, decimal.Decimal):
        return {"decimal": plain(v)}
    if isinstance(v, uuid.UUID):
        return {"uuid": str(v)}
    if isinstance(v, datetime.datetime):
        return {"instant" if v.tzinfo else "local": plain(seconds(v))}
    if isinstance(v, datetime.date):
        return {"date": (v - datetime.date(1970, 1, 1)).days}
    if isinstance(v, datetime.time):
        micros = ((v.hour * 60 + v.minute) * 60 + v.second) * 1000000 + v.microsecond
        return {"time": plain(decimal.Decimal(micros).scaleb(-6))}
    if isinstance(v, (list, tuple)):
        return {"array": [normal(x) for x in v]}
    if isinstance(v, dict):
        return {"dict": {str(k): normal(x) for k, x in sorted(v.items(), key=lambda kv: str(kv[0]))}}
    return {type(v).__name__: str(v)}


def ask(peer, question):
    answer = {"id": question["id"]}
    schemas = {}
    for side in ("writer", "reader"):
        try:
            schemas[side] = peer.parse(question[side])
            answer[side] = "ok"
        except Exception as e:
            answer[side] = "rejects: " + error(e)
    if len(schemas) < 2:
        answer["check"] = "rejects"
        return answer
    try:
        answer["check"] = peer.check(schemas["writer"], schemas["reader"])
    except Exception as e:
        answer["check"] = "throws: " + error(e)
    answer["read"] = []
    for text in question["data"]:
        stream = io.BytesIO(bytes.fromhex(text))
        try:
            value = peer.read(schemas["writer"], schemas["reader"], stream)
            answer["read"].append("fails: BytesLeft" if stream.read() else normal(value))
        except Exception as e:
            answer["read"].append("fails: " + error(e))
    return answer


def main():
    import warnings
    warnings.simplefilter("ignore")
    peer = {"avro": Apache, "fastavro": Fast}[sys.argv[1]]()
    for line in sys.stdin:
        print(json.dumps(ask(peer, json.loads(line))), flush=True)


main()
