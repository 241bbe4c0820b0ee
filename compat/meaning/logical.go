package meaning

import "github.com/schemavet/schemavet/compat/unit"

// logicalUnit is the unit that a logical type fixes: Avro 1.12, Logical Types, and Iceberg's date, time and timestamp kinds. A date is
// a count of days from the epoch.
func logicalUnit(name string) (text string, kind unit.Kind, ok bool) {
	switch name {
	case "timestamp-millis":
		return "ms", unit.Instant, true
	case "timestamp-micros":
		return "us", unit.Instant, true
	case "timestamp-nanos":
		return "ns", unit.Instant, true
	case "local-timestamp-millis":
		return "ms", unit.LocalInstant, true
	case "local-timestamp-micros":
		return "us", unit.LocalInstant, true
	case "local-timestamp-nanos":
		return "ns", unit.LocalInstant, true
	case "time-millis":
		return "ms", unit.TimeOfDay, true
	case "time-micros":
		return "us", unit.TimeOfDay, true
	case "time-nanos":
		return "ns", unit.TimeOfDay, true
	case "date":
		return "d", unit.Instant, true
	}
	return "", unit.Unknown, false
}

// logical reads the type's own unit.
func (w *work) logical() {
	text, kind, ok := logicalUnit(w.s.Logical.Name)
	if !ok {
		return
	}
	u, ok := unit.Lookup(text)
	if !ok {
		return
	}
	epoch := ""
	if kind == unit.Instant {
		epoch = unit.Unix
	}
	w.add(u.As(kind, epoch), evidence(FromLogical, w.s.Logical.Name, "logical type", Typed))
}

// misplaced notes a logicalType beside the type, which Avro readers ignore: the number has no unit from it, but says that somebody
// meant one.
func (w *work) misplaced() {
	if w.s.Misplaced == "" || w.s.Logical.Name == w.s.Misplaced {
		return
	}
	e := evidence(FromLogical, w.s.Misplaced, "logicalType beside the type", StrongName)
	w.fault(MisplacedLogical, `the logicalType "`+w.s.Misplaced+`" stands beside the type, where readers ignore it`, e, Evidence{})
	if text, kind, ok := logicalUnit(w.s.Misplaced); ok && w.s.Number() {
		if u, ok := unit.Lookup(text); ok {
			epoch := ""
			if kind == unit.Instant {
				epoch = unit.Unix
			}
			w.add(u.As(kind, epoch), e)
		}
	}
}

// unknownLogical reads a logical type that no specification defines, or that does not hold on its type: readers see the plain number,
// but the name says what was meant: "timestamp-seconds", "duration-ms", "my-cents".
func (w *work) unknownLogical(name string) {
	if name == w.s.Logical.Name || !w.s.Number() {
		return
	}
	e := evidence(FromLogical, name, "unknown logical type", StrongName)
	if text, kind, ok := logicalUnit(name); ok {
		if u, ok := unit.Lookup(text); ok {
			w.add(asKind(u, kind), e)
		}
		return
	}
	if r := readName(name); r.found && !r.weak {
		u := r.unit
		if r.instant && u.Dim == (unit.Dim{unit.Time: 1}) {
			u = u.As(unit.Instant, unit.Unix)
		}
		w.add(u, e)
	}
}

// connectName reads the semantic type that Kafka Connect and Debezium leave in connect.name.
func (w *work) connectName(name string) {
	text, kind := "", unit.Instant
	switch name {
	case "org.apache.kafka.connect.data.Timestamp", "io.debezium.time.Timestamp":
		text = "ms"
	case "io.debezium.time.MicroTimestamp":
		text = "us"
	case "io.debezium.time.NanoTimestamp":
		text = "ns"
	case "org.apache.kafka.connect.data.Date", "io.debezium.time.Date":
		text = "d"
	case "org.apache.kafka.connect.data.Time", "io.debezium.time.Time":
		text, kind = "ms", unit.TimeOfDay
	case "io.debezium.time.MicroTime":
		text, kind = "us", unit.TimeOfDay
	case "io.debezium.time.NanoTime":
		text, kind = "ns", unit.TimeOfDay
	case "io.debezium.time.MicroDuration":
		text, kind = "us", unit.Quantity
	case "io.debezium.time.NanoDuration":
		text, kind = "ns", unit.Quantity
	default:
		return
	}
	if u, ok := unit.Lookup(text); ok {
		w.add(asKind(u, kind), evidence(FromLogical, name, "property connect.name", Typed))
	}
}
