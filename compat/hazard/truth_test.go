package hazard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

type truth struct {
	Repo, Subject, Old, New, Path, Hazard, Expect, Why, Format, Confidence string
}

// TestTruth holds the real changes that careful people labelled: what must be flagged is, on that field; what must stay silent does.
func TestTruth(t *testing.T) {
	flagged, silent := 0, 0
	for _, row := range rows[truth](t, "vectors/truth.jsonl") {
		if row.Format != "avro" {
			continue
		}
		h := one(t, row.Repo, row.Subject)
		w, r := h.at(row.Old), h.at(row.New)
		if w == nil || r == nil {
			t.Errorf("%s %s: version %s or %s cannot be read", row.Subject, row.Path, row.Old, row.New)
			continue
		}
		rules := append(append([]*compat.Rule{}, avro.Rules...), hazard.Rules...)
		least := compat.Warning
		if row.Confidence == "medium" {
			least = compat.Note
		} else {
			rules = quiet(rules)
		}
		var at, all []string
		for _, f := range find(w, r, nil, rules) {
			all = append(all, fmt.Sprintf("%s %s at %s", f.Level, f.Rule.ID, f.Path))
			if touches(string(f.Path), row.Path) && f.Level >= least && (row.Expect == "flag" || f.Level >= compat.Warning) {
				at = append(at, f.Level.String()+" "+f.Rule.ID)
			}
		}
		if row.Expect == "flag" && len(at) == 0 && refused(w, r, row.Path) {
			at = append(at, "refused by the format")
		}
		switch {
		case row.Expect == "flag" && len(at) == 0:
			t.Errorf("%s %s→%s %s: nothing is said (%s)\n  found %v", row.Subject, row.Old, row.New, row.Path, row.Why, all)
		case row.Expect == "silent" && len(at) > 0:
			t.Errorf("%s %s→%s %s: should be silent (%s), says %v", row.Subject, row.Old, row.New, row.Path, row.Why, at)
		case row.Expect == "flag":
			flagged++
		default:
			silent++
		}
	}
	t.Logf("%d flagged, %d silent", flagged, silent)
}

// touches reports whether a finding's path is about a field of the truth set, which spells paths without the record's name.
func touches(found, wanted string) bool {
	_, found, _ = strings.Cut(found, ".")
	for _, noise := range []string{"[]", "{}"} {
		found, wanted = strings.ReplaceAll(found, noise, ""), strings.ReplaceAll(wanted, noise, "")
	}
	for {
		from := strings.IndexByte(found, '<')
		to := strings.IndexByte(found, '>')
		if from < 0 || to < from {
			break
		}
		found = found[:from] + found[to+1:]
	}
	return found == wanted || strings.HasSuffix(found, "."+wanted)
}

// refused reports whether the format itself refuses the field.
func refused(w, r *avro.Schema, path string) bool {
	hit := false
	avro.Resolve(w, r).Trace(false).Walk(func(s *compat.Site) {
		if touches(string(s.Path), path) && s.Does >= compat.Depends {
			hit = true
		}
	})
	return hit
}
