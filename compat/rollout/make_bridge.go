package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// bridged tries with a version in between that both sides can read.
func (m *maker) bridged() *Proposal {
	if m.req.Bridge == nil || m.channel.Kind == Table {
		return &Proposal{Refusal: "no version in between is on offer"}
	}
	label := m.req.From + "-" + m.req.To
	file, schema, err := m.req.Bridge.Bridge(m.channel, m.req.From, m.req.To)
	if err != nil {
		return &Proposal{Refusal: "no version in between can be written: " + err.Error()}
	}
	m.between = label
	m.insertVersion(label, file)
	for i := range m.plan.Participants {
		m.insertBuild(&m.plan.Participants[i], label)
	}
	m.rankVersions()
	p := m.propose()
	if p != nil {
		p.Files = map[string][]byte{file: schema}
	}
	return p
}

// filled settles a pair of data of the version in between and a reader of the new one where only null is in the way: a
// build in between fills the fields of both versions, which the plan then promises.
func (m *maker) filled(d *stored, r *reader, j Judgment) bool {
	if m.between == "" || d.class.Version != m.between || d.writer == nil || r.view.Version != m.req.To || j.Answer != Conditional || !eachHasCase(j) {
		return false
	}
	for _, kase := range casesOf(j) {
		if !strings.HasSuffix(kase, " is null") {
			return false
		}
	}
	for _, kase := range casesOf(j) {
		m.promise(Promise{Case: kase, V: Ref{Name: m.between}, Evidence: fmt.Sprintf("%s fills the fields of both versions; test that it leaves none null", d.writer)})
	}
	return true
}

// insertVersion puts the bridge between the two versions.
func (m *maker) insertVersion(label, file string) {
	at := m.rank[m.req.To]
	m.channel.Schemas = slices.Insert(slices.Clone(m.channel.Schemas), at, Version{Name: label, Path: file})
	if ch := m.plan.channel(m.channel.Name); ch != nil {
		ch.Schemas = m.channel.Schemas
		m.channel = ch
	}
}

// insertBuild gives a participant a build on the bridge between those on the two versions: a reader that takes both,
// a writer that fills both.
func (m *maker) insertBuild(part *Participant, label string) {
	from, to := -1, -1
	for i := range part.Builds {
		if m.uses(&part.Builds[i], m.req.From) {
			from = i
		}
		if m.uses(&part.Builds[i], m.req.To) && to < 0 {
			to = i
		}
	}
	if from < 0 || to != from+1 {
		return
	}
	b := Build{Name: part.Builds[to].Name + "-bridge", Position: part.Builds[from].Position}
	for b2 := 2; part.build(b.Name) != nil; b2++ {
		b.Name = fmt.Sprintf("%s-bridge-%d", part.Builds[to].Name, b2)
	}
	for _, r := range part.Builds[from].Reads {
		if branchless(r.Name) == m.channel.Name {
			r.V, r.Uses = Ref{Name: label}, mergedUses(r.Uses, readOf(&part.Builds[to], m.channel.Name))
		}
		b.Reads = append(b.Reads, r)
	}
	for _, w := range part.Builds[from].Writes {
		if branchless(w.Name) == m.channel.Name {
			w.V = Ref{Name: label}
		}
		b.Writes = append(b.Writes, w)
	}
	part.Builds = slices.Insert(slices.Clone(part.Builds), to, b)
	m.note("%s: build %s, on the version in between: what it reads it takes from either field, what it writes it writes into both", part.Name, b.Name)
}

func mergedUses(old []string, fresh *Read) []string {
	if old == nil || fresh == nil || fresh.Uses == nil {
		return nil
	}
	uses := slices.Clone(old)
	for _, f := range fresh.Uses {
		if !contains(uses, f) {
			uses = append(uses, f)
		}
	}
	return uses
}

func (m *maker) uses(b *Build, version string) bool {
	r := readOf(b, m.channel.Name)
	return r != nil && r.V.Name == version || writeOf(b, m.channel.Name) == version
}
