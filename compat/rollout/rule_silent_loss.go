package rollout

import (
	"fmt"
)

var silentLoss = &Rule{
	Code: "ORDER026",
	Rule: levelled("order-silent-loss",
		"Nothing will announce the failure",
		"The reader skips or sets aside what it cannot read. No crash, no alert: records are missing until somebody counts.",
		"let the reader halt while versions are mixed",
		"or alert on the first skipped record, and keep it",
	),
	Broken: `version: 1
channels: { orders: { kind: log } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [key] } } } } }
  ledger: { onError: skip, builds: { c1: { reads: { orders: { uses: [id] } } } } }
steps: [ { id: app-a2, do: deploy, participant: app, build: a2 } ]
`,
	Repaired: `version: 1
channels: { orders: { kind: log } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id, key] } } } } }
  ledger: { onError: skip, builds: { c1: { reads: { orders: { uses: [id] } } } } }
steps: [ { id: app-a2, do: deploy, participant: app, build: a2 } ]
`,
	check: func(c *checker, r *Rule) {
		reported := map[string]bool{}
		for _, m := range c.meetings {
			if !silent(m) {
				continue
			}
			part := m.actor.part
			subject := fmt.Sprintf("%s -> %s", m.data.channel.Name, part.Name)
			if reported[subject] {
				continue
			}
			reported[subject] = true
			does := "skips"
			if part.OnError == ToDLQ {
				does = "sets aside"
			}
			f := c.fault(r, c.blame(m), subject, fmt.Sprintf("let %s halt while versions are mixed, or alert on the first such record", part.Name),
				"%s %s what it cannot read of %s: no crash will announce the findings about it", part.Name, does, m.data.channel.Name)
			if part.Owner != "" {
				f.Owners = []string{part.Owner}
			}
		}
	},
}
