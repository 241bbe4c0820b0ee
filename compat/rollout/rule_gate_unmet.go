package rollout

import (
	"fmt"
)

var gateUnmet = &Rule{
	Code: "ORDER015",
	Rule: levelled("order-gate-unmet",
		"A step goes ahead without the gate it needs",
		"A gate is a requirement, not evidence. A cutover or publish that nothing has compared, or a gate that nobody "+
			"verifies before the step, lets whatever is in the copy become the truth.",
		"define the gate, and verify it in a step before",
		"name it under requires: of the step that needs it",
	),
	Override: true,
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, pin: "snapshot:1", liveWrites: { protocol: conditional, reviewedBy: [app-team], evidence: review.md }, after: [soak] }
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, after: [fill] }
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
			step := &c.plan.Steps[i]
			gates := c.gatesOf(i)
			for _, gate := range gates {
				c.gateMet(r, i, gate)
			}
			if (step.Do == Cutover || step.Do == Publish) && !c.comparedBefore(i) {
				c.fault(r, step.At, step.ID, "add a gate about the dataset and a verify step before it", "%s makes a copy count that nothing has compared", step.ID)
			}
		}
		for _, g := range c.plan.Gates {
			if g.Evidence == "totals" || g.Tolerance == "totals" {
				c.fault(r, g.At, g.Name, "compare keys, counts and values: two populations can have one total", "gate %s would pass on equal totals, which show nothing about the rows", g.Name)
			}
		}
		c.repairReady(r)
		if repair := c.plan.Repair; repair != nil && !c.repairPublished() {
			for _, ref := range repair.PublicationGates {
				c.gateDefined(r, ref)
			}
		}
	},
}

// gatesOf lists the gates that a step requires: its own, those that name it, and those of the repair it publishes.
func (c *checker) gatesOf(i int) []Ref {
	step := &c.plan.Steps[i]
	gates := append([]Ref(nil), step.Requires...)
	for _, g := range c.plan.Gates {
		for _, ref := range g.RequiredBy {
			if ref.Name == step.ID {
				gates = append(gates, Ref{g.Name, ref.At})
			}
		}
	}
	if c.publishesRepair(i) {
		gates = append(gates, c.plan.Repair.PublicationGates...)
	}
	return gates
}

// publishesRepair tells whether a step makes the repair's output count.
func (c *checker) publishesRepair(i int) bool {
	step := &c.plan.Steps[i]
	if c.plan.Repair == nil || step.Do != Publish && step.Do != Cutover {
		return false
	}
	ds := c.datasetOf(step)
	from, to := c.copyEnds(i)
	output := ""
	if ds != nil {
		output = c.repairOutput(ds)
	}
	return output != "" && (from == output || to == output)
}

func (c *checker) repairPublished() bool {
	for i := range c.plan.Steps {
		if c.publishesRepair(i) {
			return true
		}
	}
	return false
}

// gateDefined reports a gate that is only a name.
func (c *checker) gateDefined(r *Rule, ref Ref) bool {
	if c.plan.gate(ref.Name) != nil {
		return true
	}
	var names []string
	for _, g := range c.plan.Gates {
		names = append(names, g.Name)
	}
	c.fault(r, ref.At, ref.Name, "define it under gates: with subject, evidence, maxAge and approve", "the gate %s has no definition: its name is a requirement, not evidence%s", ref.Name, didYouMean(ref.Name, names))
	return false
}

func (c *checker) gateMet(r *Rule, i int, gate Ref) {
	step := &c.plan.Steps[i]
	if c.gateDefined(r, gate) && c.verifiedBefore(i, gate.Name) < 0 {
		c.fault(r, placeOr(step.At, gate.At), step.ID+" requires "+gate.Name, fmt.Sprintf("add a verify step for %s and put it into after: of %s", gate.Name, step.ID), "%s may start before the gate %s has been verified", step.ID, gate.Name)
	}
}

// verifiedBefore finds the last verify step of a gate that is complete whenever the step starts; -1: there is none.
func (c *checker) verifiedBefore(i int, gate string) int {
	best := -1
	for k := range c.plan.Steps {
		if v := &c.plan.Steps[k]; v.Do == Verify && v.Gate.Name == gate && c.order.precedes(c.order.doneOf[k], c.order.startOf[i]) {
			if best < 0 || c.order.precedes(c.order.doneOf[best], c.order.startOf[k]) {
				best = k
			}
		}
	}
	return best
}

// comparedBefore tells whether some gate about the step's dataset is verified before it.
func (c *checker) comparedBefore(i int) bool {
	ds := c.datasetOf(&c.plan.Steps[i])
	for g := range c.plan.Gates {
		for _, ref := range c.plan.Gates[g].Subject {
			if ds != nil && ref.Name == ds.Name && c.verifiedBefore(i, c.plan.Gates[g].Name) >= 0 {
				return true
			}
		}
	}
	return false
}
