package rollout

import (
	"fmt"
)

var overlapProtocol = &Rule{
	Code: "ORDER013",
	Rule: levelled("order-overlap-protocol",
		"A backfill and live writers may meet on the same keys without a rule",
		"Whoever writes last wins: a backfill overwrites a newer value, or a live write is lost when the candidate is "+
			"published. Timing is no protocol.",
		"write conditionally: only where nothing newer is",
		"or keep the candidate on a branch and merge it under review",
		"or fence the live writers for the interval",
	),
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, pin: "snapshot:1", after: [soak] }
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
			switch c.plan.Steps[i].Do {
			case Backfill:
				c.backfillOverlap(r, i)
			case Publish:
				c.publishOverlap(r, i)
			}
		}
		if repair := c.plan.Repair; repair != nil {
			if fault := protocolFault(repair.LiveWrites); fault != "" {
				c.fault(r, placeOr(repair.LiveWrites.At, repair.At), "repair "+repair.Repair, "name a protocol (conditional, branch-then-merge, fenced) with reviewedBy and evidence", "the repair may not run beside live writes: %s", fault)
			}
		}
	},
}

// protocols are the ways in which a backfill may share keys with live writers.
var protocols = []string{"conditional", "branch-then-merge", "fenced"}

// conditionalWrites are the words for a backfill that never overwrites anything newer.
var conditionalWrites = []string{"conditional", "if-absent", "if-older"}

// protocolFault says what an overlap protocol lacks; empty when it is one.
func protocolFault(w LiveWrites) string {
	switch {
	case w.Protocol == "":
		return "liveWrites is not given"
	case !contains(protocols, w.Protocol):
		return fmt.Sprintf("liveWrites is %q, which asks for a protocol and is none", w.Protocol)
	case len(w.ReviewedBy) == 0:
		return fmt.Sprintf("the protocol %s has no reviewer", w.Protocol)
	case w.Evidence == "":
		return fmt.Sprintf("the protocol %s has no evidence of its review", w.Protocol)
	}
	return ""
}

func placeOr(at, other Pos) Pos {
	if at == (Pos{}) {
		return other
	}
	return at
}

// backfillOverlap reports a backfill whose target a live writer may write at the same time.
func (c *checker) backfillOverlap(r *Rule, i int) {
	step := &c.plan.Steps[i]
	if step.Uses == "repair" {
		return // the repair block is judged on its own
	}
	fault := protocolFault(step.LiveWrites)
	if fault == "" || contains(conditionalWrites, step.How) {
		return
	}
	_, to := c.copyEnds(i)
	if w := c.liveWriter(to, span{start: c.order.startOf[i], ends: []endpoint{{all: []int{c.order.doneOf[i]}}}}); w != nil {
		f := c.fault(r, step.At, fmt.Sprintf("%s -> %s", w, to), "name a protocol under liveWrites: (conditional, branch-then-merge, fenced) with reviewedBy and evidence",
			"%s and %s may write the same keys of %s: %s", step.ID, w, to, fault)
		f.about([]string{to}, w)
		f.Trace = c.runTo(c.order.startOf[i], w.writes.start)
	}
}

// liveWriter finds a build that may write a place during a span.
func (c *checker) liveWriter(place string, during span) *stint {
	for _, d := range c.data[place] {
		if d.writer != nil && c.order.meet(d.writer.writes, during) {
			return d.writer
		}
	}
	return nil
}

// publishOverlap reports a publish whose mechanism is refused, or loses writes, when its target has moved since the
// candidate was made. A fast-forward wants the target to be an ancestor of the candidate; a cherry-pick replays
// appends only.
func (c *checker) publishOverlap(r *Rule, i int) {
	step := &c.plan.Steps[i]
	from, to := c.copyEnds(i)
	if step.How == "merge" && (c.plan.Repair == nil || protocolFault(c.plan.Repair.LiveWrites) == "") {
		return
	}
	since := span{start: c.pinOf(i, from), ends: []endpoint{{all: []int{c.order.startOf[i]}}}}
	w := c.liveWriter(to, since)
	if w == nil {
		return
	}
	how := step.How
	if how == "" {
		how = "publishing without a merge"
	}
	f := c.fault(r, step.At, fmt.Sprintf("%s -> %s", w, to), fmt.Sprintf("fence %s from the backfill to %s, let it write the candidate too, or publish by merge under a reviewed protocol", w, step.ID),
		"%s writes to %s between the backfill and %s: %s moves under the candidate, so %s is refused or loses those writes", w, to, step.ID, to, how)
	f.about([]string{from, to}, w)
	f.Trace = c.runTo(c.order.startOf[i])
}

// pinOf gives the start of the backfill that made the candidate a publish takes.
func (c *checker) pinOf(i int, from string) int {
	for k := range c.plan.Steps {
		if c.plan.Steps[k].Do == Backfill && c.order.precedes(c.order.doneOf[k], c.order.startOf[i]) {
			if _, to := c.copyEnds(k); to == from {
				return c.order.startOf[k]
			}
		}
	}
	return beginning
}
