package rollout

import "slices"

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
	users   []*stint // the builds of those that read or write any of the places
	writers []*stint // those of participants that write any of the places
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

const (
	gap      copyKind = "gap"       // the copy that counts, or is read, misses something
	noReturn copyKind = "no return" // the copy that may be gone back to misses something
)

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
			s.users = append(s.users, chain...)
			for _, st := range chain {
				if len(s.writers) < history && s.writes(chain) {
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

// writes tells whether any build of the chain writes the dataset: only then is there something of it to keep track of.
func (s *copySearch) writes(chain []*stint) bool {
	for _, st := range chain {
		if st.build != nil && slices.ContainsFunc(st.build.Writes, func(w Write) bool { return contains(s.places, location(w.Name)) }) {
			return true
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
