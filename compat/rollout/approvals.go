package rollout

import (
	"fmt"
	"slices"
	"strings"
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
	c.looked("looked at %s, %s with %s in turn, %s of data, %s, %s to the formats", plural(len(c.plan.Steps), "step"),
		plural(len(c.plan.Participants), "participant"), plural(stints, "build"), plural(data, "kind"), plural(readers, "reader"), plural(len(c.judged), "question"))
	c.idleBuilds()
	if c.plan.Policy.RollbackScope == "suffix" {
		c.looked("rollbackScope is suffix; the check assumes that any team may go back alone, which covers it")
	}
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		if ch.Kind == State && len(c.data[ch.Name]) == 0 && len(c.readers[ch.Name]) == 0 {
			c.overlooked("%s, for no build says what it stores there", ch.Name)
		}
	}
}

// idleBuilds names builds that never run in the plan, whose reading and writing is not looked at, and builds that run and
// say of neither what they do.
func (c *checker) idleBuilds() {
	var idle, mute []string
	for i, chain := range c.chains {
		for k := range c.plan.Participants[i].Builds {
			b := &c.plan.Participants[i].Builds[k]
			switch name := c.plan.Participants[i].Name + "/" + b.Name; {
			case !slices.ContainsFunc(chain, func(s *stint) bool { return s.build == b }):
				idle = append(idle, name)
			case len(b.Reads)+len(b.Writes) == 0:
				mute = append(mute, name)
			}
		}
	}
	if idle != nil {
		c.overlooked("%s, which no step deploys", firstNames(idle))
	}
	if mute != nil {
		c.overlooked("%s, of which the plan says neither what is read nor what is written", firstNames(mute))
	}
}

// firstNames lists names, and counts those beyond the first ten.
func firstNames(names []string) string {
	const most = 10
	if len(names) > most {
		names = append(names[:most:most], fmt.Sprintf("and %d more", len(names)-most))
	}
	return strings.Join(names, ", ")
}
