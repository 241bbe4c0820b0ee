package hazard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// An edit is a field whose doc somebody rewrote. typ is the type's JSON, or its name.
type edit struct{ field, typ, before, after string }

func (e edit) sides(t *testing.T) (before, after string) {
	t.Helper()
	typ := e.typ
	if !strings.ContainsAny(typ, `{[`) {
		typ = `"` + typ + `"`
	}
	side := func(doc string) string {
		if strings.HasPrefix(doc, "@") { // further members: @"unit":"ms"
			return fmt.Sprintf(`{"name":%q,"type":%s,%s}`, e.field, typ, doc[1:])
		}
		return fmt.Sprintf(`{"name":%q,"type":%s,"doc":%q}`, e.field, typ, doc)
	}
	return side(e.before), side(e.after)
}

// told is what the rules say about fields that were edited: errors, warnings, and notes that a unit went.
func told(t *testing.T, before, after string) string {
	t.Helper()
	w := parse(t, "writer.avsc", []byte(`{"type":"record","name":"R","fields":[`+before+`]}`))
	r := parse(t, "reader.avsc", []byte(`{"type":"record","name":"R","fields":[`+after+`]}`))
	found := find(w, r, nil, quiet(hazard.Rules))
	pass := compat.Pass{Subject: "test", Facts: hazard.NewFacts(nil).Of}
	avro.Resolve(w, r).Trace(false).Walk(func(s *compat.Site) { // what a side says of itself that it did not say before
		if s.Writer == nil || s.Reader == nil {
			return
		}
		was := pass.RunNode(hazard.Rules, s.Path, s.Writer)
		for _, f := range pass.RunNode(hazard.Rules, s.Path, s.Reader) {
			if !slices.ContainsFunc(was, func(g *compat.Finding) bool { return g.Message == f.Message }) {
				found = append(found, f)
			}
		}
	})
	var all []string
	for _, f := range found {
		if f.Level >= compat.Warning || f.Rule.ID == "unit-removed" {
			all = append(all, fmt.Sprintf("%s %s", f.Level, f.Rule.ID))
		}
	}
	return strings.Join(all, ", ")
}

// TestHarmlessEdits are rewordings as teams make them. None says another unit, so nothing is said about any of them.
func TestHarmlessEdits(t *testing.T) {
	for _, e := range harmlessEdits {
		before, after := e.sides(t)
		if got := told(t, before, after); got != "" {
			t.Errorf("%s: %q → %q: %s", e.field, e.before, e.after, got)
		}
		if got := told(t, after, before); got != "" {
			t.Errorf("%s: back from %q to %q: %s", e.field, e.after, e.before, got)
		}
	}
}

// TestHarmfulEdits change what the number means, and something has to be said.
func TestHarmfulEdits(t *testing.T) {
	for _, tt := range harmfulEdits {
		for _, e := range tt.edits {
			before, after := e.sides(t)
			if got := told(t, before, after); got != tt.want {
				t.Errorf("%s: %q → %q: %q, want %q", e.field, e.before, e.after, got, tt.want)
			}
		}
	}
}

const (
	millis = `{"type":"long","logicalType":"timestamp-millis"}`
	cash   = `{"type":"bytes","logicalType":"decimal","precision":12,"scale":2}`
)

// TestWordsOfEdits holds what a finding says about values that need an example of their own.
func TestWordsOfEdits(t *testing.T) {
	for _, tt := range []struct{ name, before, after, rule, says string }{
		{"duration", `{"name":"d","type":{"type":"fixed","name":"D","size":12,"logicalType":"duration"}}`, `{"name":"d","type":{"type":"fixed","name":"D","size":12}}`, "text-bytes-reread", "twelve raw bytes"},
		{"uuid", `{"name":"d","type":{"type":"fixed","name":"D","size":16,"logicalType":"uuid"}}`, `{"name":"d","type":{"type":"fixed","name":"D","size":16}}`, "text-bytes-reread", "sixteen raw bytes"},
		{"fixed decimal", `{"name":"d","type":{"type":"fixed","name":"D","size":8}}`, `{"name":"d","type":{"type":"fixed","name":"D","size":8,"logicalType":"decimal","precision":9}}`, "text-bytes-reread", "the digits of a number"},
		{"time of day", `{"name":"d","type":"int","doc":"Seconds since midnight"}`, `{"name":"d","type":{"type":"int","logicalType":"time-millis"}}`, "time-reinterpreted", "45296 (seconds since midnight)"},
		{"kinds", `{"name":"d","type":"double","unit":"Cel","unitKind":"quantity"}`, `{"name":"d","type":"double","unit":"Cel","unitKind":"difference"}`, "unit-kind-changed", "written as an amount and read as a difference"},
		{"enum default removed", `{"name":"d","type":{"type":"enum","name":"E","symbols":["A","B"],"default":"A"}}`, `{"name":"d","type":{"type":"enum","name":"E","symbols":["A","B"]}}`, "enum-default-changed", "is refused by the reader's"},
		{"label of a text", `{"name":"d","type":{"type":"string","logicalType":"date"}}`, `{"name":"d","type":{"type":"string","logicalType":"rfc3339-date"}}`, "unit-text-changed", `"text" (labelled`},
		{"scaled integer", `{"name":"lat_e7","type":"long"}`, `{"name":"lat","type":"double","aliases":["lat_e7"]}`, "unit-rename", "1/10000000 degrees, then degrees"},
		{"cents in a long", `{"name":"price_cents","type":"long"}`, `{"name":"price","type":"double","aliases":["price_cents"]}`, "unit-rename", "cents, then whole currency units"},
	} {
		w := parse(t, "writer.avsc", []byte(`{"type":"record","name":"R","fields":[`+tt.before+`]}`))
		r := parse(t, "reader.avsc", []byte(`{"type":"record","name":"R","fields":[`+tt.after+`]}`))
		found := find(w, r, nil, hazard.Rules)
		i := slices.IndexFunc(found, func(f *compat.Finding) bool { return f.Rule.ID == tt.rule })
		if i < 0 {
			t.Errorf("%s: no %s in %v", tt.name, tt.rule, found)
			continue
		}
		if f := found[i]; !strings.Contains(f.Message+f.Sample.Written+f.Sample.Read, tt.says) {
			t.Errorf("%s: %q, %q, %q, want %q", tt.name, f.Message, f.Sample.Written, f.Sample.Read, tt.says)
		}
	}
}

// TestFirstDocumentation: an older reader that does not state the unit yet lost nothing.
func TestFirstDocumentation(t *testing.T) {
	older := parse(t, "v1.avsc", []byte(`{"type":"record","name":"R","fields":[{"name":"a","type":"long"},{"name":"b","type":"long"}]}`))
	newer := parse(t, "v2.avsc", []byte(`{"type":"record","name":"R","fields":[{"name":"a","type":"long","doc":"in cents"},{"name":"b","type":"long","unit":"ms"}]}`))
	pass := compat.Pass{Trace: avro.Resolve(newer, older).Trace(false), Facts: hazard.NewFacts(nil).Of, Forward: true}
	if found := pass.Run(hazard.Rules); len(found) > 0 {
		t.Errorf("%v", found[0].Message)
	}
	pass.Forward = false
	if found := pass.Run(hazard.Rules); len(found) != 2 {
		t.Errorf("%d findings without the direction, want 2", len(found))
	}
}

// TestFirstEnumDefault: an older reader without the enum's default refused unknown symbols before, too.
func TestFirstEnumDefault(t *testing.T) {
	older := parse(t, "v1.avsc", []byte(states(`"A","B"`, "")))
	newer := parse(t, "v2.avsc", []byte(states(`"A","B"`, `,"default":"B"`)))
	pass := compat.Pass{Trace: avro.Resolve(newer, older).Trace(false), Facts: hazard.NewFacts(nil).Of, Forward: true}
	if found := pass.Run(hazard.Rules); len(found) > 0 {
		t.Errorf("%v", found[0].Message)
	}
	pass.Forward = false
	if found := pass.Run(hazard.Rules); len(found) != 1 {
		t.Errorf("%d findings without the direction, want 1", len(found))
	}
}

func states(symbols, fallback string) string {
	return `{"type":"record","name":"R","fields":[{"name":"s","type":{"type":"enum","name":"S","symbols":[` + symbols + `]` + fallback + `}}]}`
}

// TestRecordDocs: a record's doc may speak for all of its fields.
func TestRecordDocs(t *testing.T) {
	for _, tt := range []struct{ before, after, want string }{
		{"All amounts are in cents.", "All amounts are in dollars.", "warning unit-scale-changed"},
		{"Prices in USD", "Prices in EUR", "warning unit-currency-changed"},
		{"Timestamps are in epoch seconds.", "Timestamps are in epoch milliseconds.", "warning unit-scale-changed"},
		{"An order.", "An order. All amounts are in cents.", ""},
		{"All amounts are in cents.", "An order. All amounts are in minor units (cents).", ""},
		{"All amounts in cents, all durations in ms.", "All amounts in dollars, all durations in ms.", ""}, // two units: nobody can tell
	} {
		side := func(doc string) *avro.Schema {
			return parse(t, "r.avsc", []byte(fmt.Sprintf(`{"type":"record","name":"R","doc":%q,"fields":[{"name":"price","type":"long"}]}`, doc)))
		}
		var got []string
		for _, f := range find(side(tt.before), side(tt.after), nil, quiet(hazard.Rules)) {
			got = append(got, fmt.Sprintf("%s %s", f.Level, f.Rule.ID))
		}
		if told := strings.Join(got, ", "); told != tt.want {
			t.Errorf("%q → %q: %q, want %q", tt.before, tt.after, told, tt.want)
		}
	}
}
