package meaning_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/golden"
	"github.com/schemavet/schemavet/compat/meaning"
)

// TestCorpusUnits keeps every unit that is inferred over real schemas, one line for each distinct reading, as a reviewed golden: a
// false unit shows up as a new line. Units that a logical type fixes are left out.
func TestCorpusUnits(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "*", "*", "*.avsc"))
	if err != nil || len(files) == 0 {
		t.Skip("the corpus of real schemas is not here")
	}
	var lines []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		schema, err := avro.Parse(name, text, nil)
		if err != nil {
			continue // histories hold invalid versions, too
		}
		avro.Resolve(schema, schema).Trace(true).Walk(func(s *compat.Site) {
			if s.Reader == nil {
				return
			}
			says := &s.Reader.Says
			if u := meaning.Infer(says).Unit; u != nil && u.Source != meaning.FromLogical {
				lines = append(lines, fmt.Sprintf("%s\t%v\t%s\t%v\t%v\t%s", says.Field, says.Carrier, u.String(), u.Kind, u.Source, u.Text))
			}
		})
	}
	slices.Sort(lines)
	got := strings.Join(slices.Compact(lines), "\n") + "\n"
	golden.Same(t, filepath.Join("..", "..", "testdata", "meaning", "corpus.units.tsv"), got)
}
