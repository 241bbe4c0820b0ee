package rollout

import (
	"slices"
	"testing"
)

// TestFixFindsWhatOrdersFind tries every order of the steps of small unsafe plans, each with its windows closed at once or
// its promise taken back. Where one is safe, Fix mends the plan too.
func TestFixFindsWhatOrdersFind(t *testing.T) {
	unsafe, mended := 0, 0
	for seed := range uint64(200) {
		p, o := drawn(seed)
		if o.table = false; len(p.Steps) > 6 {
			continue
		}
		opt := Options{Oracles: map[string]Oracle{"test": o}}
		if report, err := Check(p, opt); err != nil || report.Verdict != Unsafe {
			continue
		}
		unsafe++
		fixed, err := Fix(p, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, chain := range fixed.Report.checker.chains {
			for _, st := range chain[1:] {
				if own := p.participant(st.part.Name); st.build != nil && slices.IndexFunc(own.Builds, func(b Build) bool { return b.Name == st.build.Name }) < st.index {
					t.Errorf("plan %d: mended, %s comes out of turn\n%s", seed, st, sketch(p))
				}
			}
		}
		if len(fixed.Left) == 0 {
			mended++
			continue
		}
		if order := safeOrder(p, opt); order != nil {
			t.Errorf("plan %d is left with %s, and the order %v is safe\n%s", seed, fixed.Left[0].Message, order, sketch(p))
		}
	}
	t.Logf("%d unsafe, %d mended", unsafe, mended)
	if mended < 5 {
		t.Error("the plans are too much alike")
	}
}

// safeOrder gives an order of the steps that is safe; nil when there is none.
func safeOrder(p *Plan, opt Options) []string {
	own, _ := newOrder(p)
	var place func(chosen []int) []string
	place = func(chosen []int) []string {
		if len(chosen) == len(p.Steps) {
			return safeAs(p, chosen, opt)
		}
		for i := range p.Steps {
			if !slices.Contains(chosen, i) && mayFollow(p, own, chosen, i) {
				if order := place(append(slices.Clip(chosen), i)); order != nil {
					return order
				}
			}
		}
		return nil
	}
	return place(nil)
}

// mayFollow keeps the deploys of a participant and the alters of a table in their order. A build that is refused before it is
// deployed is no repair either, unless the plan has it so.
func mayFollow(p *Plan, own *order, chosen []int, i int) bool {
	s := &p.Steps[i]
	for j := range p.Steps {
		other := &p.Steps[j]
		moves := func(s *Step) bool { return s.Do == Deploy || s.Do == Retire }
		switch {
		case j == i || slices.Contains(chosen, j):
		case j < i && moves(s) && moves(other) && s.Participant.Name == other.Participant.Name, j < i && s.Do == Alter && other.Do == Alter:
			return false
		case s.Do == FenceOff && other.Do == Deploy && s.Participant.Name == other.Participant.Name && s.Builds[0].Name == other.Build.Name && !own.precedes(own.doneOf[i], own.startOf[j]):
			return false
		}
	}
	return true
}

// safeAs checks the plan with its steps one after the other.
func safeAs(p *Plan, chosen []int, opt Options) []string {
	q := *p
	q.Steps = nil
	var names []string
	for k, i := range chosen {
		s := p.Steps[i]
		s.After, s.Rollback = nil, nil
		if k > 0 {
			s.After = []Ref{{Name: names[k-1]}}
		}
		q.Steps, names = append(q.Steps, s), append(names, s.ID)
	}
	if report, err := Check(&q, opt); err != nil || report.has(func(*Finding) bool { return true }) {
		return nil
	}
	return names
}

// TestFixMends: what is wrong with these plans is the order, or a fence that is not there.
func TestFixMends(t *testing.T) {
	mendable := []string{"edge-blue-green", "edge-zombie-writer", "edge-window-ends-with-switch", "edge-window-ends-with-recreate", "edge-retired-comes-back", "edge-rpc-window",
		"edge-starved-reader", "edge-drop-inside-window", "a8-old-copy-dropped"}
	for _, s := range loadScenarios(t) {
		if !slices.Contains(mendable, s.name) {
			continue
		}
		if fixed, err := Fix(s.plan, s.opt); err != nil || fixed.Report.Verdict != Safe {
			t.Errorf("%s: %v, %s, %v", s.name, err, fixed.Report.Verdict, fixed.Edits)
		}
	}
}
