// Package ruletest holds the rules of a family to what those expect of them who explain a rule, report a finding or write the next
// rule. Tests alone import it.
package ruletest

import (
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// A Family is the rules of one package, with the way to run them and what is known to stand out, each with its reason.
type Family struct {
	Rules  []*compat.Rule
	Words  []string               // the first words that its ids may have: "avro", "enum", "name"
	Format string                 // of the examples
	Spec   string                 // what every clause starts with; "" for a family that stands on several specifications
	File   func(id string) string // the file, in the package's folder, that holds a rule and nothing else

	// Find is all that is said of a pair of texts, or of the reader's alone where writer is "". The rule is the one in whose
	// example or archive the texts stand, for what an example needs beside its two schemas.
	Find func(t testing.TB, rule *compat.Rule, writer, reader string) []*compat.Finding

	Transitions bool // a finding about a pair names what was and what is, and the two differ

	Archives string // the folder of the archives, one folder each rule; "" for a family whose cases stand elsewhere
	Update   bool   // rewrite what the archives want

	Company    map[string][]string // by rule: what its example says beside the rule itself, or the rule's own id where it speaks twice
	Plain      map[string]string   // by rule: why it has no example
	Mirrorless map[string]string   // by rule: why no other rule sees the same change from the other side
	OneWay     map[string]string   // by rule: why its mirror looks back at another rule
	Retired    map[string]string   // by id that was a rule once: the version that dropped it
}

// Test runs every check.
func (f *Family) Test(t *testing.T) {
	for _, check := range []struct {
		name string
		run  func(testing.TB)
	}{
		{"registry", f.Registry},
		{"files", f.Files},
		{"mirrors", f.Mirrors},
		{"examples", f.Examples},
		{"layouts", f.Layouts},
		{"archives", f.Cases},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t) })
	}
}

// ofPairs reports whether a rule is about two schemas; the others explain one by itself.
func ofPairs(r *compat.Rule) bool { return r.Check != nil }

func (f *Family) byID() map[string]*compat.Rule {
	rules := map[string]*compat.Rule{}
	for _, r := range f.Rules {
		rules[r.ID] = r
	}
	return rules
}
