package rollout

import (
	"fmt"
)

var redoUnsafe = &Rule{
	Code: "ORDER025",
	Rule: levelled("order-redo-unsafe",
		"A step that may be done twice is not safe to do twice",
		"What may be rolled back may be done again, and what fails half way will be. A second run of a backfill without keys "+
			"doubles rows; a publish under a used id is refused; a registration may give a new id.",
		"key the backfill so that a second run replaces the first",
		"give each publish an id of its own",
		"mark a step idempotent: true only if doing it twice is doing it once",
	),
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { channels: [old, new], consumption: replace, authority: old } }
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
		used := map[string]string{}
		for _, i := range c.stepsInOrder() {
			step := &c.plan.Steps[i]
			switch {
			case step.Idempotent:
			case step.Do == Backfill:
				if ds := c.datasetOf(step); ds != nil && len(ds.Key) == 0 {
					c.fault(r, step.At, step.ID, fmt.Sprintf("give dataset %s a key:, or mark the step idempotent: true", ds.Name), "a second run of %s adds its rows again: dataset %s has no key to replace them by", step.ID, ds.Name)
				}
			case step.Do == Publish && step.WapID != "":
				if first := used[step.WapID]; first != "" {
					c.fault(r, step.At, step.ID, "give each publish an id of its own", "%s publishes under %q, which %s has used: it is refused", step.ID, step.WapID, first)
				}
				used[step.WapID] = step.ID
			case step.Do == Register && step.Rollback != nil:
				c.fault(r, step.At, step.ID, "leave the version registered when code goes back", "%s may be undone and done again, and a second registration may give the version a new id", step.ID)
			}
		}
	},
}
