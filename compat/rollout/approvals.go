package rollout

import (
	"fmt"
	"sort"
	"time"
)

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
	c.looked("looked at %d steps, %d participants with %d builds in turn, %d kinds of data, %d readers, %d questions to the formats",
		len(c.plan.Steps), len(c.plan.Participants), stints, data, readers, len(c.judged))
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

// owners lists the teams that answer for something that the plan changes, sorted.
func (p *Plan) owners() []string {
	seen := map[string]bool{}
	var list []string
	for _, part := range p.Participants {
		if part.Owner != "" && !seen[part.Owner] {
			seen[part.Owner] = true
			list = append(list, part.Owner)
		}
	}
	sort.Strings(list)
	return list
}

// earliestEnd gives the least time that the plan takes, from the waits on its longest path.
func (c *checker) earliestEnd() time.Duration {
	longest := time.Duration(0)
	for i := range c.plan.Steps {
		longest = max(longest, c.longestTo(c.order.doneOf[i]))
	}
	return longest
}
