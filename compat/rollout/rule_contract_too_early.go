package rollout

import (
	"fmt"
	"slices"
	"strings"
)

var contractTooEarly = &Rule{
	Code: "ORDER009",
	Rule: levelled("order-contract-too-early",
		"Something is dropped while a build still needs it",
		"Dropping a column, a version or a channel cannot be taken back. A build that is running then, or starts later, still "+
			"reads or writes what is gone; an uncontrolled fleet never stops by itself.",
		"show that nobody reads or writes it: query log, consumer groups, ACLs",
		"fence what the plan cannot deploy",
		"drop after the last build that needs it can no longer come back",
	),
	Broken: `version: 1
channels: { daily: { kind: table, fields: [id, amount] } }
participants:
  bi: { fleet: uncontrolled, owner: analytics, builds: { q: { reads: { daily: { uses: [id, amount] } } } } }
steps:
  - { id: drop-amount, do: drop, channel: daily, field: amount }
`,
	Repaired: `version: 1
channels: { daily: { kind: table, fields: [id, amount] } }
participants:
  bi: { fleet: uncontrolled, owner: analytics, builds: { q: { reads: { daily: { uses: [id, amount] } } } } }
steps:
  - { id: fence-bi, do: fence, participant: bi, builds: [q], how: revoke-select }
  - { id: drop-amount, do: drop, channel: daily, field: amount, after: [fence-bi] }
`,
	check: func(c *checker, r *Rule) {
		c.dropFindings(r, false)
		c.dropsOfAuthority(r)
		c.untoldFields()
	},
}

// A need is a build that reads or writes what a drop takes away.
type need struct {
	stint    *stint
	life     span
	windowed bool
	verb     string
}

// dropFindings reports drops that a build still needs: as long as it runs forward, or only because it may come back.
func (c *checker) dropFindings(r *Rule, windowed bool) {
	for i := range c.plan.Steps {
		step := &c.plan.Steps[i]
		if step.Do != Drop {
			continue
		}
		for _, n := range c.needsOf(i) {
			if n.windowed != windowed {
				continue
			}
			what := dropped(step)
			f := c.fault(r, step.At, fmt.Sprintf("%s -> %s", what, n.stint), c.dropFix(i, n), "%s %s %s when %s takes it away%s", c.needWho(i, n), n.verb, what, step.ID, c.needWhy(n))
			if n.stint.part.Owner != "" {
				f.Owners = []string{n.stint.part.Owner}
			}
			f.about(c.takenFrom(step), n.stint)
			f.ways = c.waysToEnd(n.stint, n.stops(), c.order.startOf[i])
			f.Trace = c.shortest(scene{actor: n.stint, since: []int{n.life.start, c.order.startOf[i]}})
			if next := n.stint.next(); next != nil && n.stint.part.Fleet == Controlled {
				if end := c.order.closeOf[next.step]; end >= 0 && !c.order.precedes(c.order.startOf[i], end) {
					f.Missing = []Edge{{Before: c.closeName(next.step), After: fmt.Sprintf("start(%s)", step.ID), Step: step.ID, Needs: c.closingStep(next.step), before: end, after: c.order.startOf[i]}}
				}
			}
		}
	}
}

// stops is what a fence has to stop so that the build no longer needs it.
func (n need) stops() StopsWord {
	if n.verb == "still writes" {
		return "write"
	}
	return "read"
}

func dropped(step *Step) string {
	switch {
	case step.Field != "":
		return branchless(step.Channel.Name) + "." + step.Field
	case step.V.Name != "":
		return step.Channel.Name + "." + step.V.Name
	}
	return step.Channel.Name
}

// takenFrom gives the places that a drop takes something from. The branches of a table share its columns and go with it; a
// tag keeps those that it was made with.
func (c *checker) takenFrom(step *Step) []string {
	place := location(step.Channel.Name)
	ch := c.channels[branchless(place)]
	if ch == nil || place != ch.Name || step.V.Name != "" {
		return []string{place}
	}
	return slices.DeleteFunc(c.placesHeld(ch), ch.tagged)
}

// inPlaces gives what stands under several places.
func inPlaces[T any](at map[string][]T, places []string) []T {
	var all []T
	for _, place := range places {
		all = append(all, at[place]...)
	}
	return all
}

// needsOf lists the builds that use what a drop takes away and are not over when it starts.
func (c *checker) needsOf(i int) []need {
	step := &c.plan.Steps[i]
	at := c.order.startOf[i]
	var needs []need
	seen := map[*stint]bool{}
	for _, rd := range inPlaces(c.readers, c.takenFrom(step)) {
		used := c.fieldsOf(rd.view.Channel, rd.view.Version, rd.read.Uses)
		uses := step.Field != "" && (used == nil || touches(used, step.Field)) || step.Field == "" && (step.V.Name == "" || rd.view.Version == step.V.Name)
		if uses && !c.order.over(rd.life, at) && !seen[rd.stint] {
			seen[rd.stint] = true
			needs = append(needs, need{rd.stint, rd.life, c.order.over(rd.forward, at), "still reads"})
		}
	}
	for _, d := range inPlaces(c.data, c.takenFrom(step)) {
		if d.writer == nil || seen[d.writer] {
			continue
		}
		filled := c.fieldsOf(d.channel, d.class.Version, d.class.Fields)
		uses := step.Field != "" && touches(filled, step.Field) || step.Field == "" && (step.V.Name == "" || d.class.Version == step.V.Name)
		if uses && !c.order.over(d.writer.writes, at) {
			seen[d.writer] = true
			needs = append(needs, need{d.writer, d.writer.writes, c.order.over(d.writer.forward, at), "still writes"})
		}
	}
	return needs
}

// untoldFields notes writers at work during a drop that do not say which fields they fill.
func (c *checker) untoldFields() {
	for i := range c.plan.Steps {
		step := &c.plan.Steps[i]
		if step.Do != Drop || step.Field == "" {
			continue
		}
		for _, d := range inPlaces(c.data, c.takenFrom(step)) {
			if d.writer != nil && !c.order.over(d.writer.writes, c.order.startOf[i]) && c.fieldsOf(d.channel, d.class.Version, d.class.Fields) == nil {
				c.unknown(d.write.At, "%s does not say which fields it fills in %s, and %s drops %s (add fields:)", d.writer, d.channel.Name, step.ID, step.Field)
			}
		}
	}
}

// fieldsOf gives the fields that a plan declares, or those that the version's schema has; nil: not known.
func (c *checker) fieldsOf(ch *Channel, version string, declared []string) []string {
	if f, ok := c.oracle(ch).(Fielder); ok && declared == nil && version != "" {
		return f.Fields(ch, version)
	}
	return declared
}

// touches tells whether one of the fields is the dropped one, lies in it, or holds it.
func touches(fields []string, dropped string) bool {
	return slices.ContainsFunc(fields, func(f string) bool {
		return f == dropped || strings.HasPrefix(dropped, f+".") || strings.HasPrefix(f, dropped+".")
	})
}

func (c *checker) needWho(i int, n need) string {
	next := n.stint.next()
	switch {
	case n.windowed:
		return fmt.Sprintf("%s, rolled back to %s,", n.stint.part.Name, n.stint.build.Name)
	case n.stint.part.Fleet == Uncontrolled:
		return fmt.Sprintf("%s, an uncontrolled fleet on %s,", n.stint.part.Name, n.stint.build.Name)
	case n.stint.part.Fleet == Scheduled && next != nil:
		return fmt.Sprintf("%s, whose %s may still run until its next run after %s,", n.stint.part.Name, n.stint.build.Name, c.plan.Steps[next.step].ID)
	}
	return n.stint.String()
}

func (c *checker) needWhy(n need) string {
	if next := n.stint.next(); n.windowed && next != nil {
		return fmt.Sprintf("; it may come back until %s", c.closingStep(next.step))
	}
	return ""
}

func (c *checker) dropFix(i int, n need) string {
	id, next := c.plan.Steps[i].ID, n.stint.next()
	switch {
	case n.stint.part.Fleet == Uncontrolled:
		return fmt.Sprintf("fence %s before %s, or keep a view that serves the old name", n.stint, id)
	case next == nil:
		return fmt.Sprintf("deploy a build of %s that does not need it, and close its window, before %s", n.stint.part.Name, id)
	case n.stint.part.Fleet == Scheduled:
		return fmt.Sprintf("let %s pass after %s, so that its next run has happened, before %s", n.stint.part.Every, c.plan.Steps[next.step].ID, id)
	case c.order.closeOf[next.step] == never:
		return fmt.Sprintf("end the window of %s before %s", c.plan.Steps[next.step].ID, id)
	}
	return fmt.Sprintf("add edge: %s before start(%s), which is after: [%s] on %s", c.closeName(next.step), id, c.closingStep(next.step), id)
}

// dropsOfAuthority reports drops of a copy that still counts.
func (c *checker) dropsOfAuthority(r *Rule) {
	for i := range c.plan.Steps {
		step := &c.plan.Steps[i]
		if step.Do != Drop || step.Field != "" || step.V.Name != "" {
			continue
		}
		for k := range c.plan.Datasets {
			ds := &c.plan.Datasets[k]
			if left := c.leaves(ds, location(step.Channel.Name)); left != never && !c.order.precedes(left, c.order.startOf[i]) {
				c.fault(r, step.At, fmt.Sprintf("%s -> %s", step.Channel.Name, ds.Name), fmt.Sprintf("drop it after the cutover of %s is complete and its window is closed", ds.Name),
					"%s may still count for %s when %s takes it away", step.Channel.Name, ds.Name, step.ID)
			}
		}
	}
}

// leaves gives the event after which a channel no longer has authority over a dataset: the completion of the cutover
// that leaves it. never: it has no authority at all. A channel that keeps authority is never left either, and then
// the event is one that no step follows.
func (c *checker) leaves(ds *Dataset, place string) int {
	has, end := location(ds.Authority.Name) == place, len(c.order.events)
	for _, i := range c.stepsInOrder() {
		if step := &c.plan.Steps[i]; step.Do == Cutover && step.Dataset.Name == ds.Name {
			from, to := c.copyEnds(i)
			if from == place && has {
				has, end = false, c.order.doneOf[i]
			}
			if to == place {
				has, end = true, len(c.order.events)
			}
		}
	}
	if !has && end == len(c.order.events) {
		return never
	}
	return end
}
