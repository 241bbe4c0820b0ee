package meaning

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schemavet/schemavet/compat/unit"
)

// spelled are units with several spellings; any of them in any notation must mean the same.
var spelled = [][]string{
	{"s", "sec", "seconds"}, {"ms", "milliseconds", "millis"}, {"kg", "kilograms"}, {"km/h", "kilometers per hour"}, {"m/s", "meters per second"}, {"°C", "degrees Celsius", "Celsius"}, {"kPa", "kilopascals"},
	{"MB", "megabytes"}, {"bytes", "octets"}, {"USD", "US dollars"}, {"mg/L", "milligrams per liter"}, {"µV", "uV", "microvolts"}, {"percent", "%"}, {"hPa", "hectopascals"}, {"kWh", "kilowatt hours"}, {"cm", "centimeters"},
}

// TestRespelledDocs: another spelling of the unit, another bracket, capitals or a full stop never change it.
func TestRespelledDocs(t *testing.T) {
	frames := []string{"Value of the thing (U)", "Value of the thing [U]", "Value of the thing (U).", "Value of the thing (in U)", "Value of the thing [U].", "unit: U", "The value of the thing. The unit is U.", "value of the thing (U)"}
	phrases := []string{"Value of the thing in U", "Value of the thing in U.", "value of the thing in U", "Value of the thing, measured in U", "Value of the thing, in U, as read", "Value of the thing\nin U"}
	rapid.Check(t, func(t *rapid.T) {
		group := rapid.SampledFrom(spelled).Draw(t, "unit")
		all := append(append([]string{}, frames...), phrases...)
		read := func(label string) (unit.Unit, string) {
			doc := strings.ReplaceAll(rapid.SampledFrom(all).Draw(t, label+" frame"), "U", "\x00")
			doc = strings.ReplaceAll(doc, "\x00", rapid.SampledFrom(group).Draw(t, label+" spelling"))
			f := Infer(&Statement{Field: "x", Doc: doc, Carrier: Double})
			if f.Unit == nil {
				t.Fatalf("%q has no unit", doc)
			}
			return f.Unit.Unit, doc
		}
		a, docA := read("a")
		b, docB := read("b")
		if a.Code != b.Code || !unit.Same(a, b) {
			t.Fatalf("%q is %s, %q is %s", docA, a.Code, docB, b.Code)
		}
	})
}

// TestExchangedUnits: another unit in the same words is seen as another unit.
func TestExchangedUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(spelled)-1).Draw(t, "a")
		j := rapid.IntRange(0, len(spelled)-1).Draw(t, "b")
		if i == j {
			t.Skip("the same unit")
		}
		frame := rapid.SampledFrom([]string{"Value of the thing (U)", "Value in U.", "unit: U", "Value [U] of it"}).Draw(t, "frame")
		a := Infer(&Statement{Field: "x", Doc: strings.ReplaceAll(frame, "U", spelled[i][0]), Carrier: Double})
		b := Infer(&Statement{Field: "x", Doc: strings.ReplaceAll(frame, "U", spelled[j][0]), Carrier: Double})
		if a.Unit == nil || b.Unit == nil || unit.Same(a.Unit.Unit, b.Unit.Unit) {
			t.Fatalf("%q: %s and %s are not told apart: %+v %+v", frame, spelled[i][0], spelled[j][0], a.Unit, b.Unit)
		}
	})
}

// TestNameStyles: snake case, camel case, kebab case and capitals are one name.
func TestNameStyles(t *testing.T) {
	words := []string{"request", "total", "avg", "queue", "node", "first", "cache", "sensor"}
	endings := []string{"latency ms", "size bytes", "distance km", "duration seconds", "weight kg", "amount cents", "battery pct", "temp celsius", "wait minutes"}
	rapid.Check(t, func(t *rapid.T) {
		parts := append(rapid.SliceOfN(rapid.SampledFrom(words), 0, 3).Draw(t, "words"), strings.Fields(rapid.SampledFrom(endings).Draw(t, "ending"))...)
		camel := ""
		for i, p := range parts {
			if i > 0 {
				p = strings.ToUpper(p[:1]) + p[1:]
			}
			camel += p
		}
		want := Infer(&Statement{Field: strings.Join(parts, "_"), Carrier: Long})
		if want.Unit == nil {
			t.Fatalf("%s has no unit", strings.Join(parts, "_"))
		}
		for _, name := range []string{camel, strings.ToUpper(camel[:1]) + camel[1:], strings.Join(parts, "-"), strings.ToUpper(strings.Join(parts, "_")), strings.Join(parts, ".")} {
			got := Infer(&Statement{Field: name, Carrier: Long})
			if got.Unit == nil || got.Unit.Code != want.Unit.Code {
				t.Fatalf("%s: %+v, want %s", name, got.Unit, want.Unit.Code)
			}
		}
	})
}

// TestCarriersShareOneMeaning: a list or a map of the number has the number's unit.
func TestCarriersShareOneMeaning(t *testing.T) {
	for _, tt := range names {
		plain := Infer(&Statement{Field: tt.name, Carrier: Long})
		for _, c := range []Carrier{Array, Map} {
			in := Infer(&Statement{Field: tt.name, Carrier: c, Element: Long})
			if (plain.Unit == nil) != (in.Unit == nil) || plain.Unit != nil && plain.Unit.Code != in.Unit.Code {
				t.Errorf("%s: %+v in a %v, %+v plain", tt.name, in.Unit, c, plain.Unit)
			}
		}
	}
}

func FuzzInfer(f *testing.F) {
	for _, d := range docs {
		f.Add(d.name, d.doc, "", "0")
	}
	for _, n := range names {
		f.Add(n.name, "", `"`+n.code+`"`, "-1")
	}
	for _, doc := range []string{strings.Repeat("(", 300), strings.Repeat("in ", 400), strings.Repeat("per second ", 100), strings.Repeat("0 => A, ", 600), "number of number of number of", "` ` `", "-1 if if if if", strings.Repeat("[s] ", 500), "\x00\xff in \xfe", strings.Repeat("1970 ", 300)} {
		f.Add("x", doc, `{"unit": "s"`, "1e400")
	}
	f.Fuzz(func(t *testing.T, name, doc, property, def string) {
		s := Statement{Field: name, Doc: doc, Carrier: Long, HasDefault: true, Default: def, Nullable: true,
			Properties: []Property{{Name: "unit", JSON: property}, {Name: "connect.parameters", JSON: property}, {Name: "symbolDocs", JSON: property}, {Name: "range", JSON: property}},
			Family:     NewFamily([]Sibling{{Name: name, Doc: doc, Carrier: Long}, {Name: doc, Doc: name, Carrier: String}}, 1)}
		for _, c := range []Carrier{Long, Double, String, Enum, Array} {
			s.Carrier, s.Element = c, Int
			f := Infer(&s)
			for _, u := range append([]UnitFact{}, f.Others...) {
				if u.Confidence < 0 || u.Confidence > 100 || u.Source == NoSource {
					t.Fatalf("evidence without rank: %+v", u)
				}
			}
			if f.Unit == nil {
				continue
			}
			_ = f.Unit.Words()
			if f.Unit.Code == "" {
				continue
			}
			if back, ok := unit.Lookup(f.Unit.Code); !ok || back.Code != f.Unit.Code {
				t.Fatalf("%q does not read back", f.Unit.Code)
			}
		}
	})
}

// TestMutatedUnits: in the labelled docs, the unit's text exchanged for another unit is seen as another unit, or as a conflict with
// what name, type or a second mention say.
func TestMutatedUnits(t *testing.T) {
	rows := vectors(t)
	mutations, seen := 0, 0
	for i := range rows {
		s := rows[i].statement()
		f := Infer(s)
		if f.Unit == nil || f.Unit.Code == "" || f.Unit.Source != FromDocSlot && f.Unit.Source != FromDocPhrase {
			continue
		}
		for _, other := range []string{"ms", "seconds", "kPa", "kilometers", "bytes", "°C", "%"} {
			if u, ok := unit.Lookup(other); !ok || unit.Compare(u.As(f.Unit.Kind, f.Unit.Epoch), f.Unit.Unit).Verdict == unit.Equal {
				continue
			}
			at, n := unitText(s.Doc, f.Unit)
			if n == 0 {
				continue
			}
			changed := *s
			changed.Doc = s.Doc[:at] + other + s.Doc[at+n:]
			g := Infer(&changed)
			mutations++
			if g.Unit == nil || !unit.Same(g.Unit.Unit, f.Unit.Unit) || g.Conflict() != nil {
				seen++
			} else {
				t.Logf("not seen: %q to %q", s.Doc, changed.Doc)
			}
		}
	}
	t.Logf("%d of %d exchanged units are seen", seen, mutations)
	if mutations < 100 || 100*seen < 93*mutations {
		t.Errorf("%d of %d exchanged units are seen", seen, mutations)
	}
}

// synonyms are units with further spellings, for docs of any shape.
var synonyms = [][]string{
	{"s", "sec", "secs", "seconds", "Seconds"}, {"ms", "msec", "millis", "milliseconds"}, {"min", "mins", "minutes"}, {"bytes", "Bytes", "octets"}, {"m", "meters", "metres"}, {"km/h", "kph", "kilometers per hour"}, {"%", "percent", "per cent", "pct"},
	{"deg", "degrees", "decimal degrees"}, {"°C", "degC", "degrees Celsius", "Celsius"}, {"kPa", "kilopascal", "kilopascals"}, {"mV", "millivolt", "millivolts"}, {"cm", "centimeters", "centimetres"}, {"mg/L", "mg/l", "milligrams per liter"}, {"kg", "kilograms", "kgs"},
	{"hours", "hrs", "h"}, {"arcsec", "arcseconds"}, {"mag", "magnitudes"}, {"rad/s", "radians per second", "rad s-1"}, {"m/s", "meters per second", "m s^-1"}, {"days", "d"}, {"pixels", "px"}, {"V", "volts"},
}

// TestRespelledUnits: in the labelled docs, the unit's text exchanged for another spelling is the same unit, or at least no other one.
func TestRespelledUnits(t *testing.T) {
	rows := vectors(t)
	respelled, lost := 0, 0
	for i := range rows {
		s := rows[i].statement()
		f := Infer(s)
		if f.Unit == nil || f.Unit.Code == "" || f.Unit.Source != FromDocSlot && f.Unit.Source != FromDocPhrase {
			continue
		}
		at, n := unitText(s.Doc, f.Unit)
		if n == 0 {
			continue
		}
		for _, group := range synonyms {
			if u, ok := unit.Lookup(group[0]); !ok || u.Code != f.Unit.Code {
				continue
			}
			for _, other := range group {
				changed := *s
				changed.Doc = s.Doc[:at] + other + s.Doc[at+n:]
				g := Infer(&changed)
				respelled++
				switch {
				case g.Unit == nil || g.Unit.Source > FromDocPhrase:
					lost++
					t.Logf("lost: %q to %q", s.Doc, changed.Doc)
				case !unit.Same(g.Unit.Unit, f.Unit.Unit) || g.Conflict() != nil:
					t.Errorf("%q is %s, %q is %s", s.Doc, f.Unit.Code, changed.Doc, g.Unit.Code)
				}
			}
		}
	}
	t.Logf("%d respelled, %d lost", respelled, lost)
	if respelled < 100 || 20*lost > respelled {
		t.Errorf("%d of %d respelled units are lost", lost, respelled)
	}
}

// unitText finds the shortest part of the evidence that still is the unit, and where it stands in the doc.
func unitText(doc string, u *UnitFact) (at, n int) {
	start := strings.Index(doc, u.Text)
	if start < 0 {
		return 0, 0
	}
	words := strings.FieldsFunc(u.Text, func(r rune) bool { return strings.ContainsRune(" ()[].,", r) })
	for size := 1; size <= len(words); size++ {
		for i := 0; i+size <= len(words); i++ {
			part := strings.Join(words[i:i+size], " ")
			if got, ok := unit.Lookup(part); ok && unit.Same(got.As(u.Kind, u.Epoch), u.Unit) {
				if off := strings.Index(u.Text, part); off >= 0 {
					return start + off, len(part)
				}
			}
		}
	}
	return 0, 0
}
