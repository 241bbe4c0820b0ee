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
