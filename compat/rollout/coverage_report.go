package rollout

import (
	"fmt"
)

// copyKind says which coverage rule a state breaks.
type copyKind string

// A copyFault is the first state that breaks one of the coverage rules.
type copyFault struct {
	kind    copyKind
	subject string
	text    string
	step    int // the step to blame
	state   int
	starved *stint // the reader of a place that no longer gets everything
	writes  uint64 // whose writes it misses
}

// look checks the rules in one state and tells whether the search goes on behind it: not past a step that already
// stands on stale evidence, for what follows has the same cause.
func (s *copySearch) look(at int) bool {
	st := &s.states[at]
	if mv := s.moves[at]; at > 0 && mv.Kind == Starts && s.c.plan.Steps[mv.Step].Do == Cutover && st.missing[s.copies[mv.Step][1]] != 0 && s.c.isStale(mv.Step) {
		return false
	}
	for _, i := range s.steps {
		ends, copies := s.copies[i]
		step := &s.c.plan.Steps[i]
		if copies && step.Do == Cutover && step.Rollback != nil && st.done[s.local[i]] && st.missing[ends[0]] != 0 && s.windowOpen(st, i) {
			s.fault(at, noReturn, i, fmt.Sprintf("%s -> %s", s.ds.Name, s.places[ends[0]]),
				fmt.Sprintf("going back from %s to %s, which %s still promises, would lose what %s accepted: %s does not hold it", s.places[ends[1]], s.places[ends[0]], step.ID, s.writersOf(st.missing[ends[0]]), s.places[ends[0]]))
		}
	}
	if m := st.missing[st.authority]; m != 0 {
		s.fault(at, gap, s.lastStep(at), fmt.Sprintf("%s -> %s", s.ds.Name, s.places[st.authority]),
			fmt.Sprintf("%s counts for %s and does not hold what %s accepted", s.places[st.authority], s.ds.Name, s.writersOf(m)))
	}
	for _, r := range s.readers {
		p := indexOf(s.places, r.place)
		if p != st.authority && st.missing[p]&^(1<<history) != 0 && s.running(st, r.stint) && !s.past(st, r.life) {
			f := s.fault(at, gap, s.lastStep(at), fmt.Sprintf("%s -> %s", r.place, r.stint),
				fmt.Sprintf("%s still reads %s, which no longer gets what %s writes: it starves without an error", r.stint, r.place, s.writersOf(st.missing[p])))
			f.starved, f.writes = r.stint, st.missing[p]
		}
	}
	return true
}

// past tells whether something has happened before which a span was over for good: a fence, or the next run of a
// scheduled job.
func (s *copySearch) past(st *copyState, life span) bool {
	for k, i := range s.steps {
		if st.started[k] && s.c.order.over(life, s.c.order.startOf[i]) || st.done[k] && s.c.order.over(life, s.c.order.doneOf[i]) {
			return true
		}
	}
	return false
}

func (s *copySearch) windowOpen(st *copyState, i int) bool {
	end := s.c.order.closeOf[i]
	if end == never {
		return true
	}
	closing := s.c.order.events[end]
	if closing.start {
		return !st.started[s.local[closing.step]]
	}
	return !st.done[s.local[closing.step]]
}

func (s *copySearch) lastStep(at int) int { return s.moves[at].Step }

// writersOf names the writers of a set, at most three of them.
func (s *copySearch) writersOf(set uint64) string {
	text, n := "", 0
	for i, w := range s.writers {
		if set>>i&1 == 0 {
			continue
		}
		if n++; n > 3 {
			return text + " and others"
		}
		if text != "" {
			text += ", "
		}
		text += w.String()
	}
	if text == "" {
		return "the writers before the plan"
	}
	return text
}

// fault keeps the first state in which a rule breaks for a subject.
func (s *copySearch) fault(at int, kind copyKind, step int, subject, text string) *copyFault {
	key := string(kind) + "|" + subject
	if f := s.found[key]; f != nil {
		return f
	}
	f := &copyFault{kind: kind, subject: subject, text: text, step: step, state: at}
	s.found[key] = f
	s.faults = append(s.faults, f)
	return f
}

// trace gives the run to a state, with the steps that take no part filled in where the order wants them.
func (s *copySearch) trace(at int) []Move {
	var back []Move
	for ; at > 0; at = s.parents[at] {
		back = append(back, s.moves[at])
	}
	w := s.c.walker()
	for i := len(back) - 1; i >= 0; i-- {
		mv := back[i]
		switch mv.Kind {
		case Starts:
			w.fireAll(s.c.order.before[s.c.order.startOf[mv.Step]], beginning)
		case Done:
			w.fireAll(s.c.order.before[s.c.order.doneOf[mv.Step]], beginning)
		default:
			w.moves = append(w.moves, mv)
			w.notch(mv)
		}
	}
	return w.moves
}

// notch follows a move that was decided elsewhere.
func (w *walker) notch(mv Move) {
	switches := w.c.plan.Steps[mv.Step].switches()
	now := w.phase[mv.Step]
	switch {
	case mv.Kind == RollBack && now == forward && !switches, mv.Kind == Redo && now == rolledBack && !switches:
		w.phase[mv.Step] = mixed
	case mv.Kind == RollBack:
		w.phase[mv.Step] = rolledBack
	default:
		w.phase[mv.Step] = forward
	}
}

// coverageFindings reports the faults of one kind.
func (c *checker) coverageFindings(r *Rule, kind copyKind) {
	for _, s := range c.searches() {
		for _, f := range s.faults {
			if f.kind != kind {
				continue
			}
			finding := c.fault(r, c.plan.Steps[f.step].At, f.subject, s.advice(f), "%s", f.text)
			finding.about(s.places, s.users...)
			finding.Trace = s.trace(f.state)
			for i, w := range s.writers {
				if f.starved != nil && f.writes>>i&1 == 1 && w.step >= 0 {
					finding.ways = append(finding.ways, c.waysToEnd(f.starved, "read", c.order.startOf[w.step])...)
				}
			}
			if s.states[f.state].authority >= 0 && c.plan.Owner != "" {
				finding.Owners = []string{c.plan.Owner}
			}
		}
	}
}

// advice says what would close the gap.
func (s *copySearch) advice(f *copyFault) string {
	switch f.kind {
	case noReturn:
		return "keep the old copy fed until the window closes: dual writes, or a catchup back into it"
	default:
		return "write both copies (and close that window) before the backfill pins its input, and move the readers before the writers leave"
	}
}

// stuckGates reports steps that no run completes.
func (c *checker) stuckGates(r *Rule) {
	for _, s := range c.searches() {
		if s.truncated {
			continue
		}
		for k, i := range s.steps {
			if s.completed[k] {
				continue
			}
			step := &c.plan.Steps[i]
			if step.Do != Verify && c.isStale(i) {
				break // the search stopped at stale evidence; that is the finding
			}
			fix := "start the dual writes, and close their window, before the backfill pins its input"
			f := c.fault(r, step.At, step.ID, fix, "%s can never be completed: %s", step.ID, s.whyStuck(i))
			f.about(s.places, s.users...)
			f.Trace = s.furthest()
			break
		}
	}
}

// whyStuck names what the step waits for.
func (s *copySearch) whyStuck(i int) string {
	if s.c.plan.Steps[i].Do != Verify {
		return "no run of the plan gets there"
	}
	last := &s.states[len(s.states)-1]
	for _, j := range s.steps {
		if ends, copies := s.copies[j]; copies && s.c.plan.Steps[j].Do == Cutover && last.missing[ends[1]] != 0 {
			return fmt.Sprintf("%s never gets what %s wrote, so the comparison never passes", s.places[ends[1]], s.writersOf(last.missing[ends[1]]))
		}
	}
	return "its condition never holds"
}

// furthest gives the run to the state in which the most is done.
func (s *copySearch) furthest() []Move {
	best, most := 0, -1
	for at := range s.states {
		n := 0
		for k := range s.steps {
			if s.states[at].started[k] {
				n++
			}
			if s.states[at].done[k] {
				n++
			}
		}
		if n > most {
			best, most = at, n
		}
	}
	return s.trace(best)
}
