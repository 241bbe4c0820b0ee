package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Pattern is a known shape of a rollout.
type Pattern string

// The patterns, in the order in which they are tried: each asks more of the teams than the one before it.
const (
	InOrder     Pattern = "order"        // the builds as given, in a safe order: readers first, writers first, or free
	ValueGate   Pattern = "value-gate"   // both sides take the new value before a flag lets it out
	BridgeFirst Pattern = "bridge"       // a version in between that both sides read
	BothColumns Pattern = "both-columns" // a table carries the old column and the new one until the readers have moved
	NewChannel  Pattern = "new-channel"  // a channel of its own, both fed until the readers have moved
	FullStop    Pattern = "full-stop"    // stop everything, convert, start again
)

// Patterns lists the patterns in the order in which they are tried.
func Patterns() []Pattern {
	return []Pattern{InOrder, ValueGate, BridgeFirst, BothColumns, NewChannel, FullStop}
}

// A Column is a field of a version, as far as planning asks: a table is joined by the id, a record by the name.
type Column struct {
	Name string
	ID   int    // 0: the format knows no ids
	Type string // as the format writes it
	Key  bool   // the format says that it identifies a row
	Must bool   // every row has a value in it
}

// Make writes a safe plan, or proves that no order of the deploys is safe. The plan it returns has passed Check; a
// planner is not to be trusted. When the builds as given have no safe order, the patterns that ask for more are tried one
// after the other; the proof stays in the proposal.
func Make(req Request) (*Proposal, error) {
	if req.Soak == 0 {
		req.Soak = Span(48 * time.Hour)
	}
	if req.Pattern != "" && !slices.Contains(Patterns(), req.Pattern) {
		return nil, fmt.Errorf("make a plan for %s: no pattern is called %q", req.Plan.File, req.Pattern)
	}
	ordered, err := follow(req, InOrder)
	if err != nil || ordered.Refusal == "" && (req.Pattern == "" || req.Pattern == InOrder) || req.Pattern == InOrder {
		return ordered, err
	}
	var refusals []string
	for _, pattern := range Patterns()[1:] {
		if req.Pattern != "" && req.Pattern != pattern {
			continue
		}
		p, err := follow(req, pattern)
		if err != nil {
			return nil, err
		}
		if p.Refusal == "" {
			p.Ordered, p.Circle, p.Passed = ordered, nil, refusals
			return p, nil
		}
		refusals = append(refusals, fmt.Sprintf("%s: %s", pattern, p.Refusal))
	}
	if ordered.Refusal == "" {
		ordered = &Proposal{Refusal: "asked for one pattern only", Ordered: ordered}
	}
	ordered.Refusal += "; " + strings.Join(refusals, "; ")
	return ordered, nil
}

// follow plans in one pattern.
func follow(req Request, pattern Pattern) (*Proposal, error) {
	m := &maker{req: req, plan: clonePlan(req.Plan), alter: -1, flag: -1}
	if err := m.target(); err != nil {
		return nil, err
	}
	var p *Proposal
	switch pattern {
	case ValueGate:
		p = m.gated()
	case BridgeFirst:
		p = m.bridged()
	case BothColumns:
		p = m.bothColumns()
	case NewChannel:
		p = m.newChannel()
	case FullStop:
		p = m.fullStop()
	default:
		p = m.propose()
	}
	return p, m.err
}

// refuse is a proposal that is none.
func refuse(format string, args ...any) *Proposal {
	return &Proposal{Refusal: fmt.Sprintf(format, args...)}
}

// written sorts the steps that a pattern has laid out, and has the plan checked.
func (m *maker) written(pattern string) *Proposal {
	p := &Proposal{Pattern: pattern, Notes: m.notes, Files: map[string][]byte{}}
	if p.Circle = m.sort(); p.Circle != nil {
		p.Refusal = "its steps go round in a circle"
		return p
	}
	p.Edges = m.edges
	m.finish(p)
	return p
}

// note keeps a line for people.
func (m *maker) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// A mover is one participant's part in a pattern that moves everybody from an old place to a new one.
type mover struct {
	part          *Participant
	old, target   Build // what runs today, and what is to run
	reads, writes bool
	steps         int  // how many new builds it goes through
	dual          bool // the first of them feeds both places
}

// movers gives those who use the channel, or says who has no build to go to. The plan's owner, or else the first of
// theirs, does the steps that are nobody's deploy.
func (m *maker) movers() ([]mover, string) {
	var all []mover
	m.owner = m.plan.Owner
	for i := range m.plan.Participants {
		part := &m.plan.Participants[i]
		way := m.way(part)
		if len(way) == 0 {
			continue
		}
		last := way[len(way)-1]
		if !m.uses(last, m.req.To) {
			return nil, fmt.Sprintf("%s/%s is not replaced by a build that uses %s of %s", part.Name, last.Name, m.req.To, m.channel.Name)
		}
		if m.owner == "" {
			m.owner = part.Owner
		}
		mv := mover{part: part, old: *way[0], target: *last}
		for _, b := range way {
			mv.reads = mv.reads || readOf(b, m.channel.Name) != nil
			mv.writes = mv.writes || writeOf(b, m.channel.Name) != ""
		}
		all = append(all, mv)
	}
	if len(all) == 0 {
		return nil, fmt.Sprintf("nobody uses %s in %s or %s", m.channel.Name, m.req.From, m.req.To)
	}
	return all, ""
}

// replaceBuilds gives a participant the builds of a pattern in place of those that led to the target.
func (m *maker) replaceBuilds(mv *mover, fresh ...Build) {
	part := m.plan.participant(mv.part.Name)
	kept := slices.DeleteFunc(slices.Clone(part.Builds), func(b Build) bool { return b.Name != mv.old.Name && m.concerns(&b) })
	part.Builds = append(kept, fresh...)
	mv.part = part
	m.plan.Tested = slices.DeleteFunc(slices.Clone(m.plan.Tested), func(t Tested) bool {
		name, build, _ := strings.Cut(t.Reader.Name, "/")
		return name == part.Name && part.build(build) == nil
	})
}

// freshName makes a build's name that the participant does not have.
func (mv *mover) freshName(suffix string) string {
	name := mv.target.Name + suffix
	for n := 2; mv.part.build(name) != nil; n++ {
		name = fmt.Sprintf("%s%s-%d", mv.target.Name, suffix, n)
	}
	return name
}
