package rollout

import (
	"fmt"
	"time"
)

var gateStale = &Rule{
	Code: "ORDER016",
	Rule: levelled("order-gate-stale",
		"A step stands on evidence about a state that is gone",
		"Evidence certifies one state: these builds, these copies. A rollback, a deploy or an alter in between makes it a "+
			"statement about the past.",
		"close the windows of what the gate certifies before verifying it",
		"verify again right before the step that needs it",
	),
	Override: true,
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: switch } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, pin: "snapshot:1", liveWrites: { protocol: conditional, reviewedBy: [app-team], evidence: review.md }, after: [soak] }
  - { id: compare, do: verify, gate: same, after: [fill] }
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, after: [compare] }
`,
	Repaired: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, pin: "snapshot:1", liveWrites: { protocol: conditional, reviewedBy: [app-team], evidence: review.md }, after: [soak] }
  - { id: compare, do: verify, gate: same, after: [fill] }
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, after: [compare] }
`,
	check: func(c *checker, r *Rule) {
		for i := range c.plan.Steps {
			for _, s := range c.staleness(i) {
				f := c.fault(r, c.plan.Steps[i].At, c.plan.Steps[i].ID+" on "+s.gate, s.fix, "%s", s.text)
				f.Trace, f.Missing = s.trace, s.missing
				f.about(s.places, s.actors...)
			}
		}
	},
}

// A stale is one reason why a step's evidence may be about a state that is gone.
type stale struct {
	gate, text, fix string
	trace           []Move
	missing         []Edge
	places          []string
	actors          []*stint
}

// staleness gives, for each gate that a step stands on, the first thing that may change what the gate certified
// between its verification and the step.
func (c *checker) staleness(i int) []stale {
	var found []stale
	seen := map[string]bool{}
	for _, gate := range c.standsOn(i) {
		v := c.verifiedBefore(i, gate)
		if v < 0 || seen[gate] {
			continue
		}
		seen[gate] = true
		if s := c.changedBetween(v, i, gate); s != nil {
			found = append(found, *s)
		} else if s := c.tooOld(v, i, gate); s != nil {
			found = append(found, *s)
		}
	}
	return found
}

// isStale tells whether a step may stand on stale evidence.
func (c *checker) isStale(i int) bool { return len(c.staleness(i)) > 0 }

// standsOn lists the gates of a step: those it requires and, for a cutover or publish, those about its dataset that
// are verified before it.
func (c *checker) standsOn(i int) []string {
	var gates []string
	for _, ref := range c.gatesOf(i) {
		gates = append(gates, ref.Name)
	}
	step := &c.plan.Steps[i]
	ds := c.datasetOf(step)
	if ds == nil || step.Do != Cutover && step.Do != Publish {
		return gates
	}
	for _, g := range c.plan.Gates {
		for _, ref := range g.Subject {
			if ref.Name == ds.Name {
				gates = append(gates, g.Name)
			}
		}
	}
	return gates
}

// changedBetween looks for a step that touches what the gate certified and is neither settled before the
// verification nor started after the gated step.
func (c *checker) changedBetween(v, i int, gate string) *stale {
	o := c.order
	for _, k := range c.stepsInOrder() {
		if k == i || k == v || !c.touchesSubject(k, gate) {
			continue
		}
		settled := o.closeOf[k]
		if c.stintOf[k] == nil {
			settled = o.doneOf[k]
		}
		if o.precedes(settled, o.startOf[v]) || o.precedes(o.startOf[i], o.startOf[k]) {
			continue
		}
		step, verify, gated := &c.plan.Steps[k], &c.plan.Steps[v], &c.plan.Steps[i]
		s := &stale{gate: gate}
		if d := c.stintOf[k]; d != nil {
			s.actors = []*stint{d}
		}
		for _, ref := range c.plan.gate(gate).Subject {
			if ds := c.plan.dataset(ref.Name); ds != nil {
				s.places = append(s.places, placesOf(ds)...)
			}
		}
		if o.precedes(o.doneOf[k], o.startOf[v]) {
			s.text = fmt.Sprintf("%s may be rolled back and done again after %s and before %s: %s then stands on evidence about another state", c.stepName(k), verify.ID, gated.ID, gated.ID)
			s.trace = c.undoneBefore(v, i, k)
			s.fix = fmt.Sprintf("add edge: %s before start(%s)", c.closeName(k), verify.ID)
			edge := Edge{Before: c.closeName(k), After: fmt.Sprintf("start(%s)", verify.ID), before: settled, after: o.startOf[v]}
			if settled == never || o.precedes(o.startOf[v], settled) {
				s.fix += fmt.Sprintf("; the window of %s now lasts %s, so end it before %s", step.ID, c.untilWords(k), verify.ID)
			} else {
				edge.Step, edge.Needs = verify.ID, c.closingStep(k)
			}
			if settled == never {
				edge.before = o.doneOf[k]
			}
			s.missing = []Edge{edge}
			return s
		}
		s.text = fmt.Sprintf("%s may change what %s certified before %s starts", step.ID, verify.ID, gated.ID)
		s.fix = fmt.Sprintf("verify %s again after %s, or start %s after %s", gate, step.ID, step.ID, gated.ID)
		s.trace = c.runTo(o.startOf[i], o.startOf[k])
		return s
	}
	return nil
}

// undoneBefore gives the run in which a deploy is undone and redone between a verification and the step.
func (c *checker) undoneBefore(v, i, k int) []Move {
	w := c.walker()
	w.fireAll(c.order.before[c.order.doneOf[v]], beginning)
	if d := c.stintOf[k]; d != nil {
		w.reach(d.chain[d.index-1])
		w.redo(k, forward)
	}
	w.fireAll(c.order.before[c.order.startOf[i]], beginning)
	return w.moves
}

// touchesSubject tells whether a step changes what a gate certifies: the builds of its participants; the writers, the
// schema and the contents of its dataset's channels.
func (c *checker) touchesSubject(k int, gate string) bool {
	step := &c.plan.Steps[k]
	for _, ref := range c.plan.gate(gate).Subject {
		if ref.Name == step.Participant.Name && (step.Do == Deploy || step.Do == Retire) && c.plan.participant(ref.Name) != nil {
			return true
		}
		if ds := c.plan.dataset(ref.Name); ds != nil && c.touchesDataset(k, ds) {
			return true
		}
	}
	return false
}

func (c *checker) touchesDataset(k int, ds *Dataset) bool {
	step, places := &c.plan.Steps[k], placesOf(ds)
	switch step.Do {
	case Deploy, Retire:
		d := c.stintOf[k]
		return writesTo(d.build, places) != writesTo(d.chain[d.index-1].build, places)
	case Alter, Expire, Rewrite, Drop:
		return contains(places, location(step.Channel.Name))
	case Backfill:
		_, to := c.copyEnds(k)
		return contains(places, to)
	}
	return false
}

// writesTo describes what a build writes to the places, so that two builds can be compared.
func writesTo(b *Build, places []string) string {
	text := ""
	if b == nil {
		return text
	}
	for _, w := range b.Writes {
		if contains(places, location(w.Name)) {
			text += fmt.Sprintf("%s %s %v;", location(w.Name), w.V.Name, w.Fields)
		}
	}
	return text
}

// tooOld reports evidence that has outlived its gate's maxAge when the step starts, even at the earliest.
func (c *checker) tooOld(v, i int, gate string) *stale {
	g := c.plan.gate(gate)
	if age := c.order.atLeast(c.order.doneOf[v], c.order.startOf[i]); g.MaxAge > 0 && age > time.Duration(g.MaxAge) {
		return &stale{gate: gate, text: fmt.Sprintf("%s starts %s after %s at the earliest, and the evidence of %s counts for %s", c.plan.Steps[i].ID, Span(age), c.plan.Steps[v].ID, gate, g.MaxAge),
			fix: fmt.Sprintf("verify %s again right before %s", gate, c.plan.Steps[i].ID), trace: c.runTo(c.order.startOf[i])}
	}
	return nil
}
