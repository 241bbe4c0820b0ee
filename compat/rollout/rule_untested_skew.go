package rollout

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var untestedSkew = &Rule{
	Code: "ORDER023",
	Rule: levelled("order-untested-skew",
		"Data and a reader may meet that lie further apart than the policy allows without a test",
		"Most upgrade failures are found between neighbouring versions, and those between distant ones are found by users. The "+
			"formats allow this pair; nobody has tried it.",
		"test the pair with real data of the class, and list it under tested:",
		"or retire the old data first",
	),
	Broken: `version: 1
policy: { versionSkew: 1 }
channels: { orders: { kind: log, format: names, schemas: { v1: a, v2: b, v3: c } } }
participants:
  app: { builds: { a1: { writes: { orders: { v: v1, fields: [id] } } } } }
  ledger: { builds: { c3: { reads: { orders: { v: v3, uses: [id] } } } } }
steps: [ { id: look, do: wait, for: 1h } ]
`,
	Repaired: `version: 1
policy: { versionSkew: 1 }
channels: { orders: { kind: log, format: names, schemas: { v1: a, v2: b, v3: c } } }
participants:
  app: { builds: { a1: { writes: { orders: { v: v1, fields: [id] } } } } }
  ledger: { builds: { c3: { reads: { orders: { v: v3, uses: [id] } } } } }
steps: [ { id: look, do: wait, for: 1h } ]
tested: [ { data: orders.v1, reader: ledger/c3, evidence: tests/skew_test.json } ]
`,
	check: func(c *checker, r *Rule) {
		allowed := c.plan.Policy.VersionSkew
		if allowed == 0 {
			return
		}
		for i := range c.plan.Channels {
			c.skewed(r, &c.plan.Channels[i], allowed)
		}
	},
}

// skewed reports the pairs of one channel that may meet, are further apart than allowed, and have no test. Pairs that
// the formats refuse are findings of their own.
func (c *checker) skewed(r *Rule, ch *Channel, allowed int) {
	at := map[string]int{}
	for i, v := range ch.Schemas {
		at[v.Name] = i + 1
	}
	reported := map[string]bool{}
	for _, d := range c.data[ch.Name] {
		for _, rd := range c.readers[ch.Name] {
			from, to := at[d.class.Version], at[rd.view.Version]
			if from == 0 || to == 0 || from-to <= allowed && to-from <= allowed {
				continue
			}
			subject := fmt.Sprintf("%s -> %s", d.subject(), rd.stint)
			if reported[subject] || c.tested(d, rd) || c.judgeRead(d, rd, 0, nil).Answer != Fine || !c.order.meet(c.visible(d, rd, d.life), rd.life) {
				continue
			}
			reported[subject] = true
			f := c.fault(r, rd.read.At, subject, "test it with real records and list the test under tested:", "%s may read %s, %d versions away, and no test has tried it", rd.stint, d.label(), max(from-to, to-from))
			f.Level = compat.Warning
		}
	}
}

func (c *checker) tested(d *stored, rd *reader) bool {
	for _, t := range c.plan.Tested {
		if t.Data.Name == d.subject() && t.Reader.Name == rd.stint.String() {
			return true
		}
	}
	return false
}
