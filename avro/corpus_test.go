package avro

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/golden"
)

// version is one version of a subject of the corpus, with its types bundled where another file declares them.
type version struct {
	name   string
	schema *Schema
	err    error
}

// corpus reads every subject's history, in order.
func corpus(t testing.TB) map[string][]version {
	root := shared(t, "corpus")
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "*.avsc"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no histories under %s: %v", root, err)
	}
	sort.Strings(files)
	subjects := map[string][]version{}
	for _, file := range files {
		if strings.HasSuffix(file, ".bundled.avsc") {
			continue
		}
		if bundled := strings.TrimSuffix(file, ".avsc") + ".bundled.avsc"; exists(bundled) {
			file = bundled
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		v := version{name: filepath.ToSlash(name)}
		v.schema, v.err = Parse(v.name, text, nil)
		subject := filepath.ToSlash(filepath.Dir(name))
		subjects[subject] = append(subjects[subject], v)
	}
	return subjects
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// TestCorpus resolves all pairs of every real history, both ways, and keeps the counts of verdicts and the first fault of
// every version that is no valid schema as a golden file.
func TestCorpus(t *testing.T) {
	subjects := corpus(t)
	var names []string
	for name := range subjects {
		names = append(names, name)
	}
	sort.Strings(names)
	var out strings.Builder
	var adjacent, transitive [compat.Invalid + 1]int
	for _, name := range names {
		versions := subjects[name]
		r := NewResolver(nil)
		for i, w := range versions {
			if problem := w.problem(); problem != "" {
				fmt.Fprintln(&out, problem)
			}
			for j, rd := range versions {
				if i == j || w.schema == nil || rd.schema == nil {
					continue
				}
				res := r.Resolve(w.schema, rd.schema)
				trace := res.Trace(false)
				if trace.Verdict != res.Verdict() {
					t.Errorf("%s read as %s: the trace says %v, the resolution %v", w.name, rd.name, trace.Verdict, res.Verdict())
				}
				transitive[trace.Verdict]++
				if i-j == 1 || j-i == 1 {
					adjacent[trace.Verdict]++
				}
				if forgetful := Resolve(w.schema, rd.schema).Verdict(); forgetful != trace.Verdict {
					t.Errorf("%s read as %s: %v with what other pairs proved, %v without", w.name, rd.name, trace.Verdict, forgetful)
				}
			}
		}
	}
	fmt.Fprintf(&out, "\n%d subjects\n%-10s %8s %8s\n", len(names), "verdict", "adjacent", "all")
	for v := compat.Same; v <= compat.Invalid; v++ {
		fmt.Fprintf(&out, "%-10s %8d %8d\n", v, adjacent[v], transitive[v])
	}
	golden.Same(t, "testdata/corpus.golden", out.String())
}

// problem is the first thing that makes a version invalid, with its place.
func (v *version) problem() string {
	if v.err != nil {
		return v.err.Error()
	}
	for i := range v.schema.Faults {
		if f := &v.schema.Faults[i]; !f.Valid {
			return fmt.Sprintf("%s: %s: %s", f.At.Place(), f.Rule, f.Problem)
		}
	}
	return ""
}
