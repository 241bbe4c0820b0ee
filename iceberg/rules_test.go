package iceberg

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// viewOf reads an example's side: its current schema.
func viewOf(t *testing.T, name, text string) View {
	t.Helper()
	table, err := Read(name, []byte(text))
	if err != nil {
		t.Fatalf("the example does not parse: %v\n%s", err, text)
	}
	return View{table.Current, table}
}

// fires lists the findings of one rule on an example.
func fires(t *testing.T, r *compat.Rule, writer, reader string) []*compat.Finding {
	t.Helper()
	view := viewOf(t, "reader.json", reader)
	var found []*compat.Finding
	for _, p := range slices.Concat(view.Schema.Problems, view.Table.Problems) {
		if p.Rule == r {
			found = append(found, p.Finding("example"))
		}
	}
	if r.Check == nil {
		return found
	}
	trace := Resolve(&Pair{Writer: viewOf(t, "writer.json", writer), Reader: view})
	return compat.Pass{Subject: "example", Trace: trace}.Run([]*compat.Rule{r})
}

func TestExamples(t *testing.T) {
	for _, r := range Rules {
		e := r.Example
		if e.Reader == "" {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			found := fires(t, r, e.Writer, e.Reader)
			at := slices.ContainsFunc(found, func(f *compat.Finding) bool { return f.Path == e.Path })
			if !at {
				t.Fatalf("does not fire at %q: %v", e.Path, pathsOf(found))
			}
			for _, f := range found {
				if strings.HasSuffix(f.Message, ".") || strings.Contains(f.Message, "%!") {
					t.Errorf("bad message: %s", f.Message)
				}
				for _, step := range f.Recipe {
					if strings.Contains(step, "{{") && r.Check != nil {
						t.Errorf("a recipe step has an argument left: %s", step)
					}
				}
			}
			if e.FixedIs != "reader" {
				t.Fatalf("FixedIs is %q", e.FixedIs)
			}
			if again := fires(t, r, e.Writer, e.Fixed); len(again) > 0 {
				t.Errorf("fires on the fixed schema: %s", again[0].Message)
			}
		})
	}
}

func pathsOf(found []*compat.Finding) []string {
	var paths []string
	for _, f := range found {
		paths = append(paths, string(f.Path))
	}
	return paths
}

var (
	ruleID    = regexp.MustCompile(`^(iceberg|name)-[a-z]+(-[a-z]+)*$`)
	ruleTitle = regexp.MustCompile(`^[A-Z].*[^.]$`)
)

func TestRulesAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules {
		if !ruleID.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("%s: bad or repeated id", r.ID)
		}
		seen[r.ID] = true
		if !ruleTitle.MatchString(r.Title) {
			t.Errorf("%s: title %q", r.ID, r.Title)
		}
		if r.Why == "" || r.Spec == "" || r.Since == "" || len(r.Recipe) == 0 || r.Level == compat.Off {
			t.Errorf("%s lacks a part", r.ID)
		}
	}
	files, err := filepath.Glob("rule_*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		id := regexp.MustCompile(`ID: +"([^"]+)"`).FindSubmatch(text)
		if id == nil || !seen[string(id[1])] {
			t.Errorf("%s declares a rule that stands in no slice", name)
		}
	}
	for _, r := range Rules {
		if r.Mirror != "" && !seen[r.Mirror] {
			t.Errorf("%s: no rule %s", r.ID, r.Mirror)
		}
	}
}

// mirrors are the rules of a change and its reverse. A change without a mirror has its reason here.
var mirrors = map[string]string{
	"iceberg-required-added":          "iceberg-column-dropped sees the reverse",
	"iceberg-column-added":            "iceberg-column-dropped sees the reverse",
	"iceberg-type-narrowed":           "the reverse is a promotion: iceberg-bounds-width and number-… see it",
	"iceberg-version-downgraded":      "iceberg-version-upgraded",
	"iceberg-initial-default-changed": "set, changed and removed are one rule",
	"iceberg-write-default-removed":   "iceberg-default-drift sees one that is set",
}

func TestMirrors(t *testing.T) {
	ids := idsOfRules(Rules)
	for id, why := range mirrors {
		if !slices.Contains(ids, id) || why == "" {
			t.Errorf("stale: %s", id)
		}
	}
}

func idsOfRules(rules []*compat.Rule) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestEngines(t *testing.T) {
	e := Profiles()
	words := map[string][]string{"accepts": {"yes", "no", "unknown"}, "reads": {"yes", "changed", "fails", "unknown"}, "writes": {"yes", "no", "unknown"}}
	seen := map[string]bool{}
	for _, c := range e.Cells {
		key := c.Topic + " / " + c.Engine
		if seen[key] {
			t.Errorf("%s stands twice", key)
		}
		seen[key] = true
		if !e.Known(c.Engine) || c.Source == "" || !slices.Contains(words["accepts"], c.Accepts) || !slices.Contains(words["reads"], c.Reads) || !slices.Contains(words["writes"], c.Writes) {
			t.Errorf("bad cell %+v", c)
		}
	}
	if got := e.Cell("int->long", "nobody"); got.Accepts != "unknown" {
		t.Errorf("an unknown cell says %+v", got)
	}
}

func TestReadings(t *testing.T) {
	read := func(version int, w, r string, engine string) compat.Reading {
		writer, reader := viewOf(t, "w", metadata(version, "", columns(0, w))), viewOf(t, "r", metadata(version, "", columns(0, r)))
		readings := Readings(Resolve(&Pair{Writer: writer, Reader: reader}), []string{"spec", engine})
		if len(readings) != 1 {
			t.Fatalf("%d readings", len(readings))
		}
		return readings[0]
	}
	for _, c := range []struct {
		version      int
		w, r, engine string
		check, read  string
	}{
		{2, "1 s string", "1 s binary", "iceberg-go", "compatible", "changed"},
		{2, "1 s string", "1 s binary", "iceberg-java", "incompatible", "unknown"},
		{3, "1 d date", "1 d timestamp", "iceberg-java", "incompatible", "changed"},
		{2, "1 k int", "1 k long", "iceberg-go", "compatible", "fails"},
		{2, "1 k int", "1 k long", "starrocks", "unknown", "unknown"},
		{2, "1 k int", "1 k int", "iceberg-java", "compatible", "same"},
	} {
		got := read(c.version, c.w, c.r, c.engine)
		if got.Check != c.check || got.Read != c.read || got.Check != "compatible" && got.Reason == "" {
			t.Errorf("%s: %s to %s: %+v, want %s %s", c.engine, c.w, c.r, got, c.check, c.read)
		}
	}
}
