package rollout

var readSafe = &Rule{
	Code: "ORDER001",
	Rule: levelled("order-read-safe",
		"A reader meets data it cannot read",
		"A build that may be running and data that may be in the channel form a pair that the format refuses: the reader "+
			"stops, skips or sets aside what it gets.",
		"let {{reader}} be replaced, and its rollback window close, before {{data}} is first written",
		"or let {{data}} leave the channel before {{reader}} starts",
		"when both are asked for, add a version in between that both sides can read",
	),
	Broken: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  checkout: { builds: { p1: { writes: { orders: { fields: [id, amount] } } }, p2: { writes: { orders: { fields: [id, cents] } } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } }
steps:
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2 }
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, after: [checkout-p2] }
`,
	Repaired: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  checkout: { builds: { p1: { writes: { orders: { fields: [id, amount] } } }, p2: { writes: { orders: { fields: [id, cents] } } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } }
steps:
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2 }
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2, after: [ledger-c2] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == reads && m.judgment.Answer == Refused && m.plain() })
	},
}
