package hazard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// A unitField is a field of the corpus with a unit, as text, and where the unit was read.
type unitField struct {
	text     map[string]any
	evidence meaning.Evidence
}

// unitFields are the distinct fields of the corpus whose unit stands in the doc, a property or the name.
func unitFields(t testing.TB) []unitField {
	var all []unitField
	seen := map[string]bool{}
	for _, h := range corpus(t) {
		for _, v := range h.versions {
			for _, typ := range v.schema.Types {
				for _, f := range typ.Fields {
					if field, ok := unitFieldOf(f); ok {
						key := fmt.Sprint(field.text)
						if !seen[key] {
							seen[key] = true
							all = append(all, field)
						}
					}
				}
			}
		}
	}
	return all
}

// unitFieldOf is a field alone, when its type is plain and its unit is stated in words.
func unitFieldOf(f *avro.Field) (unitField, bool) {
	var text map[string]any
	if json.Unmarshal([]byte(f.Decl.Raw()), &text) != nil || nested(text["type"]) {
		return unitField{}, false
	}
	facts := meaning.Infer(statement(f))
	if facts.Unit == nil || facts.Unit.Confidence < meaning.Phrase || !facts.Unit.Known() {
		return unitField{}, false
	}
	switch facts.Unit.Source {
	case meaning.FromDocSlot, meaning.FromDocPhrase, meaning.FromProperty, meaning.FromName:
		return unitField{text, facts.Unit.Evidence}, true
	}
	return unitField{}, false
}

// nested reports whether a type holds a named or a parametrised one, which cannot stand alone.
func nested(t any) bool {
	switch t := t.(type) {
	case string:
		return !slices.Contains([]string{"int", "long", "float", "double", "null"}, t)
	case []any:
		return slices.ContainsFunc(t, nested)
	}
	return true
}

func statement(f *avro.Field) *meaning.Statement {
	return &alone(f.Decl.Raw()).Root.Reader.Says
}

// alone is the trace of a record with one field against itself, its site as the root.
func alone(field string) *compat.Trace {
	s, err := avro.Parse("field.avsc", []byte(`{"type":"record","name":"R","fields":[`+field+`]}`), nil)
	if err != nil {
		panic(err)
	}
	trace := avro.Resolve(s, s).Trace(true)
	if len(trace.Root.Kids) == 0 {
		return &compat.Trace{Root: &compat.Site{Reader: &compat.Node{}}}
	}
	return &compat.Trace{Root: trace.Root.Kids[0]}
}

// otherUnits replace a unit's word by another that is spelled alike.
var otherUnits = map[string]string{
	"s": "ms", "ms": "s", "seconds": "milliseconds", "second": "millisecond", "sec": "ms", "secs": "millis", "milliseconds": "seconds", "millisecond": "second", "millis": "seconds", "milli": "micro", "msec": "s",
	"microseconds": "seconds", "nanoseconds": "milliseconds", "minutes": "hours", "minute": "hour", "mins": "hours", "hours": "days", "hour": "day", "days": "weeks", "day": "hour", "years": "months", "weeks": "days",
	"bytes": "kilobytes", "byte": "kilobyte", "kb": "MB", "mb": "GB", "meters": "kilometers", "meter": "kilometer", "metres": "kilometres", "m": "km", "km": "m", "cm": "mm", "mm": "cm", "kilometers": "meters",
	"degrees": "radians", "degree": "radian", "deg": "rad", "radians": "degrees", "rad": "deg", "percent": "permille", "percentage": "fraction", "%": "1", "celsius": "fahrenheit", "°c": "°F", "degc": "degF",
	"kg": "g", "grams": "kilograms", "gram": "kilogram", "hz": "kHz", "v": "mV", "mv": "V", "µv": "mV", "µt": "mT", "g": "kg", "kpa": "hPa", "hpa": "kPa", "lux": "W", "lx": "W", "kcal": "J", "bpm": "Hz", "watts": "kilowatts", "w": "kW",
	"kilocalories": "joules", "ml": "L", "mmhg": "kPa", "kilojoules": "kcal", "pixels": "meters", "ohm": "kOhm", "m/s": "km/h", "m/s^2": "g", "µs": "ms", "us": "ms", "ma": "A", "db": "Hz", "epoch": "",
}

var unitWord = regexp.MustCompile(`[\pL°µ%][\pL°µ%/^0-9]*`)

// mutate replaces the unit in the evidence of a field; ok is false where the table has no other word for it.
func mutate(text string, evidence meaning.Evidence, table map[string]string) (string, bool) {
	literal := strings.TrimSuffix(evidence.Text, "…")
	at := strings.LastIndex(text, literal)
	if at < 0 || literal == "" {
		return "", false
	}
	for _, span := range unitWord.FindAllStringIndex(literal, -1) {
		word := literal[span[0]:span[1]]
		if other := table[strings.ToLower(word)]; other != "" {
			if _, isUnit := unit.Lookup(word); isUnit || len(word) > 2 {
				if len(word) > 1 && unicode.IsUpper([]rune(word)[0]) {
					other = strings.ToUpper(other[:1]) + other[1:]
				}
				return text[:at] + literal[:span[0]] + other + literal[span[1]:] + text[at+len(literal):], true
			}
		}
	}
	return "", false
}

// mutant is the field with its unit replaced wherever the evidence stands.
func mutant(f unitField, table map[string]string) (string, bool) {
	changed := map[string]any{}
	hit := false
	for key, value := range f.text {
		changed[key] = value
		text, isText := value.(string)
		if !isText || hit || key == "type" || key == "name" && f.evidence.Source != meaning.FromName || key == "doc" && f.evidence.Source == meaning.FromName {
			continue
		}
		if other, ok := mutate(text, f.evidence, table); ok {
			changed[key], hit = other, true
		}
	}
	if f.evidence.Source == meaning.FromName && hit {
		changed["aliases"] = []any{f.text["name"]}
	}
	out, err := json.Marshal(changed)
	if err != nil {
		panic(err)
	}
	return string(out), hit
}

// TestMutations replaces the unit of every field of the corpus that has one. The rules, or a conflict inside the new version, must
// show it: at least 93 of 100.
func TestMutations(t *testing.T) {
	fields := unitFields(t)
	var made, detected int
	var missed []string
	for _, f := range fields {
		other, ok := mutant(f, otherUnits)
		if !ok {
			continue
		}
		before, _ := json.Marshal(f.text)
		made++
		if loud(t, string(before), other) || conflicted(string(before), other) {
			detected++
		} else {
			missed = append(missed, fmt.Sprintf("%s → %s", before, other))
		}
	}
	t.Logf("%d fields with a unit, %d mutants, %d detected", len(fields), made, detected)
	if 100*detected < 93*made || made < 100 {
		t.Errorf("%d of %d detected; missed:\n%s", detected, made, strings.Join(missed, "\n"))
	}
	if os.Getenv("SCHEMAVET_LONG") != "" {
		t.Logf("missed:\n%s", strings.Join(missed, "\n"))
	}
}

// sameUnits spell a unit's word in another way.
var sameUnits = map[string]string{
	"s": "sec", "ms": "msec", "seconds": "s", "second": "s", "sec": "s", "milliseconds": "ms", "millisecond": "ms", "millis": "ms", "minutes": "min", "hours": "h", "days": "d",
	"bytes": "B", "meters": "metres", "m": "meters", "km": "kilometers", "degrees": "deg", "deg": "degrees", "percent": "%", "celsius": "°C", "kg": "kilograms", "hz": "hertz", "v": "volts", "g": "G",
	"kpa": "kilopascals", "hpa": "hectopascals", "kilocalories": "kcal", "kcal": "kilocalories", "µt": "microtesla", "mv": "millivolts", "m/s": "meters per second", "grams": "g", "kilometers": "km", "microseconds": "us",
}

// TestRespellings spells the same unit in another way: nothing may be said.
func TestRespellings(t *testing.T) {
	made := 0
	for _, f := range unitFields(t) {
		if f.evidence.Source == meaning.FromName {
			continue // a name cannot be respelled without an alias, which says more
		}
		other, ok := mutant(f, sameUnits)
		if !ok || facts(other).Unit == nil {
			continue // the words around the unit do not bear the other spelling
		}
		made++
		before, _ := json.Marshal(f.text)
		if loud(t, string(before), other) {
			t.Errorf("%s → %s", before, other)
		}
	}
	t.Logf("%d respelled", made)
	if made < 60 {
		t.Errorf("only %d respelled", made)
	}
}

func facts(field string) *meaning.Facts { return meaning.Infer(&alone(field).Root.Reader.Says) }

// loud reports whether the rules give an error or a warning when one field becomes the other.
func loud(t testing.TB, before, after string) bool {
	w := parse(t, "writer.avsc", []byte(`{"type":"record","name":"R","fields":[`+before+`]}`))
	r := parse(t, "reader.avsc", []byte(`{"type":"record","name":"R","fields":[`+after+`]}`))
	return slices.ContainsFunc(find(w, r, nil, quiet(hazard.Rules)), func(f *compat.Finding) bool { return f.Level >= compat.Warning })
}

// conflicted reports whether the field contradicts itself now and did not before.
func conflicted(before, after string) bool {
	conflict := func(f *meaning.Facts) bool {
		return slices.ContainsFunc(f.Faults, func(x meaning.Fault) bool { return x.Kind == meaning.UnitConflict })
	}
	return conflict(facts(after)) && !conflict(facts(before))
}
