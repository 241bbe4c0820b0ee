package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/schemavet/schemavet/compat"
)

var missingFence = &Rule{
	Code: "ORDER011",
	Rule: levelled("order-missing-fence",
		"A step takes a writer for silent that nothing has silenced",
		"Expiring, dropping and cutting over assume that the old writer has stopped. Scaling to zero is not stopping: queued "+
			"work, zombies and copies nobody controls write on until the store refuses them.",
		"fence the old build at the store (ACL, epoch, lease) before the step",
		"or wait out the longest write that may be under way",
	),
	Broken: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app: { fleet: uncontrolled, builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id, x] } } } } }
steps:
  - { id: app-a2, do: deploy, participant: app, build: a2 }
  - { id: expire, do: expire, channel: orders, for: 30d, after: [app-a2] }
`,
	Repaired: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app: { fleet: uncontrolled, builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id, x] } } } } }
steps:
  - { id: app-a2, do: deploy, participant: app, build: a2 }
  - { id: fence-a1, do: fence, participant: app, builds: [a1], how: topic-acl, after: [app-a2] }
  - { id: expire, do: expire, channel: orders, for: 30d, after: [fence-a1] }
`,
	check: func(c *checker, r *Rule) {
		for i := range c.plan.Steps {
			step := &c.plan.Steps[i]
			switch step.Do {
			case Expire, Drop:
				c.silentWriters(r, i, location(step.Channel.Name), step.V.Name)
			case Cutover:
				from, _ := c.copyEnds(i)
				c.silentWriters(r, i, from, "")
			case FenceOff:
				c.fenceHolds(r, step)
			}
		}
	},
}

// fenceHolds reports a fence that is none.
func (c *checker) fenceHolds(r *Rule, step *Step) {
	if step.drains() {
		c.fault(r, step.At, step.ID, "name what refuses at the store: an ACL, an epoch, a lease, a revoked grant",
			"%s (%s) is a drain and no fence: nothing refuses a copy of %s that goes on or comes back", step.ID, step.How, step.Participant.Name)
	} else if step.How == "" {
		f := c.fault(r, step.At, step.ID, "say how: an ACL, an epoch, a lease, a revoked grant", "%s does not say by what means the store refuses %s; that it does is taken at its word", step.ID, step.Participant.Name)
		f.Level = compat.Warning
	}
}

// The words of a fence's how: that mean stopping the program, and those that mean that the store refuses it.
var (
	drainWords = []string{"scal", "drain", "stop", "shut", "kill", "undeploy", "replica", "zero", "turned"}
	storeWords = []string{"acl", "epoch", "lease", "token", "revok", "grant", "permission", "credential", "fenc", "version", "deny", "block", "reject", "refus", "key", "cert", "firewall", "quota", "view", "lock"}
)

// drains tells a fence whose mechanism is that the program is stopped: zombies, queued work and copies that nobody
// counted write on.
func (s *Step) drains() bool {
	means := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(s.How), w) })
	}
	return s.Do == FenceOff && means(drainWords) && !means(storeWords)
}

// silentWriters reports the replaced writers of a place that may still write when a step assumes that they do not:
// copies that nothing ends, and writes that were under way when the writer was stopped.
func (c *checker) silentWriters(r *Rule, i int, place, version string) {
	step := &c.plan.Steps[i]
	reported := map[*stint]bool{}
	for _, d := range c.data[place] {
		w := d.writer
		if w == nil || w.next() == nil || reported[w] || version != "" && d.class.Version != version || c.order.precedes(c.order.doneOf[i], c.order.startOf[w.next().step]) || c.stillMeant(step, w, place) {
			continue
		}
		reported[w] = true
		subject := fmt.Sprintf("%s -> %s", w, place)
		switch {
		case w.lingers && !c.order.over(w.writes, c.order.startOf[i]):
			f := c.fault(r, step.At, subject, fmt.Sprintf("add a fence step for %s before %s", w, step.ID), "%s takes %s for silent, but nothing ends its old copies: the fleet is %s", step.ID, w, fleetWord(c, w))
			f.unfenced, f.silenced, f.ways = w, i, c.waysToSilence(w, i)
		case w.part.InFlight > 0 && !c.drained(w, i):
			c.fault(r, step.At, subject, fmt.Sprintf("fence %s, or wait %s after %s, before %s", w, w.part.InFlight, c.plan.Steps[w.next().step].ID, step.ID),
				"%s may start while writes of %s are still under way: they last up to %s", step.ID, w, w.part.InFlight)
		}
	}
}

// stillMeant tells a writer that is allowed to go on: before a cutover, one that also writes the new place.
func (c *checker) stillMeant(step *Step, w *stint, place string) bool {
	if step.Do != Cutover {
		return false
	}
	for _, wr := range w.build.Writes {
		if location(wr.Name) != place {
			return true
		}
	}
	return false
}

func fleetWord(c *checker, w *stint) string {
	if w.part.Fleet != Controlled {
		return string(w.part.Fleet)
	}
	return string(c.plan.Steps[w.next().step].Strategy)
}

// drained tells whether every write that was under way is over, or refused by a fence.
func (c *checker) drained(w *stint, i int) bool {
	at := c.order.startOf[i]
	for _, e := range c.fences(w, "write") {
		if c.order.precedes(e, at) {
			return true
		}
	}
	for _, ep := range w.writes.ends {
		if c.order.reached(ep, at) && c.order.atLeast(ep.all[0], at) >= time.Duration(w.part.InFlight) {
			return true
		}
	}
	return false
}
