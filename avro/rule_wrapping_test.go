package avro

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/schemavet/schemavet/compat"
)

// TestRulesThroughWrapping holds the rules to finding the same inside an array, a map, an optional branch, a union of several,
// and a field of another record, as at the root.
func TestRulesThroughWrapping(t *testing.T) {
	wrappings := []string{
		`{"type":"array","items":%s}`,
		`{"type":"map","values":%s}`,
		`["null",%s]`,
		`["null",%s,"boolean"]`,
		`{"type":"record","name":"around.Wrap","namespace":"around","fields":[{"name":"inside","type":%s}]}`,
		`{"type":"array","items":["null",{"type":"map","values":%s}]}`,
	}
	type pair struct{ id, writer, reader string }
	var pairs []pair
	for _, r := range Rules {
		if !ofOneSchema(r) {
			pairs = append(pairs, pair{r.ID, r.Example.Writer, r.Example.Reader}, pair{r.ID + " fixed", r.Example.Writer, r.Example.Fixed})
		}
	}
	for _, v := range vectorsIfHere(t) {
		pairs = append(pairs, pair{v.ID, string(v.Writer), string(v.Reader)})
	}
	for _, p := range pairs {
		_, valid := rulesThatSpeak(t, p.writer, p.reader)
		if !valid || p.writer[0] == '[' || p.reader[0] == '[' {
			continue
		}
		for _, wrapping := range wrappings {
			several := strings.HasPrefix(wrapping, "[") && strings.HasSuffix(wrapping, `"boolean"]`)
			plain, _ := rulesThatSpeak(t, p.writer, p.reader)
			wrapped, _ := rulesThatSpeak(t, fmt.Sprintf(wrapping, p.writer), fmt.Sprintf(wrapping, p.reader))
			if several {
				oneName(plain)
				oneName(wrapped)
			}
			if diff := gocmp.Diff(plain, wrapped); diff != "" {
				t.Errorf("%s in %s (-plain +wrapped):\n%s", p.id, wrapping, diff)
			}
		}
	}
}

// oneName gives the two rules for a name that does not match one name: a branch of another name is another branch.
func oneName(rules []string) {
	for i, rule := range rules {
		if rule == "avro-name-mismatch error" || rule == "avro-union-branch-missing error" {
			rules[i] = "another name"
		}
	}
	slices.Sort(rules)
}

// vectorsIfHere are the shared vectors, none where they do not lie: the examples of the rules stand by themselves then.
func vectorsIfHere(t *testing.T) (all []vector) {
	t.Run("vectors", func(t *testing.T) { all = vectors(t) })
	return all
}

func rulesThatSpeak(t *testing.T, writer, reader string) (rules []string, valid bool) {
	t.Helper()
	w, r := mustParse(t, "writer.avsc", []byte(writer)), mustParse(t, "reader.avsc", []byte(reader))
	for _, f := range (compat.Pass{Trace: Resolve(w, r).Trace(false)}).Run(Rules) {
		rules = append(rules, f.Rule.ID+" "+f.Level.String())
	}
	slices.Sort(rules)
	return rules, w.Valid() && r.Valid()
}
