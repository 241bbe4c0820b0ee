package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// A clock is what a logical type says about time.
type clock struct {
	sort  string // "timestamp", "local-timestamp", "time", "date"; "" is none
	steps string // "millis", "micros", "nanos"; "" for a date
}

// clockOf splits timestamp-millis and its kin.
func clockOf(logical string) clock {
	if logical == "date" {
		return clock{sort: "date"}
	}
	sort, steps, ok := cutLast(logical, '-')
	if ok && (sort == "timestamp" || sort == "local-timestamp" || sort == "time") {
		return clock{sort, steps}
	}
	return clock{}
}

func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// logicalChange classifies a change of the logical type. A logical type that only repeats what the other side states in another
// way is none.
func logicalChange(s *compat.Site, w, r *meaning.Facts) change {
	a, b := s.Writer.Says.Logical, s.Reader.Says.Logical
	if a == b && carrier(s.Writer) == carrier(s.Reader) {
		return change{}
	}
	c := change{w: w.Unit, r: r.Unit, level: compat.Error}
	from, to := clockOf(a.Name), clockOf(b.Name)
	switch {
	case from.sort != "" && to.sort != "":
		c.class = clockClass(from, to)
	case from.sort != "" || to.sort != "":
		return plainClock(s, c, w, r)
	case a.Name == "decimal" && b.Name == "decimal":
		if a != b {
			c.class = rescaled
		}
	default:
		c.class, c.level = retypedClass(s)
	}
	if c.class == steady {
		return change{}
	}
	return c
}

func clockClass(from, to clock) class {
	switch {
	case from == to:
		return steady
	case from.steps != "" && to.steps != "" && from.steps != to.steps && strings.HasSuffix(from.sort, "timestamp") == strings.HasSuffix(to.sort, "timestamp"):
		return resolution
	case strings.HasSuffix(from.sort, "timestamp") && strings.HasSuffix(to.sort, "timestamp"):
		return zone
	}
	return reinterpreted
}

// plainClock is a plain number on one side and a logical time on the other. It is steady when both state the same unit in the
// end: a doc that says "milliseconds since the epoch" and a timestamp-millis agree. Losing the logical type changes no number;
// only the reader has to be told.
func plainClock(s *compat.Site, c change, w, r *meaning.Facts) change {
	lost := s.Reader.Says.Logical.Name == "" || clockOf(s.Reader.Says.Logical.Name).sort == ""
	if w.Unit != nil && r.Unit != nil {
		c.rel = unit.Compare(w.Unit.Unit, r.Unit.Unit)
		switch {
		case c.rel.Verdict == unit.Equal:
			return change{}
		case c.rel.Verdict == unit.OtherKind && c.rel.Times == unit.One:
			return change{} // "milliseconds" and an instant in milliseconds: wording
		}
	}
	plain := s.Writer
	if lost {
		plain = s.Reader
	}
	if plain.Says.Misplaced == s.Writer.Says.Logical.Name+s.Reader.Says.Logical.Name {
		return change{} // the same logical type, put where it belongs or taken out of there
	}
	if c := carrier(plain); !c.Numeric() {
		return change{}
	}
	c.class = reinterpreted
	if unsaid := plainFact(lost, w, r); (unsaid == nil || c.rel.Verdict == unit.NotComparable) && !tooNarrow(s, lost) {
		c.level = compat.Warning // what the plain number counts is not stated
	}
	return c
}

func plainFact(lost bool, w, r *meaning.Facts) *meaning.UnitFact {
	if lost {
		return r.Unit
	}
	return w.Unit
}

// tooNarrow reports whether the plain number cannot have been what the logical type says: 32 bits hold no present time in
// milliseconds, so whatever was counted, it was not that.
func tooNarrow(s *compat.Site, lost bool) bool {
	return !lost && carrier(s.Writer) == meaning.Int && strings.HasSuffix(clockOf(s.Reader.Says.Logical.Name).sort, "timestamp")
}

// retypedClass is a change between texts, raw bytes, decimals, uuids and durations. Text that becomes bytes, and an annotation that
// is lost without changing the bytes, are mild.
func retypedClass(s *compat.Site) (class, compat.Level) {
	a, b := shape(s.Writer), shape(s.Reader)
	if a == "" || b == "" || a == b {
		return steady, compat.Off
	}
	switch {
	case a == "uuid text" && b == "text", a == "text" && b == "bytes", a == "uuid text" && b == "bytes", (a == "uuid" || a == "duration") && b == "bytes":
		return retyped, compat.Note
	case a == "text" && b == "uuid text", b == "bytes":
		return retyped, compat.Warning
	}
	return retyped, compat.Error
}

// shape names how the bytes of a value that is no number are to be taken.
func shape(n *compat.Node) string {
	switch name := n.Says.Logical.Name; {
	case name == "decimal", name == "big-decimal", name == "duration":
		return name
	case name == "uuid" && carrier(n) == meaning.Fixed:
		return "uuid"
	case name == "uuid":
		return "uuid text"
	}
	switch carrier(n) {
	case meaning.String:
		return "text"
	case meaning.Bytes, meaning.Fixed:
		return "bytes"
	}
	return ""
}
