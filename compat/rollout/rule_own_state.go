package rollout

var ownState = &Rule{
	Code: "ORDER004",
	Rule: levelled("order-own-state",
		"A build cannot read what another build of its own stored",
		"State, changelogs, checkpoints and savepoints outlive the build that wrote them. The next build starts on them, and "+
			"so does the old one when it is brought back.",
		"let the old build learn to read the new state first, and release it",
		"or convert or drop the state as a step of its own, with both builds stopped",
		"or end the rollback window before the new build stores anything",
	),
	Broken: `version: 1
channels: { ledger-state: { kind: state, of: ledger, retention: infinite } }
participants:
  ledger:
    builds:
      c1: { reads: { ledger-state: { uses: [total] } }, writes: { ledger-state: { fields: [total] } } }
      c2: { reads: { ledger-state: { uses: [] } }, writes: { ledger-state: { fields: [sum] } } }
steps:
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, strategy: recreate, rollback: { until: soak } }
  - { id: soak, do: wait, for: 48h, after: [ledger-c2] }
`,
	Repaired: `version: 1
channels: { ledger-state: { kind: state, of: ledger, retention: infinite } }
participants:
  ledger:
    builds:
      c1: { reads: { ledger-state: { uses: [total] } }, writes: { ledger-state: { fields: [total] } } }
      c2: { reads: { ledger-state: { uses: [] } }, writes: { ledger-state: { fields: [total, sum] } } }
steps:
  - { id: ledger-c2, do: deploy, participant: ledger, build: c2, strategy: recreate, rollback: { until: soak } }
  - { id: soak, do: wait, for: 48h, after: [ledger-c2] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == reads && m.own() && m.copy == nil })
	},
}
