package ruletest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A notebook takes down what a check says instead of failing.
type notebook struct {
	testing.TB
	notes []string
}

func (n *notebook) Helper() {}

func (n *notebook) Errorf(format string, args ...any) {
	n.notes = append(n.notes, fmt.Sprintf(format, args...))
}

// sound is a family of one rule on which every check but Files, which needs a folder, is silent: it speaks where the reader
// says "bad".
func sound() *Family {
	rule := &compat.Rule{
		ID: "toy-bad", Level: compat.Warning, Title: "Something is bad", Why: "Nobody wants it.", Spec: "Toys, 1", Since: "0.1",
		Recipe: []string{"make it good"}, Check: func(*compat.Pass, *compat.Site) {},
		Example: compat.Example{Format: "toy", Writer: `{"a":1}`, Reader: `{"a":"bad"}`, Written: "1", Fixed: `{"a":"good"}`, FixedIs: "reader", Path: "a"},
	}
	f := &Family{Rules: []*compat.Rule{rule}, Words: []string{"toy"}, Format: "toy", Spec: "Toys, ", Mirrorless: map[string]string{"toy-bad": "bad both ways"}, Transitions: true}
	f.Find = func(t testing.TB, _ *compat.Rule, writer, reader string) []*compat.Finding {
		if !strings.Contains(reader, "bad") {
			return nil
		}
		doc, err := position.Parse("reader", []byte(reader))
		if err != nil {
			t.Fatal(err)
		}
		return []*compat.Finding{{Rule: rule, Level: rule.Level, Path: "a", Message: "it is bad", Reader: doc.Root().Place(), From: "1", To: "bad"}}
	}
	return f
}

// says is a Find that adds to each finding of the sound family.
func says(f *Family, change func(*compat.Finding)) {
	find := f.Find
	f.Find = func(t testing.TB, r *compat.Rule, writer, reader string) []*compat.Finding {
		all := find(t, r, writer, reader)
		for _, found := range all {
			change(found)
		}
		return all
	}
}

// TestChecksSpeak breaks a sound family in one way each, and holds what the checks say to it.
func TestChecksSpeak(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(*Family, *compat.Rule)
		want  string // "" for silence
	}{
		{"nothing", func(*Family, *compat.Rule) {}, ""},
		{"id", func(_ *Family, r *compat.Rule) { r.ID = "game-bad" }, "an id is words"},
		{"retired", func(f *Family, _ *compat.Rule) { f.Retired = map[string]string{"toy-bad": "0.0"} }, "is not retired"},
		{"twice", func(f *Family, r *compat.Rule) { f.Rules = append(f.Rules, r) }, "stands once"},
		{"title", func(_ *Family, r *compat.Rule) { r.Title = "something is bad." }, "title"},
		{"why", func(_ *Family, r *compat.Rule) { r.Why = "nobody" }, "why, specification"},
		{"specification", func(_ *Family, r *compat.Rule) { r.Spec = "Games, 1" }, "why, specification"},
		{"recipe", func(_ *Family, r *compat.Rule) { r.Recipe = nil }, "why, specification"},
		{"example", func(_ *Family, r *compat.Rule) { r.Example = compat.Example{} }, "no example, and no reason"},
		{"fixed side", func(_ *Family, r *compat.Rule) { r.Example.FixedIs = "both" }, "FixedIs"},
		{"written", func(_ *Family, r *compat.Rule) { r.Example.Written = "" }, "a written value"},
		{"stale reason for no example", func(f *Family, _ *compat.Rule) { f.Plain = map[string]string{"toy-good": "it is"} }, "and is no rule"},
		{"no mirror", func(f *Family, _ *compat.Rule) { f.Mirrorless = nil }, "no mirror and no reason"},
		{"stale reason for no mirror", func(_ *Family, r *compat.Rule) { r.Mirror = r.ID }, "no mirror is stale"},
		{"missing mirror", func(f *Family, r *compat.Rule) { r.Mirror, f.Mirrorless = "toy-good", nil }, "is no rule"},
		{"stale reason for one way", func(f *Family, r *compat.Rule) { r.Mirror, f.OneWay = r.ID, map[string]string{r.ID: "x"} }, "looks elsewhere is stale"},
		{"silent example", func(_ *Family, r *compat.Rule) { r.Example.Reader = `{"a":1}` }, "does not fire"},
		{"other path", func(_ *Family, r *compat.Rule) { r.Example.Path = "b" }, "also gives"},
		{"unfixed", func(_ *Family, r *compat.Rule) { r.Example.Fixed = r.Example.Reader }, "the fixed example gives"},
		{"stale company", func(f *Family, r *compat.Rule) { f.Company = map[string][]string{r.ID: {"toy-good"}} }, "says nothing"},
		{"message", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.Message += "." }) }, "message"},
		{"argument", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.Message = "%!s(MISSING)" }) }, "message"},
		{"placeholder", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.Recipe = []string{"{{x}}"} }) }, "placeholder"},
		{"sample", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.Level = compat.Error }) }, "without a sample"},
		{"place", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.Reader = position.Place{} }) }, "no place"},
		{"transition", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.To = c.From }) }, "transition"},
		{"layout", func(f *Family, _ *compat.Rule) { says(f, func(c *compat.Finding) { c.To = c.Reader.String() }) }, "+another"},
		{"archives", func(f *Family, _ *compat.Rule) { f.Archives = t.TempDir() }, "of 0 archives"},
	} {
		f := sound()
		tt.spoil(f, f.Rules[0])
		book := &notebook{TB: t}
		for _, check := range []func(testing.TB){f.Registry, f.Mirrors, f.Examples, f.Layouts, f.Cases} {
			check(book)
		}
		said := strings.Join(book.notes, "\n")
		if tt.want == "" && said != "" || !strings.Contains(said, tt.want) {
			t.Errorf("%s: the checks say %q, want %q", tt.name, said, tt.want)
		}
	}
}
