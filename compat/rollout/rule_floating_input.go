package rollout

import (
	"fmt"
	"strings"
	"time"
)

var floatingInput = &Rule{
	Code: "ORDER014",
	Rule: levelled("order-floating-input",
		"A backfill reads an input that is not pinned, or not kept long enough",
		"Without a pinned input two runs of a backfill give two results, and nobody can say which. A pin that expires before "+
			"the backfill may be run again is no pin.",
		"pin a snapshot, offsets or a tag",
		"keep it until the backfill is done and its redo allowance has passed",
	),
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, liveWrites: { protocol: conditional, reviewedBy: [app-team], evidence: review.md }, after: [soak] }
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
			if step := &c.plan.Steps[i]; step.Do == Backfill {
				if step.Uses != "repair" {
					c.pinned(r, step.At, step.ID, step.Pin)
				}
				c.pinKept(r, i)
			}
		}
		if repair := c.plan.Repair; repair != nil {
			c.pinned(r, repair.At, "repair "+repair.Repair, repair.InputVersion)
		}
	},
}

// pinSchemes are the ways to name an input that does not move.
var pinSchemes = []string{"snapshot", "offsets", "tag", "git", "digest"}

// cutScheme splits scheme:rest.
func cutScheme(text string) (scheme, rest string, ok bool) {
	i := strings.IndexByte(text, ':')
	if i < 0 {
		return "", text, false
	}
	return text[:i], text[i+1:], true
}

// branchOf gives the branch of a place; main when it names none.
func branchOf(place string) string {
	if _, branch, ok := strings.Cut(place, "@"); ok {
		return branch
	}
	return "main"
}

// pinned reports an input that is missing or does not say what holds it still.
func (c *checker) pinned(r *Rule, at Pos, what string, pin Ref) {
	scheme, rest, ok := cutScheme(pin.Name)
	switch {
	case pin.Name == "":
		c.fault(r, at, what, "pin the input: snapshot:ID, offsets:FILE, tag:NAME or git:REV", "%s has no pinned input: a second run reads something else", what)
	case !ok || !contains(pinSchemes, scheme) || rest == "":
		c.fault(r, placeOr(pin.At, at), what, "name what holds the input still: snapshot:ID, offsets:FILE, tag:NAME or git:REV", "%s reads %q, which does not resolve to a snapshot, offsets, a tag or a commit", what, pin.Name)
	}
}

// pinKept reports a pin that is not kept until the backfill is over: its source may be taken away, or its snapshots
// are kept for less time than the plan lasts until then.
func (c *checker) pinKept(r *Rule, i int) {
	step := &c.plan.Steps[i]
	from, _ := c.copyEnds(i)
	for _, k := range c.removers[from] {
		removal := &c.plan.Steps[k]
		if removal.Field == "" && !c.order.precedes(c.order.doneOf[i], c.order.startOf[k]) && !c.order.precedes(c.order.doneOf[k], c.order.startOf[i]) {
			c.fault(r, step.At, fmt.Sprintf("%s -> %s", from, step.ID), fmt.Sprintf("add edge: done(%s) before start(%s)", step.ID, removal.ID), "%s may take away what %s reads before it is done", removal.ID, step.ID)
		}
	}
	kept, pin := Span(0), step.Pin.Name
	if ch := c.channels[branchless(from)]; ch != nil {
		kept = ch.SnapshotsKept
	}
	if step.Uses == "repair" {
		pin = c.plan.Repair.InputVersion.Name
		if c.plan.Repair.InputKept > 0 {
			kept = c.plan.Repair.InputKept
		}
	}
	if scheme, _, _ := cutScheme(pin); scheme != "snapshot" || kept == 0 {
		return
	}
	if lasts := c.longestTo(c.order.doneOf[i]); lasts > time.Duration(kept) {
		c.fault(r, step.At, fmt.Sprintf("%s -> %s", pin, step.ID), "tag the snapshot, keep it longer, or pin a later one", "%s is complete %s after the plan begins at the earliest, and %s is kept for %s", step.ID, Span(lasts), pin, kept)
	}
}

// longestTo gives the time that has passed at least from the beginning of the plan to an event.
func (c *checker) longestTo(at int) time.Duration {
	longest := time.Duration(0)
	for i := range c.plan.Steps {
		if start := c.order.startOf[i]; len(c.order.preds[start]) == 0 && c.order.precedes(start, at) {
			longest = max(longest, c.order.atLeast(start, at))
		}
	}
	return longest
}
