package rollout

var rollbackReadSafe = &Rule{
	Code: "ORDER003",
	Rule: levelled("order-rollback-read-safe",
		"A rollback brings a reader and data together that do not fit",
		"The pair meets only because something may still be rolled back. The promise to go back cannot be kept: the data "+
			"stays where it is when the code is taken back.",
		"close the window of {{reader}} before the step that brings {{data}}",
		"or shorten the promise: end the window earlier, and say so",
		"or give the old build a way to read the new data (a default, a tested transform)",
	),
	Broken: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  checkout: { builds: { p1: { writes: { orders: { fields: [id, amount] } } }, p2: { writes: { orders: { fields: [id, cents] } } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } }
steps:
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, rollback: { until: soak } }
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2, after: [ledger-c2] }
  - { id: soak, do: wait, for: 48h, after: [checkout-p2] }
`,
	Repaired: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  checkout: { builds: { p1: { writes: { orders: { fields: [id, amount] } } }, p2: { writes: { orders: { fields: [id, cents] } } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } }
steps:
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 48h, after: [ledger-c2] }
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2, after: [soak] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == reads && m.windowed && m.copy == nil && !m.own() })
	},
}
