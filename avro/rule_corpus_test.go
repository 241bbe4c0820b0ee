package avro

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/golden"
)

// TestRulesCorpus runs the rules over the adjacent versions of real histories, both ways, and keeps how often each speaks: a
// rule that becomes noisy shows in the table.
func TestRulesCorpus(t *testing.T) {
	index := shared(t, "corpus/INDEX.tsv")
	counts, pairs := map[string]int{}, 0
	for _, history := range histories(t, index) {
		var before *Schema
		for _, file := range history {
			text, err := os.ReadFile(file)
			if err != nil {
				continue // the index has rows without a file
			}
			s, err := Parse(file, text, nil)
			if err != nil {
				continue // told by the parser's own tests
			}
			if before != nil {
				for _, pair := range [][2]*Schema{{before, s}, {s, before}} {
					pairs++
					for _, f := range (compat.Pass{Trace: Resolve(pair[0], pair[1]).Trace(false)}).Run(Rules) {
						ruleFamily.Whole(t, f)
						counts[f.Rule.ID+" "+f.Level.String()]++
					}
				}
			}
			before = s
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%6d pairs of adjacent versions\n", pairs)
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(&table, "%6d %s\n", counts[name], name)
	}
	golden.Same(t, filepath.Join(rulesDir, "corpus-avro.txt"), table.String())
}

// histories are the files of the index, by subject, in the order of their versions.
func histories(t testing.TB, index string) [][]string {
	t.Helper()
	f, err := os.Open(index)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [][]string
	last := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) < 3 || cells[0] == "repo" {
			continue
		}
		if subject := cells[0] + "/" + cells[1]; subject != last {
			all, last = append(all, nil), subject
		}
		file := filepath.Join(filepath.Dir(index), strings.Replace(cells[0], "/", "__", 1), cells[1], cells[2]+".avsc")
		all[len(all)-1] = append(all[len(all)-1], file)
	}
	return all
}
