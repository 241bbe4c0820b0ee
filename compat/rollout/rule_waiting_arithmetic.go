package rollout

import (
	"fmt"
	"strings"
	"time"

	"github.com/schemavet/schemavet/compat"
)

var waitingArithmetic = &Rule{
	Code: "ORDER021",
	Rule: levelled("order-waiting-arithmetic",
		"Data is declared gone before it can be",
		"Old data has left when retention, the lag of the slowest reader and the difference of the clocks have passed since "+
			"the last writer could no longer come back, not since it was replaced. In a store that never forgets it never has.",
		"wait for retention plus lag plus clock skew, counted from the close of the last writer",
		"declare the lag of the channel",
		"rewrite every key where nothing leaves by waiting",
	),
	Broken: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id, x] } } } } }
steps:
  - { id: app-a2, do: deploy, participant: app, build: a2 }
  - { id: expire, do: expire, channel: orders, for: 7d, after: [app-a2] }
`,
	Repaired: `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id, x] } } } } }
steps:
  - { id: app-a2, do: deploy, participant: app, build: a2 }
  - { id: expire, do: expire, channel: orders, for: 8d, after: [app-a2] }
`,
	check: func(c *checker, r *Rule) {
		for i := range c.plan.Steps {
			if c.plan.Steps[i].Do == Expire {
				c.waited(r, i)
			}
		}
	},
}

// waited checks the arithmetic of one expire step.
func (c *checker) waited(r *Rule, i int) {
	step := &c.plan.Steps[i]
	ch := c.channels[branchless(step.Channel.Name)]
	subject := step.Channel.Name
	if step.V.Name != "" {
		subject += "." + step.V.Name
	}
	retention := time.Duration(ch.Retention.Time)
	if ch.Retention.Kind == Undeclared && ch.Kind == Table {
		retention = time.Duration(ch.SnapshotsKept)
	}
	switch {
	case ch.Retention.Kind == Infinite, ch.Retention.Kind == Compacted:
		c.fault(r, step.At, subject, "rewrite every key (a rewrite step), or never count on the old data to leave", "%s removes nothing: retention of %s is %s, so old data stays for ever", step.ID, ch.Name, ch.Retention.Text)
	case len(ch.Tags) > 0:
		c.fault(r, step.At, subject, "drop the tag, or rewrite what it pins", "%s removes nothing: %s is pinned by %s", step.ID, ch.Name, strings.Join(ch.Tags, ", "))
	case ch.Retention.Kind == BySize:
		c.fault(r, step.At, subject, "declare the least time that the size keeps, as retention:, or rewrite", "%s cannot be checked: a size says nothing about time, and a quiet channel forgets nothing", step.ID)
	case retention == 0:
		c.unknown(step.At, "%s takes old data for gone, and the retention of %s is not declared: not known whether anything has left (%s)", step.ID, ch.Name, r.ID)
	default:
		c.longEnough(r, i, ch, subject, retention)
	}
}

func (c *checker) longEnough(r *Rule, i int, ch *Channel, subject string, retention time.Duration) {
	step := &c.plan.Steps[i]
	skew := time.Duration(c.plan.Policy.ClockSkew)
	waited, since := c.waitedSince(i, ch)
	need := retention + skew
	if ch.Lag != nil {
		need += time.Duration(*ch.Lag)
	}
	terms := fmt.Sprintf("retention %s + clock skew %s", Span(retention), Span(skew))
	if ch.Lag != nil {
		terms += fmt.Sprintf(" + lag %s", *ch.Lag)
	}
	switch {
	case waited < need:
		c.fault(r, step.At, subject, fmt.Sprintf("wait %s longer", Span(need-waited)), "%s counts on %s to have passed since %s; %s asks for %s", step.ID, Span(waited), since, terms, Span(need))
	case ch.Lag == nil:
		f := c.fault(r, step.At, subject, fmt.Sprintf("declare lag: of %s", ch.Name), "%s waits %s since %s, which is enough for %s only if no reader of %s is more than %s behind; its lag is not declared", step.ID, Span(waited), since, terms, ch.Name, Span(waited-need))
		f.Level = compat.Warning
	}
}

// waitedSince gives the shortest time between the last possible write of what an expire step removes and the step's
// completion, and the name of what it counts from.
func (c *checker) waitedSince(i int, ch *Channel) (time.Duration, string) {
	step := &c.plan.Steps[i]
	place := location(step.Channel.Name)
	shortest, since := time.Duration(step.For), "its own start"
	first := true
	sources := c.data[place]
	if len(sources) == 0 && ch.Of.Name != "" {
		return c.waitedForCopy(i, ch)
	}
	for _, d := range sources {
		if d.writer == nil || !removes(step, d.class.Version) {
			continue
		}
		longest, from := time.Duration(-1), ""
		for _, ep := range d.writer.writes.ends {
			if c.order.reached(ep, c.order.startOf[i]) {
				if t := c.order.atLeast(ep.all[0], c.order.doneOf[i]); t > longest {
					longest, from = t, fmt.Sprintf("%s could last write (%s)", d.writer, c.order.name(ep.all[0]))
				}
			}
		}
		if longest >= 0 && (first || longest < shortest) {
			shortest, since, first = longest, from, false
		}
	}
	return shortest, since
}

// waitedForCopy counts, for a dlq, cache or backup, from the removal in the channel it is a copy of.
func (c *checker) waitedForCopy(i int, ch *Channel) (time.Duration, string) {
	shortest, since := time.Duration(c.plan.Steps[i].For), "its own start"
	for _, k := range c.removers[ch.Of.Name] {
		if c.order.precedes(c.order.doneOf[k], c.order.startOf[i]) {
			shortest, since = c.order.atLeast(c.order.doneOf[k], c.order.doneOf[i]), fmt.Sprintf("completion of %s", c.plan.Steps[k].ID)
		}
	}
	return shortest, since
}
