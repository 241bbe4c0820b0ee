package iceberg

import (
	"fmt"
	"strconv"
	"strings"
)

// promotes reports whether a column may go from one primitive type to another in a format version (specification, Schema
// Evolution, valid primitive type promotions), and which values the wider type cannot hold.
func promotes(from, to *Type, version int) (ok bool, outside string) {
	switch {
	case from.Kind == Int && to.Kind == Long, from.Kind == Float && to.Kind == Double:
		return true, ""
	case from.Kind == Decimal && to.Kind == Decimal:
		return from.Scale == to.Scale && to.Precision >= from.Precision, ""
	case version >= 3 && from.Kind == Date && to.Kind == Timestamp:
		return true, "" // 32-bit days go beyond 64-bit micros only after the year 294247, see outsideNs for nanos
	case version >= 3 && from.Kind == Date && to.Kind == TimestampNs:
		return true, outsideNs
	case version >= 3 && from.Kind == Unknown:
		return true, ""
	}
	return false, ""
}

// outsideNs names the dates that 64-bit nanoseconds since 1970 cannot hold.
const outsideNs = "v is before 1677-09-22 or after 2262-04-11"

// reach is the first and the last day or moment of the number that a type stores since 1970, days in 32 bits, micros and nanos in
// 64; "" for other types.
func reach(t *Type) (first, last string) {
	switch {
	case t.Kind == Date:
		return "-5877641-06-23", "5881580-07-11"
	case !isTimestamp(t.Kind):
		return "", ""
	case digitsOf(t) == 6:
		return "-290308-12-21T19:59:05.224192", "294247-01-10T04:00:54.775807"
	}
	return "1677-09-21T00:12:43.145224192", "2262-04-11T23:47:16.854775807"
}

// holds reports whether a day or moment fits the number that it is stored as.
func holds(t *Type, text string) bool {
	first, last := reach(t)
	text = strings.TrimSuffix(text, "+00:00")
	return first == "" || !before(text, first) && !before(last, text)
}

// before reports whether a day or moment comes before another one: years are numbers, what follows them sorts as text.
func before(a, b string) bool {
	x, restA := cutYear(a)
	y, restB := cutYear(b)
	return x < y || x == y && restA < restB
}

func cutYear(text string) (year int, rest string) {
	at := strings.IndexByte(text[1:], '-') + 1 // behind the sign
	year, _ = strconv.Atoi(text[:at])
	return year, text[at:]
}

// refusal says why a type cannot be read as another one, as a clause.
func refusal(from, to *Type, version int) string {
	both := fmt.Sprintf("%s is no promotion of %s", to, from)
	switch {
	case from.Nested() || to.Nested():
		return fmt.Sprintf("%s is no %s: only primitives are promoted", from.Kind, to.Kind)
	case from.Kind == Date && (to.Kind == Timestamptz || to.Kind == TimestamptzNs):
		return "a date has no time zone: the specification does not allow " + to.Kind.String()
	case from.Kind == Date && (to.Kind == Timestamp || to.Kind == TimestampNs), from.Kind == Unknown:
		return fmt.Sprintf("format version %d does not have that promotion, version 3 does", version)
	case from.Kind == Decimal && to.Kind == Decimal && from.Scale != to.Scale:
		return "the scale of a decimal is fixed"
	case narrows(from, to):
		return fmt.Sprintf("%s holds fewer values than %s", to, from)
	case from.Kind == to.Kind && from.Kind == Geometry, from.Kind == to.Kind && from.Kind == Geography:
		return "coordinates of one reference system are no coordinates of another"
	}
	return both
}

// narrows reports whether the change undoes a promotion.
func narrows(from, to *Type) bool {
	ok, _ := promotes(to, from, supportedVersion)
	return ok && !from.Same(to) && to.Kind != Unknown
}
