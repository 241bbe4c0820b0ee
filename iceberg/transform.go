package iceberg

import (
	"strconv"
	"strings"
)

// A transform derives a partition or sort value from a column (specification, Partition Transforms).
type transform struct {
	kind  transformKind
	width int // of bucket and truncate
}

type transformKind uint8

const (
	unknownTransform transformKind = iota
	identityTransform
	bucketTransform
	truncateTransform
	yearTransform
	monthTransform
	dayTransform
	hourTransform
	voidTransform
)

var transformNames = map[string]transformKind{"identity": identityTransform, "year": yearTransform, "month": monthTransform,
	"day": dayTransform, "hour": hourTransform, "void": voidTransform}

// parseTransform reads "bucket[16]"; what it does not know is the unknown transform, which readers ignore.
func parseTransform(text string) transform {
	if kind, ok := transformNames[strings.ToLower(text)]; ok {
		return transform{kind: kind}
	}
	name, arg, ok := strings.Cut(strings.TrimSuffix(strings.ToLower(text), "]"), "[")
	width, err := strconv.ParseInt(arg, 10, 32)
	switch {
	case !ok || err != nil || width < 1:
	case name == "bucket":
		return transform{bucketTransform, int(width)}
	case name == "truncate":
		return transform{truncateTransform, int(width)}
	}
	return transform{}
}

// malformed says what is wrong with a transform whose name is known and whose width is none; "" for others. A name that is
// not known may be of a later version: readers ignore it.
func malformed(text string) string {
	name, _, _ := strings.Cut(strings.ToLower(text), "[")
	if name != "bucket" && name != "truncate" || parseTransform(text).kind != unknownTransform {
		return ""
	}
	return name + " needs a width from 1 to 2147483647, as in " + name + "[16]"
}

// accepts reports whether the transform is defined for a source type.
func (t transform) accepts(source *Type) bool {
	switch t.kind {
	case identityTransform:
		return !source.Nested() && source.Kind != Geometry && source.Kind != Geography && source.Kind != Variant
	case bucketTransform:
		switch source.Kind {
		case Int, Long, Decimal, Date, Time, Timestamp, Timestamptz, TimestampNs, TimestamptzNs, String, UUID, Fixed, Binary:
			return true
		}
		return false
	case truncateTransform:
		switch source.Kind {
		case Int, Long, Decimal, String, Binary:
			return true
		}
		return false
	case yearTransform, monthTransform, dayTransform:
		return source.Kind == Date || isTimestamp(source.Kind)
	case hourTransform:
		return isTimestamp(source.Kind)
	}
	return true
}

func isTimestamp(k Kind) bool { return k >= Timestamp && k <= TimestamptzNs }

// survives reports whether the transform gives the same value before and after a promotion that the specification
// allows. A date is days and a timestamp is micros or nanos, so identity stores another number and bucket hashes another
// one; years, months and days of a date and of its midnight are the same.
func (t transform) survives(from, to *Type) bool {
	if from.Kind != Date || !isTimestamp(to.Kind) {
		return true // int and long, decimals of one scale: same hash, same truncation; float and double: same number
	}
	switch t.kind {
	case yearTransform, monthTransform, dayTransform, voidTransform:
		return true
	}
	return false
}
