package rollout

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// This file holds the judge: a plain breadth-first search over the states of a plan, as section 4 of the model
// describes them, with nothing of the interval reasoning of the checker in it. Random plans are judged by both.

// A world is a plan in the search's own terms.
type world struct {
	plan     *Plan
	index    map[string]int
	after    [][]int
	closeAt  []int // step -> step whose completion closes its window; -1: never
	chains   [][]int
	partOf   []int // step -> participant; -1
	removals []int // steps that take data away
}

// A state is everything that distinguishes two situations of a plan. Two bits for each deploy: 0 not started,
// 1 mixed, 2 new, 3 taken back.
type state struct {
	started, done uint16
	level         uint32
	present       uint8    // data classes that lie in the channel
	since         [4]uint8 // for each removal under way: classes written after it began
}

func (s state) levelOf(step int) uint32 { return s.level >> (2 * step) & 3 }

func (s *state) setLevel(step int, l uint32) {
	s.level = s.level&^(3<<(2*step)) | l<<(2*step)
}

const dataChannel, tableChannel, callChannel = "c", "t", "r"

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
		if s.Do == Expire || s.Do == Rewrite {
			w.removals = append(w.removals, i)
		}
	}
	return w
}

func versionNumber(label string) int { n, _ := strconv.Atoi(label[1:]); return n }

func (w *world) atomic(step int) bool {
	s := &w.plan.Steps[step]
	return (s.Do == Deploy || s.Do == Retire) && (s.Strategy == Atomic || s.Strategy == Recreate)
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
	put := func(v int) {
		s.present |= 1 << v
		for i := range w.removals {
			s.since[i] |= 1 << v
		}
	}
	for part := range w.chains {
		for _, stint := range w.running(s, part) {
			if w.fenced(s, part, stint, "write") {
				continue
			}
			for _, wr := range w.build(part, stint).Writes {
				if wr.Name == dataChannel {
					put(versionNumber(wr.V.Name))
				}
			}
		}
	}
	for _, i := range w.removals {
		if step := &w.plan.Steps[i]; step.Do == Rewrite && s.started>>i&1 == 1 && s.done>>i&1 == 0 {
			put(versionNumber(step.To.Name))
		}
	}
	return s
}

// next lists the states one transition away.
func (w *world) next(s state, visit func(state)) {
	for i := range w.plan.Steps {
		started, done := s.started>>i&1 == 1, s.done>>i&1 == 1
		if !started && w.mayStart(s, i) && (!w.atomic(i) || w.mayComplete(s, i)) {
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

// mayComplete wants every step whose window closes here to be forward.
func (w *world) mayComplete(s state, i int) bool {
	for k, at := range w.closeAt {
		if at == i && k != i && w.partOf[k] >= 0 && (s.done>>k&1 == 0 || s.levelOf(k) != 2) {
			return false
		}
		if at == i && k != i && w.partOf[k] < 0 && s.done>>k&1 == 0 {
			return false
		}
	}
	return w.partOf[i] < 0 || w.atomic(i) || s.levelOf(i) == 1
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
	if w.atomic(i) {
		s.done |= 1 << i
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
		gone := uint8(1) << versionNumber(firstOf(step.V.Name, step.From.Name)) &^ s.since[r]
		s.present &^= gone
		for other := range w.removals {
			s.since[other] &= s.present
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
	open := w.closeAt[i] < 0 || s.done>>w.closeAt[i]&1 == 0
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
	case level == 2 && open && later && w.atomic(i):
		to(3)
	case level == 2 && open && later:
		to(1)
	case level == 1 && open && later:
		to(3)
	}
	if earlier && level == 3 && w.atomic(i) {
		to(2)
	} else if earlier && level == 3 {
		to(1)
	} else if earlier && level == 1 && s.done>>i&1 == 1 {
		to(2)
	}
}

// A met is one encounter: a build with a class of data, or with a table's schema.
type met struct {
	what        byte // r: reads data; p: rewrites data; c: reads a call; b: reader and table; w: writer and table
	version     int  // data class; number of the table's schema
	part, stint int
}

// initial is the state before the plan: what was declared to lie there, and what the first builds write.
func (w *world) initial() state {
	var s state
	for _, held := range w.plan.Channels[0].Holds {
		s.present |= 1 << versionNumber(held.Name)
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
					if r.Name == dataChannel && s.present>>v&1 == 1 {
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
				if s.present>>v&1 == 1 && w.rewrites(part, b) && !w.fenced(s, part, stint, "read") {
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

// strict answers "refused" to the questions it is told to, and "fine" to the others.
type strict struct {
	read  func(version, reader string) bool
	table bool
}

func verdictOf(bad bool) (Judgment, error) {
	if bad {
		return Judgment{Refused, []Note{{Message: "by decree"}}}, nil
	}
	return Judgment{}, nil
}

func (o strict) Read(d DataClass, _ *TableSchema, r ReaderView) (Judgment, error) {
	return verdictOf(d.Channel.Kind != Table && o.read(d.Version, r.Version))
}
func (o strict) Bind(*TableSchema, ReaderView) (Judgment, error)  { return verdictOf(o.table) }
func (o strict) Write(*TableSchema, WriterView) (Judgment, error) { return verdictOf(o.table) }
func (o strict) Preserve(DataClass, ReaderView, WriterView) (Judgment, error) {
	return verdictOf(o.table)
}

// randomPlan draws a small plan: linear or partially ordered, atomic and rolling deploys, windows, expiries,
// rewrites, fences and a table.
func randomPlan(rng *rand.Rand) *Plan {
	p := &Plan{Version: 1, Channels: []Channel{{Name: dataChannel, Kind: Log, Format: "test"}, {Name: tableChannel, Kind: Table, Format: "test"}, {Name: callChannel, Kind: RPC, Format: "test"}}}
	parts, withTable, withCalls := 1+rng.IntN(3), rng.IntN(3) == 0, rng.IntN(3) == 0
	for i := range parts {
		part := Participant{Name: fmt.Sprintf("p%d", i)}
		if rng.IntN(8) == 0 {
			part.Fleet = Uncontrolled
		}
		if rng.IntN(6) == 0 {
			part.RMW = []Ref{{Name: dataChannel}}
		}
		for b := range 1 + rng.IntN(3) {
			build := Build{Name: fmt.Sprintf("b%d", b)}
			if rng.IntN(3) > 0 {
				build.Writes = append(build.Writes, Write{Name: dataChannel, V: Ref{Name: fmt.Sprintf("v%d", rng.IntN(3))}})
			}
			if rng.IntN(3) > 0 || len(build.Writes) == 0 {
				build.Reads = append(build.Reads, Read{Name: dataChannel, V: Ref{Name: fmt.Sprintf("r%d_%d", i, b)}})
			}
			if withTable && rng.IntN(2) == 0 {
				build.Reads = append(build.Reads, Read{Name: tableChannel})
			}
			if withTable && rng.IntN(3) == 0 {
				build.Writes = append(build.Writes, Write{Name: tableChannel})
			}
			if withCalls && rng.IntN(3) == 0 {
				build.Reads = append(build.Reads, Read{Name: callChannel, V: Ref{Name: fmt.Sprintf("r%d_%d", i, b)}})
			}
			if withCalls && rng.IntN(3) == 0 {
				build.Writes = append(build.Writes, Write{Name: callChannel, V: Ref{Name: fmt.Sprintf("v%d", rng.IntN(2))}})
			}
			part.Builds = append(part.Builds, build)
		}
		p.Participants = append(p.Participants, part)
	}
	if rng.IntN(8) == 0 {
		p.Channels[0].Holds = []Ref{{Name: "v2"}}
	}
	drawSteps(rng, p, withTable)
	p.applyDefaults()
	return p
}

func drawSteps(rng *rand.Rand, p *Plan, withTable bool) {
	linear := rng.IntN(2) == 0
	nextBuild := make([]int, len(p.Participants))
	lastOf := make([]string, len(p.Participants))
	lastAlter, removals := "", 0
	count := 2 + rng.IntN(5)
	for len(p.Steps) < count {
		s := Step{ID: fmt.Sprintf("s%d", len(p.Steps)), Do: Wait}
		part, kind := rng.IntN(len(p.Participants)), rng.IntN(10)
		switch {
		case kind < 5 && nextBuild[part]+1 < len(p.Participants[part].Builds):
			nextBuild[part]++
			s.Do, s.Participant = Deploy, Ref{Name: p.Participants[part].Name}
			s.Build = Ref{Name: fmt.Sprintf("b%d", nextBuild[part])}
			s.Strategy = []Strategy{Rolling, Rolling, Rolling, Atomic, Atomic, BlueGreen}[rng.IntN(6)]
			if rng.IntN(8) == 0 {
				s.Do, s.Build, s.Strategy = Retire, Ref{}, Rolling
				nextBuild[part] = len(p.Participants[part].Builds)
			}
			if lastOf[part] != "" {
				s.After = append(s.After, Ref{Name: lastOf[part]})
			}
			lastOf[part] = s.ID
		case kind < 7 && removals < 3:
			removals++
			s.Do, s.Channel, s.V = Expire, Ref{Name: dataChannel}, Ref{Name: fmt.Sprintf("v%d", rng.IntN(3))}
			if rng.IntN(3) == 0 {
				s.Do, s.From, s.V, s.To = Rewrite, s.V, Ref{}, Ref{Name: fmt.Sprintf("v%d", rng.IntN(3))}
			}
		case kind == 7:
			s.Do, s.Participant = FenceOff, Ref{Name: p.Participants[part].Name}
			s.Builds, s.Stops = []Ref{{Name: fmt.Sprintf("b%d", rng.IntN(len(p.Participants[part].Builds)))}}, []StopsWord{"write", "read", "all"}[rng.IntN(3)]
		case kind == 8 && withTable:
			s.Do, s.Channel = Alter, Ref{Name: tableChannel}
			if lastAlter != "" {
				s.After = append(s.After, Ref{Name: lastAlter})
			}
			lastAlter = s.ID
		}
		if n := len(p.Steps); n > 0 && (linear || rng.IntN(2) == 0) {
			to := n - 1
			if !linear {
				to = rng.IntN(n)
			}
			s.After = append(s.After, Ref{Name: p.Steps[to].ID})
		}
		p.Steps = append(p.Steps, s)
	}
	for i := range p.Steps {
		if s := &p.Steps[i]; (s.Do == Deploy || s.Do == Retire) && rng.IntN(2) == 0 {
			s.Rollback = &Rollback{Until: Ref{Name: "end"}}
			if until := i + rng.IntN(len(p.Steps)-i+1); until < len(p.Steps) {
				s.Rollback.Until.Name = p.Steps[until].ID
			}
		}
	}
}

// checkerOf runs the shipped analysis up to the meetings.
func checkerOf(t *testing.T, p *Plan, o Oracle) *checker {
	t.Helper()
	report, err := Check(p, Options{Oracles: map[string]Oracle{"test": o}})
	if err != nil {
		t.Fatalf("the generator made a plan that is refused: %v", err)
	}
	return report.checker
}

// encounters turns the checker's meetings into the search's terms, with the length of each shortest trace.
func encounters(c *checker) map[met]int {
	found := map[met]int{}
	for _, m := range c.meetings {
		key := met{part: partIndex(c.plan, m.actor.part.Name), stint: m.actor.index}
		switch m.kind {
		case reads:
			key.what, key.version = 'r', versionNumber(m.data.class.Version)
			if m.data.channel.Kind == RPC {
				key.what = 'c'
			}
		case preserves:
			key.what, key.version = 'p', versionNumber(m.data.class.Version)
		case binds:
			key.what, key.version = 'b', m.eraIndex
		case writes:
			key.what, key.version = 'w', m.eraIndex
		}
		best := -1
		for _, src := range m.sources {
			try := *m
			try.data = src.data
			if n := len(c.shortest(c.sceneOf(&try))); best < 0 || n < best {
				best = n
			}
		}
		if m.sources == nil {
			best = len(c.shortest(c.sceneOf(m)))
		}
		if known, ok := found[key]; !ok || best < known {
			found[key] = best
		}
	}
	return found
}

func partIndex(p *Plan, name string) int {
	for i := range p.Participants {
		if p.Participants[i].Name == name {
			return i
		}
	}
	return -1
}

// TestDifferential compares the interval check with the search on random plans: the same encounters, reached by runs
// of the same length. SCHEMAVET_SEED repeats a run; SCHEMAVET_LONG=1 draws ten times as many.
func TestDifferential(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("SCHEMAVET_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	plans := 20_000
	if os.Getenv("SCHEMAVET_LONG") != "" {
		plans *= 10
	}
	t.Logf("seed %d, %d plans", seed, plans)
	fmt.Printf("rollout differential: seed %d, %d plans\n", seed, plans)
	const shards = 2
	for shard := range shards {
		t.Run(fmt.Sprintf("shard%d", shard), func(t *testing.T) {
			t.Parallel()
			safe, judged, largest := 0, 0, 0
			for i := shard; i < plans; i += shards {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				p := randomPlan(rng)
				if _, circle := newOrder(p); circle != nil {
					continue // a window that waits for itself: stuck, nothing to compare
				}
				want, states := newWorld(p).search()
				judged, largest = judged+1, max(largest, states)
				compare(t, p, want, fmt.Sprintf("plan %d of seed %d", i, seed))
				if comparePlanVerdict(t, p, want, rng) {
					safe++
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("%d plans judged, %d safe, largest search %d states", judged, safe, largest)
		})
	}
}

// compare wants every encounter of the search and no other.
func compare(t *testing.T, p *Plan, want map[met]int, name string) {
	t.Helper()
	c := checkerOf(t, p, strict{read: func(string, string) bool { return true }, table: true})
	got := encounters(c)
	for m, n := range want {
		if g, ok := got[m]; !ok {
			t.Errorf("%s: the search reaches %c%d with participant %d stint %d, the check does not\n%s", name, m.what, m.version, m.part, m.stint, sketch(p))
		} else if g != n {
			t.Errorf("%s: shortest run to %c%d with participant %d stint %d has %d moves, the check's has %d\n%s", name, m.what, m.version, m.part, m.stint, n, g, sketch(p))
		}
	}
	for m := range got {
		if _, ok := want[m]; !ok {
			t.Errorf("%s: the check claims %c%d with participant %d stint %d, the search never gets there\n%s", name, m.what, m.version, m.part, m.stint, sketch(p))
		}
	}
}

// comparePlanVerdict draws which pairs are bad and compares the verdicts on the plan as a whole.
func comparePlanVerdict(t *testing.T, p *Plan, want map[met]int, rng *rand.Rand) (safe bool) {
	bad := map[string]bool{}
	for _, part := range p.Participants {
		for _, b := range part.Builds {
			for _, r := range b.Reads {
				for v := range 3 {
					bad[fmt.Sprintf("v%d %s", v, r.V.Name)] = rng.IntN(6) == 0
				}
			}
		}
	}
	isBad := func(version, reader string) bool { return bad[version+" "+reader] }
	expect := false
	for m := range want {
		if m.what == 'r' || m.what == 'c' {
			for _, r := range buildOf(p, m).Reads {
				expect = expect || (r.Name == dataChannel && m.what == 'r' || r.Name == callChannel && m.what == 'c') && isBad(fmt.Sprintf("v%d", m.version), r.V.Name)
			}
		}
	}
	c := checkerOf(t, p, strict{read: isBad})
	if got := len(c.meetings) > 0; got != expect {
		t.Errorf("unsafe: the search says %v, the check %v\n%s", expect, got, sketch(p))
	}
	return !expect
}

func buildOf(p *Plan, m met) *Build { return newWorld(p).build(m.part, m.stint) }

// sketch writes a random plan in a few lines.
func sketch(p *Plan) string {
	text := ""
	for _, part := range p.Participants {
		text += part.Name + ":"
		for _, b := range part.Builds {
			text += fmt.Sprintf(" %s(w%v r%d)", b.Name, b.Writes, len(b.Reads))
		}
		text += "\n"
	}
	for _, s := range p.Steps {
		text += fmt.Sprintf("  %s %s %s%s %s%s%s strategy=%s after=%v", s.ID, s.Do, s.Participant.Name, s.Build.Name, s.V.Name, s.From.Name, s.To.Name, s.Strategy, s.After)
		if s.Rollback != nil {
			text += " until " + s.Rollback.Until.Name
		}
		text += "\n"
	}
	return text
}
