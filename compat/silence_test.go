package compat

import (
	"testing"

	"github.com/schemavet/schemavet/compat/meaning"
)

// TestSilence: a rule of a silence is not shown two sides again about which it said nothing; about others it is, and other rules see
// every site.
func TestSilence(t *testing.T) {
	family := func(content uint64) *meaning.Family {
		return meaning.NewFamily([]meaning.Sibling{{Name: "a"}, {Name: "b"}}, content)
	}
	site := func(w, r uint64) *Site {
		return &Site{Path: "R.a", Writer: &Node{Key: w}, Reader: &Node{Key: r}, Does: Keep}
	}
	with := func(change func(*Site)) *Site {
		s := site(1, 2)
		change(s)
		return s
	}
	for _, c := range []struct {
		name   string
		again  *Site
		spared bool
	}{
		{"the same sides", site(1, 2), true},
		{"at another path", with(func(s *Site) { s.Path = "R.b" }), true},
		{"another writer", site(3, 2), false},
		{"another reader", site(1, 3), false},
		{"sides that are not known", site(0, 0), false},
		{"joined otherwise", with(func(s *Site) { s.How = "by alias" }), false},
		{"another effect", with(func(s *Site) { s.Does = Promote }), false},
		{"another case that fails", with(func(s *Site) { s.When = "v is not null" }), false},
		{"a loss", with(func(s *Site) { s.Lossy = true }), false},
		{"something inside", with(func(s *Site) { s.Kids = []*Site{{}} }), false},
		{"something elsewhere", with(func(s *Site) { s.Again = site(1, 2) }), false},
		{"a side that is declared", with(func(s *Site) { s.Writer.Says.Declared = &meaning.Declaration{} }), false},
		{"a side that may name another field", with(func(s *Site) { s.Reader.Says.Doc, s.Reader.Says.Family = "see `b`", family(7) }), false},
		{"a default on one side", with(func(s *Site) { s.Reader.Default = &Value{JSON: "0"} }), false},
		{"two defaults", with(func(s *Site) { s.Writer.Default, s.Reader.Default = &Value{JSON: "1"}, &Value{JSON: "0"} }), false},
		{"one default", with(func(s *Site) { s.Writer.Default, s.Reader.Default = &Value{JSON: "0"}, &Value{JSON: "0"} }), true},
		{"no writer", with(func(s *Site) { s.Writer = nil }), false},
		{"still", with(func(s *Site) { s.Still = true }), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			shown, others := map[*Site]int{}, map[*Site]int{}
			one := &Rule{ID: "a-one", Check: func(_ *Pass, s *Site) { shown[s]++ }}
			other := &Rule{ID: "a-other", Check: func(_ *Pass, s *Site) { others[s]++ }}
			silence := NewSilence([]*Rule{one}, nil)
			for _, s := range []*Site{site(1, 2), c.again} {
				Pass{Trace: &Trace{Root: s}, Silence: silence}.Run([]*Rule{one, other})
			}
			if (shown[c.again] == 0) != c.spared {
				t.Errorf("shown %d times, want spared %v", shown[c.again], c.spared)
			}
			if (others[c.again] == 0) != c.again.Still {
				t.Errorf("a rule of no silence saw it %d times", others[c.again])
			}
		})
	}
	t.Run("a rule that spoke speaks again", func(t *testing.T) {
		loud := &Rule{ID: "a-loud", Check: func(p *Pass, s *Site) { p.Report(s, "here") }}
		silence := NewSilence([]*Rule{loud}, nil)
		for range 3 {
			if found := (Pass{Trace: &Trace{Root: site(1, 2)}, Silence: silence}).Run([]*Rule{loud}); len(found) != 1 {
				t.Fatalf("%d findings", len(found))
			}
		}
	})
}
