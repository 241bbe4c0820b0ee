package iceberg

import (
	"fmt"
	"strconv"
	"strings"
)

// A Kind is an Iceberg type without its parameters.
type Kind uint8

// The kinds, in the order of the specification's table.
const (
	Struct Kind = iota
	List
	Map
	Unknown
	Boolean
	Int
	Long
	Float
	Double
	Decimal
	Date
	Time
	Timestamp
	Timestamptz
	TimestampNs
	TimestamptzNs
	String
	UUID
	Fixed
	Binary
	Variant
	Geometry
	Geography
)

var kindNames = [...]string{"struct", "list", "map", "unknown", "boolean", "int", "long", "float", "double", "decimal", "date", "time",
	"timestamp", "timestamptz", "timestamp_ns", "timestamptz_ns", "string", "uuid", "fixed", "binary", "variant", "geometry", "geography"}

func (k Kind) String() string { return kindNames[k] }

// A Type is one type of a schema. Primitive types with the same parameters are equal by ==, see Same.
type Type struct {
	Kind      Kind
	Precision int      // decimal
	Scale     int      // decimal
	Length    int      // fixed
	CRS       string   // geometry, geography: "OGC:CRS84" when the text has none
	Algorithm string   // geography: "spherical" when the text has none
	Fields    []*Field // struct: its fields; list: its element; map: its key and its value
}

// Nested reports whether t is a struct, list or map.
func (t *Type) Nested() bool { return t.Kind <= Map }

// String is the specification's spelling: "long", "decimal(9, 2)", "fixed[16]"; nested types are their bare kind.
func (t *Type) String() string {
	switch t.Kind {
	case Decimal:
		return fmt.Sprintf("decimal(%d, %d)", t.Precision, t.Scale)
	case Fixed:
		return fmt.Sprintf("fixed[%d]", t.Length)
	case Geometry:
		return "geometry(" + t.CRS + ")"
	case Geography:
		return "geography(" + t.CRS + ", " + t.Algorithm + ")"
	}
	return t.Kind.String()
}

// Same reports whether two types have one kind and, for primitives, the same parameters. Fields are not compared.
func (t *Type) Same(u *Type) bool {
	return t.Kind == u.Kind && t.Precision == u.Precision && t.Scale == u.Scale && t.Length == u.Length &&
		t.CRS == u.CRS && t.Algorithm == u.Algorithm
}

// NeedsVersion is the first format version that has the type (specification, Primitive Types).
func (t *Type) NeedsVersion() int {
	switch t.Kind {
	case Unknown, Variant, TimestampNs, TimestamptzNs, Geometry, Geography:
		return 3
	}
	return 1
}

// NullDefaultOnly reports whether only null may be the type's default (specification, Default values).
func (t *Type) NullDefaultOnly() bool {
	switch t.Kind {
	case Unknown, Variant, Geometry, Geography:
		return true
	}
	return false
}

// maxPrecision is the specification's limit for decimals.
const maxPrecision = 38

// simpleTypes are the primitives without parameters, shared by all schemas.
var simpleTypes = func() map[string]*Type {
	types := map[string]*Type{}
	for k := Unknown; k <= Variant; k++ {
		if k != Decimal && k != Fixed {
			types[k.String()] = &Type{Kind: k}
		}
	}
	return types
}()

// parsePrimitive reads the spelling of a primitive type. problem says what is wrong with it, "" when nothing is.
func parsePrimitive(text string) (t *Type, problem string) {
	if t, ok := simpleTypes[text]; ok {
		return t, ""
	}
	name, args := text, ""
	open := strings.IndexAny(text, "([")
	if open >= 0 {
		closing := map[byte]string{'(': ")", '[': "]"}[text[open]]
		if !strings.HasSuffix(text, closing) {
			return nil, fmt.Sprintf("the type %q does not end with %q", clip(text), closing)
		}
		name, args = text[:open], text[open+1:len(text)-1]
	}
	squared := open >= 0 && text[open] == '['
	if strings.HasPrefix(name, "geo") { // Java lets a space stand before their parameters
		name = strings.TrimSpace(name)
	}
	switch name {
	case "decimal":
		if !squared {
			return parseDecimal(text, args)
		}
	case "fixed":
		length, err := strconv.ParseInt(strings.TrimSpace(args), 10, 32)
		if !squared || err != nil || length < 0 {
			return nil, fmt.Sprintf("%q is no type: fixed needs a length, as in fixed[16]", clip(text))
		}
		return &Type{Kind: Fixed, Length: int(length)}, ""
	case "geometry":
		if !squared {
			return &Type{Kind: Geometry, CRS: orDefault(args, defaultCRS)}, ""
		}
	case "geography":
		crs, algorithm, _ := strings.Cut(args, ",")
		if !squared && !strings.Contains(algorithm, ",") {
			return &Type{Kind: Geography, CRS: orDefault(crs, defaultCRS), Algorithm: orDefault(strings.ToLower(algorithm), edges[0])}, ""
		}
	}
	if lower := strings.ToLower(text); lower != text {
		if _, problem := parsePrimitive(lower); problem == "" {
			return nil, fmt.Sprintf("%q is no Iceberg type: engines other than Java know %s only", clip(text), lower)
		}
	}
	return nil, fmt.Sprintf("%q is no Iceberg type", clip(text))
}

const defaultCRS = "OGC:CRS84"

// edges are the algorithms that interpolate between the points of a geography; the first one counts where none is named.
var edges = []string{"spherical", "vincenty", "thomas", "andoyer", "karney"}

func orDefault(text, value string) string {
	if text = strings.TrimSpace(text); text == "" {
		return value
	}
	return text
}

func parseDecimal(text, args string) (*Type, string) {
	p, s, _ := strings.Cut(args, ",")
	precision, err1 := strconv.Atoi(strings.TrimSpace(p))
	scale, err2 := strconv.Atoi(strings.TrimSpace(s))
	if err1 != nil || err2 != nil {
		return nil, fmt.Sprintf("%q is no type: decimal needs a precision and a scale, as in decimal(9, 2)", clip(text))
	}
	return &Type{Kind: Decimal, Precision: precision, Scale: scale}, ""
}

// clip shortens a word of the input for a message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
