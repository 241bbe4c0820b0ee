package rollout

var nameBinding = &Rule{
	Code: "ORDER006",
	Rule: levelled("order-name-binding",
		"A query asks for a column that the table does not have",
		"A reader that finds columns by name loses them when a table is altered under it, at one instant and without a deploy. "+
			"Some engines fail, some return null.",
		"release queries that work before and after the alter, and close their windows",
		"or keep both names: add a column, fill both, move the readers, drop the old one",
		"never rename a column that a name-bound reader may still ask for",
	),
	Broken: `version: 1
channels: { daily: { kind: table, fields: [id, amount] } }
participants:
  report: { binds: name, builds: { q1: { reads: { daily: { uses: [amount] } } }, q2: { reads: { daily: { uses: [total] } } } } }
steps:
  - { id: rename, do: alter, channel: daily, rename: [ { from: amount, to: total } ] }
  - { id: report-q2, do: deploy, participant: report, build: q2, strategy: atomic, after: [rename] }
`,
	Repaired: `version: 1
channels: { daily: { kind: table, fields: [id, amount] } }
participants:
  report: { binds: id, builds: { q1: { reads: { daily: { uses: [amount] } } }, q2: { reads: { daily: { uses: [total] } } } } }
steps:
  - { id: rename, do: alter, channel: daily, rename: [ { from: amount, to: total } ] }
  - { id: report-q2, do: deploy, participant: report, build: q2, strategy: atomic, after: [rename] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == binds })
	},
}
