package avro

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/golden"
	"github.com/schemavet/schemavet/compat/position"
	"github.com/schemavet/schemavet/compat/ruletest"
)

const rulesDir = "../testdata/rules"

var ruleFamily = &ruletest.Family{
	Rules:  Rules,
	Words:  []string{"avro", "enum", "name"},
	Format: "avro",
	Spec:   "Avro 1.12, ",
	File: func(id string) string {
		return "rule_" + strings.ReplaceAll(strings.TrimPrefix(id, "avro-"), "-", "_") + ".go"
	},
	Archives: rulesDir,
	Find: func(t testing.TB, _ *compat.Rule, writer, reader string) []*compat.Finding {
		var w *Schema
		if writer != "" {
			w = mustParse(t, "writer.avsc", []byte(writer))
		}
		return findingsOf(w, mustParse(t, "reader.avsc", []byte(reader)))
	},
	Company: map[string][]string{
		"avro-default-truncated": {"avro-default-branch"},    // the default is of a later branch, which is what makes Java cut it
		"avro-logical-misplaced": {"avro-logical-misplaced"}, // each side says it of itself, then the pair
		"avro-logical-unknown":   {"avro-logical-unknown"},   // likewise
		"avro-logical-invalid":   {"avro-logical-invalid"},   // likewise
		"name-alias-lost":        {"name-namespace-moved"},   // the move is what loses the alias
	},
	Mirrorless: map[string]string{
		"avro-type-mismatch":          "a mismatch refuses both ways; a widening is avro-promotion one way and a mismatch the other",
		"avro-promotion":              "the other way round it is a mismatch",
		"avro-decimal-mismatch":       "equal both ways",
		"avro-fixed-size":             "equal both ways",
		"avro-name-mismatch":          "equal both ways but for aliases, which only a reader has",
		"avro-null-refused":           "a null that the writer cannot write is nothing to read",
		"avro-union-branch-missing":   "a branch that the writer lacks is nothing to read",
		"avro-union-branch-choice":    "about the reader's union alone",
		"avro-union-branch-collapsed": "about the writer's union alone",
		"avro-default-truncated":      "about what the reader fills in alone",
		"avro-alias-collision":        "only a reader's aliases count",
		"avro-order-changed":          "equal both ways",
		"avro-logical-invalid":        "equal both ways",
		"avro-logical-misplaced":      "equal both ways",
		"avro-logical-unknown":        "equal both ways",
		"enum-default-mixed-up":       "both directions of the mix-up are this rule",
		"name-alias-in-default":       "only a reader's aliases count",
		"name-alias-lost":             "only a reader's aliases count",
		"name-field-renamed":          "equal both ways",
		"name-field-recased":          "equal both ways",
		"name-namespace-moved":        "equal both ways",
	},
}

// findingsOf is all that the rules say about a pair: about each schema by itself, then about the two together. There may be
// no writer.
func findingsOf(w, r *Schema) []*compat.Finding {
	var all []*compat.Finding
	if w != nil {
		all = append(all, Findings("s", w)...)
	}
	all = append(all, Findings("s", r)...)
	if w != nil {
		all = append(all, compat.Pass{Subject: "s", Trace: Resolve(w, r).Trace(false)}.Run(Rules)...)
	}
	slices.SortStableFunc(all, func(a, b *compat.Finding) int {
		return cmp.Or(cmp.Compare(a.At().Source(), b.At().Source()), a.Compare(b))
	})
	return all
}

func TestRules(t *testing.T) {
	ruleFamily.Update = golden.Update()
	ruleFamily.Test(t)
	ruletest.InOrder(t, Rules)
	for _, r := range Rules {
		if ofOneSchema(r) && r.Example.Writer+r.Example.Written != "" {
			t.Errorf("%s: the example of one schema has a pair's parts", r.ID)
		}
	}
}

// ofOneSchema are the rules that explain what the parser finds.
func ofOneSchema(rule *compat.Rule) bool { return rule.Check == nil }

func TestRuleExampleIsTrue(t *testing.T) {
	for _, rule := range Rules {
		if ofOneSchema(rule) {
			continue
		}
		w, r := mustParse(t, "writer.avsc", []byte(rule.Example.Writer)), mustParse(t, "reader.avsc", []byte(rule.Example.Reader))
		v, err := newOfJSON().value(jsonValue(t, rule.Example.Written), w.Root.Type)
		if err != nil {
			t.Errorf("%s: the written example is no datum of the writer: %v", rule.ID, err)
			continue
		}
		data, err := v.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Resolve(w, r).Decode(data)
		read, twmbErr := ruletest.ReadByTwmb(rule.Example.Writer, rule.Example.Reader, data)
		switch want := rule.Example.Read; {
		case want == "" && err == nil:
			t.Errorf("%s: the example should fail, and reads %s", rule.ID, got.JSON())
		case want == "" && twmbErr == nil:
			t.Errorf("%s: the example should fail, and twmb reads %v", rule.ID, read)
		case want != "" && err != nil:
			t.Errorf("%s: the example should read %s: %v", rule.ID, want, err)
		case want != "" && !readElsewhere[rule.ID] && got.JSON() != want:
			t.Errorf("%s: the example reads %s, want %s", rule.ID, got.JSON(), want)
		case want != "" && (twmbErr != nil) != refusedByTwmb[rule.ID]:
			t.Errorf("%s: the example should read %s, twmb: %v", rule.ID, want, twmbErr)
		}
	}
}

// readElsewhere are the rules whose example shows what a runtime reads that is not linked here.
var readElsewhere = map[string]bool{"name-alias-lost": true, "name-alias-in-default": true}

// refusedByTwmb are the examples that twmb refuses although the specification reads them.
var refusedByTwmb = map[string]bool{"avro-logical-invalid": true}

func jsonValue(t testing.TB, text string) position.Value {
	t.Helper()
	doc, err := position.Parse("value.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

// TestRuleForEachFault finds the ids that the parser uses in its own text: each is a rule, and each such rule is used.
func TestRuleForEachFault(t *testing.T) {
	quoted := regexp.MustCompile(`(?:fault|remark|misfitting)[({]"(avro-[a-z-]+)"`)
	used := map[string]bool{}
	for file, text := range ruletest.Sources(t) {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
			if !slices.ContainsFunc(Rules, func(r *compat.Rule) bool { return r.ID == m[1] }) {
				t.Errorf("%s: no rule %s", file, m[1])
			}
		}
	}
	for _, r := range Rules {
		if ofOneSchema(r) && !used[r.ID] {
			t.Errorf("%s: nothing ever reports it", r.ID)
		}
	}
}

// TestRulesPage keeps the page of all rules equal to the rules.
func TestRulesPage(t *testing.T) {
	golden.Same(t, filepath.Join(rulesDir, "RULES.md"), rulesPage())
}

func rulesPage() string {
	var b strings.Builder
	b.WriteString("# The structural rules of Avro\n\nWritten by `go test ./avro -update` from the rules themselves.\n")
	for _, r := range Rules {
		fmt.Fprintf(&b, "\n## %s (%s)\n\n%s. %s\n\n%s.\n\n", r.ID, r.Level, r.Title, r.Why, r.Spec)
		if r.Example.Writer != "" {
			fmt.Fprintf(&b, "    writer  %s\n", r.Example.Writer)
		}
		fmt.Fprintf(&b, "    reader  %s\n", strings.ReplaceAll(r.Example.Reader, "\n", "\n            "))
		if r.Example.Written != "" {
			fmt.Fprintf(&b, "    wrote   %s\n    reads   %s\n", r.Example.Written, cmp.Or(r.Example.Read, "nothing: it fails"))
		}
		fmt.Fprintf(&b, "    fixed   %s (%s)\n\n", r.Example.Fixed, r.Example.FixedIs)
		for i, step := range r.Recipe {
			fmt.Fprintf(&b, "%d. %s\n", i+1, step)
		}
	}
	return b.String()
}

// hazardRules are the rules of which one must speak where a vector has the hazard.
var hazardRules = map[string][]string{
	"enum-collapse":               {"enum-symbol-collapsed"},
	"union-branch-choice":         {"avro-union-branch-choice"},
	"union-branch-collapse":       {"avro-union-branch-collapsed"},
	"alias-ambiguous":             {"avro-alias-collision"},
	"alias-namespace":             {"name-alias-lost"},
	"default-truncated":           {"avro-default-truncated", "avro-default-invalid"},
	"default-padded":              {"avro-default-invalid"},
	"default-substituted":         {"name-field-renamed", "name-field-recased", "name-alias-lost"},
	"default-version-dependent":   {"avro-default-branch"},
	"invalid-logical-type":        {"avro-logical-invalid"},
	"logical-type-misplaced":      {"avro-logical-misplaced"},
	"unknown-logical-type-change": {"avro-logical-unknown"},
	"decimal-rescale":             {"avro-decimal-mismatch"},
	"decimal-precision":           {"avro-decimal-mismatch"},
	"namespace-change":            {"name-namespace-moved"},
	"null-lost":                   {"avro-null-refused"},
	"value-dropped":               {"avro-value-dropped"},
	"sort-order":                  {"avro-order-changed"},
}

// noteHazards ask for no more than a note.
var noteHazards = map[string]bool{"value-dropped": true, "sort-order": true}

func TestVectorsRules(t *testing.T) {
	for _, v := range vectors(t) {
		w, r := mustParse(t, "writer.avsc", v.Writer), mustParse(t, "reader.avsc", v.Reader)
		all := findingsOf(w, r)
		spoke, worst := map[string]compat.Level{}, compat.Off
		for _, f := range all {
			ruleFamily.Whole(t, f)
			spoke[f.Rule.ID] = max(spoke[f.Rule.ID], f.Level)
			worst = max(worst, f.Level)
		}
		for _, hazard := range v.Expect.Hazards {
			least := compat.Warning
			if noteHazards[hazard] {
				least = compat.Note
			}
			if rules := hazardRules[hazard]; len(rules) > 0 && !slices.ContainsFunc(rules, func(id string) bool { return spoke[id] >= least }) {
				t.Errorf("%s: %s asks for one of %v; found\n%s", v.ID, hazard, rules, ruletest.Lines(all))
			}
		}
		switch {
		case v.Expect.Spec == "ok" && len(v.Expect.Hazards) == 0 && worst > compat.Note:
			t.Errorf("%s is fine, and the rules say\n%s", v.ID, ruletest.Lines(all))
		case v.Expect.Spec == "error" && worst < compat.Error:
			t.Errorf("%s is refused (%s), and the rules say\n%s", v.ID, v.Why, ruletest.Lines(all))
		}
	}
}
