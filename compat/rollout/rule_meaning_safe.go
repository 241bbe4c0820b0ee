package rollout

var meaningSafe = &Rule{
	Code: "ORDER002",
	Rule: levelled("order-meaning-safe",
		"A reader takes data for something else",
		"Every record is read and some value means something else, or a case that only the data can settle is not settled: "+
			"nothing crashes and the numbers are wrong.",
		"let {{reader}} be replaced, and its rollback window close, before {{data}} is first written",
		"give a value with a new meaning a new field; a unit never changes in place",
		"a case that does not occur is settled by a promise (before a step, or with evidence)",
	),
	Broken: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  checkout:
    builds:
      p1: { writes: { orders: { fields: [amount] } }, meanings: { orders: { amount: { unit: USD } } } }
      p2: { writes: { orders: { fields: [amount] } }, meanings: { orders: { amount: { unit: USD/100 } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } }, meanings: { orders: { amount: { unit: USD } } } } } }
steps:
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2 }
`,
	Repaired: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  checkout:
    builds:
      p1: { writes: { orders: { fields: [amount] } }, meanings: { orders: { amount: { unit: USD } } } }
      p2: { writes: { orders: { fields: [amount, cents] } }, meanings: { orders: { amount: { unit: USD }, cents: { unit: USD/100 } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } }, meanings: { orders: { amount: { unit: USD } } } } } }
steps:
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2 }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == reads && m.judgment.Answer != Refused && m.plain() })
	},
}
