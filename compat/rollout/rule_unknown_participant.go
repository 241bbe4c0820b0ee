package rollout

import (
	"github.com/schemavet/schemavet/compat"
)

var unknownParticipant = &Rule{
	Code: "ORDER022",
	Rule: levelled("order-unknown-participant",
		"Somebody reads or writes who is not in the plan",
		"The check covers the participants that the plan names. A consumer group, a notebook or a partner that it does not name "+
			"makes every answer an answer about somebody else's system.",
		"take an inventory: consumer groups, ACL principals, query logs",
		"name every reader and writer, or say that the channel has none",
	),
	Fixed: true,
	Broken: `version: 1
channels: { orders: { kind: log, observed: [ledger, old-report] } }
participants: { ledger: { builds: { c1: { reads: { orders: { uses: [id] } } } } } }
steps: [ { id: look, do: wait, for: 1h } ]
`,
	Repaired: `version: 1
channels: { orders: { kind: log, observed: [ledger] } }
participants: { ledger: { builds: { c1: { reads: { orders: { uses: [id] } } } } } }
steps: [ { id: look, do: wait, for: 1h } ]
`,
	check: func(c *checker, r *Rule) {
		if len(c.plan.Participants) == 0 {
			c.unknown(Pos{Line: 1, Col: 1}, "the plan names no participants, so nothing can be said about who would meet what (%s)", r.ID)
			return
		}
		used := c.usedChannels()
		for i := range c.plan.Channels {
			ch := &c.plan.Channels[i]
			if ch.Of.Name == "" && !used[ch.Name] {
				c.unknown(ch.At, "channel %s has no participants: nobody is named who reads or writes it (%s)", ch.Name, r.ID)
			}
			for _, ref := range ch.Observed {
				c.observed(r, ref.At, ch.Name, ref.Name)
			}
		}
		for _, seen := range c.opt.Inventory {
			if ch := c.channels[branchless(seen.Channel)]; ch != nil {
				c.observed(r, ch.At, ch.Name, seen.Who)
			}
		}
	},
}

// usedChannels marks the channels that some build reads or writes.
func (c *checker) usedChannels() map[string]bool {
	used := map[string]bool{}
	for i := range c.plan.Participants {
		for _, b := range c.plan.Participants[i].Builds {
			for _, rd := range b.Reads {
				used[branchless(rd.Name)] = true
			}
			for _, w := range b.Writes {
				used[branchless(w.Name)] = true
			}
		}
	}
	return used
}

// observed notes a reader or writer that was seen on a channel and is not in the plan.
func (c *checker) observed(r *Rule, at Pos, channel, who string) {
	if c.plan.participant(who) != nil {
		return
	}
	var names []string
	for _, part := range c.plan.Participants {
		names = append(names, part.Name)
	}
	if c.plan.Policy.UnknownParticipants == "warn" {
		f := c.fault(r, at, channel+" <- "+who, "name it under participants:", "%s was seen on %s and is not in the plan", who, channel)
		f.Level = compat.Warning
		return
	}
	c.unknown(at, "%s was seen on %s and is not in the plan%s (%s)", who, channel, didYouMean(who, names), r.ID)
}
