package iceberg

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// drawn is a column of a drawn table; a struct when it has parts.
type drawn struct {
	ID       int      `json:"id"`
	Name     string   `json:"name"`
	Required bool     `json:"required"`
	Type     any      `json:"type"`
	Doc      string   `json:"doc,omitempty"`
	Initial  any      `json:"initial-default,omitempty"`
	Write    any      `json:"write-default,omitempty"`
	parts    []*drawn // of a struct
}

// history draws the metadata files of one table, the schemas of which follow each other by operations that people do, and by some
// that they should not do.
type drawnHistory struct {
	r       *rapid.T
	columns []*drawn
	next    int
	gone    []drawn // dropped ones, to come back
	schemas []string
	files   []string
}

var (
	drawnNames = []string{"amount", "amount_cents", "price", "currency", "unit", "ts", "ts_ms", "length", "length_err", "lengthErr", "customer_id", "a", "b", "c"}
	drawnDocs  = []string{"", "", "", "Amount in cents of `currency`.", "In milliseconds.", "In seconds since the epoch.", "Length [m]", "Error [s]", "-1 means unknown.", "ISO 4217"}
	drawnTypes = []string{"int", "long", "float", "double", "string", "date", "timestamp", "timestamptz", "decimal(9, 2)", "decimal(12, 2)"}
)

func (h *drawnHistory) column() *drawn {
	h.next++
	c := &drawn{ID: h.next, Name: rapid.SampledFrom(drawnNames).Draw(h.r, "name"), Type: rapid.SampledFrom(drawnTypes).Draw(h.r, "type"), Doc: rapid.SampledFrom(drawnDocs).Draw(h.r, "doc")}
	if rapid.IntRange(0, 5).Draw(h.r, "struct") == 0 {
		c.parts = []*drawn{}
		for range 2 {
			h.next++
			c.parts = append(c.parts, &drawn{ID: h.next, Name: fmt.Sprintf("p%d", h.next%3), Type: "long", Doc: rapid.SampledFrom(drawnDocs).Draw(h.r, "doc")})
		}
	}
	return c
}

// step changes one thing.
func (h *drawnHistory) step() {
	i := rapid.IntRange(0, len(h.columns)-1).Draw(h.r, "column")
	c := h.columns[i]
	if len(c.parts) > 0 && rapid.Bool().Draw(h.r, "inside") {
		c = c.parts[0]
	}
	switch rapid.IntRange(0, 9).Draw(h.r, "operation") {
	case 0:
		c.Name = rapid.SampledFrom(drawnNames).Draw(h.r, "name")
	case 1:
		c.Doc = rapid.SampledFrom(drawnDocs).Draw(h.r, "doc")
	case 2:
		if c.parts == nil {
			c.Type = rapid.SampledFrom(drawnTypes).Draw(h.r, "type")
		}
	case 3, 4:
		h.columns = append(h.columns, h.column())
	case 5:
		if len(h.columns) > 2 {
			h.gone = append(h.gone, *h.columns[i])
			h.columns = slices.Delete(h.columns, i, i+1)
		}
	case 6:
		if n := len(h.gone); n > 0 {
			back := h.gone[n-1]
			h.columns = append(h.columns, &back)
		}
	case 7:
		h.columns[0].Name, c.Name = c.Name, h.columns[0].Name
	case 8:
		c.Required = !c.Required
	case 9:
		c.Write = rapid.SampledFrom([]any{nil, 0, -1, "USD"}).Draw(h.r, "default")
	}
}

func (h *drawnHistory) schema() {
	var all func([]*drawn) []*drawn
	all = func(columns []*drawn) []*drawn {
		for _, c := range columns {
			if c.parts != nil {
				c.Type = map[string]any{"type": "struct", "fields": all(c.parts)}
			}
		}
		return columns
	}
	fields, err := json.Marshal(all(h.columns))
	if err != nil {
		h.r.Fatal(err)
	}
	h.schemas = append(h.schemas, fmt.Sprintf(`{"type": "struct", "schema-id": %d, "fields": %s}`, len(h.schemas), fields))
}

func (h *drawnHistory) file() {
	properties := "{}"
	switch of := strconv.Itoa(rapid.IntRange(1, h.next).Draw(h.r, "of")); rapid.IntRange(0, 3).Draw(h.r, "properties") {
	case 0:
		properties = `{"schemavet.field.` + of + `.unit": "s", "schemavet.field.1.unitField": "currency"}`
	case 1:
		properties = `{"schema.name-mapping.default": "[{\"names\": [\"` + h.columns[0].Name + `\"], \"field-id\": ` + of + `}]"}`
	}
	h.files = append(h.files, fmt.Sprintf(`{"format-version": %d, "last-column-id": %d, "current-schema-id": %d, "schemas": [%s], "properties": %s}`,
		rapid.IntRange(2, 3).Draw(h.r, "version"), h.next, rapid.IntRange(0, len(h.schemas)-1).Draw(h.r, "current"), strings.Join(h.schemas, ", "), properties))
}

func drawLineage(r *rapid.T) *Lineage {
	h := &drawnHistory{r: r}
	for range 4 {
		h.columns = append(h.columns, h.column())
	}
	var tables []*Table
	for i := range rapid.IntRange(1, 3).Draw(r, "files") {
		for range rapid.IntRange(1, 4).Draw(r, "schemas") {
			h.schema()
			h.step()
		}
		h.file()
		t, err := Read(fmt.Sprintf("v%d.metadata.json", i+1), []byte(h.files[i]))
		if err != nil {
			r.Fatal(err)
		}
		tables = append(tables, t)
	}
	l, err := NewLineage(tables)
	if err != nil {
		r.Fatal(err)
	}
	return l
}

// TestWhatRulesAreSpared: rules find at every pair of a history what they find when nothing is kept from them: neither the columns that
// stand still nor the sides about which they were silent before.
func TestWhatRulesAreSpared(t *testing.T) {
	spared, still := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		l := drawLineage(r)
		rules := slices.Concat(Illegal, Hazards, hazard.Rules)
		silence := map[bool]*compat.Silence{true: compat.NewSilence(hazard.Rules, hazard.Rules), false: compat.NewSilence(hazard.Rules, hazard.Rules)}
		facts := hazard.NewFacts(nil)
		for w := range l.Versions {
			for reader := range l.Versions {
				trace := Resolve(l.Pair(w, reader))
				pass := compat.Pass{Trace: trace, Facts: facts.Of, Forward: w > reader, Silence: silence[w < reader]}
				few := told(pass.Run(rules))
				trace.Walk(func(s *compat.Site) {
					if spared++; s.Still {
						still++
					}
					s.Still = false
				})
				fresh := hazard.NewFacts(nil)
				all := told(compat.Pass{Trace: trace, Facts: fresh.Of, Forward: w > reader}.Run(rules))
				if diff := cmp.Diff(all, few); diff != "" {
					r.Fatalf("%s read as %s (-all +spared):\n%s", l.Versions[w].Label, l.Versions[reader].Label, diff)
				}
			}
		}
	})
	if still*10 < spared {
		t.Errorf("%d of %d sites stand still: too few to show anything", still, spared)
	}
}

func told(found []*compat.Finding) []string {
	all := make([]string, len(found))
	for i, f := range found {
		all[i] = fmt.Sprintf("%s %s %s: %s (%s -> %s)", f.Level, f.Rule.ID, f.Path, f.Message, f.From, f.To)
	}
	return all
}

// TestHistoryIsLookedAtOnce: over a history of many schemas that each change one column, rules are shown the columns that changed,
// not all columns of each schema.
func TestHistoryIsLookedAtOnce(t *testing.T) {
	const schemas, width = 100, 60
	table, err := Read("wide", wideTable(schemas, width))
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLineage([]*Table{table})
	if err != nil {
		t.Fatal(err)
	}
	shown, shownOnce := 0, 0
	every := &compat.Rule{ID: "a-every", Check: func(*compat.Pass, *compat.Site) { shown++ }}
	once := &compat.Rule{ID: "a-once", Check: func(*compat.Pass, *compat.Site) { shownOnce++ }}
	silence := compat.NewSilence([]*compat.Rule{once}, []*compat.Rule{once})
	last := len(l.Versions) - 1
	for i := range last {
		compat.Pass{Trace: Resolve(l.Pair(i, i+1)), Silence: silence}.Run([]*compat.Rule{every, once})
	}
	if want := 2 * last; shown != want { // the root and one column
		t.Errorf("%d sites shown in %d steps, want %d", shown, last, want)
	}
	shownOnce = 0
	for i := range last {
		compat.Pass{Trace: Resolve(l.Pair(i, last)), Silence: silence}.Run([]*compat.Rule{every, once})
	}
	if most := last + schemas + width; shownOnce > most { // the root of each pair, and each former state of each column
		t.Errorf("%d sites shown over %d pairs with the newest schema, want %d at most", shownOnce, last, most)
	}
}

// TestElementsSpeakForThemselves: what changes in the numbers of a list or map is told of the element, once.
func TestElementsSpeakForThemselves(t *testing.T) {
	of := func(typ string) string {
		return columns(0, `1 m {"type": "map", "key-id": 2, "key": "string", "value-id": 3, "value-required": false, "value": {"type": "list", "element-id": 4, "element-required": false, "element": "`+typ+`"}}`)
	}
	trace := Resolve(&Pair{Writer: viewOf(t, "w", of("float")), Reader: viewOf(t, "r", of("double"))})
	var paths []string
	for _, f := range (compat.Pass{Trace: trace}).Run(hazard.Rules) {
		if f.Rule.ID == "number-float-widened" {
			paths = append(paths, string(f.Path))
		}
	}
	if !slices.Equal(paths, []string{"m{}[]"}) {
		t.Errorf("told at %v", paths)
	}
}
