package hazard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// pairs of unit properties and the rule that speaks for them.
var unitPairs = []struct{ from, to, rule string }{
	{"ms", "s", "unit-scale-changed"}, {"USD/100", "USD", "unit-scale-changed"}, {"USD", "EUR", "unit-currency-changed"},
	{"m", "kg", "unit-dimension-changed"}, {"Cel", "[degF]", "unit-offset-changed"}, {"frobs", "blips", "unit-text-changed"}, {"km/h", "m/s", "unit-scale-changed"},
}

// wrappings put a type inside another one.
var wrappings = []func(string) string{
	func(t string) string { return t },
	func(t string) string { return `{"type":"array","items":` + t + `}` },
	func(t string) string { return `{"type":"map","values":` + t + `}` },
	func(t string) string { return `["null",` + t + `]` },
	func(t string) string { return `{"type":"array","items":["null",` + t + `]}` },
	func(t string) string { return `{"type":"map","values":{"type":"array","items":` + t + `}}` },
}

func oneField(name, typ, rest string) string {
	return `{"type":"record","name":"R","fields":[{"name":"` + name + `","type":` + typ + rest + `}]}`
}

func mustParse(t *rapid.T, text string) *avro.Schema {
	s, err := avro.Parse("x.avsc", []byte(text), nil)
	if err != nil || !s.Valid() {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// spoken are the ids of the loud findings.
func spoken(w, r *avro.Schema) []string {
	var ids []string
	for _, f := range find(w, r, nil, quiet(hazard.Rules)) {
		if f.Level >= compat.Warning {
			ids = append(ids, f.Rule.ID)
		}
	}
	return ids
}

// TestWrappingKeepsUnitFindings: inside an array, a map or a union the same is said, and just once.
func TestWrappingKeepsUnitFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(unitPairs).Draw(t, "pair")
		wrap := rapid.SampledFrom(wrappings).Draw(t, "wrapping")
		base := rapid.SampledFrom([]string{"int", "long", "float", "double"}).Draw(t, "type")
		onType := rapid.Bool().Draw(t, "on the type")
		alias := rapid.Bool().Draw(t, "renamed through an alias")
		side := func(u, name, more string) *avro.Schema {
			if onType {
				return mustParse(t, oneField(name, wrap(`{"type":"`+base+`","unit":"`+u+`"}`), more))
			}
			return mustParse(t, oneField(name, wrap(`"`+base+`"`), `,"unit":"`+u+`"`+more))
		}
		w := side(pair.from, "quantity", "")
		r := side(pair.to, "quantity", "")
		if alias {
			r = side(pair.to, "measure", `,"aliases":["quantity"]`)
		}
		if got := spoken(w, r); !slices.Equal(got, []string{pair.rule}) {
			t.Fatalf("%v, want %s alone", got, pair.rule)
		}
	})
}

// TestWrappingKeepsTimes: so it is with logical types.
func TestWrappingKeepsTimes(t *testing.T) {
	logical := []string{"timestamp-millis", "timestamp-micros", "timestamp-nanos", "local-timestamp-millis", "local-timestamp-micros", "time-micros", ""}
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.SampledFrom(logical).Draw(t, "from"), rapid.SampledFrom(logical).Draw(t, "to")
		wrap := rapid.SampledFrom(wrappings).Draw(t, "wrapping")
		typ := func(l string) string {
			if l == "" {
				return `"long"`
			}
			return `{"type":"long","logicalType":"` + l + `"}`
		}
		bare := spoken(mustParse(t, oneField("at", typ(from), "")), mustParse(t, oneField("at", typ(to), "")))
		wrapped := spoken(mustParse(t, oneField("at", wrap(typ(from)), "")), mustParse(t, oneField("at", wrap(typ(to)), "")))
		if !slices.Equal(bare, wrapped) {
			t.Fatalf("%v bare, %v wrapped", bare, wrapped)
		}
		if (from != to) != (len(bare) == 1) {
			t.Fatalf("%s to %s: %v", from, to, bare)
		}
	})
}

// TestIdenticalSaysNothing: whatever a schema says, against itself nothing is found, and layout does not matter.
func TestIdenticalSaysNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawRecord(t)
		w, r := mustParse(t, text), mustParse(t, strings.ReplaceAll(text, `,"`, " ,\n \""))
		resolution := avro.Resolve(w, r)
		pass := compat.Pass{Subject: "s", Trace: resolution.Trace(true), Facts: hazard.NewFacts(nil).Of}
		for _, f := range pass.Run(hazard.Rules) {
			t.Fatalf("%s: %s %s", text, f.Rule.ID, f.Message)
		}
	})
}

// TestFindingsAreWhole: no pair of schemas makes a rule panic, leave a placeholder, or give an error without a sample.
func TestFindingsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := mustParse(t, drawRecord(t)), mustParse(t, drawRecord(t))
		for _, f := range find(w, r, nil, hazard.Rules) {
			switch {
			case f.Message == "", strings.HasSuffix(f.Message, "."), strings.ContainsAny(f.Message, "\n\t"):
				t.Fatalf("%s: message %q", f.Rule.ID, f.Message)
			case f.Level == compat.Error && (f.Sample == nil || f.Sample.Written == "" || f.Sample.Read == ""):
				t.Fatalf("%s: no sample: %s", f.Rule.ID, f.Message)
			case f.From == f.To || f.At().IsZero():
				t.Fatalf("%s: %q to %q", f.Rule.ID, f.From, f.To)
			}
		}
	})
}

// drawRecord draws a record over few names, so that two of them meet in many ways.
func drawRecord(t *rapid.T) string {
	types := []string{`"int"`, `"long"`, `"float"`, `"double"`, `"string"`, `"bytes"`, `"boolean"`, `["null","int"]`, `["long","null"]`, `["null","string"]`, `["null","int","string"]`,
		`{"type":"long","logicalType":"timestamp-millis"}`, `{"type":"long","logicalType":"local-timestamp-micros"}`, `{"type":"int","logicalType":"date"}`, `{"type":"long","logicalType":"cents"}`,
		`{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}`, `{"type":"string","logicalType":"uuid"}`, `{"type":"array","items":"long"}`, `{"type":"map","values":["null","double"]}`, `["null",{"type":"array","items":"int"}]`}
	docs := []string{"", "Amount in cents", "Amount in dollars", "Time (s)", "Time in milliseconds since the epoch", "0 => A, 1 => B", "0 => B, 1 => C", "-1 if unknown", "null if never run", "0-based", "1-based", "Load (0-100)", "[nJy] of it\nand more"}
	names := []string{"amount", "time_ms", "time_s", "price_usd", "price_cents", "currency", "a"}
	defaults := map[byte][]string{'i': {"0", "-1", "60"}, 'l': {"0", "5000"}, 'f': {"0.5", "1"}, 'd': {"0", "1.5"}, 's': {`""`, `"null"`, `"USD"`}, 'b': {}}
	var fields []string
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 5, rapid.ID[string]).Draw(t, "names") {
		typ := rapid.SampledFrom(types).Draw(t, "type")
		field := fmt.Sprintf(`{"name":%q,"type":%s`, name, typ)
		if doc := rapid.SampledFrom(docs).Draw(t, "doc"); doc != "" {
			field += fmt.Sprintf(`,"doc":%q`, doc)
		}
		switch {
		case strings.HasPrefix(typ, `["null"`) && rapid.Bool().Draw(t, "null default"):
			field += `,"default":null`
		case typ[0] == '"' && rapid.Bool().Draw(t, "default"):
			if some := defaults[typ[1]]; len(some) > 0 && typ != `"bytes"` && typ != `"boolean"` {
				field += `,"default":` + rapid.SampledFrom(some).Draw(t, "value")
			}
		}
		if u := rapid.SampledFrom([]string{"", "", "ms", "s", "USD", "frobs"}).Draw(t, "unit"); u != "" {
			field += fmt.Sprintf(`,"unit":%q`, u)
		}
		fields = append(fields, field+"}")
	}
	return `{"type":"record","name":"R","fields":[` + strings.Join(fields, ",") + `]}`
}
