package rollout

import (
	"fmt"
	"time"
)

var irreversibleInWindow = &Rule{
	Code: "ORDER010",
	Rule: levelled("order-irreversible-inside-a-window",
		"Something that cannot be undone happens while a way back is still promised",
		"A window promises that a step can be undone. Dropping or expiring what the way back needs breaks the promise without "+
			"anybody deciding to.",
		"close the window first, then do what cannot be undone",
		"or shorten the promise, and name the point of no return",
	),
	Fixed: true,
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, pin: "snapshot:1", liveWrites: { protocol: conditional, reviewedBy: [app-team], evidence: review.md }, after: [soak] }
  - { id: compare, do: verify, gate: same, after: [fill] }
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, rollback: { until: soak-2 }, after: [compare] }
  - { id: soak-2, do: wait, for: 48h, after: [switch] }
  - { id: drop-old, do: drop, channel: old, after: [switch] }
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
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, rollback: { until: soak-2 }, after: [compare] }
  - { id: soak-2, do: wait, for: 48h, after: [switch] }
  - { id: new-only, do: deploy, participant: app, build: a3, after: [soak-2] }
  - { id: drop-old, do: drop, channel: old, after: [new-only] }
`,
	check: func(c *checker, r *Rule) {
		c.dropFindings(r, true)
		c.returnPaths(r)
	},
}

// returnPaths reports steps that take away what a cutover or publish would go back to.
func (c *checker) returnPaths(r *Rule) {
	for i := range c.plan.Steps {
		step := &c.plan.Steps[i]
		if step.Do != Cutover && step.Do != Publish || step.Rollback == nil {
			continue
		}
		from, to := c.copyEnds(i)
		back := from
		if step.Do == Publish {
			back = to
		}
		for _, k := range c.removers[back] {
			removal := &c.plan.Steps[k]
			if removal.Field != "" || removal.Do == Expire && step.Do == Cutover {
				continue
			}
			if !c.order.precedes(c.order.closeOf[i], c.order.startOf[k]) && !c.order.precedes(c.order.doneOf[k], c.order.startOf[i]) {
				f := c.fault(r, removal.At, fmt.Sprintf("%s -> %s", back, step.ID), fmt.Sprintf("add edge: close(%s) before start(%s), which is after: [%s] on %s", step.ID, removal.ID, c.closingStep(i), removal.ID),
					"%s takes %s away while %s may still be undone, and going back needs it", removal.ID, back, step.ID)
				f.about([]string{back})
				f.Trace = c.runTo(c.order.startOf[i], c.order.startOf[k])
				if end := c.order.closeOf[i]; end >= 0 {
					f.Missing = []Edge{{Before: fmt.Sprintf("close(%s)", step.ID), After: fmt.Sprintf("start(%s)", removal.ID), Step: removal.ID, Needs: c.closingStep(i), before: end, after: c.order.startOf[k]}}
				}
			}
		}
		c.snapshotOutlives(r, i, back)
	}
}

// snapshotOutlives wants the snapshot that a publish goes back to, to be kept as long as the window lasts at least.
func (c *checker) snapshotOutlives(r *Rule, i int, place string) {
	step := &c.plan.Steps[i]
	ch := c.channels[branchless(place)]
	scheme, _, _ := cutScheme(step.Rollback.ReturnPath)
	if ch == nil || scheme != "snapshot" || ch.SnapshotsKept == 0 {
		return
	}
	if open := c.order.atLeast(c.order.startOf[i], c.order.closeOf[i]); open > time.Duration(ch.SnapshotsKept) {
		c.fault(r, step.Rollback.At, fmt.Sprintf("%s -> %s", step.Rollback.ReturnPath, step.ID), "tag the snapshot, keep snapshots longer, or shorten the window",
			"the window of %s is open for at least %s, and %s keeps its snapshots for %s: the one to go back to may be gone", step.ID, Span(open), ch.Name, ch.SnapshotsKept)
	}
}

// runTo gives the run in which everything up to the events has happened and nothing else.
func (c *checker) runTo(events ...int) []Move {
	w := c.walker()
	w.fireAll(c.order.downSet(events...), beginning)
	return w.moves
}
