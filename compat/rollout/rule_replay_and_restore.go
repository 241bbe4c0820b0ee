package rollout

var replayAndRestore = &Rule{
	Code: "ORDER020",
	Rule: levelled("order-replay-and-restore",
		"Old data comes back from dead letters, a cache or a backup",
		"Data that has left a channel still lies in its dead-letter queue, cache or backup. A re-drive or a restore puts it "+
			"before readers that no longer expect it.",
		"expire or convert the copies too, after the channel itself, before {{reader}} starts",
		"or keep the old way of reading for the horizon of the copy",
	),
	Broken: `version: 1
channels:
  orders: { kind: log, retention: 7d, lag: 1h }
  orders-dlq: { kind: dlq, of: orders, retention: 30d }
participants:
  checkout: { builds: { p1: { writes: { orders: { fields: [amount] } } }, p2: { writes: { orders: { fields: [amount, cents] } } } } }
  ledger: { onError: dlq, builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [cents] } } } } }
steps:
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2 }
  - { id: expire, do: expire, channel: orders, for: 8d, after: [checkout-p2] }
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, after: [expire] }
`,
	Repaired: `version: 1
channels:
  orders: { kind: log, retention: 7d, lag: 1h }
  orders-dlq: { kind: dlq, of: orders, retention: 30d, lag: 1h }
participants:
  checkout: { builds: { p1: { writes: { orders: { fields: [amount] } } }, p2: { writes: { orders: { fields: [amount, cents] } } } } }
  ledger: { onError: dlq, builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [cents] } } } } }
steps:
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2 }
  - { id: expire, do: expire, channel: orders, for: 8d, after: [checkout-p2] }
  - { id: expire-dlq, do: expire, channel: orders-dlq, for: 31d, after: [expire] }
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, after: [expire-dlq] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.copy != nil })
	},
}
