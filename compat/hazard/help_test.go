package hazard_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// shared is a file of the facts that live beside the project; tests skip where they do not lie.
func shared(t testing.TB, name string) string {
	path := filepath.Join("..", "..", "..", "shared", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("skipped: %s is not here", name)
	}
	return path
}

// rows decodes a file of JSON lines.
func rows[T any](t testing.TB, name string) []T {
	f, err := os.Open(shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	return all
}

func parse(t testing.TB, source string, text []byte) *avro.Schema {
	t.Helper()
	s, err := avro.Parse(source, text, nil)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return s
}

// find runs rules over a pair.
func find(w, r *avro.Schema, population compat.Population, rules []*compat.Rule) []*compat.Finding {
	resolution := avro.Resolve(w, r)
	if resolution.Identical() {
		return nil
	}
	pass := compat.Pass{Subject: "test", Trace: resolution.Trace(false), Facts: hazard.NewFacts(nil).Of, Population: population}
	return pass.Run(rules)
}

// quiet leaves out the rules that are only shown when asked for.
func quiet(rules []*compat.Rule) []*compat.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r *compat.Rule) bool { return r.Quiet })
}

// absent is a population that is known in full.
type absent map[compat.Path][]string

func (a absent) Lacking(path compat.Path) ([]string, bool) { return a[path], true }

// A version is one file of the corpus.
type version struct {
	number string
	file   string
	schema *avro.Schema
}

// A history is one subject of the corpus, oldest first.
type history struct {
	name     string // owner__repo/subject
	versions []version
}

// corpus reads the histories of Avro schemas, each version's bundled form where there is one.
func corpus(t testing.TB) []history {
	root := shared(t, "corpus")
	subjects, err := filepath.Glob(filepath.Join(root, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []history
	for _, subject := range subjects {
		if h := readHistory(t, root, subject); len(h.versions) > 0 {
			all = append(all, h)
		}
	}
	return all
}

func readHistory(t testing.TB, root, subject string) history {
	files, _ := filepath.Glob(filepath.Join(subject, "*.avsc"))
	best := map[string]string{}
	for _, f := range files {
		number, _, _ := strings.Cut(filepath.Base(f), ".")
		if best[number] == "" || strings.HasSuffix(f, ".bundled.avsc") {
			best[number] = f
		}
	}
	name, _ := filepath.Rel(root, subject)
	h := history{name: filepath.ToSlash(name)}
	for number, f := range best {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := avro.Parse(filepath.Base(f), text, nil); err == nil {
			h.versions = append(h.versions, version{number, f, s})
		}
	}
	sort.Slice(h.versions, func(i, j int) bool { return h.versions[i].number < h.versions[j].number })
	return h
}

// one is the subject of a corpus row.
func one(t testing.TB, repo, subject string) history {
	root := shared(t, "corpus")
	return readHistory(t, root, filepath.Join(root, strings.ReplaceAll(repo, "/", "__"), subject))
}

func (h history) at(number string) *avro.Schema {
	for _, v := range h.versions {
		if v.number == number {
			return v.schema
		}
	}
	return nil
}
