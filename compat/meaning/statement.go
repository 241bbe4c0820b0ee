package meaning

// A Carrier is the type that holds the value, null left out.
type Carrier uint8

// The carriers, for all formats.
const (
	NoCarrier Carrier = iota // not one type: a union of several
	Bool
	Int // up to 32 bits
	Long
	Float
	Double
	Decimal
	String
	Bytes
	Fixed
	Enum
	Date
	Time
	Timestamp
	UUID
	Record
	Array
	Map
)

var carrierNames = [...]string{"", "bool", "int", "long", "float", "double", "decimal", "string", "bytes", "fixed", "enum", "date", "time", "timestamp", "uuid", "record", "array", "map"}

// String is the carrier in one lower-case word.
func (c Carrier) String() string { return carrierNames[c] }

// Numeric reports whether values are numbers that can have a unit without any logical type.
func (c Carrier) Numeric() bool { return c >= Int && c <= Decimal }

// Where tells on which part of a declaration a property stands.
type Where uint8

// The places of a property.
const (
	OnField  Where = iota
	OnType         // on the field's type
	OnBranch       // on the branch that is not null
	OnTable        // on the table or the record, keyed by the field
)

func (w Where) String() string { return [...]string{"field", "type", "branch", "table"}[w] }

// A Property is a custom attribute: its name and its value's exact JSON text.
type Property struct {
	Name  string
	JSON  string
	Where Where
}

// Logical is a logical type with its parameters; the zero Logical is none. Iceberg's own types use the same words:
// "timestamp-micros" and "timestamp-nanos" for the kinds with zone, "local-timestamp-…" for those without, "time-micros", "date".
type Logical struct {
	Name      string
	Precision int
	Scale     int
}

// A Statement is what one side says about itself, before any inference. An adapter fills it; it holds strings and slices only, and
// slices may be shared between the fields of a record. The zero value of each part means that nothing was said.
type Statement struct {
	Field string // the field's own name
	Doc   string // of the field

	TypeName string // full name of the field's named type
	TypeDoc  string // doc of that type
	Carrier  Carrier
	Element  Carrier // of an array's items or a map's values, innermost
	Logical  Logical // of the type, of its branch that is not null, or of the innermost element
	// Misplaced is a logicalType that stands beside "type" instead of inside it, where no reader heeds it.
	Misplaced string

	Properties []Property

	HasDefault bool
	Default    string // exact JSON text; of an enum field the field's own default

	Nullable bool
	Branches []string // a union's branches in order, as the format spells them; nil when it is no union

	Symbols       []string // of an enum
	SymbolDefault string   // the enum's own default, "" for none

	Family *Family // the fields of the record, this one among them; nil: not known

	Declared *Declaration // what configuration says about this field; nil: nothing
}

// Number reports whether the value, or the innermost element, is a number.
func (s *Statement) Number() bool {
	c := s.Carrier
	if c == Array || c == Map {
		c = s.Element
	}
	return c.Numeric()
}
