package hazard_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/golden"
	"github.com/schemavet/schemavet/compat/hazard"
)

const noiseFile = "../../testdata/corpus-noise/findings.tsv"

// retained is the population of all versions before a reader's.
func retained(h history, reader int) absent {
	a := absent{}
	for _, v := range h.versions[:reader] {
		avro.Resolve(v.schema, h.versions[reader].schema).Trace(false).Walk(func(s *compat.Site) {
			if s.Writer == nil && s.Reader != nil && !slices.Contains(a[s.Path], v.number) {
				a[s.Path] = append(a[s.Path], v.number)
			}
		})
	}
	return a
}

// TestNoise replays the real histories, each new version reading the one before, and holds every error and warning against the
// list that was reviewed by hand: each is marked true or questionable, with a word why.
func TestNoise(t *testing.T) {
	rules := quiet(hazard.Rules)
	var got []string
	pairs, docOnly, docLoud := 0, 0, 0
	for _, h := range corpus(t) {
		for i := 1; i < len(h.versions); i++ {
			w, r := h.versions[i-1], h.versions[i]
			pairs++
			found := find(w.schema, r.schema, retained(h, i), rules)
			only := sameButDocs(w.schema, r.schema)
			if only {
				docOnly++
			}
			for _, f := range found {
				if f.Level < compat.Warning {
					continue
				}
				if only {
					docLoud++
				}
				got = append(got, strings.Join([]string{f.Level.String(), f.Rule.ID, h.name, w.number + "-" + r.number, string(f.Path), f.From, f.To}, "\t"))
			}
		}
	}
	slices.Sort(got)
	judged := readJudged(t)
	if golden.Update() {
		writeJudged(t, got, judged)
		judged = readJudged(t)
	}
	questionable := 0
	for _, row := range got {
		verdict, why, _ := strings.Cut(judged[row], "\t")
		switch {
		case judged[row] == "":
			t.Errorf("not reviewed: %s", row)
		case verdict == "questionable" && why != "":
			questionable++
		case verdict != "true" || why == "":
			t.Errorf("a row is judged true or questionable, with a word why: %s: %q", row, judged[row])
		}
	}
	for row := range judged {
		if !slices.Contains(got, row) {
			t.Errorf("no longer found: %s", row)
		}
	}
	t.Logf("%d pairs, %d errors and warnings, %d questionable; %d pairs differ in docs alone and give %d", pairs, len(got), questionable, docOnly, docLoud)
	if 20*questionable >= len(got) {
		t.Errorf("%d of %d are questionable; fewer than 1 in 20 may be", questionable, len(got))
	}
}

// sameButDocs reports whether two schemas say the same to everything but a reader of docs.
func sameButDocs(w, r *avro.Schema) bool {
	resolution := avro.Resolve(w, r)
	if resolution.Identical() || resolution.Verdict() != compat.Same {
		return false
	}
	same := true
	resolution.Trace(false).Walk(func(s *compat.Site) {
		switch {
		case s.Writer == nil || s.Reader == nil, s.Writer.Type != s.Reader.Type, noDefault(s.Writer) != noDefault(s.Reader):
			same = false
		case fmt.Sprint(s.Writer.Says.Properties) != fmt.Sprint(s.Reader.Says.Properties), s.Writer.Says.SymbolDefault != s.Reader.Says.SymbolDefault:
			same = false
		}
	})
	return same
}

func noDefault(n *compat.Node) string {
	if n.Default == nil {
		return ""
	}
	return n.Default.JSON
}

// readJudged reads the reviewed list: a finding's row to its verdict and the word why.
func readJudged(t testing.TB) map[string]string {
	text, err := os.ReadFile(noiseFile)
	if err != nil && !golden.Update() {
		t.Fatal(err)
	}
	judged := map[string]string{}
	for _, row := range strings.Split(string(text), "\n") {
		if row == "" || row[0] == '#' {
			continue
		}
		verdict, rest, _ := strings.Cut(row, "\t")
		why, finding, _ := strings.Cut(rest, "\t")
		judged[finding] = verdict + "\t" + why
	}
	return judged
}

func writeJudged(t testing.TB, got []string, judged map[string]string) {
	var b strings.Builder
	b.WriteString("# Every error and warning that the rules of meaning give over real histories, each version reading the one before it.\n" +
		"# Verdict, why, level, rule, subject, versions, path, from, to. Rewritten by go test ./compat/hazard -run Noise -update, which keeps\n" +
		"# the verdicts; new rows are marked unreviewed and fail until somebody judges them.\n")
	for _, row := range got {
		verdict := judged[row]
		if verdict == "" {
			verdict = "unreviewed\t-"
		}
		b.WriteString(verdict + "\t" + row + "\n")
	}
	golden.Write(t, noiseFile, b.String())
}
