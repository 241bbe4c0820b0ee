package rollout

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// A copyWalk follows one random run of a plan with writes that can be told apart: every state writes a new row through
// every running build. It knows nothing of the sets of writers that the coverage search works with.
type copyWalk struct {
	w         *world
	s         state
	rows      int
	holds     map[string]map[int]bool // place -> rows
	accepted  map[int]bool
	pinned    map[int]map[int]bool // backfill under way -> rows of its source when it began
	authority string
	fallback  string // the copy that an open cutover may go back to
	closes    int    // the step whose completion ends that
}

func newCopyWalk(p *Plan) *copyWalk {
	c := &copyWalk{w: newWorld(p), holds: map[string]map[int]bool{"old": {}, "new": {}}, accepted: map[int]bool{}, pinned: map[int]map[int]bool{}, authority: "old"}
	c.accept("old") // what was there before the plan
	c.write()
	return c
}

func (c *copyWalk) accept(places ...string) {
	c.rows++
	c.accepted[c.rows] = true
	for _, p := range places {
		c.holds[p][c.rows] = true
	}
}

// write lets every running build write a row, and running catchups carry everything over.
func (c *copyWalk) write() {
	for part := range c.w.chains {
		for _, stint := range c.w.running(c.s, part) {
			var places []string
			for _, wr := range c.w.build(part, stint).Writes {
				places = append(places, wr.Name)
			}
			if places != nil {
				c.accept(places...)
			}
		}
	}
	for range 2 {
		for i, s := range c.w.plan.Steps {
			if s.Do == Catchup && c.s.done>>i&1 == 1 {
				maps.Copy(c.holds[s.To.Name], c.holds[s.From.Name])
			}
		}
	}
}

func covers(have, want map[int]bool) bool {
	for row := range want {
		if !have[row] {
			return false
		}
	}
	return true
}

// move makes one random allowed move; false when there is none.
func (c *copyWalk) move(rng *rand.Rand) bool {
	var next []state
	c.w.next(c.s, func(n state) {
		for i, s := range c.w.plan.Steps {
			if s.Do == Verify && n.done>>i&1 == 1 && c.s.done>>i&1 == 0 && !covers(c.holds["new"], c.accepted) {
				return // the comparison does not pass
			}
		}
		next = append(next, n)
	})
	if next == nil {
		return false
	}
	c.follow(next[rng.IntN(len(next))])
	return true
}

// broken says what a state breaks, in the rules' terms.
func (c *copyWalk) broken() *Rule {
	open := c.fallback != "" && (c.closes < 0 || c.s.done>>c.closes&1 == 0)
	switch {
	case !covers(c.holds[c.authority], c.accepted):
		return coverageGap
	case open && !covers(c.holds[c.fallback], c.accepted):
		return authorityRollback
	}
	return nil
}

// randomCopies draws a plan that moves a dataset from one copy to another, in some order.
func randomCopies(rng *rand.Rand) *Plan {
	sets := [][]Write{{{Name: "old"}}, {{Name: "old"}, {Name: "new"}}, {{Name: "new"}}}
	p := &Plan{Version: 1, Channels: []Channel{{Name: "old", Kind: Table}, {Name: "new", Kind: Table}},
		Datasets: []Dataset{{Name: "ds", Key: []string{"id"}, Channels: []Ref{{Name: "old"}, {Name: "new"}}, Consumption: Replace, Authority: Ref{Name: "old"}}},
		Gates:    []Gate{{Name: "same", Subject: []Ref{{Name: "ds"}}, Evidence: "reconcile"}}}
	part := Participant{Name: "app", Builds: []Build{{Name: "b0", Writes: sets[0]}}}
	for i := range 1 + rng.IntN(2) {
		part.Builds = append(part.Builds, Build{Name: fmt.Sprintf("b%d", i+1), Writes: sets[min(2, i+rng.IntN(2)+rng.IntN(2))]})
	}
	p.Participants = []Participant{part}
	pool := []Step{
		{ID: "fill", Do: Backfill, From: Ref{Name: "old"}, To: Ref{Name: "new"}, How: "conditional", Pin: Ref{Name: "snapshot:1"}},
		{ID: "compare", Do: Verify, Gate: Ref{Name: "same"}},
		{ID: "switch", Do: Cutover, Dataset: Ref{Name: "ds"}, From: Ref{Name: "old"}, To: Ref{Name: "new"}},
		{ID: "soak", Do: Wait},
	}
	if rng.IntN(3) == 0 {
		pool = append(pool, Step{ID: "reverse", Do: Catchup, From: Ref{Name: "new"}, To: Ref{Name: "old"}})
	}
	for i := range part.Builds[1:] {
		pool = append(pool, Step{ID: fmt.Sprintf("d%d", i+1), Do: Deploy, Participant: Ref{Name: "app"}, Build: Ref{Name: fmt.Sprintf("b%d", i+1)}, Strategy: []Strategy{Rolling, Atomic, Recreate}[rng.IntN(3)]})
	}
	if rng.IntN(3) == 0 {
		rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	} else { // the order that works, with one step moved
		place := map[string]int{"d1": 0, "fill": 1, "compare": 2, "switch": 3, "soak": 4, "reverse": 5, "d2": 6}
		slices.SortFunc(pool, func(a, b Step) int { return place[a.ID] - place[b.ID] })
		if i, j := rng.IntN(len(pool)), rng.IntN(len(pool)); rng.IntN(2) == 0 {
			pool[i], pool[j] = pool[j], pool[i]
		}
	}
	last := ""
	for i := range pool { // deploys in their order
		if pool[i].Do == Deploy {
			next := 1
			for _, s := range p.Steps {
				if s.Do == Deploy {
					next++
				}
			}
			pool[i].ID, pool[i].Build.Name = fmt.Sprintf("d%d", next), fmt.Sprintf("b%d", next)
			if last != "" {
				pool[i].After = []Ref{{Name: last}}
			}
			last = pool[i].ID
		}
		if i > 0 && rng.IntN(5) > 0 {
			pool[i].After = append(pool[i].After, Ref{Name: pool[i-1].ID})
		}
		p.Steps = append(p.Steps, pool[i])
	}
	for i := range p.Steps {
		if s := &p.Steps[i]; (s.Do == Deploy || s.Do == Cutover) && rng.IntN(2) == 0 {
			s.Rollback = &Rollback{Until: Ref{Name: p.Steps[i+rng.IntN(len(p.Steps)-i)].ID}}
		}
	}
	p.applyDefaults()
	return p
}

// TestCoverageAgainstWalks lets random runs of random plans look for a state in which an accepted row is missing where
// it counts. A plan that the check calls safe has none; a run that the check prints ends in one.
func TestCoverageAgainstWalks(t *testing.T) {
	safe, broken, stuck := 0, 0, 0
	for i := range 3_000 {
		rng := rand.New(rand.NewPCG(5, uint64(i)))
		p := randomCopies(rng)
		report, err := Check(p, Options{})
		if err != nil {
			t.Fatalf("plan %d: %v", i, err)
		}
		if report.checker == nil {
			continue
		}
		switch report.Verdict {
		case Safe:
			safe++
		case Stuck:
			stuck++
		default:
			broken++
		}
		reported := map[*Rule]bool{}
		for _, f := range report.Findings {
			reported[f.Rule] = true
		}
		for range 15 {
			walk := newCopyWalk(p)
			for n := 0; n < 40 && walk.move(rng); n++ {
				if rule := walk.broken(); rule != nil && report.Verdict != Unsafe {
					t.Fatalf("plan %d is %s, and a run breaks %s\n%s", i, report.Verdict, rule.ID, sketch(p))
				}
			}
		}
		if reported[gateStale] {
			continue // the search stops at stale evidence, with a finding of its own
		}
		for _, f := range report.Findings {
			if f.Rule != coverageGap && f.Rule != authorityRollback {
				continue
			}
			walk := newCopyWalk(p)
			for _, mv := range f.Trace {
				next, ok := walk.w.step(walk.s, mv)
				if !ok {
					t.Fatalf("plan %d: a move of the printed run is not allowed: %v\n%s", i, mv, sketch(p))
				}
				walk.follow(next)
			}
			if walk.broken() == nil {
				t.Fatalf("plan %d: the printed run of %s does not end in what it says\n%s", i, f.Rule.ID, sketch(p))
			}
		}
	}
	t.Logf("%d safe, %d unsafe, %d stuck", safe, broken, stuck)
	if safe == 0 || broken == 0 || stuck == 0 {
		t.Error("the plans are too much alike")
	}
}

// follow makes a given move.
func (c *copyWalk) follow(n state) {
	for i, s := range c.w.plan.Steps {
		switch began, ended := n.started>>i&1 > c.s.started>>i&1, n.done>>i&1 > c.s.done>>i&1; {
		case s.Do == Backfill && began:
			c.pinned[i] = maps.Clone(c.holds[s.From.Name])
		case s.Do == Backfill && ended:
			maps.Copy(c.holds[s.To.Name], c.pinned[i])
		case s.Do == Cutover && ended:
			c.authority, c.fallback, c.closes = s.To.Name, "", i
			if s.Rollback != nil {
				c.fallback, c.closes = s.From.Name, c.w.closeAt[i]
			}
		}
	}
	c.s = n
	c.write()
}
