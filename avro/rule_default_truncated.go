package avro

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

var defaultTruncated = &compat.Rule{
	ID: "avro-default-truncated", Level: compat.Error, Since: "0.1",
	Title: "Some runtime fills in another value than the default",
	Why: "The field was not written, so the reader makes it up, and not every runtime makes up what the schema says: Java and hamba/avro " +
		"squeeze it into the first branch of its kind of JSON, for Java a record, enum, array or map of any; hamba/avro and avsc lose digits of big longs, a float holds 24 bits.",
	Spec: "Avro 1.12, Records, field default values",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"b","type":["int","double"],"default":1.5}]}`,
		Path:    "R.b",
		Written: `{"a":1}`,
		Read:    `{"a":1,"b":1.5}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"b","type":["double","int"],"default":1.5}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"put the branch that holds the default first in the union of {{field}}",
		"choose a default that the type holds exactly: no long above 2^53 in size, no float of more than 24 bits",
		"null says \"not recorded\" in every runtime",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		f := fieldOf(s.Reader)
		if s.Writer != nil || s.Does != compat.Fill || f == nil || !f.HasDefault() {
			return
		}
		for _, m := range manglings(f) {
			found := p.Report(s, "%s is not written, and %s its default %s as %s", s.Path, m.who, clip(m.stated), m.read)
			if m.fails {
				found.Message = fmt.Sprintf("%s is not written, and %s fails on its default %s: %s", s.Path, m.who, clip(m.stated), m.read)
			}
			if m.rounded {
				found.Level = compat.Warning
			}
			found.To = "default " + m.stated + " as " + m.read
			found.Runtimes = m.runtimes
			proveIn(p, found, s, "", m.read+" "+m.where, m.fails)
		}
	},
}

// A mangling is what some runtimes make of a default that the specification takes as it stands.
type mangling struct {
	stated   string // the value in the schema
	read     string // what is filled in, or why it fails
	fails    bool
	rounded  bool   // the type itself rounds: all runtimes agree, and the value is near
	who      string // "Java and hamba read"
	where    string // "in java and hamba"
	runtimes []string
}

// manglings looks at a field's default as a reader would fill it in, with the defaults of the fields that it leaves out.
func manglings(f *Field) []mangling {
	m := mangler{seen: map[*Field]bool{}}
	m.field(f)
	return m.found
}

type mangler struct {
	found []mangling
	seen  map[*Field]bool
}

// add keeps what is new, up to as many as anybody reads.
func (m *mangler) add(found mangling) {
	const most = 8
	for i := range m.found {
		if m.found[i].stated == found.stated && m.found[i].read == found.read {
			return
		}
	}
	if len(m.found) < most {
		m.found = append(m.found, found)
	}
}

func (m *mangler) field(f *Field) {
	if m.seen[f] || !f.HasDefault() {
		return
	}
	m.seen[f] = true
	m.value(f.Default, f.Type)
}

func (m *mangler) value(v position.Value, t *Type) {
	switch t.Kind {
	case Union:
		m.union(v, t)
	case Array:
		for e := range v.Elements() {
			m.value(e, t.Items.Type)
		}
	case Map:
		for e := range v.Members() {
			m.value(e.Value, t.Items.Type)
		}
	case Record:
		member := v.Lookup()
		for _, f := range t.Fields {
			if inner, ok := member(f.Name); ok {
				m.value(inner, f.Type)
			} else {
				m.field(f)
			}
		}
	case Long:
		m.long(v)
	case Float:
		m.float(v, 32)
	case Double:
		m.float(v, 64)
	}
}

// union finds the branch that the default belongs to. Java writes it to the first branch that its kind of JSON may go with,
// and records, enums, arrays and maps go with anything; hamba writes it to the first branch or not at all.
func (m *mangler) union(v position.Value, t *Type) {
	own, java := -1, -1
	for i := range t.Branches {
		b := t.Branches[i].Type
		if java < 0 && javaTakes(b.Kind, v) {
			java = i
		}
		if _, problem := (&checker{}).fits(v, b); problem == nil {
			own = i
			break
		}
	}
	switch {
	case own < 0:
		return // the default is invalid, which is told elsewhere
	case java == own:
		m.value(v, t.Branches[own].Type)
		return
	}
	squeezed := t.Branches[java].Type
	read, fails := squeeze(v, squeezed)
	if v.Kind() == position.Number && equalNumbers(v.Text(), read) {
		return // the same number, of another type
	}
	found := mangling{stated: v.Raw(), read: read, fails: fails, who: "Java", where: "in java", runtimes: []string{"java"}}
	if v.Kind() == position.Number && java == 0 {
		found.who, found.where, found.runtimes = "Java and hamba", "in java and hamba", []string{"java", "hamba"}
	}
	if !fails {
		if found.who == "Java" {
			found.who = "Java reads"
		} else {
			found.who += " read"
		}
		found.read = "the " + kindAndName(squeezed) + " " + read
	}
	m.add(found)
}

// kindAndName is a branch in a sentence: int, array, record S.
func kindAndName(t *Type) string {
	if t.Kind.Named() {
		return t.Kind.String() + " " + clip(t.ShortName())
	}
	return t.Kind.String()
}

func equalNumbers(a, b string) bool {
	const bits = 256
	x, _, errX := big.ParseFloat(a, 10, bits, big.ToNearestEven)
	y, _, errY := big.ParseFloat(b, 10, bits, big.ToNearestEven)
	return errX == nil && errY == nil && x.Cmp(y) == 0
}

// squeeze is what Java encodes for a value that does not fit the branch it chose.
func squeeze(v position.Value, t *Type) (read string, fails bool) {
	switch t.Kind {
	case Int, Long:
		n, ok := new(big.Float).SetPrec(256).SetString(v.Text())
		if !ok {
			return "a cut number", false
		}
		if t.Kind == Long {
			if whole, exact := n.Int64(); exact == big.Exact || whole != math.MaxInt64 && whole != math.MinInt64 {
				return strconv.FormatInt(whole, 10), false
			}
			return "a long cut to 64 bits", false
		}
		if strings.ContainsAny(v.Text(), ".eE") {
			double, _ := n.Float64()
			return strconv.Itoa(int(max(math.MinInt32, min(math.MaxInt32, double)))), false // a double becomes the nearest int
		}
		whole, _ := n.Int(nil)
		return strconv.Itoa(int(int32(new(big.Int).And(whole, big.NewInt(math.MaxUint32)).Uint64()))), false // and an integer its low bits
	case Enum:
		return "the enum " + clip(t.ShortName()) + " has no such symbol", true
	case Bytes:
		return "with ? for each character above U+00FF", false
	case Fixed:
		return "of " + strconv.Itoa(t.Size) + " bytes, padded or cut", false
	case Array, Map:
		if t.Kind == Array && v.Kind() == position.Object && v.Len() > 0 {
			return "of its values alone", false
		}
		return "without anything in it", false
	case Record:
		member := v.Lookup()
		for _, f := range t.Fields {
			if _, ok := member(f.Name); !ok && !f.HasDefault() {
				return clip(t.ShortName()) + " needs a value for " + clip(f.Name), true
			}
		}
		return "made of its fields' defaults", false
	}
	return "the value does not fit the branch " + t.branchName(), true
}

// long finds the integers that runtimes lose which read JSON numbers as doubles.
func (m *mangler) long(v position.Value) {
	n, err := strconv.ParseInt(v.Text(), 10, 64)
	double := float64(n)
	read := strconv.FormatInt(math.MinInt64, 10) // what the conversion makes of 2^63
	if double < 1<<63 {
		read = strconv.FormatInt(int64(double), 10)
	}
	if err != nil || read == strconv.FormatInt(n, 10) {
		return
	}
	m.add(mangling{
		stated: v.Raw(), read: read, who: "hamba reads", where: "in hamba; avsc refuses the schema",
		runtimes: []string{"hamba", "avsc"},
	})
}

// float finds whole numbers that a float or double does not hold, and values outside its range. A fraction is always rounded,
// and nobody expects otherwise.
func (m *mangler) float(v position.Value, bits int) {
	exact, _, err := big.ParseFloat(v.Text(), 10, 2048, big.ToNearestEven)
	if v.Kind() != position.Number || err != nil {
		return
	}
	held, err := strconv.ParseFloat(v.Text(), bits)
	found := mangling{stated: v.Raw(), who: "readers take", where: "in java, hamba and twmb"}
	switch {
	case err != nil || math.IsInf(held, 0):
		found.read = "Infinity"
		if exact.Sign() < 0 {
			found.read = "-Infinity"
		}
	case held == 0 && exact.Sign() != 0:
		found.read = "0"
	case !strings.ContainsAny(v.Text(), ".eE") && exact.Cmp(new(big.Float).SetFloat64(held)) != 0:
		found.read, found.rounded = new(big.Float).SetFloat64(held).Text('f', 0), true
	default:
		return
	}
	m.add(found)
}
