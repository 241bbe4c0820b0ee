package rollout

import (
	"fmt"
	"slices"
)

// This file lists every way in which steps that the plan has could keep a pair apart. What a finding proposes is the most
// natural of them; the search for the smallest change tries the others too.

// waysApart gives the sets of edges of which each keeps a meeting from happening: the reader has ended before the data (or
// the table's era) begins, or the data has ended before the reader begins.
func (c *checker) waysApart(m *meeting) [][]Edge {
	begins := []int{beginning}
	what := StopsWord("read")
	switch {
	case m.data != nil:
		begins = append([]int{m.data.life.start}, m.data.life.with...)
	case m.era != nil:
		begins = []int{m.era.life.start}
	}
	if m.kind == writes {
		what = "write"
	}
	var ways [][]Edge
	for _, at := range begins {
		ways = append(ways, c.waysToEnd(m.actor, what, at)...)
	}
	starts := m.actor.reads.start
	if m.data == nil {
		return ways
	}
	if m.data.channel.Kind == RPC { // calls end with who makes them
		for _, end := range c.endsOf(m.data.writer, "write") {
			ways = append(ways, c.lacking(edge(end, starts)))
		}
	}
	place := m.data.place
	if m.copy != nil {
		place = m.copy.Name
	}
	for _, i := range c.removers[place] {
		if i == m.data.step || !removes(&c.plan.Steps[i], m.data.class.Version) || !c.removalWorks(i) {
			continue
		}
		gone := edge(c.order.doneOf[i], starts)
		if m.data.writer == nil && m.data.step < 0 {
			ways = append(ways, c.lacking(gone))
		}
		if m.data.step >= 0 {
			ways = append(ways, c.lacking(edge(c.order.doneOf[m.data.step], c.order.startOf[i]), gone))
		}
		if m.data.writer != nil {
			for _, end := range c.endsOf(m.data.writer, "write") {
				ways = append(ways, c.lacking(edge(end, c.order.startOf[i]), gone))
			}
		}
	}
	return ways
}

// endsOf gives the events that could end what a stint's build does: the closes of the deploys that replace it, or where a
// window does not close the completion that it could close with, and the fences that stop it.
func (c *checker) endsOf(s *stint, what StopsWord) []int {
	ends := slices.Clone(c.fences(s, what))
	if s.part.Fleet == Uncontrolled {
		return ends
	}
	for _, later := range s.chain[s.index+1:] {
		if end := c.order.closeOf[later.step]; end != never {
			ends = append(ends, end)
		}
		ends = append(ends, c.order.doneOf[later.step])
	}
	return ends
}

// edge asks for one event before another.
func edge(before, after int) Edge { return Edge{before: before, after: after} }

// lacking leaves out the edges that the plan has: not those to the completion of a deploy that may be undone after it.
func (c *checker) lacking(edges ...Edge) []Edge {
	return slices.DeleteFunc(edges, func(e Edge) bool {
		if !c.order.precedes(e.before, e.after) || e.before < 0 {
			return false
		}
		step := c.order.events[e.before].step
		return c.stintOf[step] == nil || e.before != c.order.doneOf[step] || c.order.precedes(c.order.closeOf[step], e.after)
	})
}

// inTurn makes the edits for one edge, and those for another in the plan that they give: steps that the first moves may
// stand in the way of the second.
func (f *fixer) inTurn(n *node, first, second Edge) []Edit {
	edits := n.report.checker.editsForEdge(first)
	if edits == nil {
		return nil
	}
	report, err := Check(apply(n.plan, edits), f.opt)
	if err != nil || report.checker == nil {
		return nil
	}
	if more := report.checker.editsFor(report.checker.lacking(second)); more != nil {
		return append(edits, more...)
	}
	return nil
}

// waysToSilence gives the edges of which each lets a step find a writer silent: after its fence; or the step comes before
// the writer is replaced, and takes nobody for silent then.
func (c *checker) waysToSilence(w *stint, step int) [][]Edge {
	var ways [][]Edge
	for _, end := range c.fences(w, "write") {
		ways = append(ways, []Edge{edge(end, c.order.startOf[step])})
	}
	return append(ways, []Edge{edge(c.order.doneOf[step], c.order.startOf[w.next().step])})
}

// waysToEnd gives the edges of which each has a build end before an event.
func (c *checker) waysToEnd(s *stint, what StopsWord, before int) [][]Edge {
	var ways [][]Edge
	for _, end := range c.endsOf(s, what) {
		ways = append(ways, c.lacking(edge(end, before)))
	}
	return ways
}

// insertFence adds the fence that a step counts on, once the build is replaced for good. By what means the store refuses
// it is for people to fill in.
func (c *checker) insertFence(w *stint, step int, stops StopsWord) []Edit {
	next := w.next()
	if next.step == step || c.order.closeOf[next.step] == never || c.order.precedes(c.order.startOf[step], c.order.closeOf[next.step]) {
		return nil
	}
	after := c.closingStep(next.step)
	s := &Step{ID: c.freeID(fmt.Sprintf("fence-%s-%s", w.part.Name, w.build.Name)), Do: FenceOff, Participant: Ref{Name: w.part.Name}, Builds: []Ref{{Name: w.build.Name}}, Stops: stops, After: []Ref{{Name: after}}, Owner: w.part.Owner}
	return []Edit{{Kind: Insert, Step: after, New: s}, {Kind: AddAfter, Step: c.plan.Steps[step].ID, Arg: s.ID}}
}
