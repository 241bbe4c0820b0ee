package ruletest

import (
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

var (
	idForm    = regexp.MustCompile(`^([a-z]+)(-[a-z]+)+$`)
	titleForm = regexp.MustCompile(`^[A-Z].*[^.\n]$`)
)

// Registry checks what each rule says of itself, and that its id stands once.
func (f *Family) Registry(t testing.TB) {
	seen := map[string]bool{}
	for _, r := range f.Rules {
		words := idForm.FindStringSubmatch(r.ID)
		if words == nil || !slices.Contains(f.Words, words[1]) || seen[r.ID] || f.Retired[r.ID] != "" {
			t.Errorf("%s: an id is words in kebab case behind one of %v, stands once and is not retired", r.ID, f.Words)
		}
		seen[r.ID] = true
		if !titleForm.MatchString(r.Title) {
			t.Errorf("%s: title %q", r.ID, r.Title)
		}
		if !strings.HasSuffix(r.Why, ".") || r.Spec == "" || !strings.HasPrefix(r.Spec, f.Spec) || r.Since == "" || len(r.Recipe) == 0 || r.Level == compat.Off {
			t.Errorf("%s: why, specification, version, recipe and level are needed", r.ID)
		}
		if r.Check != nil && r.Inspect != nil {
			t.Errorf("%s: a rule looks at pairs or at one side, not at both", r.ID)
		}
		if problem := f.exampleProblem(r); problem != "" {
			t.Errorf("%s: %s", r.ID, problem)
		}
	}
	for id := range f.Plain {
		if !seen[id] {
			t.Errorf("%s has no example for a reason, and is no rule", id)
		}
	}
}

// exampleProblem says what an example lacks, "" when it is whole.
func (f *Family) exampleProblem(r *compat.Rule) string {
	e := r.Example
	reason := f.Plain[r.ID]
	switch {
	case e == (compat.Example{}) && reason == "":
		return "it has no example, and no reason why"
	case e == (compat.Example{}):
		return ""
	case reason != "":
		return "it has an example, and a reason for none"
	case e.Format != f.Format || e.Reader == "" || e.Fixed == "":
		return "the example is not whole"
	case ofPairs(r) && (e.Writer == "" || e.Written == ""):
		return "an example of a pair has a writer and a written value"
	case e.FixedIs != "reader" && e.FixedIs != "writer":
		return "FixedIs is " + e.FixedIs
	}
	return ""
}

// InOrder checks that rules stand in the order of their ids.
func InOrder(t testing.TB, rules []*compat.Rule) {
	t.Helper()
	for i := 1; i < len(rules); i++ {
		if rules[i-1].ID >= rules[i].ID {
			t.Errorf("%s stands after %s", rules[i].ID, rules[i-1].ID)
		}
	}
}

var declaredID = regexp.MustCompile(`\bID: +"([^"]+)"`)

// Files checks that each rule has a file of its own, and that each rule that a file declares is one of the family.
func (f *Family) Files(t testing.TB) {
	rules := f.byID()
	declared := 0
	for file, text := range Sources(t) {
		for _, m := range declaredID.FindAllStringSubmatch(text, -1) {
			declared++
			switch id := m[1]; {
			case rules[id] == nil:
				t.Errorf("%s declares %s, which stands in no slice", file, id)
			case file != f.File(id):
				t.Errorf("%s declares %s, which belongs into %s", file, id, f.File(id))
			}
		}
	}
	if declared != len(rules) {
		t.Errorf("the files declare %d rules, the family has %d", declared, len(rules))
	}
}

// Sources are the package's own Go files, tests left out: name and text, by name.
func Sources(t testing.TB) iter.Seq2[string, string] {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(file, text string) bool) {
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(file, string(text)) {
				return
			}
		}
	}
}

// Mirrors checks that every rule of pairs has one that looks back at it, or a reason for another or for none, and that no
// reason is stale.
func (f *Family) Mirrors(t testing.TB) {
	rules := f.byID()
	looksBack := func(r *compat.Rule) bool { return rules[r.Mirror] != nil && rules[r.Mirror].Mirror == r.ID }
	for id, reason := range f.Mirrorless {
		if r := rules[id]; r == nil || r.Mirror != "" || !ofPairs(r) || reason == "" {
			t.Errorf("the reason why %s has no mirror is stale or empty", id)
		}
	}
	for id, reason := range f.OneWay {
		if r := rules[id]; r == nil || looksBack(r) || reason == "" {
			t.Errorf("the reason why the mirror of %s looks elsewhere is stale or empty", id)
		}
	}
	for _, r := range f.Rules {
		switch {
		case r.Mirror == "" && ofPairs(r) && f.Mirrorless[r.ID] == "":
			t.Errorf("%s has no mirror and no reason for none", r.ID)
		case r.Mirror != "" && rules[r.Mirror] == nil:
			t.Errorf("%s: its mirror %s is no rule", r.ID, r.Mirror)
		case r.Mirror != "" && !looksBack(r) && f.OneWay[r.ID] == "":
			t.Errorf("%s: its mirror %s does not look back, for no reason", r.ID, r.Mirror)
		}
	}
}
