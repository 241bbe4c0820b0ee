package rollout

import (
	"fmt"
	"strings"
)

// mend works out which edges would keep the pair apart, and says it.
func (c *checker) mend(f *Finding, m *meeting) {
	if r := c.arriveFirst(m); r != nil {
		f.Why, f.Fix, f.Missing = r.why, r.fix, r.edges
		return
	}
	readerFirst := c.endReaderFirst(m)
	dataFirst := c.endDataFirst(m)
	options := [2]*remedy{readerFirst, dataFirst}
	if dataFirst != nil && (readerFirst == nil || dataFirst.natural && !readerFirst.natural) {
		options = [2]*remedy{dataFirst, readerFirst}
	}
	for i, r := range options {
		switch {
		case r == nil:
		case i == 0:
			f.Why, f.Fix, f.Missing = r.why, r.fix, r.edges
		default:
			f.Alternatives = append(f.Alternatives, r.fix)
		}
	}
	for _, n := range m.judgment.Notes {
		if n.Remedy != "" && !contains(f.Alternatives, n.Remedy) {
			f.Alternatives = append(f.Alternatives, n.Remedy)
		}
	}
	if next := m.actor.next(); f.Fix == "" && next == nil && m.data != nil && c.dataStart(m) >= 0 && m.actor.part.Fleet != Uncontrolled {
		f.Why = fmt.Sprintf("nothing in the plan replaces %s", m.actor)
		f.Fix = fmt.Sprintf("deploy a build of %s that can take %s, and close its window, before %s", m.actor.part.Name, m.data.label(), c.startName(c.dataStart(m)))
	}
	if f.Fix == "" && m.actor.part.Fleet == Uncontrolled {
		f.Why = fmt.Sprintf("nothing in the plan ends %s: the fleet is uncontrolled", m.actor)
		f.Fix = fmt.Sprintf("fence %s before that, or keep what it reads", m.actor)
	}
	if f.Fix == "" && c.couldLeaveFirst(m) {
		f.Why = fmt.Sprintf("the plan starts %s before %s has left %s", m.actor, orAll(m.data.class.Version), m.data.place)
		f.Fix = fmt.Sprintf("let %s leave %s before %s: what waits for %s, and windows that end with what comes after it, have to move", orAll(m.data.class.Version), m.data.place, c.startName(m.actor.reads.start), c.plan.Steps[m.actor.step].ID)
	}
	if f.Fix == "" {
		f.Why = "nothing in the plan ends the one before the other begins, and no order of its steps could"
		f.Fix = "no order of these steps is safe: add a version in between that both sides can read (schemavet plan make writes it), or a new channel"
	}
}

// couldLeaveFirst tells whether the steps could be put so that the data is gone before the actor begins, though the plan
// has them otherwise: the actor comes with a step, whoever writes the data is replaced, and something takes it out.
func (c *checker) couldLeaveFirst(m *meeting) bool {
	if m.data == nil || m.data.step >= 0 || m.copy != nil || m.actor.step < 0 {
		return false
	}
	if w := m.data.writer; w != nil && (w.next() == nil || w.part == m.actor.part || w.part.Fleet == Uncontrolled || c.order.closeOf[w.next().step] == never) {
		return false
	}
	removal := c.removalFor(m.data.place, m.data.class.Version, m.actor.reads.start)
	return removal >= 0 && c.removalWorks(removal)
}

// A remedy is one way to keep a pair apart.
type remedy struct {
	why, fix string
	edges    []Edge
	natural  bool // what comes first in it also comes first in the plan
}

// endReaderFirst asks for the actor's build to be gone for good before the data (or the table's era) begins.
func (c *checker) endReaderFirst(m *meeting) *remedy {
	begins := c.dataStart(m)
	if m.data == nil {
		begins = m.era.life.start
	}
	next := m.actor.next()
	if begins < 0 || next == nil {
		return nil
	}
	end := c.order.closeOf[next.step]
	r := &remedy{natural: m.actor.step < 0 || !c.order.precedes(begins, m.actor.reads.start)}
	what := "first write of " + c.startLabel(m)
	if m.data == nil {
		what = m.era.schema.Channel.Name + " " + m.era.name()
	}
	r.why = fmt.Sprintf("window of %s %s; the %s can be as early as the start of %s", c.stepName(next.step), c.windowWords(next.step, m.actor), what, c.plan.Steps[c.order.events[begins].step].ID)
	if c.order.events[begins].step == next.step {
		r.why = fmt.Sprintf("%s itself brings the new build beside the old one, or the old one back until %s", c.plan.Steps[next.step].ID, c.closingStep(next.step))
		r.fix = fmt.Sprintf("first deploy a build of %s between the two that suits both; or replace it at one instant (strategy: recreate) without a way back", m.actor.part.Name)
		return r
	}
	if m.actor.part.Fleet == Uncontrolled || c.plan.Steps[next.step].Strategy == BlueGreen {
		if c.plan.Steps[next.step].Strategy == BlueGreen {
			r.why = fmt.Sprintf("the old side of %s drains until a fence stops it, whatever its window; the %s can be as early as the start of %s", c.stepName(next.step), what, c.plan.Steps[c.order.events[begins].step].ID)
		}
		r.fix = fmt.Sprintf("fence %s before %s: nothing else ends its old copies", m.actor, c.startName(begins))
		return r
	}
	if end == never || c.order.precedes(begins, c.order.startOf[next.step]) && c.order.precedes(begins, end) {
		r.natural = false
	}
	edge := Edge{Before: c.closeName(next.step), After: c.startName(begins), before: end, after: begins}
	if end == never || c.order.precedes(begins, end) {
		if c.order.precedes(begins, c.order.startOf[next.step]) {
			return c.turnRound(r, next.step, begins)
		}
		edge.Before = fmt.Sprintf("close(%s)", c.stepName(next.step))
		edge.before = c.order.doneOf[next.step]
		r.fix = fmt.Sprintf("add edge: %s before %s; the window now lasts %s, so end it earlier", edge.Before, edge.After, c.untilWords(next.step))
	} else {
		edge.Step, edge.Needs = c.plan.Steps[c.order.events[begins].step].ID, c.closingStep(next.step)
		r.fix = fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)
	}
	if m.actor.part.Fleet == Scheduled {
		r.fix = fmt.Sprintf("let %s pass after %s, so that its next run has happened, before %s", m.actor.part.Every, c.plan.Steps[next.step].ID, c.startName(begins))
		return r
	}
	r.edges = []Edge{edge}
	return r
}

// turnRound is the remedy when the plan puts the replacement of the reader after the data: the two change places.
func (c *checker) turnRound(r *remedy, next, begins int) *remedy {
	r.natural = false
	edge := Edge{Before: c.closeName(next), After: c.startName(begins), before: c.order.closeOf[next], after: begins}
	if edge.before == never {
		edge.before = c.order.doneOf[next]
	}
	r.edges = []Edge{edge}
	r.why = fmt.Sprintf("%s waits for %s, and it would have to be the other way round", c.plan.Steps[next].ID, c.plan.Steps[c.order.events[begins].step].ID)
	r.fix = fmt.Sprintf("turn the order round: %s before %s", edge.Before, edge.After)
	return r
}

func (c *checker) startLabel(m *meeting) string {
	if m.data == nil {
		return ""
	}
	return m.data.label()
}

// windowWords says when a deploy stops being undoable.
func (c *checker) windowWords(step int, actor *stint) string {
	switch {
	case actor.part.Fleet == Uncontrolled:
		return "never closes, for the fleet is uncontrolled"
	case c.order.closeOf[step] == never:
		return "never closes"
	case actor.part.Fleet == Scheduled:
		return fmt.Sprintf("closes with the next run, up to %s later", actor.part.Every)
	case c.plan.Steps[step].Rollback == nil:
		return fmt.Sprintf("closes with the completion of %s", c.plan.Steps[step].ID)
	}
	return fmt.Sprintf("closes with the completion of %s", c.closingStep(step))
}

func (c *checker) untilWords(step int) string {
	if c.order.closeOf[step] == never {
		return "for ever"
	}
	return "until " + c.closingStep(step)
}

// closingStep is the step whose completion closes a window.
func (c *checker) closingStep(step int) string {
	if e := c.order.closeOf[step]; e >= 0 {
		return c.plan.Steps[c.order.events[e].step].ID
	}
	return c.plan.Steps[step].ID
}

// endDataFirst asks for the data to be gone, and its writer gone for good before that, before the actor begins.
func (c *checker) endDataFirst(m *meeting) *remedy {
	if m.data == nil {
		return c.endEraFirst(m)
	}
	begins := m.actor.reads.start
	if begins < 0 || m.data.step >= 0 {
		return nil
	}
	r := &remedy{natural: c.dataStart(m) < 0 || !c.order.precedes(begins, c.dataStart(m))}
	place := m.data.place
	if m.copy != nil {
		place = m.copy.Name
	}
	writerEnd, writerName := beginning, ""
	if w := m.data.writer; w != nil {
		next := w.next()
		if next == nil {
			return nil
		}
		writerEnd, writerName = c.order.closeOf[next.step], c.closeName(next.step)
	}
	if m.data.channel.Kind == RPC {
		return c.endCallsFirst(r, m, writerEnd, writerName, begins)
	}
	removal := c.removalFor(place, m.data.class.Version, begins)
	if removal < 0 {
		after := ""
		if writerName != "" {
			after = fmt.Sprintf(" after %s and", writerName)
		}
		r.why = fmt.Sprintf("%s stays in %s: nothing takes it out before %s", orAll(m.data.class.Version), place, c.startName(begins))
		r.fix = fmt.Sprintf("add a step that expires or rewrites %s in %s,%s before %s", orAll(m.data.class.Version), place, after, c.startName(begins))
		return r
	}
	step := &c.plan.Steps[removal]
	if !c.removalWorks(removal) {
		r.why = fmt.Sprintf("%s removes nothing: %s never forgets by waiting", step.ID, place)
		r.fix = fmt.Sprintf("rewrite every key of %s instead of waiting, before %s", place, c.startName(begins))
		return r
	}
	return c.orderRemoval(r, m, removal, writerEnd, writerName, begins)
}

// endCallsFirst asks for the caller to be gone for good: nothing of a call stays.
func (c *checker) endCallsFirst(r *remedy, m *meeting, callerEnd int, callerName string, begins int) *remedy {
	next := m.data.writer.next().step
	r.why = fmt.Sprintf("window of %s %s, and until then %s may call", c.stepName(next), c.windowWords(next, m.data.writer), m.data.writer)
	if callerEnd == never || c.order.precedes(begins, callerEnd) {
		r.fix = fmt.Sprintf("%s before %s; the window now lasts %s, so end it earlier", callerName, c.startName(begins), c.untilWords(next))
		return r
	}
	edge := Edge{Before: callerName, After: c.startName(begins), Step: c.plan.Steps[c.order.events[begins].step].ID, Needs: c.closingStep(next), before: callerEnd, after: begins}
	r.edges, r.fix = []Edge{edge}, fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)
	return r
}

// orderRemoval names the edges that are missing around a removal that the plan has.
func (c *checker) orderRemoval(r *remedy, m *meeting, removal, writerEnd int, writerName string, begins int) *remedy {
	o, step := c.order, &c.plan.Steps[removal]
	if o.precedes(begins, o.startOf[removal]) {
		return nil
	}
	if !o.precedes(writerEnd, o.startOf[removal]) {
		next := m.data.writer.next()
		r.why = fmt.Sprintf("%s may be rolled back to %s until %s, and %s begins before that", m.data.writer.part.Name, m.data.writer.build.Name, strings.TrimPrefix(c.untilWords(next.step), "until "), step.ID)
		edge := Edge{Before: writerName, After: fmt.Sprintf("start(%s)", step.ID), before: writerEnd, after: o.startOf[removal]}
		r.fix = fmt.Sprintf("add edge: %s before %s", edge.Before, edge.After)
		if writerEnd == never || o.precedes(o.startOf[removal], writerEnd) {
			edge.before = o.doneOf[next.step]
			if o.precedes(o.startOf[removal], edge.before) {
				return nil
			}
			r.fix += fmt.Sprintf("; the window of %s now lasts %s, so end it earlier", c.stepName(next.step), c.untilWords(next.step))
		} else {
			edge.Step, edge.Needs = step.ID, c.closingStep(next.step)
			r.fix += fmt.Sprintf(", which is after: [%s] on %s", edge.Needs, edge.Step)
		}
		r.edges = append(r.edges, edge)
	}
	if !o.precedes(o.doneOf[removal], begins) {
		edge := Edge{Before: fmt.Sprintf("done(%s)", step.ID), After: c.startName(begins), Step: c.plan.Steps[o.events[begins].step].ID, Needs: step.ID, before: o.doneOf[removal], after: begins}
		more := fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)
		if r.fix != "" {
			more = r.fix + "; " + more
		} else {
			r.why = fmt.Sprintf("%s may start before %s is complete", c.stepName(o.events[begins].step), step.ID)
		}
		r.fix = more
		r.edges = append(r.edges, edge)
	}
	if r.edges == nil && m.copy != nil {
		r.why = fmt.Sprintf("%s begins while %s may still be filled from %s", step.ID, m.copy.Name, m.data.channel.Name)
		r.fix = fmt.Sprintf("start %s after %s has left %s", step.ID, m.data.class.Version, m.data.channel.Name)
	}
	return r
}

func orAll(version string) string {
	if version == "" {
		return "the old data"
	}
	return version
}

// removalFor finds the removal of a class that is nearest before the event, or failing that any that could be moved.
func (c *checker) removalFor(place, version string, begins int) int {
	best := -1
	for _, i := range c.removers[place] {
		if removes(&c.plan.Steps[i], version) && (best < 0 || c.order.precedes(c.order.doneOf[i], begins)) {
			best = i
		}
	}
	return best
}

// endEraFirst asks for the actor to begin only when the table has moved on.
func (c *checker) endEraFirst(m *meeting) *remedy {
	begins := m.actor.reads.start
	if begins < 0 || len(m.era.life.ends) == 0 {
		return nil
	}
	end := m.era.life.ends[0].all[0]
	if c.order.precedes(begins, end) && c.order.precedes(begins, c.order.startOf[c.order.events[end].step]) {
		return nil
	}
	alter := c.plan.Steps[c.order.events[end].step].ID
	edge := Edge{Before: fmt.Sprintf("done(%s)", alter), After: c.startName(begins), Step: c.plan.Steps[c.order.events[begins].step].ID, Needs: alter, before: end, after: begins}
	return &remedy{natural: m.actor.step >= 0, edges: []Edge{edge},
		why: fmt.Sprintf("%s may start before %s is complete", c.stepName(c.order.events[begins].step), alter),
		fix: fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)}
}
