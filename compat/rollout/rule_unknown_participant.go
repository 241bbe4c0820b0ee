package rollout

import (
	"cmp"
	"fmt"
	"slices"

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
		if len(c.plan.Channels) == 0 {
			c.unknown(Pos{Line: 1, Col: 1}, "the plan names no channels, so nobody was asked what they read or write (%s)", r.ID)
			return
		}
		used := c.usedChannels()
		for i := range c.plan.Channels {
			ch := &c.plan.Channels[i]
			if ch.Of.Name == "" && !used[ch.Name] && ch.Observed == nil {
				c.unknown(ch.At, "channel %s has no participants: nobody is named who reads or writes it (%s)", ch.Name, r.ID)
			} else {
				c.oneSided(r, ch)
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

// oneSided notes a channel of which only the writers are named, or only the readers: nothing that one side does was held
// against the other. That is no answer at all when the side that is named changes; else the last lines say it. A list of
// the other side that is given and empty (observed, holds) says that there is none.
func (c *checker) oneSided(r *Rule, ch *Channel) {
	written, read := map[string]bool{}, map[string]bool{}
	var change string // the first step that changes what is written, or how it is read
	changes := func(set map[string]bool, key string, step int) {
		if !set[key] && len(set) > 0 && change == "" && step >= 0 {
			change = c.plan.Steps[step].ID
		}
		set[key] = true
	}
	for _, place := range c.placesHeld(ch) {
		for _, d := range c.data[place] {
			step := d.step
			if d.writer != nil {
				step = d.writer.step
			}
			changes(written, d.shape(), step)
		}
		for _, rd := range append(slices.Clone(c.readers[place]), c.copiers[place]...) {
			changes(read, rd.key, rd.stint.step)
		}
	}
	for _, i := range append(slices.Clone(c.stepsOn(Alter, ch.Name)), c.stepsOn(Drop, ch.Name)...) {
		if step := &c.plan.Steps[i]; step.Do == Alter || step.Field != "" {
			change = cmp.Or(change, step.ID)
		}
	}
	var what, say string
	switch {
	case len(written) > 0 && len(read) == 0 && (ch.Observed == nil || len(ch.Observed) > 0) && !c.holdsCopies(ch):
		what, say = "nobody is named who reads "+ch.Name, "what its readers make of it"
	case len(read) > 0 && len(written) == 0 && (ch.Holds == nil || len(ch.Holds) > 0) && ch.Of.Name == "":
		what, say = "nobody is named who writes "+ch.Name+", and nothing is said to lie there", "what its readers meet"
	default:
		return
	}
	if change == "" {
		c.report.blind = true
		c.overlooked("%s, for %s", say, what)
		return
	}
	hint := "say observed: [] when there are none"
	if len(written) == 0 {
		hint = "say what lies there, holds: [v1], or holds: [] for nothing"
	}
	message := fmt.Sprintf("%s: %s after %s is not known; name them, or %s", what, say, change, hint)
	if c.plan.Policy.UnknownParticipants == "warn" {
		f := c.fault(r, ch.At, ch.Name, "name them under participants:, or "+hint, "%s", message)
		f.Level = compat.Warning
		return
	}
	c.unknown(ch.At, "%s (%s)", message, r.ID)
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

// uses tells whether some build of the participant reads or writes a channel.
func (p *Participant) uses(channel string) bool {
	return slices.ContainsFunc(p.Builds, func(b Build) bool {
		return slices.ContainsFunc(b.Reads, func(r Read) bool { return branchless(r.Name) == channel }) ||
			slices.ContainsFunc(b.Writes, func(w Write) bool { return branchless(w.Name) == channel })
	})
}

// observed notes a reader or writer that was seen on a channel and is not in the plan.
func (c *checker) observed(r *Rule, at Pos, channel, who string) {
	part := c.plan.participant(who)
	if part != nil && part.uses(channel) {
		return
	}
	what, fix := "it is not in the plan", "name it under participants:"
	var names []string
	if part != nil {
		what, fix = "none of its builds in the plan reads or writes it", "say what its builds do with "+channel
	} else {
		for i := range c.plan.Participants {
			names = append(names, c.plan.Participants[i].Name)
		}
	}
	if c.plan.Policy.UnknownParticipants == "warn" {
		f := c.fault(r, at, channel+" <- "+who, fix, "%s was seen on %s, and %s", who, channel, what)
		f.Level = compat.Warning
		return
	}
	c.unknown(at, "%s was seen on %s, and %s%s (%s)", who, channel, what, didYouMean(who, names), r.ID)
}
