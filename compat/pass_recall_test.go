package compat

import "testing"

// TestRecall: what a rule remembers of a site serves the rules after it, at that site only.
func TestRecall(t *testing.T) {
	kid := &Site{Path: "R.a", Writer: &Node{}, Reader: &Node{}}
	trace := &Trace{Root: &Site{Path: "R", Writer: &Node{}, Reader: &Node{}, Kids: []*Site{kid}}}
	worked := 0
	ask := func(p *Pass, s *Site) {
		path, ok := p.Recall(s).(Path)
		if !ok {
			worked++
			path = s.Path
			p.Remember(s, path)
		}
		if path != s.Path {
			t.Errorf("at %s the pass recalls %s", s.Path, path)
		}
	}
	rules := []*Rule{{ID: "a-b", Check: ask}, {ID: "a-c", Check: ask}, {ID: "a-d", Check: ask}}
	for range 2 {
		Pass{Trace: trace}.Run(rules)
	}
	if worked != 4 {
		t.Errorf("worked out %d times, want once for each of two sites in two passes", worked)
	}
}
