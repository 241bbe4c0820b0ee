package rollout

import (
	"fmt"
)

var oneAuthority = &Rule{
	Code: "ORDER017",
	Rule: levelled("order-one-authority",
		"Two copies count, or none does",
		"At every moment exactly one copy of a dataset is the truth. Two cutovers without an order, a cutover from a copy that "+
			"does not count, or a dataset that names no authority leave that open.",
		"name the authority of every dataset",
		"order its cutovers, each from the copy that counts",
	),
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
  - { id: switch, do: cutover, dataset: totals, from: new, to: old, after: [compare] }
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
		owners := map[string]string{}
		for i := range c.plan.Datasets {
			ds := &c.plan.Datasets[i]
			place := location(ds.Authority.Name)
			if other := owners[place]; place != "" && other != "" {
				c.fault(r, ds.Authority.At, ds.Name, "let each dataset have a channel of its own", "%s has authority over both %s and %s", place, other, ds.Name)
			}
			owners[place] = ds.Name
			switch {
			case place == "" && len(ds.Channels) > 1:
				c.fault(r, ds.At, ds.Name, "add authority: with the channel that counts before the plan", "dataset %s lies in %d channels and does not say which of them counts", ds.Name, len(ds.Channels))
			case place != "" && !contains(placesOf(ds), place):
				c.fault(r, ds.Authority.At, ds.Name, "let authority be one of its channels", "%s counts for %s and is not among its channels", place, ds.Name)
			default:
				c.cutoversAgree(r, ds)
			}
		}
	},
}

// cutoversAgree follows the cutovers of a dataset and reports those that leave a copy that does not count then.
func (c *checker) cutoversAgree(r *Rule, ds *Dataset) {
	at, last := location(ds.Authority.Name), -1
	for _, i := range c.stepsInOrder() {
		step := &c.plan.Steps[i]
		if step.Do != Cutover || step.Dataset.Name != ds.Name {
			continue
		}
		if last >= 0 && !c.order.precedes(c.order.doneOf[last], c.order.startOf[i]) {
			c.fault(r, step.At, ds.Name, fmt.Sprintf("put one of %s and %s into after: of the other", c.plan.Steps[last].ID, step.ID), "%s and %s both move the authority over %s, in no order", c.plan.Steps[last].ID, step.ID, ds.Name)
		}
		from, to := location(step.From.Name), location(step.To.Name)
		if from != "" && from != at {
			c.fault(r, step.At, ds.Name, fmt.Sprintf("cut over from %s", at), "%s leaves %s, but %s counts for %s at that time", step.ID, from, at, ds.Name)
		}
		if from == to || to == at {
			c.fault(r, step.At, ds.Name, "cut over to another copy", "%s goes to %s, which counts for %s already", step.ID, to, ds.Name)
		}
		at, last = to, i
	}
}
