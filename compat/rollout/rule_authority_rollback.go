package rollout

var authorityRollback = &Rule{
	Code: "ORDER018",
	Rule: levelled("order-authority-rollback",
		"Going back to the old copy would lose what was accepted since",
		"While a cutover may be undone, the old copy must hold everything. A writer that has left it, or left it once, makes "+
			"the way back a fork of history.",
		"keep writing both copies until the window closes",
		"or feed the old copy from the new one until then",
	),
	Fixed: true,
	Broken: `version: 1
channels: { old: { kind: table }, new: { kind: table } }
participants: { app: { owner: app-team, builds: { a1: { writes: { old: {} } }, a2: { writes: { old: {}, new: {} } }, a3: { writes: { new: {} } } } } }
datasets: { totals: { key: [id], channels: [old, new], consumption: replace, authority: old } }
gates: { same: { subject: totals, evidence: reconcile } }
steps:
  - { id: dual, do: deploy, participant: app, build: a2, rollback: { until: soak } }
  - { id: soak, do: wait, for: 24h, after: [dual] }
  - { id: fill, do: backfill, from: old, to: new, pin: "snapshot:1", liveWrites: { protocol: conditional, reviewedBy: [app-team], evidence: review.md }, after: [soak] }
  - { id: compare, do: verify, gate: same, after: [fill] }
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, rollback: { until: soak-2 }, after: [compare] }
  - { id: new-only, do: deploy, participant: app, build: a3, after: [switch] }
  - { id: soak-2, do: wait, for: 48h, after: [new-only] }
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
  - { id: switch, do: cutover, dataset: totals, from: old, to: new, rollback: { until: soak-2 }, after: [compare] }
  - { id: reverse, do: catchup, from: new, to: old, after: [switch] }
  - { id: new-only, do: deploy, participant: app, build: a3, after: [reverse] }
  - { id: soak-2, do: wait, for: 48h, after: [new-only] }
`,
	check: func(c *checker, r *Rule) { c.coverageFindings(r, noReturn) },
}
