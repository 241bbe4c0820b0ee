package rollout

import "slices"

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
		for _, chain := range c.chains {
			for _, s := range chain[1:] {
				c.unitUnsaid(r, chain[s.index-1], s)
			}
		}
	},
}

// unitUnsaid notes that a build says in which unit it writes a field and the one after it, on the very same schema, does
// not: whether the unit changed in the code is then not known.
func (c *checker) unitUnsaid(r *Rule, before, s *stint) {
	if before.build == nil || s.build == nil || len(before.build.Meanings) == 0 {
		return
	}
	for i := range s.build.Writes {
		w := &s.build.Writes[i]
		k := slices.IndexFunc(before.build.Writes, func(o Write) bool { return location(o.Name) == location(w.Name) })
		if k < 0 || before.build.Writes[k].V.Name != w.V.Name || !slices.Equal(before.build.Writes[k].Fields, w.Fields) {
			continue
		}
		channel := branchless(w.Name)
		now := c.meaning(channel, w.V.Name, s.build)
		for _, f := range c.meaning(channel, w.V.Name, before.build) {
			said := slices.ContainsFunc(now, func(m Meaning) bool { return m.Name == f.Name && m.Unit != "" })
			if f.Unit != "" && !said {
				c.unknown(s.build.At, "%s writes %s of %s in %s, and %s, on the same schema, does not say in which unit (%s)", before, f.Name, channel, f.Unit, s, r.ID)
			}
		}
	}
}
