package gate

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
)

var updateOrder = flag.Bool("update-order", false, "rewrite testdata/replaced.tsv; look at every line of the difference")

// TestReplacedInPublicHistories: an error stops a commit, so every field that a step of a public history is said to replace
// stands in a list that was read line by line.
func TestReplacedInPublicHistories(t *testing.T) {
	const corpus = "../../../../../shared/corpus"
	folders, err := filepath.Glob(corpus + "/*/*/001.avsc")
	if err != nil || len(folders) == 0 {
		t.Skip("the public histories are not here: ../shared/corpus")
	}
	var subjects []*Subject
	for _, first := range folders {
		files, err := filepath.Glob(filepath.Dir(first) + "/*.avsc")
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(files)
		for i := 1; i < len(files); i++ {
			name, _ := filepath.Rel(corpus, files[i])
			s := &Subject{Name: filepath.ToSlash(name), File: name, Format: &Avro{}, Mode: ParseMode("backward"), Config: &config.Config{}}
			s.Base, s.Current = versionOf(t, files[i-1]), versionOf(t, files[i])
			subjects = append(subjects, s)
		}
	}
	result, err := Run(subjects, Options{
		Rules: hazard.Rules, Facts: func() func(*compat.Node) *meaning.Facts { return hazard.NewFacts(nil).Of },
		Order: func(*Contraction) Ruling { return Ruling{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	notes := 0
	for _, f := range result.Findings {
		switch f.Rule {
		case orderContracts:
			notes++
		case orderContractWithExpand:
			within := ""
			if f.Within != nil {
				within = f.Within.Rule.ID
			}
			_, why, _ := strings.Cut(f.Message, " for it (")
			why, _, _ = strings.Cut(why, "): a record")
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\n", f.Subject, f.Path, f.From, f.To, why, within)
		}
	}
	t.Logf("%d pairs, %d of them contract", len(subjects), notes)
	if *updateOrder {
		if err := os.WriteFile("testdata/replaced.tsv", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/replaced.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("fields that are said to be replaced (-want +got):\n%s", d)
	}
}

func versionOf(t *testing.T, file string) *Version {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return &Version{Source: filepath.ToSlash(file), Input: file, Content: text}
}
