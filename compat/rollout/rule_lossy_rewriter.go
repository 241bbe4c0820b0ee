package rollout

var lossyRewriter = &Rule{
	Code: "ORDER007",
	Rule: levelled("order-lossy-rewriter",
		"A build rewrites records and forgets what it does not know",
		"Reading is fine and writing is fine: an old build that copies a record back leaves out the fields it has never heard "+
			"of. No registry mode sees this.",
		"let every rewriter carry unknown fields, or learn the new ones, before they are first written",
		"close the window of the old rewriter before that",
	),
	Broken: `version: 1
channels: { profile: { kind: kv, retention: infinite } }
participants:
  app: { builds: { p1: { writes: { profile: { fields: [id] } } }, p2: { writes: { profile: { fields: [id, phone] } } } } }
  cleaner: { rmw: [profile], builds: { r1: { reads: { profile: { uses: [id] } }, writes: { profile: { fields: [id] } } } } }
steps:
  - { id: app-p2, do: deploy, participant: app, build: p2 }
`,
	Repaired: `version: 1
channels: { profile: { kind: kv, retention: infinite } }
participants:
  app: { builds: { p1: { writes: { profile: { fields: [id] } } }, p2: { writes: { profile: { fields: [id, phone] } } } } }
  cleaner:
    rmw: [profile]
    builds:
      r1: { reads: { profile: { uses: [id] } }, writes: { profile: { fields: [id] } } }
      r2: { reads: { profile: { uses: [id] } }, writes: { profile: { fields: [id, phone] } } }
steps:
  - { id: cleaner-r2, do: deploy, participant: cleaner, build: r2, strategy: atomic }
  - { id: app-p2, do: deploy, participant: app, build: p2, after: [cleaner-r2] }
`,
	check: func(c *checker, r *Rule) {
		c.pairFindings(r, func(m *meeting) bool { return m.kind == preserves })
	},
}
