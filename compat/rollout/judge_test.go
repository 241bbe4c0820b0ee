package rollout

import (
	"strconv"
)

// This file holds the judge: a plain breadth-first search over the states of a plan, as section 4 of the model
// describes them, with nothing of the interval reasoning of the checker in it. Random plans are judged by both.

// A world is a plan in the search's own terms.
type world struct {
	plan     *Plan
	index    map[string]int
	after    [][]int
	closeAt  []int  // step -> step whose completion closes its window; -1: never
	oneWay   []bool // step -> a deploy that ends its old build at one blow and promises no way back
	chains   [][]int
	partOf   []int // step -> participant; -1
	removals []int // steps that take data away
}

// A state is everything that distinguishes two situations of a plan. Two bits for each deploy: 0 not started,
// 1 mixed, 2 new, 3 taken back.
type state struct {
	started, done uint16
	level         uint32
	present       [2]uint8 // data classes that lie in the channel, and in the one that steps copy it to
	since         [4]uint8 // for each removal under way: classes written after it began
}

func (s state) levelOf(step int) uint32 { return s.level >> (2 * step) & 3 }

func (s *state) setLevel(step int, l uint32) {
	s.level = s.level&^(3<<(2*step)) | l<<(2*step)
}

const dataChannel, tableChannel, callChannel, copyChannel = "c", "t", "r", "m"

// storeOf gives the place in a state's present of a channel that stores data.
func storeOf(channel string) int {
	if channel == copyChannel {
		return 1
	}
	return 0
}

func newWorld(p *Plan) *world {
	w := &world{plan: p, index: map[string]int{}}
	for i, s := range p.Steps {
		w.index[s.ID] = i
	}
	part := map[string]int{}
	for i := range p.Participants {
		part[p.Participants[i].Name] = i
	}
	w.chains = make([][]int, len(p.Participants))
	for i, s := range p.Steps {
		var after []int
		for _, a := range s.After {
			after = append(after, w.index[a.Name])
		}
		w.after = append(w.after, after)
		closing, owner := i, -1
		if s.Rollback != nil {
			closing = -1
			if s.Rollback.Until.Name != "end" {
				closing = w.index[s.Rollback.Until.Name]
			}
		}
		if s.Do == Deploy || s.Do == Retire {
			owner = part[s.Participant.Name]
			w.chains[owner] = append(w.chains[owner], i) // the generator lists them in order
		}
		w.closeAt, w.partOf = append(w.closeAt, closing), append(w.partOf, owner)
		w.oneWay = append(w.oneWay, w.switches(i) && s.Rollback == nil)
		if s.Do == Expire || s.Do == Rewrite {
			w.removals = append(w.removals, i)
		}
	}
	return w
}

func versionNumber(label string) int { n, _ := strconv.Atoi(label[1:]); return n }

// switches tells a deploy whose copies of the old build are all gone before the first copy of the new one works. The new
// one works before the deploy is called complete: somebody has to see it work first. What may be between the two, when no
// copy runs, meets nothing and is left out.
func (w *world) switches(step int) bool {
	s := &w.plan.Steps[step]
	return (s.Do == Deploy || s.Do == Retire) && (s.Strategy == Atomic || s.Strategy == Recreate)
}

// instant tells a deploy that nothing can come into the middle of: it does not start before it may complete.
func (w *world) instant(step int) bool {
	return w.switches(step) && w.plan.Steps[step].Strategy == Atomic
}

// build gives the build of a participant's stint: 0 before the plan, i after its i-th deploy.
func (w *world) build(part, stint int) *Build {
	p := &w.plan.Participants[part]
	if stint == 0 {
		return &p.Builds[0]
	}
	if b := p.build(w.plan.Steps[w.chains[part][stint-1]].Build.Name); b != nil {
		return b
	}
	return &Build{Name: "nothing"} // retired
}

// running lists the stints of a participant that run in a state.
func (w *world) running(s state, part int) []int {
	if w.plan.Participants[part].Fleet == Uncontrolled { // every copy that was ever out there
		all := []int{0}
		for i, k := range w.chains[part] {
			if s.started>>k&1 == 1 {
				all = append(all, i+1)
			}
		}
		return all
	}
	top := 0
	for i, k := range w.chains[part] {
		if l := s.levelOf(k); l == 1 || l == 2 {
			top = i + 1
		}
	}
	all := []int{top}
	for i, k := range w.chains[part][:top] {
		// beside the newest: the one it replaces while mixed, and whatever drains behind a blue-green deploy
		if i == top-1 && s.levelOf(k) == 1 || w.plan.Steps[k].Strategy == BlueGreen {
			all = append(all, i)
		}
	}
	return all
}

// fenced tells whether a fence refuses what a stint's build does, reading or writing.
func (w *world) fenced(s state, part, stint int, does StopsWord) bool {
	for i, step := range w.plan.Steps {
		if step.Do == FenceOff && s.done>>i&1 == 1 && (step.Stops == "all" || step.Stops == does) && step.Participant.Name == w.plan.Participants[part].Name {
			for _, b := range step.Builds {
				if b.Name == w.build(part, stint).Name {
					return true
				}
			}
		}
	}
	return false
}

// settle applies the writes that every state implies.
func (w *world) settle(s state) state {
	put := func(store int, classes uint8) {
		s.present[store] |= classes
		for i, k := range w.removals {
			if storeOf(w.plan.Steps[k].Channel.Name) == store {
				s.since[i] |= classes
			}
		}
	}
	for part := range w.chains {
		for _, stint := range w.running(s, part) {
			if w.fenced(s, part, stint, "write") {
				continue
			}
			for _, wr := range w.build(part, stint).Writes {
				if wr.Name == dataChannel {
					put(0, 1<<versionNumber(wr.V.Name))
				}
			}
		}
	}
	for _, i := range w.removals {
		if step := &w.plan.Steps[i]; step.Do == Rewrite && s.started>>i&1 == 1 && s.done>>i&1 == 0 {
			put(storeOf(step.Channel.Name), 1<<versionNumber(step.To.Name))
		}
	}
	for i, step := range w.plan.Steps { // whoever copies finds what lies there, at any moment of its work
		copies := step.Do == Catchup || step.Do == Backfill && s.done>>i&1 == 0
		if copies && s.started>>i&1 == 1 {
			put(1, s.present[0])
		}
	}
	return s
}

// next lists the states one transition away.
func (w *world) next(s state, visit func(state)) {
	for i := range w.plan.Steps {
		started, done := s.started>>i&1 == 1, s.done>>i&1 == 1
		if !started && w.mayStart(s, i) && (!w.instant(i) || w.windowsForward(s, i)) {
			n := s
			n.started |= 1 << i
			w.effectOfStart(&n, i)
			visit(n)
		}
		if started && !done && w.mayComplete(s, i) {
			n := s
			n.done |= 1 << i
			w.effectOfDone(&n, i)
			visit(n)
		}
		if w.partOf[i] >= 0 && started {
			w.backAndForth(s, i, visit)
		}
	}
}

func (w *world) mayStart(s state, i int) bool {
	for _, a := range w.after[i] {
		if s.done>>a&1 == 0 {
			return false
		}
	}
	if part := w.partOf[i]; part >= 0 {
		for _, k := range w.chains[part] {
			if k == i {
				break
			}
			if s.levelOf(k) != 2 {
				return false
			}
		}
	}
	return true
}

// windowsForward wants every step whose window closes here to be forward.
func (w *world) windowsForward(s state, i int) bool {
	for k, at := range w.closeAt {
		if at == i && k != i && w.partOf[k] >= 0 && (s.done>>k&1 == 0 || s.levelOf(k) != 2) {
			return false
		}
		if at == i && k != i && w.partOf[k] < 0 && s.done>>k&1 == 0 {
			return false
		}
	}
	return true
}

// mayComplete also wants a deploy to be on its way: both builds at work, or the new one after a switch.
func (w *world) mayComplete(s state, i int) bool {
	want := uint32(1)
	if w.switches(i) {
		want = 2
	}
	return w.windowsForward(s, i) && (w.partOf[i] < 0 || s.levelOf(i) == want)
}

func (w *world) effectOfStart(s *state, i int) {
	for r, k := range w.removals {
		if k == i {
			s.since[r] = 0
		}
	}
	if w.partOf[i] < 0 {
		return
	}
	if w.switches(i) {
		s.setLevel(i, 2)
		return
	}
	s.setLevel(i, 1)
}

func (w *world) effectOfDone(s *state, i int) {
	if w.partOf[i] >= 0 {
		s.setLevel(i, 2)
	}
	for r, k := range w.removals {
		if k != i {
			continue
		}
		step := &w.plan.Steps[i]
		store := storeOf(step.Channel.Name)
		gone := uint8(1) << versionNumber(firstOf(step.V.Name, step.From.Name)) &^ s.since[r]
		s.present[store] &^= gone
		for other, k := range w.removals {
			if storeOf(w.plan.Steps[k].Channel.Name) == store {
				s.since[other] &= s.present[store]
			}
		}
		s.since[r] = 0
	}
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// backAndForth is the adversary: any team takes its own deploy back inside its window, and forward again.
func (w *world) backAndForth(s state, i int, visit func(state)) {
	open := !w.oneWay[i] && (w.closeAt[i] < 0 || s.done>>w.closeAt[i]&1 == 0)
	level, later, earlier := s.levelOf(i), true, true
	before := true
	for _, k := range w.chains[w.partOf[i]] {
		switch {
		case k == i:
			before = false
		case before:
			earlier = earlier && s.levelOf(k) == 2
		default:
			later = later && (s.levelOf(k) == 0 || s.levelOf(k) == 3)
		}
	}
	to := func(l uint32) {
		n := s
		n.setLevel(i, l)
		visit(n)
	}
	switch {
	case level == 2 && open && later && w.switches(i):
		to(3)
	case level == 2 && open && later:
		to(1)
	case level == 1 && open && later:
		to(3)
	}
	if earlier && level == 3 && w.switches(i) {
		to(2)
	} else if earlier && level == 3 {
		to(1)
	} else if earlier && level == 1 && s.done>>i&1 == 1 {
		to(2)
	}
}

// A met is one encounter: a build with a class of data, or with a table's schema.
type met struct {
	what        byte // r: reads data; m: reads copied data; p: rewrites data; c: reads a call; b: reader and table; w: writer and table
	version     int  // data class; number of the table's schema
	part, stint int
}

// initial is the state before the plan: what was declared to lie there, and what the first builds write.
func (w *world) initial() state {
	var s state
	for _, held := range w.plan.Channels[0].Holds {
		s.present[0] |= 1 << versionNumber(held.Name)
	}
	return w.settle(s)
}

// search visits every reachable state and gives each encounter with the length of a shortest run to it.
func (w *world) search() (map[met]int, int) {
	seen := map[state]struct{}{}
	found := map[met]int{}
	start := w.initial()
	seen[start] = struct{}{}
	layer := []state{start}
	for depth := 0; len(layer) > 0; depth++ {
		var nextLayer []state
		for _, s := range layer {
			w.look(s, depth, found)
			w.next(s, func(n state) {
				n = w.settle(n)
				if _, ok := seen[n]; !ok {
					seen[n] = struct{}{}
					nextLayer = append(nextLayer, n)
				}
			})
		}
		layer = nextLayer
	}
	return found, len(seen)
}

func (w *world) look(s state, depth int, found map[met]int) {
	note := func(m met) {
		if _, ok := found[m]; !ok {
			found[m] = depth
		}
	}
	tables, calls := w.tablesIn(s), w.calls(s)
	for part := range w.chains {
		for _, stint := range w.running(s, part) {
			b := w.build(part, stint)
			for _, r := range b.Reads {
				if w.fenced(s, part, stint, "read") {
					break
				}
				for v := range 8 {
					if r.Name == callChannel && calls>>v&1 == 1 {
						note(met{'c', v, part, stint})
					}
					if r.Name == copyChannel && s.present[1]>>v&1 == 1 {
						note(met{'m', v, part, stint})
					}
					if r.Name == dataChannel && s.present[0]>>v&1 == 1 {
						note(met{'r', v, part, stint})
						if w.rewrites(part, b) {
							note(met{'p', v, part, stint})
						}
					}
				}
				for _, t := range tables {
					if r.Name == tableChannel {
						note(met{'b', t, part, stint})
					}
				}
			}
			for v := range 8 { // a rewriter that says nothing of reading reads all the same
				if s.present[0]>>v&1 == 1 && w.rewrites(part, b) && !w.fenced(s, part, stint, "read") {
					note(met{'p', v, part, stint})
				}
			}
			for _, wr := range b.Writes {
				for _, t := range tables {
					if wr.Name == tableChannel && !w.fenced(s, part, stint, "write") {
						note(met{'w', t, part, stint})
					}
				}
			}
		}
	}
}

// rewrites tells whether a build copies records back.
func (w *world) rewrites(part int, b *Build) bool {
	for _, wr := range b.Writes {
		if wr.Name == dataChannel && len(w.plan.Participants[part].RMW) > 0 {
			return true
		}
	}
	return false
}

// calls gives the versions in which somebody calls in a state: nothing of them is stored.
func (w *world) calls(s state) uint8 {
	var versions uint8
	for part := range w.chains {
		for _, stint := range w.running(s, part) {
			for _, wr := range w.build(part, stint).Writes {
				if wr.Name == callChannel && !w.fenced(s, part, stint, "write") {
					versions |= 1 << versionNumber(wr.V.Name)
				}
			}
		}
	}
	return versions
}

// tablesIn gives the schemas that the table may have: two while an alter is under way.
func (w *world) tablesIn(s state) []int {
	at, both := 0, false
	for i, step := range w.plan.Steps {
		if step.Do == Alter && s.started>>i&1 == 1 {
			at++
			both = s.done>>i&1 == 0
		}
	}
	if both {
		return []int{at - 1, at}
	}
	return []int{at}
}
