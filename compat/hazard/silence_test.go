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

// TestSilenceHidesNothing: over all pairs of a history, whose fields go from one record to the next, rules that are spared the sides
// about which they were silent before find what rules find that look at everything.
func TestSilenceHidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pool := []string{drawRecord(t), drawRecord(t), drawRecord(t)}
		var fields [][]string
		for _, text := range pool {
			fields = append(fields, fieldsOf(text))
		}
		var history []*avro.Schema
		for range 5 { // each version takes its fields from any record
			taken := map[string]bool{}
			var some []string
			for _, from := range fields {
				for _, f := range from {
					if name := f[:strings.Index(f, `,"type"`)]; !taken[name] && rapid.Bool().Draw(t, "taken") {
						taken[name] = true
						some = append(some, f)
					}
				}
			}
			history = append(history, mustParse(t, `{"type":"record","name":"R","fields":[`+strings.Join(some, ",")+`]}`))
		}
		facts := hazard.NewFacts(nil)
		silence := map[bool]*compat.Silence{true: compat.NewSilence(hazard.Rules, hazard.Rules), false: compat.NewSilence(hazard.Rules, hazard.Rules)}
		for w := range history {
			for r := range history {
				if w == r {
					continue
				}
				population := absent{}
				if rapid.Bool().Draw(t, "lacking") {
					population["R."+compat.Path(rapid.SampledFrom([]string{"amount", "time_ms", "a"}).Draw(t, "path"))] = []string{"v0"}
				}
				pass := compat.Pass{Subject: "s", Population: population, Trace: avro.Resolve(history[w], history[r]).Trace(false), Facts: facts.Of, Forward: w > r}
				all := spelled(pass.Run(hazard.Rules))
				pass.Silence = silence[w < r]
				if few := spelled(pass.Run(hazard.Rules)); !slices.Equal(all, few) {
					t.Fatalf("version %d read as %d: %q, and spared %q", w, r, all, few)
				}
			}
		}
	})
}

// fieldsOf cuts the fields out of a record that drawRecord has made.
func fieldsOf(record string) []string {
	_, list, _ := strings.Cut(record, `"fields":[`)
	all := strings.Split(strings.TrimSuffix(list, "]}"), `,{"name":`)
	for i := range all[1:] {
		all[i+1] = `{"name":` + all[i+1]
	}
	return all
}

func spelled(found []*compat.Finding) []string {
	all := make([]string, len(found))
	for i, f := range found {
		all[i] = fmt.Sprintf("%s %s %s: %s", f.Level, f.Rule.ID, f.Path, f.Message)
	}
	return all
}
