package rollout

import (
	"fmt"
	"sort"
	"time"
)

// An endpoint is one way for an interval to be over: when all its events have happened and, if it waits, that much
// time has passed since one of them.
type endpoint struct {
	all   []int
	since int
	wait  time.Duration
}

// A span is an interval of a partial order: it may be under way from one event on, until any of its ends is reached.
// No ends: for ever.
type span struct {
	start int
	with  []int // other events that have happened when it is under way
	ends  []endpoint
}

// reached tells whether the endpoint lies before the event in every run of the plan.
func (o *order) reached(ep endpoint, at int) bool {
	for _, e := range ep.all {
		if !o.precedes(e, at) {
			return false
		}
	}
	return ep.wait == 0 || o.atLeast(ep.since, at) >= ep.wait
}

// over tells whether the span has ended before the event in every run.
func (o *order) over(s span, at int) bool {
	for _, ep := range s.ends {
		if o.reached(ep, at) {
			return true
		}
	}
	return false
}

// meet tells whether some run has both spans under way at once. Two spans are apart only when the order says that
// one ends before the other starts; adding "a starts before b ends" and "b starts before a ends" to a partial order
// makes a circle in no other case.
func (o *order) meet(a, b span) bool { return !o.overBefore(a, b) && !o.overBefore(b, a) }

// overBefore tells whether one span has ended, in every run, before something without which the other is not under way.
func (o *order) overBefore(a, b span) bool {
	if o.over(a, b.start) {
		return true
	}
	for _, e := range b.with {
		if o.over(a, e) {
			return true
		}
	}
	return false
}

// empty tells a span that is over before it starts, such as the writes of a build that is fenced before its deploy.
func (o *order) empty(s span) bool { return s.start >= 0 && o.over(s, s.start) }

// A stint is one stay of a build: from the deploy that brings it until nothing can bring it back.
// build is nil while the participant does not run.
type stint struct {
	part    *Participant
	chain   []*stint // all stints of the participant, in order
	index   int      // in chain
	build   *Build
	step    int  // the deploy that starts it; -1 before the plan
	reads   span // when it may read, windows included
	writes  span // when it may write
	forward span // when it may run if nobody ever rolls back
	lingers bool // an old copy goes on without any rollback: uncontrolled, scheduled, blue-green
}

// next is the stint that replaces this one, nil for the last.
func (s *stint) next() *stint {
	if s.index+1 < len(s.chain) {
		return s.chain[s.index+1]
	}
	return nil
}

// String names the stint as participant/build.
func (s *stint) String() string {
	if s.build == nil {
		return s.part.Name + "/none"
	}
	return s.part.Name + "/" + s.build.Name
}

// fleet derives the stints of every participant from its deploys.
func (c *checker) fleet() []Problem {
	deploys := make(map[string][]int)
	for i, s := range c.plan.Steps {
		if s.Do == Deploy || s.Do == Retire {
			deploys[s.Participant.Name] = append(deploys[s.Participant.Name], i)
		}
	}
	var problems []Problem
	for i := range c.plan.Participants {
		part := &c.plan.Participants[i]
		steps := deploys[part.Name]
		sort.Slice(steps, func(a, b int) bool { return c.rank[c.order.startOf[steps[a]]] < c.rank[c.order.startOf[steps[b]]] })
		for k := 1; k < len(steps); k++ {
			if !c.order.precedes(c.order.doneOf[steps[k-1]], c.order.startOf[steps[k]]) {
				a, b := &c.plan.Steps[steps[k-1]], &c.plan.Steps[steps[k]]
				problems = append(problems, Problem{b.At, fmt.Sprintf("%s and %s both move %s, in no order; add after: to one of them", a.ID, b.ID, part.Name)})
			}
		}
		c.chains = append(c.chains, c.chain(part, steps))
	}
	return problems
}

// firstBuild is what runs before the plan: as declared, else the first listed build, unless the plan's first deploy
// of the participant brings that very build.
func (c *checker) firstBuild(part *Participant, steps []int) *Build {
	if part.Running != nil {
		return part.build(part.Running.Name)
	}
	if len(steps) > 0 && c.plan.Steps[steps[0]].Build.Name == part.Builds[0].Name {
		return nil
	}
	return &part.Builds[0]
}

func (c *checker) chain(part *Participant, steps []int) []*stint {
	chain := make([]*stint, 0, len(steps)+1)
	chain = append(chain, &stint{part: part, build: c.firstBuild(part, steps), step: -1})
	for _, k := range steps {
		var build *Build
		if s := &c.plan.Steps[k]; s.Do == Deploy {
			build = part.build(s.Build.Name)
		}
		chain = append(chain, &stint{part: part, build: build, step: k, index: len(chain)})
	}
	for _, s := range chain {
		s.chain = chain
		c.live(s)
	}
	return chain
}

// live fills the spans of a stint. It may run until one of the later deploys of its participant can no longer be
// undone: a build can come back only when every later one is taken back first.
func (c *checker) live(s *stint) {
	start := beginning
	if s.step >= 0 {
		start = c.order.startOf[s.step]
	}
	s.reads, s.forward = span{start: start}, span{start: start}
	next := s.next()
	if next != nil {
		s.lingers = s.part.Fleet != Controlled || c.plan.Steps[next.step].Strategy == BlueGreen
		s.forward.ends = []endpoint{{all: []int{c.order.switchOf(next.step)}}}
		s.reads.ends = c.windowEnds(s, "read")
	}
	s.writes = span{start: start}
	if next != nil {
		s.writes.ends = c.windowEnds(s, "write")
	}
	if s.build != nil {
		c.fenceOff(s)
	}
	if s.lingers {
		s.forward = span{start: start, ends: append([]endpoint(nil), s.reads.ends...)}
	}
}

// windowEnds gives the ends of a replaced stint's reading or writing that come from windows and schedules, before fences.
// The old side of a blue-green deploy drains until a fence that stops what is asked about, whatever its window.
func (c *checker) windowEnds(s *stint, what StopsWord) []endpoint {
	if s.part.Fleet == Uncontrolled {
		return nil // nobody can end the old copies; only a fence does
	}
	var ends []endpoint
	next := s.next()
	for _, later := range s.chain[s.index+1:] {
		end := c.order.closeOf[later.step]
		if end == never || c.dominated(ends, end) {
			continue
		}
		ep := endpoint{all: []int{end}}
		if s.part.Fleet == Scheduled {
			ep.since, ep.wait = c.order.doneOf[next.step], time.Duration(s.part.Every)
		}
		ends = append(ends, ep)
	}
	if c.plan.Steps[next.step].Strategy != BlueGreen {
		return ends
	}
	fenced := c.fences(s, what)
	var both []endpoint
	for _, ep := range ends {
		for _, f := range fenced {
			both = append(both, endpoint{all: append([]int{f}, ep.all...), since: ep.since, wait: ep.wait})
		}
	}
	return both
}

// dominated tells whether an earlier end is always reached before this one.
func (c *checker) dominated(ends []endpoint, event int) bool {
	for _, ep := range ends {
		if len(ep.all) == 1 && c.order.precedes(ep.all[0], event) {
			return true
		}
	}
	return false
}

// fenceOff adds the fences that stop the stint's build. A fence rejects at the store, so it ends a build that
// nothing else ends.
func (c *checker) fenceOff(s *stint) {
	for _, done := range c.fences(s, "write") {
		s.writes.ends = append(s.writes.ends, endpoint{all: []int{done}})
	}
	for _, done := range c.fences(s, "read") {
		s.reads.ends = append(s.reads.ends, endpoint{all: []int{done}})
		s.forward.ends = append(s.forward.ends, endpoint{all: []int{done}})
	}
}

// fences gives the completions of the fence steps that cover the stint's build and stop what is asked for.
func (c *checker) fences(s *stint, what StopsWord) []int {
	var events []int
	for _, i := range c.fenceSteps[s.part.Name] {
		step := &c.plan.Steps[i]
		if s.build == nil || !c.covers(step, s) || step.drains() {
			continue
		}
		stops := step.Stops
		if stops == "" {
			stops = "all"
			if len(s.build.Writes) > 0 {
				stops = "write"
			}
		}
		if stops == "all" || stops == what {
			events = append(events, c.order.doneOf[i])
		}
	}
	return events
}

// covers tells whether a fence names the stint's build; without names it covers all but the last.
func (c *checker) covers(fence *Step, s *stint) bool {
	if len(fence.Builds) == 0 {
		return s.next() != nil
	}
	for _, b := range fence.Builds {
		if b.Name == s.build.Name {
			return true
		}
	}
	return false
}
