package rollout

import "fmt"

// approvals notes the sign-offs that the gates ask for and the plan does not have. The tool verifies, it never
// approves: an approval is a line that somebody else wrote.
func (c *checker) approvals() {
	for _, g := range c.plan.Gates {
		for _, who := range g.Approve {
			signed := false
			for _, a := range c.plan.Approvals {
				signed = signed || a.Gate.Name == g.Name && a.By == who
			}
			if !signed {
				c.report.Pending = append(c.report.Pending, fmt.Sprintf("gate %s: %s", g.Name, who))
			}
		}
	}
}

// coverageLines says what was looked at, so that a green run can be told from an empty one.
func (c *checker) coverageLines() {
	stints, data, readers := 0, 0, 0
	for _, chain := range c.chains {
		stints += len(chain)
	}
	for _, list := range c.data {
		data += len(list)
	}
	for _, list := range c.readers {
		readers += len(list)
	}
	c.looked("looked at %s, %s with %s in turn, %s of data, %s, %s to the formats", plural(len(c.plan.Steps), "step"),
		plural(len(c.plan.Participants), "participant"), plural(stints, "build"), plural(data, "kind"), plural(readers, "reader"), plural(len(c.judged), "question"))
	if c.plan.Policy.RollbackScope == "suffix" {
		c.looked("rollbackScope is suffix; the check assumes that any team may go back alone, which covers it")
	}
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		if ch.Kind == State && len(c.data[ch.Name]) == 0 && len(c.readers[ch.Name]) == 0 {
			c.looked("not looked at: %s, for no build says what it stores there", ch.Name)
		}
	}
}
