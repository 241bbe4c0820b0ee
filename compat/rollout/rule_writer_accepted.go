package rollout

var writerAccepted = &Rule{
	Code: "ORDER005",
	Rule: levelled("order-writer-accepted",
		"A table refuses what a build writes",
		"An alter takes effect for everybody at one instant. A build that may be running then, or may be brought back later, "+
			"writes a column that is not there or lacks one that is required.",
		"add columns before the builds that fill them start",
		"drop, rename or require columns only after the last build that does otherwise is gone for good",
	),
	Broken: `version: 1
channels: { daily: { kind: table, fields: [id, amount] } }
participants:
  sink: { builds: { s1: { writes: { daily: { fields: [id, amount] } } }, s2: { writes: { daily: { fields: [id, amount, cents] } } } } }
steps:
  - { id: sink-s2, do: deploy, participant: sink, build: s2 }
  - { id: add-cents, do: alter, channel: daily, add: cents, after: [sink-s2] }
`,
	Repaired: `version: 1
channels: { daily: { kind: table, fields: [id, amount] } }
participants:
  sink: { builds: { s1: { writes: { daily: { fields: [id, amount] } } }, s2: { writes: { daily: { fields: [id, amount, cents] } } } } }
steps:
  - { id: add-cents, do: alter, channel: daily, add: cents }
  - { id: sink-s2, do: deploy, participant: sink, build: s2, after: [add-cents] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == writes })
	},
}
