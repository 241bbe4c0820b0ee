package rollout

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

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
	p := &Plan{Version: 1, Channels: []Channel{{Name: dataChannel, Kind: Log, Format: "test"}, {Name: tableChannel, Kind: Table, Format: "test"}, {Name: callChannel, Kind: RPC, Format: "test"}, {Name: copyChannel, Kind: Log, Format: "test"}}}
	for i := range p.Channels { // one-sided channels and waits are no question here
		ch := &p.Channels[i]
		ch.Holds, ch.Observed, ch.Retention, ch.Lag = Inventory{}, Inventory{}, Retention{Kind: ByTime, Time: Span(7 * day)}, new(Span)
	}
	parts, withTable, withCalls, withCopy := 1+rng.IntN(3), rng.IntN(3) == 0, rng.IntN(3) == 0, rng.IntN(4) == 0
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
			if withCopy && rng.IntN(2) == 0 {
				build.Reads = append(build.Reads, Read{Name: copyChannel, V: Ref{Name: fmt.Sprintf("r%d_%d", i, b)}})
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
	drawSteps(rng, p, withTable, withCopy)
	p.Channels = slices.DeleteFunc(p.Channels, func(ch Channel) bool {
		return ch.Name == tableChannel && !withTable || ch.Name == callChannel && !withCalls || ch.Name == copyChannel && !withCopy
	})
	p.applyDefaults()
	return p
}

func drawSteps(rng *rand.Rand, p *Plan, withTable, withCopy bool) {
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
			s.Strategy = []Strategy{Rolling, Rolling, Rolling, Atomic, Atomic, Recreate, BlueGreen}[rng.IntN(7)]
			if rng.IntN(8) == 0 {
				s.Do, s.Build, s.Strategy = Retire, Ref{}, []Strategy{Rolling, Atomic, Recreate}[rng.IntN(3)]
				nextBuild[part] = len(p.Participants[part].Builds)
			}
			if lastOf[part] != "" {
				s.After = append(s.After, Ref{Name: lastOf[part]})
			}
			lastOf[part] = s.ID
		case kind < 7 && removals < 3:
			removals++
			s.Do, s.Channel, s.V, s.For = Expire, Ref{Name: dataChannel}, Ref{Name: fmt.Sprintf("v%d", rng.IntN(3))}, Span(8*day)
			if withCopy && rng.IntN(3) == 0 {
				s.Channel.Name = copyChannel
			}
			if rng.IntN(3) == 0 {
				s.Do, s.From, s.V, s.To = Rewrite, s.V, Ref{}, Ref{Name: fmt.Sprintf("v%d", rng.IntN(3))}
			}
		case kind == 7:
			s.Do, s.Participant = FenceOff, Ref{Name: p.Participants[part].Name}
			s.Builds, s.Stops = []Ref{{Name: fmt.Sprintf("b%d", rng.IntN(len(p.Participants[part].Builds)))}}, []StopsWord{"write", "read", "all"}[rng.IntN(3)]
		case kind > 7 && withCopy && rng.IntN(2) == 0:
			s.Do, s.From, s.To = []Action{Catchup, Backfill}[rng.IntN(2)], Ref{Name: dataChannel}, Ref{Name: copyChannel}
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
		key := metOf(c.plan, m)
		best := -1
		for src := range c.sources(m) {
			try := *m
			try.data = src.data
			if n := len(c.shortest(c.sceneOf(&try))); best < 0 || n < best {
				best = n
			}
		}
		if m.group == nil {
			best = len(c.shortest(c.sceneOf(m)))
		}
		if known, ok := found[key]; !ok || best < known {
			found[key] = best
		}
	}
	return found
}

// metOf is a meeting in the search's terms.
func metOf(p *Plan, m *meeting) met {
	key := met{part: partIndex(p, m.actor.part.Name), stint: m.actor.index}
	switch m.kind {
	case reads:
		key.what, key.version = 'r', versionNumber(m.data.class.Version)
		switch m.data.channel.Name {
		case callChannel:
			key.what = 'c'
		case copyChannel:
			key.what = 'm'
		}
	case preserves:
		key.what, key.version = 'p', versionNumber(m.data.class.Version)
	case binds:
		key.what, key.version = 'b', m.eraIndex
	case writes:
		key.what, key.version = 'w', m.eraIndex
	}
	return key
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
		for _, r := range buildOf(p, m).Reads {
			expect = expect || m.reads(r.Name) && isBad(fmt.Sprintf("v%d", m.version), r.V.Name)
		}
	}
	c := checkerOf(t, p, strict{read: isBad})
	if got := len(c.meetings) > 0; got != expect {
		t.Errorf("unsafe: the search says %v, the check %v\n%s", expect, got, sketch(p))
	}
	return !expect
}

// reads tells whether an encounter is one of reading a channel's data.
func (m met) reads(channel string) bool {
	return m.what == map[string]byte{dataChannel: 'r', callChannel: 'c', copyChannel: 'm'}[channel]
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
