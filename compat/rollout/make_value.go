package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// gated plans a value gate: only values that the new version allows stand in the way, so everybody learns to take them
// first, the writers too, and they are let out behind a flag once the last build that cannot take them is gone. The flag
// is a participant of its own whose deploy is atomic: flipping it is a deploy that touches no code.
func (m *maker) gated() *Proposal {
	name := m.channel.Name + "-new-values"
	for n := 2; m.plan.participant(name) != nil; n++ {
		name = fmt.Sprintf("%s-new-values-%d", m.channel.Name, n)
	}
	m.plan.Participants = append(m.plan.Participants, Participant{Name: name, Role: "producer", Fleet: Controlled, OnError: Halt, Owner: m.writersOwner(),
		Builds: []Build{{Name: "off"}, {Name: "on", Writes: []Write{{Name: m.channel.Name, V: Ref{Name: m.req.To}}}}}})
	m.flagged = name
	p := m.propose()
	switch {
	case p == nil:
	case m.held == 0:
		return refuse("no value of %s is in the way, so there is none to hold back", m.req.To)
	case p.Refusal == "":
		p.Pattern = "value gate: readers that take the new value, close, writers that could write it, close, then the flag that lets it out"
		p.Notes = append(p.Notes, fmt.Sprintf("%s is the flag as a participant: off until the step %s; a build that writes %s must not write the value while it is off (promises)", name, m.plan.Steps[m.stepNamed(m.flagID)].ID, m.req.To))
	}
	return p
}

func (m *maker) writersOwner() string {
	owner := ""
	for i := range m.plan.Participants {
		part := &m.plan.Participants[i]
		for _, b := range m.way(part) {
			if writeOf(b, m.channel.Name) != "" && part.Owner != "" && owner == "" {
				owner = part.Owner
			}
		}
	}
	return owner
}

// layFlag adds the flag's steps.
func (m *maker) layFlag() {
	if m.flagged == "" {
		return
	}
	part := m.plan.participant(m.flagged)
	m.flag, _ = m.bring(part, &part.Builds[0], &part.Builds[1], -1)
	m.plan.Steps[m.flag].Strategy = Atomic
	m.flagID = m.plan.Steps[m.flag].ID
}

// flagLast turns the flag on when every build that looks at it is there for good.
func (m *maker) flagLast() {
	if m.flag < 0 {
		return
	}
	for _, mk := range m.moves {
		for i, b := range mk.builds {
			if mk.deploys[i] >= 0 && writeOf(b, m.channel.Name) == m.req.To {
				m.edge(mk.closing[i], m.flag, fmt.Sprintf("the flag says nothing to a build before %s/%s", mk.part.Name, b.Name))
				m.afterReaders(mk.deploys[i])
			}
		}
	}
}

// afterReaders lets a writer that knows the flag wait for those who only read, so that a flag that fails finds them ready.
// Where old data has to leave first, the writer cannot wait.
func (m *maker) afterReaders(deploy int) {
	if len(m.removal) > 0 {
		return
	}
	for _, mk := range m.moves {
		last := len(mk.builds) - 1
		writes := slices.ContainsFunc(mk.builds, func(b *Build) bool { return writeOf(b, m.channel.Name) != "" })
		if !writes && mk.closing[last] >= 0 {
			m.edge(mk.closing[last], deploy, "readers first, so that a flag that fails finds them ready")
		}
	}
}

// holdBack orders a pair that only some values make bad: the last build that cannot take them is gone before the flag is
// turned on. It tells whether that settles the pair.
func (m *maker) holdBack(d *stored, r *reader, reader *making, j Judgment) bool {
	if m.flag < 0 || j.Answer != Conditional || m.rank[d.class.Version] <= m.rank[r.view.Version] || !eachHasCase(j) {
		return false
	}
	at := slices.IndexFunc(reader.builds, func(b *Build) bool { return b.Name == r.stint.build.Name })
	if at < 0 || at+1 >= len(reader.builds) {
		return false
	}
	why := fmt.Sprintf("%s cannot take %s where %s", r.stint, d.label(), strings.Join(casesOf(j), " or "))
	m.edge(reader.closing[at+1], m.flag, why)
	for _, kase := range casesOf(j) {
		m.promise(Promise{Case: kase, V: Ref{Name: d.class.Version}, Before: Ref{Name: m.flagID}})
	}
	m.held++
	return true
}

func eachHasCase(j Judgment) bool {
	return len(j.Notes) > 0 && !slices.ContainsFunc(j.Notes, func(n Note) bool { return n.Case == "" })
}

func casesOf(j Judgment) []string {
	var cases []string
	for _, n := range j.Notes {
		if !contains(cases, n.Case) {
			cases = append(cases, n.Case)
		}
	}
	return cases
}

// promise adds a promise about the channel, once.
func (m *maker) promise(pr Promise) {
	pr.Channel = Ref{Name: m.channel.Name}
	for _, known := range m.plan.Promises {
		if known.Case == pr.Case && known.Channel.Name == pr.Channel.Name && known.V.Name == pr.V.Name {
			return
		}
	}
	m.plan.Promises = append(m.plan.Promises, pr)
}
