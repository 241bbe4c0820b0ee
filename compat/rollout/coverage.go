package rollout

import (
	"encoding/binary"
	"fmt"
)

// Coverage asks which accepted writes each copy of a dataset holds, and which copy counts. That is not a matter of
// pairs, so it is decided by a search, but a small one: only the steps that touch the dataset take part.

// maxCoverageStates bounds the search of one dataset. Plans of a few dozen steps need under a thousand states.
const maxCoverageStates = 100_000

// history stands for everything that was accepted before the plan, as if one more writer had written it.
const history = 63

// A copySearch is the search over one dataset.
type copySearch struct {
	c       *checker
	ds      *Dataset
	places  []string // the dataset's channels
	steps   []int    // steps that take part, in topological order
	local   map[int]int
	needs   [][]int // local step -> local steps that are complete before it starts
	endsAt  map[int][]int
	writers []*stint // those that write any of the places, or belong to a participant that does
	slot    map[*stint]int
	copies  map[int][2]int // backfill, catchup, publish, cutover: from and to as indices of places; -1 elsewhere
	readers []*reader
	slots   map[int]int // backfill step -> its slot in the state

	parents   []int
	moves     []Move
	states    []copyState
	found     map[string]*copyFault
	faults    []*copyFault
	completed []bool // local step -> completed in some run
	truncated bool
}

// A copyState is one situation. level holds the phase of each deploy; missing the writers of which some accepted write
// is not in the place.
type copyState struct {
	started, done []bool
	level         []phase
	missing       []uint64
	pins          [][3]uint64 // of each backfill under way: missing in source and in target when it started, missed since
	authority     int
}

// copyKind says which coverage rule a state breaks.
type copyKind string

const (
	gap      copyKind = "gap"       // the copy that counts, or is read, misses something
	noReturn copyKind = "no return" // the copy that may be gone back to misses something
)

// A copyFault is the first state that breaks one of the coverage rules.
type copyFault struct {
	kind    copyKind
	subject string
	text    string
	step    int // the step to blame
	state   int
}

// searches runs one search for each dataset with more than one channel, once.
func (c *checker) searches() []*copySearch {
	if c.searched != nil {
		return c.searched
	}
	c.searched = []*copySearch{}
	for i := range c.plan.Datasets {
		ds := &c.plan.Datasets[i]
		if len(ds.Channels) < 2 || ds.Authority.Name == "" || !contains(placesOf(ds), location(ds.Authority.Name)) {
			continue
		}
		s := newCopySearch(c, ds)
		if len(s.writers) == history {
			c.unknown(ds.At, "dataset %s has more than %d builds; its coverage is not decided", ds.Name, history-1)
			continue
		}
		s.run()
		if s.truncated {
			c.unknown(ds.At, "the states of dataset %s are more than %d; its coverage is not decided", ds.Name, maxCoverageStates)
		}
		c.searched = append(c.searched, s)
	}
	return c.searched
}

func placesOf(ds *Dataset) []string {
	places := make([]string, len(ds.Channels))
	for i, ref := range ds.Channels {
		places[i] = location(ref.Name)
	}
	return places
}

func newCopySearch(c *checker, ds *Dataset) *copySearch {
	s := &copySearch{c: c, ds: ds, places: placesOf(ds), local: map[int]int{}, endsAt: map[int][]int{}, slot: map[*stint]int{},
		copies: map[int][2]int{}, slots: map[int]int{}, found: map[string]*copyFault{}}
	fleet := map[*Participant]bool{}
	for _, chain := range c.chains {
		if s.touches(chain) {
			fleet[chain[0].part] = true
			for _, st := range chain {
				if len(s.writers) < history {
					s.slot[st] = len(s.writers)
					s.writers = append(s.writers, st)
				}
			}
		}
	}
	for _, place := range s.places {
		s.readers = append(s.readers, c.readers[place]...)
	}
	s.pick(fleet)
	return s
}

// touches tells whether any build of the chain reads or writes the dataset.
func (s *copySearch) touches(chain []*stint) bool {
	for _, st := range chain {
		if st.build == nil {
			continue
		}
		for _, w := range st.build.Writes {
			if contains(s.places, location(w.Name)) {
				return true
			}
		}
		for _, r := range st.build.Reads {
			if contains(s.places, location(r.Name)) {
				return true
			}
		}
	}
	return false
}

// pick chooses the steps that take part and how they wait for each other.
func (s *copySearch) pick(fleet map[*Participant]bool) {
	c := s.c
	takes := map[int]bool{}
	for i := range c.plan.Steps {
		step := &c.plan.Steps[i]
		switch step.Do {
		case Deploy, Retire, FenceOff:
			takes[i] = fleet[c.plan.participant(step.Participant.Name)]
		case Backfill, Catchup, Publish, Cutover:
			from, to := c.copyEnds(i)
			ends := [2]int{indexOf(s.places, from), indexOf(s.places, to)}
			takes[i] = ends[0] >= 0 && ends[1] >= 0
			if takes[i] {
				s.copies[i] = ends
			}
		case Verify:
			takes[i] = s.isAbout(step.Gate.Name)
		}
	}
	for i := range c.plan.Steps {
		if end := c.order.closeOf[i]; takes[i] && end >= 0 {
			takes[c.order.events[end].step] = true
		}
	}
	for _, i := range c.stepsInOrder() {
		if takes[i] {
			s.local[i] = len(s.steps)
			s.steps = append(s.steps, i)
		}
	}
	s.needs = make([][]int, len(s.steps))
	s.completed = make([]bool, len(s.steps))
	for k, i := range s.steps {
		for j, before := range s.steps {
			if i != before && c.order.precedes(c.order.doneOf[before], c.order.startOf[i]) {
				s.needs[k] = append(s.needs[k], j)
			}
		}
		if end := c.order.closeOf[i]; end >= 0 && c.order.events[end].step != i {
			closing := s.local[c.order.events[end].step]
			s.endsAt[closing] = append(s.endsAt[closing], k)
		}
		if c.plan.Steps[i].Do == Backfill {
			s.slots[i] = len(s.slots)
		}
	}
}

func indexOf(list []string, x string) int {
	for i, y := range list {
		if x == y {
			return i
		}
	}
	return -1
}

// copyEnds gives the places that a backfill, catchup, publish or cutover copies from and to.
func (c *checker) copyEnds(i int) (from, to string) {
	step := &c.plan.Steps[i]
	from, to = location(step.From.Name), location(step.To.Name)
	ds := c.datasetOf(step)
	if ds == nil {
		return from, to
	}
	if step.Uses == "repair" && to == "" && c.plan.Repair != nil {
		to = c.repairOutput(ds)
	}
	if from == "" {
		from = location(ds.Authority.Name)
	}
	return from, to
}

// repairOutput finds the channel of the dataset that the repair writes to: branch:repair is orders_daily@repair.
func (c *checker) repairOutput(ds *Dataset) string {
	_, name, _ := cutScheme(c.plan.Repair.OutputVersion.Name)
	for _, place := range placesOf(ds) {
		if place == name || branchOf(place) == name {
			return place
		}
	}
	return ""
}

// datasetOf finds the dataset that a step is about: as it says, or the one that holds its channels.
func (c *checker) datasetOf(step *Step) *Dataset {
	if step.Dataset.Name != "" {
		return c.plan.dataset(step.Dataset.Name)
	}
	for i := range c.plan.Datasets {
		ds := &c.plan.Datasets[i]
		places := placesOf(ds)
		if step.To.Name != "" && contains(places, location(step.To.Name)) || step.From.Name != "" && contains(places, location(step.From.Name)) {
			return ds
		}
		if step.Uses == "repair" && c.plan.Repair != nil && c.repairOutput(ds) != "" {
			return ds
		}
	}
	return nil
}

// isAbout tells whether a gate compares the copies of this dataset.
func (s *copySearch) isAbout(gate string) bool {
	g := s.c.plan.gate(gate)
	if g == nil {
		return false
	}
	for _, ref := range g.Subject {
		if ref.Name == s.ds.Name {
			return true
		}
	}
	return false
}

// run searches breadth first, so that every fault is found with a shortest run.
func (s *copySearch) run() {
	start := copyState{started: make([]bool, len(s.steps)), done: make([]bool, len(s.steps)), level: make([]phase, len(s.steps)),
		missing: make([]uint64, len(s.places)), pins: make([][3]uint64, len(s.slots)), authority: indexOf(s.places, location(s.ds.Authority.Name))}
	for p := range start.missing {
		if p != start.authority {
			start.missing[p] = 1 << history
		}
	}
	seen := map[string]bool{}
	visit := func(st copyState, parent int, mv Move) {
		s.settle(&st)
		key := st.key()
		if seen[key] || s.truncated {
			return
		}
		seen[key] = true
		s.states, s.parents, s.moves = append(s.states, st), append(s.parents, parent), append(s.moves, mv)
		s.truncated = len(s.states) >= maxCoverageStates
	}
	visit(start, -1, Move{})
	for at := 0; at < len(s.states) && !s.truncated; at++ {
		if s.look(at) {
			s.next(at, visit)
		}
	}
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
		if w.build == nil || !s.running(st, w) || s.fencedOff(st, w) {
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
		atomic := c.order.startOf[i] == c.order.doneOf[i]
		if !st.started[k] && s.mayStart(st, k) && (!atomic || s.mayComplete(st, k)) {
			n := st.clone()
			n.started[k] = true
			s.begin(&n, k)
			if atomic {
				n.done[k], n.level[k] = true, forward
				s.completed[k] = true
			}
			visit(n, at, Move{Starts, i})
		}
		st = &s.states[at]
		if st.started[k] && !st.done[k] && s.mayComplete(st, k) && (!deploy || st.level[k] == mixed) {
			n := st.clone()
			n.done[k] = true
			s.complete(&n, k)
			s.completed[k] = true
			visit(n, at, Move{Done, i})
		}
		if st = &s.states[at]; deploy && st.started[k] {
			s.backAndForth(at, k, atomic, visit)
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
func (s *copySearch) backAndForth(at, k int, atomic bool, visit func(copyState, int, Move)) {
	st := &s.states[at]
	i := s.steps[k]
	d := s.c.stintOf[i]
	open := s.c.order.closeOf[i] == never || !st.done[s.local[s.c.order.events[s.c.order.closeOf[i]].step]]
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
		case st.level[k] == forward && !atomic:
			to(mixed, RollBack)
		case st.level[k] == forward, st.level[k] == mixed:
			to(rolledBack, RollBack)
		}
	}
	if st = &s.states[at]; !earlierForward {
		return
	}
	switch {
	case st.level[k] == rolledBack && !atomic:
		to(mixed, Redo)
	case st.level[k] == rolledBack, st.level[k] == mixed && st.done[k]:
		to(forward, Redo)
	}
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
		if p != st.authority && st.missing[p]&^(1<<history) != 0 && s.running(st, r.stint) {
			s.fault(at, gap, s.lastStep(at), fmt.Sprintf("%s -> %s", r.place, r.stint),
				fmt.Sprintf("%s still reads %s, which no longer gets what %s writes: it starves without an error", r.stint, r.place, s.writersOf(st.missing[p])))
		}
	}
	return true
}

func (s *copySearch) windowOpen(st *copyState, i int) bool {
	end := s.c.order.closeOf[i]
	return end == never || !st.done[s.local[s.c.order.events[end].step]]
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
func (s *copySearch) fault(at int, kind copyKind, step int, subject, text string) {
	key := string(kind) + "|" + subject
	if s.found[key] != nil {
		return
	}
	f := &copyFault{kind: kind, subject: subject, text: text, step: step, state: at}
	s.found[key] = f
	s.faults = append(s.faults, f)
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
	atomic := w.c.order.startOf[mv.Step] == w.c.order.doneOf[mv.Step]
	now := w.phase[mv.Step]
	switch {
	case mv.Kind == RollBack && now == forward && !atomic, mv.Kind == Redo && now == rolledBack && !atomic:
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
			finding.about(s.places, s.writers...)
			finding.Trace = s.trace(f.state)
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
			f.about(s.places, s.writers...)
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
