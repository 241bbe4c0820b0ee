package unit

import "strings"

// An Axis is one direction of a dimension vector.
type Axis int

// The axes: those of the SI, then those on which UCUM is blind.
const (
	Length Axis = iota
	Mass
	Time
	Current
	Temperature
	Amount
	Luminous
	Angle
	Information
	Money
	Pixel
	Decay // becquerel is no hertz
	Dose  // sievert is no gray
	axes
)

// Dim is a dimension: one small exponent an axis.
type Dim [axes]int8

// A Kind says what a number in the unit is a number of. Units of one dimension and two kinds do not mean the same.
type Kind uint8

// The kinds.
const (
	Unknown      Kind = iota // nothing is known; the kind of the zero Unit
	None                     // declared to have no unit
	Quantity                 // an amount of something: a length, a duration, a price
	Instant                  // a point in time, counted from Epoch
	LocalInstant             // a wall-clock time without zone
	TimeOfDay                // time since midnight
	Difference               // a temperature difference: the offset does not count
	Log                      // a level: dB, magnitude, pH; compared by tag
	Fraction                 // a ratio: 1, percent, ppm
	Count                    // a number of things
	Opaque                   // text that nobody could parse, kept in Tag
)

var kindNames = [...]string{"unknown", "none", "quantity", "instant", "local-instant", "time-of-day", "difference", "log", "ratio", "count", "opaque"}

// String is the kind in lower case, as configuration writes it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// ParseKind reads a kind as String writes it; "duration" is a quantity.
func ParseKind(s string) (Kind, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "duration" {
		return Quantity, true
	}
	for i, n := range kindNames {
		if n == s && i > 0 {
			return Kind(i), true
		}
	}
	return Unknown, false
}

// AnyCurrency is the tag of money whose currency nobody named.
const AnyCurrency = "currency"

// Unix is the epoch 1970-01-01T00:00:00Z.
const Unix = "unix"

// A Unit is what one number means. Values are comparable with ==, but two spellings of one unit differ in Code and Name only: use
// Same or Compare to compare meaning.
type Unit struct {
	Code   string // UCUM spelling; "" when UCUM has none (dBm, opaque text, an instant of unknown resolution)
	Name   string // plain words for messages, in the plural: "milliseconds"
	Kind   Kind
	Dim    Dim
	Factor Factor // size in the base unit of Dim; zero: not known
	Offset Factor // where zero lies, in the base unit (temperatures)
	Tag    string // currency, logarithm's reference, counted noun, or the opaque text
	Epoch  string // of an instant: Unix, or the epoch's own text
}

// OpaqueText keeps a text that does not parse. Two of them are equal when their texts are, apart from case, white space and punctuation.
func OpaqueText(text string) Unit {
	return Unit{Kind: Opaque, Name: strings.TrimSpace(text), Tag: squash(text)}
}

// squash drops what does not change the sense of a unit's text. Case stays: mW is no MW.
func squash(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case ' ', '\t', '\n', '\r', '_', '[', ']', '(', ')', '"':
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Known reports whether the unit's size is known, so that a number can be converted.
func (u Unit) Known() bool { return u.Kind != Unknown && u.Kind != Opaque && !u.Factor.IsZero() }

// IsZero reports whether nothing is known.
func (u Unit) IsZero() bool { return u.Kind == Unknown }

// As is the unit with another kind, a time unit as an instant of an epoch for example. A difference has no offset.
func (u Unit) As(k Kind, epoch string) Unit {
	u.Kind, u.Epoch = k, epoch
	if k == Difference {
		u.Offset = Factor{}
	}
	return u
}

// String is the code, or the plain words where there is no code.
func (u Unit) String() string {
	if u.Code != "" {
		return u.Code
	}
	return u.Name
}

// Words is the unit in plain words for a message, with its kind where that matters: "milliseconds since the epoch", "cents".
func (u Unit) Words() string {
	name := u.Name
	if name == "" {
		name = u.Code
	}
	switch u.Kind {
	case Unknown:
		return "an unknown unit"
	case None:
		return "no unit"
	case Instant:
		since := " since 1970-01-01"
		if u.Epoch != Unix && u.Epoch != "" {
			since = " since " + u.Epoch
		}
		if name == "" {
			return "a time of unknown resolution"
		}
		return name + since
	case LocalInstant:
		return name + " of local time"
	case TimeOfDay:
		return name + " since midnight"
	case Opaque:
		return `"` + name + `"`
	}
	return name
}
