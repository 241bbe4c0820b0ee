package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// A Source is where a fact was read, strongest first.
type Source uint8

// The sources; the zero Source is none.
const (
	NoSource       Source = iota
	FromConfig            // a row of the configuration
	FromProperty          // a property: unit, uom, …
	FromLogical           // a logical type, or the format's own type
	FromDocSlot           // a bracket or a "unit: x" in the doc
	FromDocPhrase         // a phrase in the doc: "in seconds"
	FromName              // the name's ending
	FromWeakName          // an ambiguous ending behind a noun of its dimension
	FromSibling           // another field of the record
	FromDefault           // the default's own value
	FromTypeStated        // the type: enum symbols, bool
)

var sourceNames = [...]string{"none", "config", "property", "logical-type", "doc", "doc-phrase", "name", "name-weak", "sibling", "default", "type"}

// String is the source in one word, as reports print it.
func (s Source) String() string { return sourceNames[s] }

// Confidence of the sources; from 90 on a fact is exact, from 60 on it may make an error.
const (
	Exact      = 100
	Stated     = 95
	Typed      = 90
	Slot       = 75
	Phrase     = 60
	StrongName = 60
	WeakName   = 40
	Agreement  = 5 // what a second source that says the same adds
)

// Evidence is where a fact was read and how far it can be trusted.
type Evidence struct {
	Source     Source
	Text       string // the literal text: "[nJy]", "in seconds", "_ms"
	Place      string // in words: "field doc", "property unit", "logicalType", "name"
	Confidence int    // 0 to 100
}

// A UnitFact is a unit and why we think so. An opaque unit (unit.Opaque) is a text that does not parse.
type UnitFact struct {
	unit.Unit
	Evidence
	KindStated bool // the kind is declared, not a matter of wording
}

// A Sentinel is a value inside the type's domain that stands for "no value".
type Sentinel struct {
	Value string // as JSON text; NaN, Infinity bare
	Means string // what the schema says it means, "" when it does not
	Evidence
}

// A NullSense is what null means.
type NullSense struct {
	Means string // "never run", "unknown"
	Evidence
}

// A DefaultSense says what kind of value a default is.
type DefaultSense uint8

// The senses of a default.
const (
	NoDefault     DefaultSense = iota
	DefaultNull                // null: not recorded
	DefaultDomain              // a value that a writer could have meant: 5, "EU", an enum symbol
	DefaultZero                // the type's zero, on a type whose domain holds it
	DefaultFlag                // a bool
	DefaultEmpty               // "", [], {}
	DefaultMarker              // a sentinel, declared or by convention: -1, NaN, UNKNOWN
	DefaultEpoch               // 0 on an instant or date: 1970-01-01
	DefaultText                // a text that spells null: "null", "N/A"
	DefaultBeyond              // outside the declared range: a sentinel nobody declared
	DefaultRecord              // a record, given whole or in part
)

var defaultNames = [...]string{"none", "null", "in-domain", "zero", "flag", "empty", "sentinel", "epoch", "text-null", "out-of-range", "record"}

// String is the sense in one word.
func (d DefaultSense) String() string { return defaultNames[d] }

// A DefaultFact is what the default stands for.
type DefaultFact struct {
	Sense DefaultSense
	Value string // exact JSON text
	Means string // what configuration or the doc says it means
	Evidence
}

// A Code is one value of an enumeration in prose, or one documented symbol of an enum.
type Code struct {
	Value string // "0", "A": as written
	Means string // "StoreCreation"
}

// CodeList is an enumeration in prose, in the order of the text; values are unique.
type CodeList struct {
	Codes []Code
	Evidence
}

// A Window is the span of time that a quantity is gathered over: Last5Minutes.
type Window struct {
	Length unit.Unit // scaled: 5 minutes
	Evidence
}

// A Companion is the sibling field without which the number cannot be read.
type Companion struct {
	Field   string
	Role    string  // "unit" or "currency"
	Carrier Carrier // the companion's own type, NoCarrier when it is not there
	Missing bool    // named, but no such sibling
	Evidence
}

// A Text is a fact that is compared literally: a meaning tag, an identifier's space.
type Text struct {
	Value string
	Evidence
}

// A Range is the declared domain of a number; a bound that is not declared is "".
type Range struct {
	Min, Max string // decimal text
	Evidence
}

// A Fault is one way in which the side contradicts itself, for lint.
type Fault struct {
	Kind FaultKind
	Text string // one clause that names both: `the doc says "in seconds", the logical type milliseconds`
	A, B Evidence
}

// A FaultKind names a contradiction.
type FaultKind uint8

// The contradictions inside one version.
const (
	UnitConflict       FaultKind = iota // two sources of 60 or more name different units
	MisplacedLogical                    // a logicalType beside the type: no reader heeds it
	TextNullDefault                     // a default that spells null as text
	SentinelUndeclared                  // a sentinel or null of the doc that type and default contradict, or a sentinel that no doc names
	OtherDimension                      // an error or mean field in another dimension than its field
	UnreadableUnit                      // a declared unit that does not parse
	MissingCompanion                    // the named companion field does not exist
)

var faultNames = [...]string{"unit-conflict", "misplaced-logical-type", "text-null-default", "sentinel-undeclared", "sibling-dimension", "unit-unreadable", "companion-missing"}

// String is the fault in one word.
func (k FaultKind) String() string { return faultNames[k] }

// Facts is what is known about one side. The zero value of each part means that nothing is known. Facts are immutable once made and
// may be shared by all nodes that say the same.
type Facts struct {
	Unit       *UnitFact  // the strongest evidence
	Others     []UnitFact // all further evidence, strongest first, agreeing or not
	Fields     *UnitFact  // the unit that a record's doc states for its fields, never with more than weak confidence
	Null       *NullSense
	Sentinels  []Sentinel
	Default    DefaultFact
	Codes      *CodeList // codes in prose
	Symbols    *CodeList // documented enum symbols
	Window     *Window
	Companion  *Companion
	Tag        *Text // the meaning tag
	Identifier *Text // the space an identifier is drawn from: "customer", "uuid"
	Range      *Range
	Faults     []Fault

	Key, Metric, DocFix bool // declared in configuration
}

// Conflict returns the strongest evidence of a unit that disagrees with Unit, or nil.
func (f *Facts) Conflict() *UnitFact {
	if f.Unit == nil {
		return nil
	}
	for i := range f.Others {
		if contradict(f.Unit, &f.Others[i]) {
			return &f.Others[i]
		}
	}
	return nil
}

// contradict reports whether two pieces of evidence, both of 60 or more, cannot be true together. A bracket and a phrase of one doc may
// speak of two quantities ("volume in milliliters … (ml/kg/min)"), so they contradict each other only about one dimension.
func contradict(a, b *UnitFact) bool {
	if a.Confidence < Phrase || b.Confidence < Phrase || a.Kind == unit.None || b.Kind == unit.None {
		return false
	}
	switch unit.Compare(a.Unit, b.Unit).Verdict {
	case unit.OtherScale, unit.OtherOffset, unit.OtherCurrency:
		return true
	case unit.OtherDimension:
		return !(a.Place == b.Place && a.Source != b.Source) && !denominator(a, b) && !denominator(b, a)
	case unit.OtherKind: // milliseconds since the epoch and seconds; a duration and an instant may be wording
		return a.Dim == b.Dim && a.Known() && b.Known() && a.Factor != b.Factor
	}
	return false
}

// denominator reports a name that tells what a quantity is divided by, and a doc that tells the whole: salt_per_100g, "in g per 100 g".
func denominator(name, doc *UnitFact) bool {
	scale, under, ok := strings.Cut(name.Code, "/")
	return ok && name.Source == FromName && (scale == "" || strings.HasPrefix(scale, "10*")) &&
		strings.HasPrefix(doc.Code, scale) && strings.HasSuffix(doc.Code, "/"+under)
}
