package rollout

import "sort"

// A MoveKind says what a move of a trace does.
type MoveKind uint8

const (
	Starts   MoveKind = iota // a step starts; a deploy that switches takes effect
	Done                     // a step is complete
	RollBack                 // a step is undone by one notch: new to mixed, mixed to old
	Redo                     // the same, forward again
)

// A Move is one transition of a run of the plan.
type Move struct {
	Kind MoveKind
	Step int
}

// phase is where a deploy stands.
type phase uint8

const (
	unstarted  phase = iota
	mixed            // old and new run side by side
	forward          // the new build alone
	rolledBack       // the old build alone, again
)

// A walker makes one run of the plan: it fires events and takes deploys back and forward, and keeps to the rules of
// the model while it does. What the rules force (redoing a step before its window closes) it does as late as it can,
// so that the run stays short.
type walker struct {
	c     *checker
	phase []phase
	fired bitset
	moves []Move

	early, late []int // what fireAll sorts
}

func (c *checker) walker() *walker {
	return &walker{c: c, phase: make([]phase, len(c.plan.Steps)), fired: newBitset(len(c.order.events))}
}

// A contest finds the shortest of several runs. The runs of a plan of thousands of steps are long and its findings many, so
// that all of them are made in the same two places, and only what wins is copied.
type contest struct {
	w    *walker
	best []Move
	any  bool
}

// contest starts a new contest.
func (c *checker) contest() *contest {
	if c.trying == nil {
		c.trying = &contest{w: c.walker()}
	}
	c.trying.best, c.trying.any = c.trying.best[:0], false
	return c.trying
}

// again gives the walker for another run.
func (t *contest) again() *walker {
	clear(t.w.phase)
	clear(t.w.fired)
	t.w.moves = t.w.moves[:0]
	return t.w
}

// enter lets the run that was made win if it is the shortest so far.
func (t *contest) enter() {
	if !t.any || len(t.w.moves) < len(t.best) {
		t.any, t.best, t.w.moves = true, t.w.moves, t.best
	}
}

// winner gives the shortest run; nil when there was none.
func (t *contest) winner() []Move {
	if !t.any {
		return nil
	}
	return append([]Move(nil), t.best...) // nil for what is so before the plan
}

// fire makes an event happen, after the redos without which it may not.
func (w *walker) fire(e int) {
	if w.fired.has(e) {
		return
	}
	o := w.c.order
	step := o.events[e].step
	s := w.c.stintOf[step]
	if s != nil && o.events[e].start {
		for _, earlier := range s.chain[1:s.index] {
			w.redo(earlier.step, forward)
		}
	}
	if s != nil && w.phase[step] == rolledBack {
		w.redo(step, mixed)
	}
	w.closing(e, step)
	if o.events[e].start && w.c.plan.Steps[step].instant() {
		w.closing(o.doneOf[step], step)
	}
	w.fired.set(e)
	kind := Done
	if o.events[e].start {
		kind = Starts
	}
	w.moves = append(w.moves, Move{kind, step})
	if s == nil {
		return
	}
	w.phase[step] = forward
	if o.events[e].start && !w.c.plan.Steps[step].switches() {
		w.phase[step] = mixed
	}
}

// closing brings forward the steps whose windows end with an event of another step.
func (w *walker) closing(e, step int) {
	for _, k := range w.c.closes[e] {
		if k != step {
			w.redo(k, forward)
		}
	}
}

// redo takes a step that was rolled back forward again, as far as asked and as its own events have gone.
func (w *walker) redo(step int, to phase) {
	s := w.c.stintOf[step]
	now := w.phase[step]
	if s == nil || now == unstarted || now == forward || now == to {
		return
	}
	for _, earlier := range s.chain[1:s.index] {
		w.redo(earlier.step, forward)
	}
	if now == rolledBack {
		w.moves = append(w.moves, Move{Redo, step})
		w.phase[step] = mixed
		if w.c.plan.Steps[step].switches() {
			w.phase[step] = forward
		}
	}
	if w.phase[step] == mixed && to == forward && w.fired.has(w.c.order.doneOf[step]) {
		w.moves = append(w.moves, Move{Redo, step})
		w.phase[step] = forward
	}
}

// reach makes the stint's build run: it takes back what replaced it, or brings it forward again. What lingers runs beside what replaced
// it, but not once its own deploy is taken back.
func (w *walker) reach(s *stint) {
	if s.part == nil {
		return
	}
	for i := len(s.chain) - 1; i > s.index && !s.lingers; i-- {
		later := s.chain[i].step
		direct := i == s.index+1
		if w.phase[later] == forward {
			w.moves = append(w.moves, Move{RollBack, later})
			w.phase[later] = mixed
			if w.c.plan.Steps[later].switches() {
				w.phase[later] = rolledBack
			}
		}
		if w.phase[later] == mixed && !direct {
			w.moves = append(w.moves, Move{RollBack, later})
			w.phase[later] = rolledBack
		}
	}
	if s.step >= 0 {
		w.redo(s.step, mixed)
	}
}

// runs tells whether the stint's build runs now.
func (w *walker) runs(s *stint) bool {
	if s.step >= 0 {
		if p := w.phase[s.step]; p == unstarted || p == rolledBack {
			return false
		}
	}
	for _, later := range s.chain[s.index+1:] {
		switch w.phase[later.step] {
		case forward:
			return s.lingers
		case mixed:
			return later.index == s.index+1 || s.lingers
		}
	}
	return true
}

// fireAll fires a set of events; those that need not come after the given event go first.
func (w *walker) fireAll(set bitset, first int) {
	w.early, w.late = w.early[:0], w.late[:0]
	set.each(func(e int) {
		if w.fired.has(e) {
			return
		}
		if first >= 0 && w.c.order.precedes(first, e) {
			w.late = append(w.late, e)
		} else {
			w.early = append(w.early, e)
		}
	})
	for _, list := range [2][]int{w.early, w.late} {
		sort.Slice(list, func(i, j int) bool { return w.c.rank[list[i]] < w.c.rank[list[j]] })
		for _, e := range list {
			w.fire(e)
		}
	}
}

// A scene is what a trace has to reach: data from somewhere, someone who meets it, perhaps while a table looks a
// certain way.
type scene struct {
	data  *stored // nil: a build meets a table schema
	place string  // where the data is met: its own channel or a copy of it
	actor *stint  // who reads, or writes to the table
	since []int   // events that must have happened: starts of the actor's interval and of the table's era
}

// shortest gives a run of least length that ends in the scene. The events before the scene's starts must happen in
// any case; what is left to choose is when the data is written, which costs rollbacks if a removal lies in between.
func (c *checker) shortest(sc scene) []Move {
	targets := sc.since
	if sc.data != nil {
		targets = append(append(append([]int(nil), targets...), sc.data.life.start), sc.data.life.with...)
	}
	base := c.order.downSet(targets...)
	if sc.data == nil {
		t := c.contest()
		w := t.again()
		w.fireAll(base, beginning)
		w.reach(sc.actor)
		t.enter()
		return t.winner()
	}
	if sc.data.source != nil {
		return c.shortestCarried(sc, base)
	}
	t := c.contest()
	for _, before := range c.moments(sc, base) {
		w := t.again()
		w.fireAll(before, sc.data.life.start)
		if sc.data.writer != nil {
			w.reach(sc.data.writer)
		}
		w.fireAll(base, beginning)
		w.reachBoth(sc)
		t.enter()
	}
	return t.winner()
}

// reachBoth makes the actor run and, where nothing is stored, the writer beside it.
func (w *walker) reachBoth(sc scene) {
	writer := sc.data.writer
	if sc.data.channel.Kind != RPC || writer == nil {
		w.reach(sc.actor)
		return
	}
	if writer.part != sc.actor.part {
		w.reach(writer)
		w.reach(sc.actor)
		return
	}
	earlier, later := inOrder(writer, sc.actor)
	if earlier.lingers {
		w.reach(later)
	} else {
		w.reach(earlier)
	}
}

// moments gives the sets of events after which the data may be written so that it is still there at the end. With
// no removal on the way that is its first possible moment. Else it is after the start of the last removal, with the
// writer's own deploys anywhere between as far as they must be and as far as they can be.
func (c *checker) moments(sc scene, base bitset) []bitset {
	o := c.order
	d := sc.data
	after := newBitset(len(o.events))
	removed := false
	for _, i := range c.removers[sc.place] {
		start := o.startOf[i]
		if base.has(o.doneOf[i]) && o.precedes(d.life.start, start) && removes(&c.plan.Steps[i], d.class.Version) && c.removalWorks(i) && i != d.step {
			after.union(o.before[start])
			removed = true
		}
	}
	if !removed {
		if d.life.start < 0 {
			return []bitset{after}
		}
		return []bitset{o.downSet(d.life.start)}
	}
	if d.writer == nil {
		return []bitset{after}
	}
	return c.laterMoments(d.writer, after, base)
}

// laterMoments gives the sets of events from a first one on after which a writer may still write: with its later deploys
// as far as they must be and as far as they can be.
func (c *checker) laterMoments(writer *stint, after, base bitset) []bitset {
	o := c.order
	moments := []bitset{after}
	for _, later := range writer.chain[writer.index+1:] {
		events := []int{o.startOf[later.step], o.doneOf[later.step]}
		if end := o.closeOf[later.step]; end >= 0 && c.plan.Steps[o.events[end].step].instant() {
			events = append(events, o.startOf[o.events[end].step]) // wants the deploy forward, which may be taken back again then
		}
		for _, e := range events {
			if base.has(e) && !after.has(e) {
				wider := newBitset(len(o.events))
				wider.union(after)
				wider.union(o.before[e])
				if !c.ended(writer.writes, wider) {
					moments = append(moments, wider)
				}
			}
		}
	}
	return moments
}

// ended tells whether a span is over once all events of the set have happened.
func (c *checker) ended(s span, set bitset) bool {
	for _, ep := range s.ends {
		over := true
		for _, e := range ep.all {
			over = over && (e == beginning || e >= 0 && set.has(e))
		}
		if over && ep.wait > 0 { // some event by which the time has passed
			over = false
			set.each(func(e int) { over = over || c.order.reached(ep, e) })
		}
		if over {
			return true
		}
	}
	return false
}
