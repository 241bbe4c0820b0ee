package rollout

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
)

// A Frame is what is so after one move of a run.
type Frame struct {
	Move    Move
	Running []string // participant/build, or participant/old+new while both run
	Lying   []string // channel: versions, for channels that hold something
	Tables  []string // table: last alter
	Text    string   // the move in words
}

// A player follows a run move by move: who runs, and what lies where.
type player struct {
	w       *walker
	present map[*stored]bool
	since   map[int]map[*stored]bool // removal under way -> what was written after it began
	order   []*stored
}

func (c *checker) player() *player { return c.playerOf(func(string) bool { return true }) }

// playerOf follows only what lies in some places: of a large plan a run concerns few.
func (c *checker) playerOf(concerns func(place string) bool) *player {
	p := &player{w: c.walker(), present: map[*stored]bool{}, since: map[int]map[*stored]bool{}}
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		places := []string{ch.Name}
		for _, ds := range c.plan.Datasets {
			for _, at := range placesOf(&ds) {
				if branchless(at) == ch.Name && !contains(places, at) {
					places = append(places, at)
				}
			}
		}
		for _, at := range places {
			if !concerns(at) {
				continue
			}
			p.order = append(p.order, c.data[at]...)
		}
	}
	for _, d := range p.order {
		p.present[d] = d.writer == nil && d.step < 0
	}
	p.settle()
	return p
}

// settle applies the writes of everything that runs.
func (p *player) settle() {
	for again := true; again; {
		again = false
		for _, d := range p.order {
			live := p.live(d)
			if d.channel.Kind == RPC {
				p.present[d] = live
				continue
			}
			if live {
				again = again || !p.present[d] // what carries it on may stand before it
				p.present[d] = true
				for _, fresh := range p.since {
					fresh[d] = true
				}
			}
		}
	}
}

// live tells whether data is being written now: by a build that runs, or by a step that is under way. A catchup goes on once
// it has begun. What a step carries over has to be there.
func (p *player) live(d *stored) bool {
	c := p.w.c
	switch {
	case d.writer != nil:
		return p.writing(d.writer)
	case d.step < 0 || !p.w.fired.has(c.order.startOf[d.step]):
		return false
	case c.plan.Steps[d.step].Do != Catchup && p.w.fired.has(c.order.doneOf[d.step]):
		return false
	}
	lies, followed := p.present[d.source]
	return d.source == nil || lies || !followed
}

// writing tells whether a build may write now: not behind a fence, and not what lingered once its time is over.
func (p *player) writing(s *stint) bool {
	return p.w.runs(s) && !p.fenced(s) && !(s.lingers && p.w.c.ended(s.writes, p.w.fired))
}

func (p *player) fenced(s *stint) bool {
	for _, e := range p.w.c.fences(s, "write") {
		if p.w.fired.has(e) {
			return true
		}
	}
	return false
}

// play makes one move. Moves come from a trace, so they are legal.
func (p *player) play(mv Move) {
	c := p.w.c
	o := c.order
	switch mv.Kind {
	case Starts:
		p.w.fired.set(o.startOf[mv.Step])
		p.started(mv.Step)
	case Done:
		p.w.fired.set(o.doneOf[mv.Step])
		if c.stintOf[mv.Step] != nil {
			p.w.phase[mv.Step] = forward
		}
		p.removed(mv.Step)
	default:
		p.w.notch(mv)
	}
	p.settle()
}

func (p *player) started(step int) {
	c := p.w.c
	if c.stintOf[step] != nil {
		p.w.phase[step] = mixed
		if c.plan.Steps[step].switches() {
			p.w.phase[step] = forward
		}
	}
	switch c.plan.Steps[step].Do {
	case Expire, Rewrite, Drop:
		p.since[step] = map[*stored]bool{}
	}
}

// removed takes away what a removal found when it began and nobody wrote since.
func (p *player) removed(step int) {
	c := p.w.c
	fresh, removal := p.since[step]
	if !removal || !c.removalWorks(step) {
		return
	}
	s := &c.plan.Steps[step]
	for _, d := range p.order {
		if d.place == location(s.Channel.Name) && removes(s, d.class.Version) && d.step != step && !fresh[d] {
			p.present[d] = false
		}
	}
	delete(p.since, step)
}

// running lists who runs, in the plan's order, the participants that concern the caller only.
func (p *player) running(concerns func(*Participant) bool) []string {
	var list []string
	for _, chain := range p.w.c.chains {
		if !concerns(chain[0].part) {
			continue
		}
		var builds []string
		for _, s := range chain {
			if s.build != nil && p.w.runs(s) {
				builds = append(builds, s.build.Name)
			}
		}
		if builds != nil {
			list = append(list, chain[0].part.Name+"/"+strings.Join(builds, "+"))
		}
	}
	return list
}

// lying lists what each place holds.
func (p *player) lying(concerns func(place string) bool) []string {
	var list []string
	at := map[string]int{}
	seen := map[string]bool{}
	for _, d := range p.order {
		name := d.class.Version
		if name == "" {
			name = d.rows()
		}
		if !p.present[d] || !concerns(d.place) || seen[d.place+"|"+name] {
			continue
		}
		seen[d.place+"|"+name] = true
		if i, ok := at[d.place]; ok {
			list[i] += ", " + name
			continue
		}
		at[d.place] = len(list)
		list = append(list, fmt.Sprintf("%s: %s", d.place, name))
	}
	return list
}

// moveText says a move in words: "deploy checkout p2 begins (rolling)".
func (c *checker) moveText(mv Move) string {
	s := &c.plan.Steps[mv.Step]
	what := fmt.Sprintf("%s %s", s.Do, s.ID)
	how := ""
	if d := c.stintOf[mv.Step]; d != nil {
		old := "none"
		if b := d.chain[d.index-1].build; b != nil {
			old = b.Name
		}
		what = fmt.Sprintf("%s %s", s.Do, s.Participant.Name)
		if s.Do == Deploy {
			what += " " + s.Build.Name
		}
		how = fmt.Sprintf(" (%s)", s.Strategy)
		switch mv.Kind {
		case RollBack:
			from := cmp.Or(s.Build.Name, "nothing") // after a retire
			return fmt.Sprintf("ROLLBACK %s %s → %s (allowed: window %s)", s.Participant.Name, from, old, c.untilStep(mv.Step))
		case Redo:
			return fmt.Sprintf("redo %s", what)
		}
		if mv.Kind == Starts && s.switches() {
			return what + " takes effect" + how
		}
	}
	if mv.Kind == Starts {
		return what + " begins" + how
	}
	return what + " completes"
}

func (c *checker) untilStep(step int) string {
	if c.order.closeOf[step] == never {
		return "never closes"
	}
	return fmt.Sprintf("open until step %q", c.closingStep(step))
}

// Replay gives a finding's run state by state, the state before the plan first. Every move is one that the plan allows; the
// last state is the one that the finding is about. Of a large plan the states hold only whom the finding concerns.
func (r *Report) Replay(f *Finding) iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		if r.checker == nil {
			return
		}
		who, where := func(*Participant) bool { return true }, func(string) bool { return true }
		if r.replaysPart() {
			concern := r.checker.concerns(f)
			who, where = concern.participant, concern.place
		}
		p := r.checker.playerOf(where)
		if !yield(Frame{Running: p.running(who), Lying: p.lying(where), Text: "before the plan"}) {
			return
		}
		for _, mv := range f.Trace {
			p.play(mv)
			if !yield(Frame{Move: mv, Running: p.running(who), Lying: p.lying(where), Tables: r.checker.tablesAt(p), Text: r.checker.moveText(mv)}) {
				return
			}
		}
	}
}

// maxReplayed bounds the participants and channels that every state of a replay lists.
const maxReplayed = 60

// replaysPart tells whether the plan is too large for every state to list everybody.
func (r *Report) replaysPart() bool {
	return len(r.Plan.Participants)+len(r.Plan.Channels) > maxReplayed
}

// tablesAt names the last alter of each table that one has touched.
func (c *checker) tablesAt(p *player) []string {
	var list []string
	for i := range c.plan.Channels {
		name, both := "", ""
		for _, k := range c.stepsOn(Alter, c.plan.Channels[i].Name) {
			if p.w.fired.has(c.order.startOf[k]) {
				name, both = c.plan.Steps[k].ID, ""
				if !p.w.fired.has(c.order.doneOf[k]) {
					both = " under way"
				}
			}
		}
		if name != "" {
			list = append(list, fmt.Sprintf("%s: altered by %s%s", c.plan.Channels[i].Name, name, both))
		}
	}
	return list
}
