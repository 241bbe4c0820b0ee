package compat

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/position"
)

// places are two values of one document, in its order.
func places(t *testing.T) (first, second position.Place) {
	t.Helper()
	doc, err := position.Parse("r.avsc", []byte(`{"a": 1, "b": 2}`))
	if err != nil {
		t.Fatal(err)
	}
	a, _ := doc.Root().Member("a")
	b, _ := doc.Root().Member("b")
	return a.Place(), b.Place()
}

// TestFingerprint: identity is rule, subject, path and transition; places, levels and words are not part of it.
func TestFingerprint(t *testing.T) {
	here, there := places(t)
	base := Finding{Rule: &Rule{ID: "a-b"}, Subject: "s", Path: "R.a", From: "x", To: "y", Message: "one", Reader: here}
	same := base
	same.Message, same.Reader, same.Level, same.Rule = "other", there, Error, &Rule{ID: "a-b", Level: Note}
	if base.Fingerprint() != same.Fingerprint() {
		t.Error("place, level or message make another finding")
	}
	for name, change := range map[string]func(*Finding){
		"rule":    func(f *Finding) { f.Rule = &Rule{ID: "a-c"} },
		"subject": func(f *Finding) { f.Subject = "t" },
		"path":    func(f *Finding) { f.Path = "R.b" },
		"from":    func(f *Finding) { f.From = "z" },
		"to":      func(f *Finding) { f.To = "z" },
		"parts":   func(f *Finding) { f.From, f.To = "xy", "" }, // the parts do not run together
	} {
		other := base
		if change(&other); other.Fingerprint() == base.Fingerprint() {
			t.Errorf("another %s is the same finding", name)
		}
	}
}

// TestCompare: the order is by subject, source and place, then total.
func TestCompare(t *testing.T) {
	here, there := places(t)
	one, two := &Rule{ID: "a-a"}, &Rule{ID: "a-b"}
	ordered := []*Finding{
		{Rule: two, Subject: "r", Writer: there},
		{Rule: two, Subject: "s", Reader: position.In("a.avsc")},
		{Rule: two, Subject: "s", Writer: there, Reader: here},
		{Rule: one, Subject: "s", Reader: there},
		{Rule: two, Subject: "s", Writer: there, Path: "R.a"},
		{Rule: two, Subject: "s", Reader: there, Path: "R.b"},
		{Rule: two, Subject: "s", Reader: there, Path: "R.b", From: "x"},
		{Rule: two, Subject: "s", Reader: there, Path: "R.b", From: "x", To: "y"},
		{Rule: two, Subject: "s", Reader: there, Path: "R.b", From: "x", To: "y", Message: "m"},
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := a.Compare(b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%d to %d: %d", i, j, got)
			}
		}
	}
}

// TestPassRuns: each rule speaks through its own report, at its own level, with the site's places and a filled recipe.
func TestPassRuns(t *testing.T) {
	here, there := places(t)
	site := &Site{Path: "R.a", Writer: &Node{Type: "int", At: here}, Reader: &Node{Type: "long", At: there}}
	pair := &Rule{ID: "a-a", Level: Warning, Recipe: []string{"{{field}} at {{path}}: {{writer}} to {{reader}}, {{more}}"}, Check: func(p *Pass, s *Site) {
		p.Report(s, "%s", s.Path).Fill("more", "then")
	}}
	lint := &Rule{ID: "a-b", Level: Note, Inspect: func(p *Pass, path Path, n *Node) { p.ReportNode(path, n, "%s is %s", path, n.Type) }}
	rules := []*Rule{pair, lint}
	found := Pass{Subject: "s", Trace: &Trace{Root: site}}.Run(rules)
	if len(found) != 1 {
		t.Fatalf("%d findings", len(found))
	}
	f := found[0]
	if f.Rule != pair || f.Level != Warning || f.State != New || f.Subject != "s" || f.Writer != here || f.Reader != there || f.Message != "R.a" {
		t.Errorf("%+v", f)
	}
	if want := []string{"a at R.a: int to long, then"}; !slices.Equal(f.Recipe, want) {
		t.Errorf("recipe %q, want %q", f.Recipe, want)
	}
	if strings.Contains(pair.Recipe[0], "then") {
		t.Error("the rule's own recipe was filled")
	}
	found = Pass{Subject: "s"}.RunNode(rules, "R.a", site.Reader)
	if len(found) != 1 || found[0].Rule != lint || found[0].Message != "R.a is long" || found[0].At() != there {
		t.Errorf("%+v", found)
	}
}

func TestLevels(t *testing.T) {
	for l := Off; l <= Error; l++ {
		if got, ok := ParseLevel(l.String()); !ok || got != l {
			t.Errorf("%s reads as %v, %v", l, got, ok)
		}
	}
	if _, ok := ParseLevel("never"); ok {
		t.Error("never is a level")
	}
	if got := (&Rule{ID: "avro-field-missing"}).Family(); got != "avro" {
		t.Errorf("family %q", got)
	}
}

// A filler makes samples of a quarter of what a pass may hold.
type filler struct{}

func (filler) Sample(*Site, string) *Sample {
	return &Sample{Written: "x", Datum: make([]byte, MostData/4)}
}

// TestSampleBudget: a pass stops to make data once it holds enough, and each run begins anew.
func TestSampleBudget(t *testing.T) {
	made := 0
	rule := &Rule{ID: "a-a", Check: func(p *Pass, s *Site) {
		for range 10 {
			if p.Sample(s, "") != nil {
				made++
			}
		}
	}}
	pass := Pass{Trace: &Trace{Root: &Site{}, Sampler: filler{}}}
	for range 2 {
		made = 0
		if pass.Run([]*Rule{rule}); made != 4 {
			t.Errorf("%d samples", made)
		}
	}
	if (&Pass{}).Sample(&Site{}, "") != nil || (&Pass{Trace: &Trace{}}).Sample(&Site{}, "") != nil {
		t.Error("a sample from no sampler")
	}
}
