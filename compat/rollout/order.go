package rollout

import (
	"fmt"
	"math/bits"
	"time"
)

// A bitset is a row of the closure: one bit for each event.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 == 1 }
func (b bitset) union(o bitset) {
	for i, w := range o {
		b[i] |= w
	}
}

// each calls f for every member, in rising order.
func (b bitset) each(f func(int)) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

// beginning is the event before all others: what runs or lies there before the plan starts at it.
const beginning = -1

// never is the event that does not come: a window that stays open.
const never = -2

// An event is the start or the completion of a step.
type event struct {
	step  int
	start bool
}

// An order is the plan as a partial order of events, closed under "comes before".
type order struct {
	plan    *Plan
	events  []event
	startOf []int // step -> event
	doneOf  []int
	closeOf []int // step -> event at whose happening the step can no longer be undone; never
	preds   [][]int32
	topo    []int
	before  []bitset // before[e]: the events that come before e, and e itself
	elapsed map[int][]time.Duration
	indexOf map[string]int // step id -> step
}

// newOrder builds the events and their closure. When after: and the windows wait for each other in a circle, it
// returns the circle as steps instead, each waiting for the next.
func newOrder(p *Plan) (*order, []int) {
	o := &order{plan: p, elapsed: map[int][]time.Duration{}, indexOf: make(map[string]int, len(p.Steps))}
	for i, s := range p.Steps {
		o.indexOf[s.ID] = i
		o.startOf = append(o.startOf, len(o.events))
		o.events = append(o.events, event{i, true}, event{i, false})
		o.doneOf = append(o.doneOf, len(o.events)-1)
	}
	o.preds = make([][]int32, len(o.events))
	for i, s := range p.Steps {
		o.edge(o.startOf[i], o.doneOf[i])
		for _, a := range s.After {
			o.edge(o.doneOf[o.indexOf[a.Name]], o.startOf[i])
		}
		o.closeOf = append(o.closeOf, o.windowEnd(i))
	}
	if circle := o.sort(); circle != nil {
		return nil, circle
	}
	o.close()
	return o, nil
}

// switches tells a deploy whose start ends the old build and brings the new one: the two never run side by side. Its
// completion is an event of its own, for what else waits for it: the new build is at work before anybody closes the windows
// that end with the step. The moment between the two builds of a recreate, when neither runs, would meet nothing and is no
// event.
func (s *Step) switches() bool {
	return (s.Do == Deploy || s.Do == Retire) && (s.Strategy == Atomic || s.Strategy == Recreate)
}

// instant tells a deploy that takes no time: it starts only when it may complete.
func (s *Step) instant() bool { return s.switches() && s.Strategy == Atomic }

func (o *order) edge(from, to int) { o.preds[to] = append(o.preds[to], int32(from)) }

// windowEnd gives the event that ends a step's rollback window: the completion of the step that the window lasts
// until, which waits for the step to be forward again. When nothing is promised the old build is gone with the new one's
// arrival: the completion, or the start of a deploy that switches.
func (o *order) windowEnd(step int) int {
	s := &o.plan.Steps[step]
	if s.Rollback == nil {
		return o.switchOf(step)
	}
	if s.Rollback.Until.Name == "end" {
		return never
	}
	until := o.indexOf[s.Rollback.Until.Name]
	if until != step {
		o.edge(o.doneOf[step], o.doneOf[until])
		if o.plan.Steps[until].instant() {
			o.edge(o.doneOf[step], o.startOf[until])
		}
	}
	return o.doneOf[until]
}

// switchOf gives the event from which on a deploy's old build does not run, while nobody takes the deploy back.
func (o *order) switchOf(step int) int {
	if o.plan.Steps[step].switches() {
		return o.startOf[step]
	}
	return o.doneOf[step]
}

// closesAtOnce tells a deploy that promises no way back beyond its own completion.
func (o *order) closesAtOnce(step int) bool {
	return o.closeOf[step] == o.doneOf[step] || o.closeOf[step] == o.startOf[step]
}

// sort orders the events topologically, lowest event first among the free ones, or finds a circle of steps.
func (o *order) sort() []int {
	n := len(o.events)
	waits := make([]int, n)
	next := make([][]int32, n)
	for e, ps := range o.preds {
		waits[e] = len(ps)
		for _, p := range ps {
			next[p] = append(next[p], int32(e))
		}
	}
	var free intHeap
	for e := range n {
		if waits[e] == 0 {
			free.push(e)
		}
	}
	for len(free) > 0 {
		e := free.pop()
		o.topo = append(o.topo, e)
		for _, m := range next[e] {
			if waits[m]--; waits[m] == 0 {
				free.push(int(m))
			}
		}
	}
	if len(o.topo) == n {
		return nil
	}
	return o.circle(waits)
}

// circle walks back along unmet predecessors until an event repeats, and gives the steps on the way.
func (o *order) circle(waits []int) []int {
	at := 0
	for waits[at] == 0 {
		at++
	}
	seenAt := map[int]int{}
	var walk []int
	for {
		if first, seen := seenAt[at]; seen {
			return o.stepsOf(walk[first:])
		}
		seenAt[at] = len(walk)
		walk = append(walk, at)
		for _, p := range o.preds[at] {
			if waits[p] > 0 {
				at = int(p)
				break
			}
		}
	}
}

// stepsOf turns a walk over events into the steps it passes, without repeats.
func (o *order) stepsOf(walk []int) []int {
	var steps []int
	for _, e := range walk {
		if s := o.events[e].step; len(steps) == 0 || steps[len(steps)-1] != s {
			steps = append(steps, s)
		}
	}
	if len(steps) > 1 && steps[0] == steps[len(steps)-1] {
		steps = steps[:len(steps)-1]
	}
	return steps
}

// close computes the closure: one bit row for each event, filled in topological order.
func (o *order) close() {
	n := len(o.events)
	words := (n + 63) / 64
	all := make([]uint64, n*words)
	o.before = make([]bitset, n)
	for _, e := range o.topo {
		row := bitset(all[e*words : (e+1)*words])
		row.set(e)
		for _, p := range o.preds[e] {
			row.union(o.before[p])
		}
		o.before[e] = row
	}
}

// precedes tells whether a has happened whenever b happens. An event precedes itself.
func (o *order) precedes(a, b int) bool {
	switch {
	case a == beginning:
		return true
	case a == never || b == beginning:
		return false
	case b == never:
		return true
	}
	return o.before[b].has(a)
}

// downSet gives the events that must have happened when the given ones have.
func (o *order) downSet(events ...int) bitset {
	set := newBitset(len(o.events))
	for _, e := range events {
		if e >= 0 {
			set.union(o.before[e])
		}
	}
	return set
}

// atLeast gives the time that has passed at least between two events, a before b: the longest chain of for:.
func (o *order) atLeast(a, b int) time.Duration {
	if b < 0 || !o.precedes(a, b) {
		return 0
	}
	from, ok := o.elapsed[a]
	if !ok {
		from = o.elapsedFrom(a)
		o.elapsed[a] = from
	}
	return from[b]
}

func (o *order) elapsedFrom(a int) []time.Duration {
	from := make([]time.Duration, len(o.events))
	for _, e := range o.topo {
		if !o.precedes(a, e) || e == a {
			continue
		}
		for _, p := range o.preds[e] {
			if !o.precedes(a, int(p)) {
				continue
			}
			passed := from[p]
			if o.events[p].step == o.events[e].step {
				passed += time.Duration(o.plan.Steps[o.events[e].step].For)
			}
			from[e] = max(from[e], passed)
		}
	}
	return from
}

// name writes an event for people: "start of checkout-p2".
func (o *order) name(e int) string {
	switch e {
	case beginning:
		return "the beginning"
	case never:
		return "never"
	}
	id := o.plan.Steps[o.events[e].step].ID
	if o.events[e].start {
		return fmt.Sprintf("start of %s", id)
	}
	return fmt.Sprintf("completion of %s", id)
}

// An intHeap is a min-heap of events.
type intHeap []int

func (h *intHeap) push(x int) {
	*h = append(*h, x)
	s := *h
	for i := len(s) - 1; i > 0; {
		up := (i - 1) / 2
		if s[up] <= s[i] {
			break
		}
		s[up], s[i] = s[i], s[up]
		i = up
	}
}

func (h *intHeap) pop() int {
	s := *h
	top, last := s[0], len(s)-1
	s[0] = s[last]
	s = s[:last]
	*h = s
	for i := 0; ; {
		low := i
		for _, kid := range [2]int{2*i + 1, 2*i + 2} {
			if kid < last && s[kid] < s[low] {
				low = kid
			}
		}
		if low == i {
			return top
		}
		s[i], s[low] = s[low], s[i]
		i = low
	}
}
