package rollout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn gives a random plan and a random table of bad pairs, from one seed.
func drawn(seed uint64) (*Plan, strict) {
	rng := rand.New(rand.NewPCG(seed, 11))
	p := randomPlan(rng)
	bad := map[string]bool{}
	for _, part := range p.Participants {
		for _, b := range part.Builds {
			for _, r := range b.Reads {
				for v := range 3 {
					bad[fmt.Sprintf("v%d %s", v, r.V.Name)] = rng.IntN(5) == 0
				}
			}
		}
	}
	return p, strict{read: func(data, reader string) bool { return bad[data+" "+reader] }, table: rng.IntN(8) == 0}
}

// drawnWith draws plans until one has the verdict.
func drawnWith(t *rapid.T, want Verdict) (*Plan, strict) {
	seed := rapid.Uint64().Draw(t, "seed")
	for {
		if p, o := drawn(seed); judge(t, p, o).Verdict == want {
			return p, o
		}
		seed++
	}
}

// judge checks a plan with the table of bad pairs.
func judge(t *rapid.T, p *Plan, o strict) *Report {
	report, err := Check(p, Options{Oracles: map[string]Oracle{"test": o}})
	if err != nil {
		t.Fatalf("check: %v", err)
	}
	return report
}

// errorsOf lists the pairs that a report calls errors, without what the property may change.
func errorsOf(r *Report, rename func(string) string) string {
	var list []string
	for _, f := range r.Findings {
		list = append(list, f.Rule.ID+" "+rename(f.Subject))
	}
	sort.Strings(list)
	return r.Verdict.String() + "\n" + strings.Join(list, "\n")
}

func same(s string) string { return s }

// TestOrderOfListsDoesNotMatter: permuting the participants keeps every verdict.
func TestOrderOfListsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawn(rapid.Uint64().Draw(t, "seed"))
		want := errorsOf(judge(t, p, o), same)
		q := *p
		q.Participants = rapid.Permutation(p.Participants).Draw(t, "participants")
		if got := errorsOf(judge(t, &q, o), same); got != want {
			t.Fatalf("permuted:\n%s\nbefore:\n%s\n%s", got, want, sketch(p))
		}
		r := *p
		r.Steps = rapid.Permutation(p.Steps).Draw(t, "steps")
		if got := errorsOf(judge(t, &r, o), same); got != want && judge(t, p, o).checker != nil {
			t.Fatalf("steps permuted:\n%s\nbefore:\n%s\n%s", got, want, sketch(p))
		}
	})
}

// TestNamesDoNotMatter: renaming participants and steps keeps every verdict.
func TestNamesDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawn(rapid.Uint64().Draw(t, "seed"))
		if judge(t, p, o).checker == nil {
			t.Skip("stuck: its subject is the names of its steps")
		}
		want := errorsOf(judge(t, p, o), same)
		fresh := func(s string) string { return "x" + s + "y" }
		q := *p
		q.Participants = slices.Clone(p.Participants)
		for i := range q.Participants {
			q.Participants[i].Name = fresh(q.Participants[i].Name)
		}
		q.Steps = make([]Step, len(p.Steps))
		for i, s := range p.Steps {
			s.ID = fresh(s.ID)
			if s.Participant.Name != "" {
				s.Participant.Name = fresh(s.Participant.Name)
			}
			s.After = slices.Clone(s.After)
			for k := range s.After {
				s.After[k].Name = fresh(s.After[k].Name)
			}
			if s.Rollback != nil && s.Rollback.Until.Name != "end" {
				s.Rollback = &Rollback{Until: Ref{Name: fresh(s.Rollback.Until.Name)}}
			}
			q.Steps[i] = s
		}
		undo := func(s string) string {
			for _, part := range p.Participants {
				s = strings.ReplaceAll(s, fresh(part.Name), part.Name)
			}
			for _, step := range p.Steps {
				s = strings.ReplaceAll(s, fresh(step.ID), step.ID)
			}
			return s
		}
		if got := errorsOf(judge(t, &q, o), undo); got != want {
			t.Fatalf("renamed:\n%s\nbefore:\n%s\n%s", got, want, sketch(p))
		}
	})
}

// TestWindowsNeverHelp: a promise to roll back adds states, so it never makes an unsafe plan safe.
func TestWindowsNeverHelp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawnWith(t, Unsafe)
		for i := range p.Steps {
			if p.Steps[i].Do != Deploy || p.Steps[i].Rollback != nil {
				continue
			}
			q := *p
			q.Steps = slices.Clone(p.Steps)
			q.Steps[i].Rollback = &Rollback{Until: Ref{Name: "end"}}
			if after := judge(t, &q, o); after.Verdict == Safe {
				t.Fatalf("unsafe, and safe with a window on %s\n%s", q.Steps[i].ID, sketch(p))
			}
		}
	})
}

// TestEdgesNeverHurt: an edge takes runs away, so it never makes a safe plan unsafe; it may make it stuck.
func TestEdgesNeverHurt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawnWith(t, Safe)
		for i := range p.Steps {
			for j := range p.Steps {
				if i == j {
					continue
				}
				q := *p
				q.Steps = slices.Clone(p.Steps)
				q.Steps[i].After = append(slices.Clone(q.Steps[i].After), Ref{Name: q.Steps[j].ID})
				if after := judge(t, &q, o); after.Verdict == Unsafe {
					t.Fatalf("safe, and unsafe when %s waits for %s\n%s", q.Steps[i].ID, q.Steps[j].ID, sketch(p))
				}
			}
		}
	})
}

// TestFixIsAFixpoint: what was fixed needs no more, and what was safe stays as it is.
func TestFixIsAFixpoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawn(rapid.Uint64().Draw(t, "seed"))
		opt := Options{Oracles: map[string]Oracle{"test": o}}
		first := judge(t, p, o)
		fixed, err := Fix(p, opt)
		if err != nil {
			t.Fatalf("fix: %v", err)
		}
		if first.Verdict == Safe && len(fixed.Edits) > 0 {
			t.Fatalf("a safe plan was changed: %v\n%s", fixed.Edits, sketch(p))
		}
		if len(fixed.Left) > 0 {
			return
		}
		if again := judge(t, fixed.Plan, o); again.Verdict != fixed.Report.Verdict {
			t.Fatalf("reported %s, checked %s", fixed.Report.Verdict, again.Verdict)
		}
		again, err := Fix(fixed.Plan, opt)
		if err != nil || len(again.Edits) > 0 {
			t.Fatalf("fixing again changes more: %v, %v\n%s", again.Edits, err, sketch(p))
		}
		if fixed.Report.Verdict == Safe { // and the plain search agrees
			w := newWorld(fixed.Plan)
			found, _ := w.search()
			for m := range found {
				for _, r := range w.build(m.part, m.stint).Reads {
					if m.reads(r.Name) && o.read(fmt.Sprintf("v%d", m.version), r.V.Name) {
						t.Fatalf("fixed, and the search still reaches v%d with %s\n%s", m.version, r.V.Name, sketch(fixed.Plan))
					}
				}
			}
		}
	})
}

// TestTracesReplay: every move of every trace is one that the plan allows, and the last state is the meeting.
func TestTracesReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawn(rapid.Uint64().Draw(t, "seed"))
		report := judge(t, p, strict{read: func(string, string) bool { return true }, table: true})
		if report.checker == nil {
			t.Skip("stuck")
		}
		w := newWorld(p)
		for _, f := range report.Findings {
			if f.Trace == nil || f.meeting == nil {
				continue
			}
			s := w.initial()
			for n, mv := range f.Trace {
				next, ok := w.step(s, mv)
				if !ok {
					t.Fatalf("%s: move %d (%v) is not allowed\n%s", f.Message, n, mv, sketch(p))
				}
				s = w.settle(next)
			}
			found := map[met]int{}
			w.look(s, 0, found)
			if _, ok := found[metOf(p, f.meeting)]; !ok {
				t.Fatalf("%s: the trace does not end where it says\n%s", f.Message, sketch(p))
			}
		}
	})
}

// step makes one move of a trace in the search's terms.
func (w *world) step(s state, mv Move) (state, bool) {
	var out state
	found := false
	i := mv.Step
	before := s.levelOf(i)
	w.next(s, func(n state) {
		after := n.levelOf(i)
		startedNow := n.started>>i&1 == 1 && s.started>>i&1 == 0
		doneNow := n.done>>i&1 == 1 && s.done>>i&1 == 0
		back := before != after && !startedNow && !doneNow && (after == 3 || before == 2)
		forth := before != after && !startedNow && !doneNow && !back
		switch {
		case mv.Kind == Starts && startedNow, mv.Kind == Done && doneNow && !startedNow, mv.Kind == RollBack && back, mv.Kind == Redo && forth:
			out, found = n, true
		}
	})
	return out, found
}
