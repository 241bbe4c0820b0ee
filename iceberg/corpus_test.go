package iceberg

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

var update = flag.Bool("update", false, "rewrite golden files")

// corpusFiles are the real metadata files, by their path in the corpus.
func corpusFiles(t *testing.T) []string {
	t.Helper()
	root := shared("corpus/iceberg")
	var names []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".json") {
			rel, _ := filepath.Rel(root, name)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Skipf("no shared corpus here: %v", err)
	}
	return names
}

func readCorpus(name string) (*Table, error) {
	text, err := os.ReadFile(filepath.Join(shared("corpus/iceberg"), name))
	if err != nil {
		return nil, err
	}
	return Read(filepath.Base(name), text)
}

// TestCorpus reads every public metadata file: read with its problems, or refused with a place and a reason.
func TestCorpus(t *testing.T) {
	var got strings.Builder
	for _, name := range corpusFiles(t) {
		table, err := readCorpus(name)
		if err != nil {
			var at *position.Error
			if !errors.As(err, &at) {
				t.Errorf("%s: an error without a place: %v", name, err)
			}
			fmt.Fprintf(&got, "%s\trefused\t%v\n", name, err)
			continue
		}
		fmt.Fprintf(&got, "%s\tread\tversion %d, %d schemas, %d snapshots%s\n", name, table.FormatVersion, len(table.Schemas), len(table.Snapshots), problemList(table))
	}
	golden(t, "corpus.golden", got.String())
}

func problemList(table *Table) string {
	var ids []string
	for _, s := range table.Schemas {
		for _, p := range s.Problems {
			ids = append(ids, p.Rule.ID+"@"+string(p.Path))
		}
	}
	for _, p := range table.Problems {
		ids = append(ids, p.Rule.ID)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return ""
	}
	return ": " + strings.Join(ids, " ")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("..", "testdata", "iceberg", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// TestCorpusHistories takes each table folder as one history and judges all its pairs.
func TestCorpusHistories(t *testing.T) {
	folders := map[string][]string{}
	for _, name := range corpusFiles(t) {
		if IsMetadataName(name) {
			folders[filepath.Dir(name)] = append(folders[filepath.Dir(name)], name)
		}
	}
	names := make([]string, 0, len(folders))
	for f := range folders {
		names = append(names, f)
	}
	slices.Sort(names)
	var got strings.Builder
	for _, folder := range names {
		l := lineageOf(t, folders[folder])
		fmt.Fprintf(&got, "%s: %d files, %d versions\n", folder, len(l.Tables), len(l.Versions))
		for _, p := range slices.Concat(l.Problems, Gaps(folders[folder])) {
			fmt.Fprintf(&got, "  %s: %s\n", p.Rule.ID, p.Message)
		}
		for i := 1; i < len(l.Versions); i++ {
			trace := Resolve(l.Pair(i-1, i))
			fmt.Fprintf(&got, "  %s -> %s: %s, %s\n", l.Versions[i-1].Label, l.Versions[i].Label, EvolutionOf(trace), trace.Verdict)
			for _, f := range findingsOf(trace) {
				fmt.Fprintf(&got, "    %s %s %s\n", f.Level, f.Rule.ID, f.Path)
			}
		}
	}
	golden(t, "histories.golden", got.String())
}

func lineageOf(t *testing.T, names []string) *Lineage {
	t.Helper()
	var tables []*Table
	if len(names) > 1 {
		names = SortNames(names)
	}
	for _, name := range names {
		table, err := readCorpus(name)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	l, err := NewLineage(tables)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// truth is one judged change of the corpus.
type truth struct {
	Subject, Old, New, Path, Kind, Hazard, Expect, Format string
}

// TestTruth asks for each judged change of a real table: flagged with an error or warning on that column, or silent.
func TestTruth(t *testing.T) {
	file, err := os.Open(shared("vectors/truth.jsonl"))
	if err != nil {
		t.Skipf("no shared truth here: %v", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row truth
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Format != "iceberg" {
			continue
		}
		name := strings.TrimPrefix(row.Subject, "iceberg/")
		l := lineageOf(t, truthFiles(t, name, row))
		older, younger := versionNamed(l, row.Old), versionNamed(l, row.New)
		loud := false
		trace := Resolve(l.Pair(older, younger))
		for _, f := range findingsOf(trace) {
			loud = loud || f.Level >= compat.Warning && f.Path == compat.Path(row.Path)
		}
		if loud != (row.Expect == "flag") {
			t.Errorf("%s %s -> %s, %q: want %s, got %v", name, row.Old, row.New, row.Path, row.Expect, idsOf(findingsOf(trace)))
		}
	}
}

// truthFiles is the one file of a row, or its whole folder where the row compares files.
func truthFiles(t *testing.T, name string, row truth) []string {
	if !strings.HasSuffix(row.Old, ".json") {
		return []string{name}
	}
	var files []string
	for _, f := range corpusFiles(t) {
		if filepath.Dir(f) == filepath.Dir(name) {
			files = append(files, f)
		}
	}
	return files
}

func versionNamed(l *Lineage, name string) int {
	return slices.IndexFunc(l.Versions, func(v Version) bool { return strings.HasPrefix(v.Label, name) })
}
