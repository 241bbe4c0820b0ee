package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// This file turns edges that a plan lacks into edits of its steps, and makes the edits.

// editsFor turns missing edges into edits.
func (c *checker) editsFor(edges []Edge) []Edit {
	var edits []Edit
	for _, e := range edges {
		one := c.editsForEdge(e)
		if one == nil {
			return nil
		}
		edits = append(edits, one...)
	}
	return edits
}

// editsForEdge makes one event wait for another: by an entry in after:; if the other ends a window that lasts too
// long, by ending it earlier; if the plan has the two the other way round, by turning them.
func (c *checker) editsForEdge(e Edge) []Edit {
	o := c.order
	if e.after < 0 || e.before == never || e.before < 0 {
		return nil
	}
	waits := o.events[e.after].step
	wanted := o.events[e.before].step
	if waits == wanted { // it ends a window that is to close before it, or brings the one build and ends the other
		if k := c.closesFor(wanted, waits); k >= 0 {
			return c.shorten(k, waits)
		}
		if s := &c.plan.Steps[waits]; s.switches() && s.Rollback != nil {
			return []Edit{c.endAtOnce(waits)}
		}
		return nil
	}
	if o.precedes(e.before, e.after) {
		// The edge asks for the completion of a deploy whose window lasts longer: end the window there.
		return c.shorten(wanted, waits)
	}
	if !o.precedes(e.after, e.before) {
		edits := []Edit{{Kind: AddAfter, Step: c.plan.Steps[waits].ID, Arg: c.plan.Steps[wanted].ID}}
		return append(edits, c.shortenIfLonger(wanted, waits)...)
	}
	if k := c.closesFor(wanted, waits); k >= 0 {
		return c.shorten(k, waits)
	}
	return c.turn(wanted, waits)
}

// shortenIfLonger ends the window of a deploy whose completion alone was asked for.
func (c *checker) shortenIfLonger(deploy, waits int) []Edit {
	if c.plan.Steps[deploy].Rollback == nil || c.order.closesAtOnce(deploy) {
		return nil
	}
	return []Edit{c.endAtOnce(deploy)}
}

// endAtOnce ends the window of a deploy with its own completion. Before that the old build of one that switches could still
// come back beside what the new one wrote, so such a window goes altogether.
func (c *checker) endAtOnce(deploy int) Edit {
	id := c.plan.Steps[deploy].ID
	if c.plan.Steps[deploy].switches() {
		return Edit{Kind: NoWindow, Step: id}
	}
	return Edit{Kind: EndWindow, Step: id, Arg: id}
}

// shorten ends the window of a deploy with the last step that is complete whenever the waiting step starts.
func (c *checker) shorten(deploy, waits int) []Edit {
	if c.plan.Steps[deploy].Rollback == nil {
		return nil
	}
	last := deploy
	for _, i := range c.stepsInOrder() {
		if c.order.precedes(c.order.doneOf[deploy], c.order.startOf[i]) && c.order.precedes(c.order.doneOf[i], c.order.startOf[waits]) && c.order.precedes(c.order.doneOf[last], c.order.doneOf[i]) {
			last = i
		}
	}
	if last == deploy {
		return []Edit{c.endAtOnce(deploy)}
	}
	if c.order.closeOf[deploy] == c.order.doneOf[last] {
		return nil
	}
	return []Edit{{Kind: EndWindow, Step: c.plan.Steps[deploy].ID, Arg: c.plan.Steps[last].ID}}
}

// closesFor finds the deploy whose window ends with a step and that itself comes before the waiting step; -1: none.
func (c *checker) closesFor(closing, waits int) int {
	for _, k := range c.closes[c.order.doneOf[closing]] {
		if k != closing && c.order.precedes(c.order.doneOf[k], c.order.startOf[waits]) {
			return k
		}
	}
	return -1
}

// turn puts a step before another that the plan has before it: whatever makes the first wait for the second is taken
// out, and it waits for what the second waits for instead.
func (c *checker) turn(wanted, waits int) []Edit {
	o := c.order
	var edits []Edit
	moving := []int{wanted}
	for _, k := range c.closes[o.doneOf[wanted]] { // a soak is moved by moving the deploy that it is for
		if k == waits { // what comes before a step cannot end its window any more
			edits = append(edits, c.endAtOnce(k))
			continue
		}
		if k != wanted && o.precedes(o.startOf[waits], o.startOf[k]) {
			moving = append(moving, k)
		}
	}
	for _, k := range moving {
		s := &c.plan.Steps[k]
		for _, a := range s.After {
			at := o.indexOf[a.Name]
			if o.precedes(o.startOf[waits], o.doneOf[at]) && !slices.Contains(moving, at) {
				edits = append(edits, Edit{Kind: DropAfter, Step: s.ID, Arg: a.Name})
			}
		}
	}
	if edits == nil {
		return nil
	}
	first := c.plan.Steps[moving[len(moving)-1]].ID
	for _, a := range c.plan.Steps[waits].After {
		edits = append(edits, Edit{Kind: AddAfter, Step: first, Arg: a.Name})
	}
	for i := range c.plan.Steps { // what followed the moved steps keeps its place behind the other
		follows := slices.ContainsFunc(c.plan.Steps[i].After, func(a Ref) bool { return slices.Contains(moving, o.indexOf[a.Name]) })
		if follows && !slices.Contains(moving, i) && i != waits && o.precedes(o.doneOf[waits], o.startOf[i]) {
			edits = append(edits, Edit{Kind: AddAfter, Step: c.plan.Steps[i].ID, Arg: c.plan.Steps[waits].ID})
		}
	}
	return append(edits, Edit{Kind: AddAfter, Step: c.plan.Steps[waits].ID, Arg: c.plan.Steps[wanted].ID})
}

// insertRemoval adds the step that takes old data out before its reader starts, when the plan has none: an expiry
// where waiting is enough, else a rewrite into the reader's version.
func (c *checker) insertRemoval(m *meeting) []Edit {
	begins := m.actor.reads.start
	if m.kind != reads || begins < 0 || m.data == nil || m.data.step >= 0 {
		return nil
	}
	place, ch := m.data.place, m.data.channel
	if m.copy != nil {
		place, ch = m.copy.Name, m.copy
	}
	if c.removalFor(place, m.data.class.Version, begins) >= 0 || ch.Kind == Table && ch.Retention.Kind == Undeclared && ch.SnapshotsKept == 0 {
		return nil
	}
	after := c.endsOfData(m)
	if after == nil {
		return nil
	}
	s := &Step{Do: Expire, Channel: Ref{Name: place}, V: Ref{Name: m.data.class.Version}, After: after}
	if ch.Retention.Kind == ByTime {
		wait := ch.Retention.Time + c.plan.Policy.ClockSkew
		if ch.Lag != nil {
			wait += *ch.Lag
		}
		s.For = wholeDays(wait)
	}
	if ch.Retention.Kind == Infinite || ch.Retention.Kind == Compacted || ch.Retention.Kind == BySize || len(ch.Tags) > 0 {
		if m.reader == nil || m.reader.view.Version == "" || m.copy != nil {
			return nil
		}
		s = &Step{Do: Rewrite, Channel: s.Channel, From: s.V, To: Ref{Name: m.reader.view.Version}, After: after}
	}
	s.ID = c.freeID(strings.TrimSuffix(fmt.Sprintf("%s-%s-%s", s.Do, strings.ReplaceAll(place, "@", "-"), m.data.class.Version), "-"))
	reader := c.plan.Steps[c.order.events[begins].step].ID
	return []Edit{{Kind: Insert, Step: after[len(after)-1].Name, New: s}, {Kind: AddAfter, Step: reader, Arg: s.ID}}
}

// insertWait lets the period of a scheduled reader pass before the data begins: its old build is gone with its next run.
func (c *checker) insertWait(m *meeting) []Edit {
	begins, next := c.dataStart(m), m.actor.next()
	if m.actor.part.Fleet != Scheduled || next == nil || begins < 0 || c.order.precedes(begins, c.order.doneOf[next.step]) {
		return nil
	}
	deploy := &c.plan.Steps[next.step]
	s := &Step{ID: c.freeID("next-run-" + deploy.ID), Do: Wait, For: m.actor.part.Every, After: []Ref{{Name: deploy.ID}}}
	return []Edit{{Kind: Insert, Step: deploy.ID, New: s}, {Kind: AddAfter, Step: c.plan.Steps[c.order.events[begins].step].ID, Arg: s.ID}}
}

// endsOfData lists the steps after which the data is no longer written, or has left the channel it is a copy of.
func (c *checker) endsOfData(m *meeting) []Ref {
	if m.copy != nil {
		for _, i := range c.removers[m.data.place] {
			if removes(&c.plan.Steps[i], m.data.class.Version) {
				return []Ref{{Name: c.plan.Steps[i].ID}}
			}
		}
		return nil
	}
	var after []Ref
	for src := range c.sources(m) {
		if src.data.writer == nil {
			continue
		}
		next := src.data.writer.next()
		if next == nil || src.data.writer.part.Fleet == Uncontrolled || c.order.closeOf[next.step] == never {
			return nil
		}
		ref := Ref{Name: c.closingStep(next.step)}
		if !slices.ContainsFunc(after, func(r Ref) bool { return r.Name == ref.Name }) {
			after = append(after, ref)
		}
	}
	return after
}

// freeID makes a step id that is not taken.
func (c *checker) freeID(id string) string {
	unique := id
	for n := 2; ; n++ {
		if _, taken := c.order.indexOf[unique]; !taken {
			return unique
		}
		unique = fmt.Sprintf("%s-%d", id, n)
	}
}

// apply makes the edits on a copy of the plan. In a plan whose list is its order the steps are then listed anew, each
// as near to its old place as the edits allow.
func apply(p *Plan, edits []Edit) *Plan {
	q := *p
	q.Steps = make([]Step, len(p.Steps))
	for i := range p.Steps {
		q.Steps[i] = p.Steps[i]
		q.Steps[i].After = slices.Clone(p.Steps[i].After)
	}
	at := func(id string) int { return slices.IndexFunc(q.Steps, func(s Step) bool { return s.ID == id }) }
	for _, e := range edits {
		switch e.Kind {
		case AddAfter:
			s := &q.Steps[at(e.Step)]
			if !slices.ContainsFunc(s.After, func(r Ref) bool { return r.Name == e.Arg }) && e.Arg != e.Step {
				s.After = slices.Insert(s.After, writtenAfter(s), Ref{Name: e.Arg})
			}
		case DropAfter:
			s := &q.Steps[at(e.Step)]
			implied := s.listed && s.After[len(s.After)-1].Name == e.Arg
			s.After = slices.DeleteFunc(s.After, func(r Ref) bool { return r.Name == e.Arg })
			s.listed = s.listed && !implied
		case EndWindow:
			if s := &q.Steps[at(e.Step)]; s.Rollback != nil {
				r := *s.Rollback
				r.Until = Ref{Name: e.Arg}
				s.Rollback = &r
			}
		case NoWindow:
			q.Steps[at(e.Step)].Rollback = nil
		case Insert:
			q.Steps = slices.Insert(q.Steps, at(e.Step)+1, *e.New)
		}
	}
	return &q
}

// writtenAfter is where an entry goes into after:, before the one that the list implies.
func writtenAfter(s *Step) int {
	if s.listed {
		return len(s.After) - 1
	}
	return len(s.After)
}
