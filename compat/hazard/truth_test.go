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

type truth struct {
	Repo, Subject, Old, New, Path, Hazard, Expect, Why, Format, Confidence string
}

// TestTruth holds the real changes that careful people labelled: what must be flagged is, on that field; what must stay silent does.
// It must not matter what is known about the population: nothing, the pair alone, or all versions before.
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
		at := slices.IndexFunc(h.versions, func(v version) bool { return v.number == row.New })
		for name, population := range map[string]compat.Population{"unknown": nil, "the pair": absent{}, "the history": retained(h, at)} {
			if problem := row.judge(w, r, population); problem != "" {
				t.Errorf("%s %s→%s %s, population %s: %s (%s)", row.Subject, row.Old, row.New, row.Path, name, problem, row.Why)
			}
		}
		if row.Expect == "flag" {
			flagged++
		} else {
			silent++
		}
	}
	t.Logf("%d flagged, %d silent", flagged, silent)
}

// judge says what is wrong with what the rules say about a row, "" when it is right. A row of medium confidence may be told by a
// note, quiet rules included.
func (row truth) judge(w, r *avro.Schema, population compat.Population) string {
	rules, least := slices.Concat(avro.Rules, hazard.Rules), compat.Note
	if row.Confidence != "medium" || row.Expect == "silent" {
		rules, least = quiet(rules), compat.Warning
	}
	var at, all []string
	for _, f := range find(w, r, population, rules) {
		all = append(all, fmt.Sprintf("%s %s at %s", f.Level, f.Rule.ID, f.Path))
		if touches(string(f.Path), row.Path) && f.Level >= least {
			at = append(at, f.Level.String()+" "+f.Rule.ID)
		}
	}
	switch {
	case row.Expect == "flag" && len(at) == 0 && !refused(w, r, row.Path):
		return fmt.Sprintf("nothing is said; found %v", all)
	case row.Expect == "silent" && len(at) > 0:
		return fmt.Sprintf("should be silent, says %v", at)
	}
	return ""
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
