package rollout

import (
	"fmt"
	"strings"
)

var goalUnreachable = &Rule{
	Code: "ORDER024",
	Rule: levelled("order-goal-unreachable",
		"No run of the plan reaches its end",
		"A plan that can never finish has no unsafe state and is no plan: steps wait for each other in a circle, or a gate "+
			"waits for something that no run brings about.",
		"break the circle at the edge that is least needed",
		"start dual writes, and close their window, before the backfill pins its input",
	),
	Broken: `version: 1
channels: { orders: { kind: log } }
participants: { checkout: { builds: { p1: { writes: { orders: { fields: [id] } } } } } }
steps:
  - { id: soak, do: wait, for: 1h, after: [look] }
  - { id: look, do: wait, for: 1h, after: [soak] }
`,
	Repaired: `version: 1
channels: { orders: { kind: log } }
participants: { checkout: { builds: { p1: { writes: { orders: { fields: [id] } } } } } }
steps:
  - { id: soak, do: wait, for: 1h }
  - { id: look, do: wait, for: 1h, after: [soak] }
`,
	check: func(c *checker, r *Rule) { c.stuckGates(r) },
}

// circular reports steps that wait for each other. It is all that can be said of such a plan.
func (c *checker) circular(circle []int) {
	names := make([]string, len(circle))
	for i, s := range circle {
		names[i] = c.plan.Steps[s].ID
	}
	first := &c.plan.Steps[circle[0]]
	path := strings.Join(append(names, names[0]), " waits for ")
	if c.opt.without == goalUnreachable.ID {
		return
	}
	c.fault(goalUnreachable, first.At, strings.Join(names, ", "), fmt.Sprintf("take one of these steps out of another's after:, or move the end of a window: %s", strings.Join(names, ", ")),
		"no step of a circle can ever start: %s", path)
}
