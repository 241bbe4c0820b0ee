package rollout

import (
	"encoding/binary"
)

// A copyState is one situation. level holds the phase of each deploy; missing the writers of which some accepted write
// is not in the place.
type copyState struct {
	started, done []bool
	level         []phase
	missing       []uint64
	pins          [][3]uint64 // of each backfill under way: missing in source and in target when it started, missed since
	authority     int
}

func (st *copyState) clone() copyState {
	n := *st
	n.started, n.done = append([]bool(nil), st.started...), append([]bool(nil), st.done...)
	n.level, n.missing, n.pins = append([]phase(nil), st.level...), append([]uint64(nil), st.missing...), append([][3]uint64(nil), st.pins...)
	return n
}

func (st *copyState) key() string {
	var b []byte
	for i := range st.started {
		bits := byte(st.level[i]) << 2
		if st.started[i] {
			bits |= 1
		}
		if st.done[i] {
			bits |= 2
		}
		b = append(b, bits)
	}
	b = append(b, byte(st.authority))
	for _, m := range st.missing {
		b = binary.LittleEndian.AppendUint64(b, m)
	}
	for _, p := range st.pins {
		for _, m := range p {
			b = binary.LittleEndian.AppendUint64(b, m)
		}
	}
	return string(b)
}

// running tells whether a stint's build runs.
func (s *copySearch) running(st *copyState, w *stint) bool {
	levelOf := func(x *stint) phase {
		if k, ok := s.local[x.step]; ok {
			return st.level[k]
		}
		return unstarted
	}
	if w.step >= 0 {
		if l := levelOf(w); l == unstarted || l == rolledBack {
			return false
		}
	}
	for _, later := range w.chain[w.index+1:] {
		switch levelOf(later) {
		case forward:
			return w.lingers
		case mixed:
			return later.index == w.index+1 || w.lingers
		}
	}
	return true
}

// settle applies the writes that every state implies, and what running catchups carry over.
func (s *copySearch) settle(st *copyState) {
	for _, w := range s.writers {
		if w.build == nil || !s.running(st, w) || s.fencedOff(st, w) || w.lingers && s.past(st, w.writes) {
			continue
		}
		var to uint64
		for _, wr := range w.build.Writes {
			if p := indexOf(s.places, location(wr.Name)); p >= 0 {
				to |= 1 << p
			}
		}
		if to != 0 {
			s.accept(st, uint64(1)<<s.slot[w], to)
		}
	}
	for range s.places { // catchups may feed each other
		for i, ends := range s.copies {
			if s.c.plan.Steps[i].Do == Catchup && st.done[s.local[i]] {
				st.missing[ends[1]] &= st.missing[ends[0]]
			}
		}
	}
}

// accept notes a write: every place that does not get it misses it.
func (s *copySearch) accept(st *copyState, writer, to uint64) {
	for p := range s.places {
		if to>>p&1 == 1 {
			continue
		}
		st.missing[p] |= writer
		for i, slot := range s.slots {
			if ends, ok := s.copies[i]; ok && ends[1] == p && st.started[s.local[i]] && !st.done[s.local[i]] {
				st.pins[slot][2] |= writer
			}
		}
	}
}

func (s *copySearch) fencedOff(st *copyState, w *stint) bool {
	for _, e := range s.c.fences(w, "write") {
		if k, ok := s.local[s.c.order.events[e].step]; ok && st.done[k] {
			return true
		}
	}
	return false
}

// next visits the states one move away.
func (s *copySearch) next(at int, visit func(copyState, int, Move)) {
	c := s.c
	for k, i := range s.steps {
		st := &s.states[at]
		deploy := c.stintOf[i] != nil
		switches := c.plan.Steps[i].switches()
		if !st.started[k] && s.mayStart(st, k) && (!c.plan.Steps[i].instant() || s.mayComplete(st, k)) {
			n := st.clone()
			n.started[k] = true
			s.begin(&n, k)
			visit(n, at, Move{Starts, i})
		}
		st = &s.states[at]
		if st.started[k] && !st.done[k] && s.mayComplete(st, k) && (!deploy || switches && st.level[k] == forward || st.level[k] == mixed) {
			n := st.clone()
			n.done[k] = true
			s.complete(&n, k)
			s.completed[k] = true
			visit(n, at, Move{Done, i})
		}
		if st = &s.states[at]; deploy && st.started[k] {
			s.backAndForth(at, k, switches, visit)
		}
	}
}

func (s *copySearch) mayStart(st *copyState, k int) bool {
	for _, before := range s.needs[k] {
		if !st.done[before] {
			return false
		}
	}
	if d := s.c.stintOf[s.steps[k]]; d != nil {
		for _, earlier := range d.chain[1:d.index] {
			if st.level[s.local[earlier.step]] != forward {
				return false
			}
		}
	}
	return true
}

// mayComplete wants the windows that close here to be of steps that are forward, and a gate's condition to hold: a
// comparison passes only when the copy that is about to take over misses nothing.
func (s *copySearch) mayComplete(st *copyState, k int) bool {
	for _, closing := range s.endsAt[k] {
		if !st.done[closing] || s.c.stintOf[s.steps[closing]] != nil && st.level[closing] != forward {
			return false
		}
	}
	for j, i := range s.steps { // what the order puts before the completion, not only before the start
		if j != k && s.c.order.precedes(s.c.order.doneOf[i], s.c.order.doneOf[s.steps[k]]) && !st.done[j] {
			return false
		}
	}
	if s.c.plan.Steps[s.steps[k]].Do != Verify {
		return true
	}
	for i, ends := range s.copies {
		if s.c.plan.Steps[i].Do == Cutover && s.c.order.precedes(s.c.order.doneOf[s.steps[k]], s.c.order.startOf[i]) && st.missing[ends[1]] != 0 {
			return false
		}
	}
	return true
}

// begin and complete apply what a step does to the copies.
func (s *copySearch) begin(st *copyState, k int) {
	i := s.steps[k]
	if s.c.stintOf[i] != nil {
		st.level[k] = mixed
		if s.c.plan.Steps[i].switches() {
			st.level[k] = forward
		}
	}
	if ends, ok := s.copies[i]; ok && s.c.plan.Steps[i].Do == Backfill {
		st.pins[s.slots[i]] = [3]uint64{st.missing[ends[0]], st.missing[ends[1]], 0}
	}
}

func (s *copySearch) complete(st *copyState, k int) {
	i := s.steps[k]
	if s.c.stintOf[i] != nil {
		st.level[k] = forward
	}
	ends, ok := s.copies[i]
	if !ok {
		return
	}
	switch step := &s.c.plan.Steps[i]; step.Do {
	case Backfill:
		pin := &st.pins[s.slots[i]]
		st.missing[ends[1]] = pin[0]&pin[1] | pin[2]
		*pin = [3]uint64{}
	case Cutover:
		st.authority = ends[1]
	case Publish:
		if step.How == "merge" {
			st.missing[ends[1]] &= st.missing[ends[0]]
		} else {
			st.missing[ends[1]] = st.missing[ends[0]]
		}
	}
}

// backAndForth is the adversary: a deploy is undone inside its window and done again.
func (s *copySearch) backAndForth(at, k int, switches bool, visit func(copyState, int, Move)) {
	st := &s.states[at]
	i := s.steps[k]
	d := s.c.stintOf[i]
	open := s.windowOpen(st, i)
	laterBack, earlierForward := true, true
	for _, later := range d.chain[d.index+1:] {
		l := st.level[s.local[later.step]]
		laterBack = laterBack && (l == unstarted || l == rolledBack)
	}
	for _, earlier := range d.chain[1:d.index] {
		earlierForward = earlierForward && st.level[s.local[earlier.step]] == forward
	}
	to := func(l phase, kind MoveKind) {
		n := s.states[at].clone()
		n.level[k] = l
		visit(n, at, Move{kind, i})
	}
	if open && laterBack {
		switch {
		case st.level[k] == forward && !switches:
			to(mixed, RollBack)
		case st.level[k] == forward, st.level[k] == mixed:
			to(rolledBack, RollBack)
		}
	}
	if st = &s.states[at]; !earlierForward {
		return
	}
	switch {
	case st.level[k] == rolledBack && !switches:
		to(mixed, Redo)
	case st.level[k] == rolledBack, st.level[k] == mixed && st.done[k]:
		to(forward, Redo)
	}
}
