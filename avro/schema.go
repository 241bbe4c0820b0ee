package avro

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Kind is the kind of an Avro type.
type Kind uint8

// The kinds, primitives first in the order of the specification's list.
const (
	Null Kind = iota
	Boolean
	Int
	Long
	Float
	Double
	Bytes
	String
	Record
	Enum
	Array
	Map
	Union
	Fixed
)

var kindNames = [...]string{"null", "boolean", "int", "long", "float", "double", "bytes", "string", "record", "enum", "array", "map", "union", "fixed"}

func (k Kind) String() string { return kindNames[k] }

// Primitive reports whether k needs no further declaration.
func (k Kind) Primitive() bool { return k <= String }

// Named reports whether types of kind k have a name of their own.
func (k Kind) Named() bool { return k == Record || k == Enum || k == Fixed }

// A Type is one definition: a primitive as it was spelled somewhere, or a declared type. References to a named type point
// at the same Type.
type Type struct {
	Kind    Kind
	Error   bool     // a record spelled "error"
	Name    string   // full name, "" for anonymous types
	Aliases []string // full names: a type alias without a dot is relative to the type's own namespace
	Doc     string

	Fields   []*Field
	Symbols  []string
	Fallback string // the enum's default symbol, "" without one
	Items    Slot   // of an array; the values of a map
	Branches []Slot
	Size     int

	Logical    Logical
	Properties []Property // attributes that the specification does not define for this kind, in text order
	At         position.Value

	id       identity       // over everything that decides resolution
	full     identity       // over id and everything a hazard rule may read
	byName   []int32        // indices of Fields, sorted by name
	bySymbol map[string]int // indices of Symbols, when they are many
}

// ShortName is the name without its namespace.
func (t *Type) ShortName() string { return shortName(t.Name) }

// Nullable reports whether null is a value of the type.
func (t *Type) Nullable() bool {
	if t.Kind != Union {
		return t.Kind == Null
	}
	for i := range t.Branches {
		if t.Branches[i].Type.Kind == Null {
			return true
		}
	}
	return false
}

// Bare is the only branch of a nullable union that is not null, or t itself: what people mean by "the type" of an
// optional field. It is nil for a union of several other branches.
func (t *Type) Bare() *Type {
	if t.Kind != Union {
		return t
	}
	var bare *Type
	for i := range t.Branches {
		if b := t.Branches[i].Type; b.Kind != Null {
			if bare != nil {
				return nil
			}
			bare = b
		}
	}
	return bare
}

// A Slot is a place that a type stands in: a field, the items of an array, a branch of a union, the root.
type Slot struct {
	Type *Type
	At   position.Value // the type as it is spelled here: a name, an object, an array
}

// A Field is one field of a record.
type Field struct {
	Slot
	Name       string
	Aliases    []string
	Doc        string
	Default    position.Value // the zero Value: none
	Branch     int            // the branch of a union that the default belongs to (the first it fits), 0 otherwise
	Order      string         // "ascending", "descending", "ignore" or "" when not stated
	Properties []Property
	Decl       position.Value // the field's own object

	full identity
}

// HasDefault reports whether the field states a default.
func (f *Field) HasDefault() bool { return !f.Default.IsZero() }

// Logical is a logical type that is valid where it stands. The zero Logical is none: the underlying type counts, as
// it does for unknown and invalid logical types.
type Logical struct {
	Name      string
	Precision int // decimal
	Scale     int // decimal
}

// A Property is a custom attribute.
type Property struct {
	Name  string
	Value position.Value
}

// A Fault is one thing that makes a schema invalid (Valid is false), or that readers of some version or runtime stumble
// over (Valid is true). Rule names the rule that explains it.
type Fault struct {
	Rule    string
	Valid   bool
	Path    compat.Path
	At      position.Value
	Stretch position.Place // what a report shows where the fault is about no value but a comment; else the zero Place
	Problem string         // one sentence without a final stop
}

// Place is where a report points.
func (f *Fault) Place() position.Place {
	if !f.Stretch.IsZero() {
		return f.Stretch
	}
	return f.At.Place()
}

// attribute is the name of the attribute that the fault is about: "aliases", "size".
func (f *Fault) attribute() string {
	pointer := f.At.Pointer()
	for pointer != "" {
		i := strings.LastIndexByte(pointer, '/')
		if token := pointer[i+1:]; token != "" && (token[0] < '0' || token[0] > '9') {
			return token
		}
		pointer = pointer[:i]
	}
	return ""
}

// A Schema is one parsed document.
type Schema struct {
	Source string
	Doc    *position.Document
	Root   Slot
	Faults []Fault // in text order
	Types  []*Type // the named types declared in this document, in order of declaration

	foreign bool // some type comes from another file
}

// Valid reports whether the specification takes the schema.
func (s *Schema) Valid() bool {
	for i := range s.Faults {
		if !s.Faults[i].Valid {
			return false
		}
	}
	return true
}
