package rollout

import (
	"fmt"
)

var doubleCount = &Rule{
	Code: "ORDER019",
	Rule: levelled("order-double-count",
		"A consumer may count the same facts twice",
		"A corrected copy replaces the old one, or it is added to it: whoever takes the one for the other counts everything "+
			"twice. A dataset that does not say how it is consumed leaves that to chance.",
		"say how the dataset is consumed: replace, append-delta or versioned",
		"publish the records that undo the old values, when consumers add up",
		"never read the old and the new copy together",
	),
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
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
		for i := range c.plan.Datasets {
			ds := &c.plan.Datasets[i]
			c.consumption(r, ds)
			c.unionReaders(r, ds)
		}
		if repair := c.plan.Repair; repair != nil && repair.Consumption == "" && !c.repairDatasetConsumed() {
			c.fault(r, repair.At, "repair "+repair.Repair, "say consumption: replace, append-delta or versioned", "the repair does not say whether its output replaces the old values or is added to them")
		}
	},
}

// rewritten gives the first step that puts a new generation of a dataset before its consumers.
func (c *checker) rewritten(ds *Dataset) *Step {
	for _, i := range c.stepsInOrder() {
		step := &c.plan.Steps[i]
		switch step.Do {
		case Backfill, Publish, Cutover:
			if c.datasetOf(step) == ds {
				return step
			}
		}
	}
	return nil
}

// consumption wants a dataset that is recomputed to say what its consumers do with the new values.
func (c *checker) consumption(r *Rule, ds *Dataset) {
	step := c.rewritten(ds)
	if step == nil {
		return
	}
	switch ds.Consumption {
	case "":
		c.fault(r, ds.At, ds.Name, "add consumption: replace, append-delta or versioned", "%s is recomputed by %s and does not say whether consumers replace the old values or add the new ones to them", ds.Name, step.ID)
	case AppendDelta:
		for i := range c.plan.Steps {
			s := &c.plan.Steps[i]
			if (s.Do == Publish || s.Do == Cutover) && c.datasetOf(s) == ds && !s.Compensates {
				c.fault(r, s.At, ds.Name, "publish the records that undo the old values (compensates: true), or let consumers replace", "consumers of %s add up what they get, and %s gives them the same facts a second time", ds.Name, s.ID)
			}
		}
	}
}

// unionReaders reports builds that read two copies of one dataset.
func (c *checker) unionReaders(r *Rule, ds *Dataset) {
	if ds.Consumption == Versioned {
		return
	}
	places := placesOf(ds)
	for _, chain := range c.chains {
		for _, s := range chain {
			if s.build == nil {
				continue
			}
			var both []string
			for _, rd := range s.build.Reads {
				if at := location(rd.Name); contains(places, at) && !contains(both, at) {
					both = append(both, at)
				}
			}
			if len(both) > 1 {
				c.fault(r, s.build.At, fmt.Sprintf("%s -> %s", ds.Name, s), "read one copy at a time, or let the dataset be versioned", "%s reads %s and %s, which hold the same facts of %s", s, both[0], both[1], ds.Name)
			}
		}
	}
}

func (c *checker) repairDatasetConsumed() bool {
	for i := range c.plan.Datasets {
		if ds := &c.plan.Datasets[i]; c.repairOutput(ds) != "" && ds.Consumption != "" {
			return true
		}
	}
	return false
}
