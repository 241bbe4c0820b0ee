package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// A stage collects the steps that later ones of a pattern wait for.
type stage struct {
	dual  []int // closes the window of each writer that feeds both places
	moved []int // closes the window of each reader that has moved
}

// newChannel plans a channel of its own for the new version. Writers feed both; what lay in the old one is copied and
// compared; readers move one by one; the new channel is made the one that counts; writers leave the old one, which is
// fenced and dropped.
func (m *maker) newChannel() *Proposal {
	switch m.channel.Kind {
	case Log, Table, KV, RPC:
	default:
		return refuse("a %s cannot be had twice side by side", m.channel.Kind)
	}
	movers, refusal := m.movers()
	if refusal != "" {
		return refuse("%s", refusal)
	}
	key := m.keyOf()
	if key == nil && m.channel.Kind != RPC {
		return refuse("nothing says which fields identify a record of %s, so that its copy could be compared; say --key", m.channel.Name)
	}
	m.converter = m.converterTo()
	fresh := m.openChannel()
	for i := range movers {
		m.splitBuilds(&movers[i], fresh)
	}
	m.moves = nil
	ds := ""
	if m.channel.Kind != RPC {
		ds = m.copyOf(fresh, key)
	}
	m.layMove(movers, fresh, ds)
	if m.channel.Kind == Log {
		m.note("a reader that moves starts in %s behind the last record that it has taken from %s", fresh, m.channel.Name)
	}
	m.note("%s is new and takes %s only; %s keeps %s until it is dropped", fresh, m.req.To, m.channel.Name, m.req.From)
	if m.converter != nil {
		return m.written("new channel: a converter feeds it, backfill, compare, readers move one by one, cut over, writers move, fence, drop")
	}
	return m.written("new channel: writers feed both, backfill, compare, readers move one by one, cut over, writers leave the old one, fence, drop")
}

// converterTo is a lossless conversion that runs beside the channel (a transform with at: sink): it feeds the new channel,
// so that no writer has to be taught both.
func (m *maker) converterTo() *Transform {
	for i := range m.plan.Transforms {
		t := &m.plan.Transforms[i]
		if t.Where == "sink" && t.Lossless && t.From.Name == m.channel.Name+"."+m.req.From && t.To.Name == m.channel.Name+"."+m.req.To && m.channel.Kind != RPC {
			return t
		}
	}
	return nil
}

// openChannel adds the channel for the new version: kept as long and as the old one, with what is known to be meant by
// its fields.
func (m *maker) openChannel() string {
	label := strings.Map(func(r rune) rune {
		if r == '@' || r == '.' { // a branch, a version
			return '-'
		}
		return r
	}, m.req.To)
	name := m.channel.Name + "-" + label
	for n := 2; m.plan.channel(name) != nil; n++ {
		name = fmt.Sprintf("%s-%s-%d", m.channel.Name, label, n)
	}
	old := m.channel
	m.plan.Channels = append(m.plan.Channels, Channel{Name: name, Kind: old.Kind, Format: old.Format, Retention: old.Retention, Lag: old.Lag,
		SnapshotsKept: old.SnapshotsKept, Schemas: []Version{*old.version(m.req.To)}})
	m.channel = m.plan.channel(old.Name)
	if fields := m.meant(m.plan.Meanings); fields != nil {
		m.plan.Meanings = append(m.plan.Meanings, Meanings{Name: name, Fields: fields})
	}
	return name
}

// meant collects what a list says about the new version's fields; what it says of the version wins over what it says
// of the channel.
func (m *maker) meant(list []Meanings) []Meaning {
	var fields []Meaning
	for _, about := range []string{m.channel.Name + "." + m.req.To, m.channel.Name} {
		for _, ms := range list {
			for _, f := range ms.Fields {
				if ms.Name == about && !slices.ContainsFunc(fields, func(k Meaning) bool { return k.Name == f.Name }) {
					fields = append(fields, f)
				}
			}
		}
	}
	return fields
}

// splitBuilds gives a participant its builds on the way: a writer first feeds both channels, a reader then reads the new
// one, and the last build knows the new one only.
func (m *maker) splitBuilds(mv *mover, fresh string) {
	var builds []Build
	last := m.onChannel(mv.target, fresh)
	mv.dual = writeOf(&mv.old, m.channel.Name) != "" && m.converter == nil
	if mv.dual {
		dual := mv.old
		dual.Name = mv.freshName("-dual")
		dual.Writes = append(slices.Clone(mv.old.Writes), Write{Name: fresh, V: Ref{Name: m.req.To}})
		if fields := m.meant(mv.target.Meanings); fields != nil {
			dual.Meanings = append(slices.Clone(mv.old.Meanings), Meanings{Name: fresh, Fields: fields})
		}
		builds = append(builds, dual)
	}
	if mv.writes && mv.reads {
		moved := last
		moved.Name = mv.freshName("-moved")
		moved.Writes = slices.DeleteFunc(slices.Clone(mv.old.Writes), func(w Write) bool { return branchless(w.Name) != m.channel.Name })
		if mv.dual {
			moved.Writes = append(moved.Writes, last.Writes...)
		} else {
			moved.Writes = append(moved.Writes, slices.DeleteFunc(slices.Clone(last.Writes), func(w Write) bool { return w.Name == fresh })...)
		}
		moved.Meanings = slices.Clone(last.Meanings)
		for _, ms := range mv.old.Meanings {
			if !slices.ContainsFunc(moved.Meanings, func(k Meanings) bool { return k.Name == ms.Name }) {
				moved.Meanings = append(moved.Meanings, ms)
			}
		}
		builds = append(builds, moved)
	}
	builds = append(builds, last)
	mv.steps = len(builds)
	m.replaceBuilds(mv, builds...)
	if slices.ContainsFunc(mv.part.RMW, func(r Ref) bool { return location(r.Name) == m.channel.Name }) {
		mv.part.RMW = append(slices.Clone(mv.part.RMW), Ref{Name: fresh})
	}
	m.note("%s: %s", mv.part.Name, m.buildsWords(builds, fresh))
}

// buildsWords says for people what each new build does to the two channels.
func (m *maker) buildsWords(builds []Build, fresh string) string {
	text := "build"
	for i := range builds {
		b := &builds[i]
		if i > 0 {
			text += ", then"
		}
		text += " " + b.Name
		switch old, now := writeOf(b, m.channel.Name) != "", writeOf(b, fresh) != ""; {
		case old && now:
			text += " (writes both)"
		case old:
			text += fmt.Sprintf(" (writes %s)", m.channel.Name)
		case now:
			text += fmt.Sprintf(" (writes %s)", fresh)
		}
		if readOf(b, fresh) != nil {
			text += fmt.Sprintf(" (reads %s)", fresh)
		}
	}
	return text
}

// onChannel is a build with the new channel in place of the old one.
func (m *maker) onChannel(b Build, fresh string) Build {
	b.Reads, b.Writes = slices.Clone(b.Reads), slices.Clone(b.Writes)
	for i := range b.Reads {
		if r := &b.Reads[i]; branchless(r.Name) == m.channel.Name {
			r.Name, r.V, r.Upcasters = fresh, Ref{Name: m.req.To}, nil
		}
	}
	for i := range b.Writes {
		if w := &b.Writes[i]; branchless(w.Name) == m.channel.Name {
			w.Name, w.V = fresh, Ref{Name: m.req.To}
		}
	}
	fields := m.meant(b.Meanings)
	b.Meanings = slices.DeleteFunc(slices.Clone(b.Meanings), func(ms Meanings) bool {
		return ms.Name == m.channel.Name || ms.Name == m.channel.Name+"."+m.req.To
	})
	if fields != nil {
		b.Meanings = append(b.Meanings, Meanings{Name: fresh, Fields: fields})
	}
	return b
}

// keyOf finds what identifies a record: as said, as the format says, or a field called id; in a log the place that a
// record has in it.
func (m *maker) keyOf() []string {
	for _, ds := range m.plan.Datasets {
		if len(ds.Key) > 0 && slices.ContainsFunc(ds.Channels, func(r Ref) bool { return location(r.Name) == m.channel.Name }) {
			return ds.Key
		}
	}
	if m.req.Key != nil {
		return m.req.Key
	}
	var key []string
	columns := m.columnsOf(m.req.From)
	for _, c := range columns {
		if c.Key {
			key = append(key, c.Name)
		}
	}
	switch {
	case key != nil:
		return key
	case slices.ContainsFunc(columns, func(c Column) bool { return c.Name == "id" }):
		return []string{"id"}
	case m.channel.Kind == Log:
		m.note("no field is known to identify a record: the copy is keyed by the partition and offset of the record it was made from (--key says otherwise)")
		return []string{"partition", "offset"}
	}
	return nil
}

func (m *maker) columnsOf(version string) []Column {
	if m.req.Columns == nil {
		return nil
	}
	columns, err := m.req.Columns(m.channel, version)
	if err != nil {
		return nil
	}
	return columns
}

// copyOf makes the two channels copies of one dataset, and a gate that compares them. It gives the dataset's name.
func (m *maker) copyOf(fresh string, key []string) string {
	name := ""
	for i := range m.plan.Datasets {
		ds := &m.plan.Datasets[i]
		if name == "" && location(ds.Authority.Name) == m.channel.Name {
			name, ds.Key = ds.Name, key
			ds.Channels = append(slices.Clone(ds.Channels), Ref{Name: fresh})
		}
	}
	if name == "" {
		name = m.datasetName(m.channel.Name + "-records")
		m.plan.Datasets = append(m.plan.Datasets, Dataset{Name: name, Key: key, Channels: []Ref{{Name: m.channel.Name}, {Name: fresh}}, Consumption: Replace, Authority: Ref{Name: m.channel.Name}})
	}
	m.addGate(fresh+"-complete", name)
	return name
}

func (m *maker) datasetName(name string) string {
	unique := name
	for n := 2; m.plan.dataset(unique) != nil || m.plan.participant(unique) != nil; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	return unique
}

// addGate adds a gate that compares a dataset's copies by key.
func (m *maker) addGate(name, dataset string) {
	unique := name
	for n := 2; m.plan.gate(unique) != nil; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	m.plan.Gates = append(m.plan.Gates, Gate{Name: unique, Subject: []Ref{{Name: dataset}}, Evidence: "reconcile", Tolerance: "exact"})
	m.gate = unique
}

// layMove lays out the steps that take everybody from the channel to the fresh one.
func (m *maker) layMove(movers []mover, fresh, dataset string) {
	var done stage
	register := m.registerOn(fresh)
	at := make([]int, len(movers)) // the step with which each participant's last window closed
	for i := range movers {
		at[i] = -1
		if mv := &movers[i]; mv.dual {
			var deploy int
			deploy, at[i] = m.bringNext(mv, 0, -1)
			if register >= 0 {
				m.edge(register, deploy, "a version is registered before it is written")
			}
			if n := len(done.dual); n > 0 && inRow(movers) {
				m.edge(done.dual[n-1], deploy, manyWriters)
			}
			done.dual = append(done.dual, at[i])
		}
	}
	if m.converter != nil {
		feed := m.add(Step{ID: m.stepID("feed-" + fresh), Do: Catchup, Dataset: Ref{Name: dataset}, From: Ref{Name: m.channel.Name}, To: Ref{Name: fresh}, Owner: m.owner})
		if register >= 0 {
			m.edge(register, feed, "a version is registered before it is written")
		}
		done.dual = append(done.dual, feed)
	}
	ready := m.layCopy(fresh, dataset, done.dual)
	last := ready
	for i := range movers {
		mv := &movers[i]
		if !mv.reads {
			continue
		}
		deploy, closing := m.bringNext(mv, boolInt(mv.dual), at[i])
		if len(ready) > 0 && m.gate != "" {
			m.plan.Steps[deploy].Requires = []Ref{{Name: m.gate}}
		}
		for _, before := range last {
			m.edge(before, deploy, m.whyMoves(mv, before, ready, fresh))
		}
		if len(ready) == 0 {
			for _, before := range done.dual {
				m.edge(before, deploy, fmt.Sprintf("%s is fed by everybody before %s reads it", fresh, mv.part.Name))
			}
		}
		at[i], last = closing, []int{closing}
		done.moved = append(done.moved, closing)
	}
	m.layEnd(movers, at, done, fresh, dataset, ready)
}

// manyWriters is why writers move one after the other when there are more than a few: what a copy holds is searched state by
// state, and windows that are open at once multiply.
const manyWriters = "with this many writers one window at a time is open, so that it stays decidable what the copy holds"

// inRow tells whether there are that many.
func inRow(movers []mover) bool {
	n := 0
	for _, mv := range movers {
		n += boolInt(mv.writes)
	}
	return n > 3
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *maker) whyMoves(mv *mover, before int, ready []int, fresh string) string {
	if slices.Contains(ready, before) {
		return fmt.Sprintf("%s reads %s only once it is known to be complete", mv.part.Name, fresh)
	}
	return "readers move one by one: one that has to go back stops the next"
}

// bringNext brings the k-th of a mover's new builds; those of splitBuilds come right after the old one.
func (m *maker) bringNext(mv *mover, k, after int) (deploy, closing int) {
	part := m.plan.participant(mv.part.Name)
	first := len(part.Builds) - mv.steps
	old := &mv.old
	if k > 0 {
		old = &part.Builds[first+k-1]
	}
	return m.bring(part, old, &part.Builds[first+k], after)
}

// registerOn registers the new version on its channel where the old one's registry is declared.
func (m *maker) registerOn(fresh string) int {
	if len(m.channel.Registered) == 0 || fresh == m.channel.Name && slices.ContainsFunc(m.channel.Registered, func(r Ref) bool { return r.Name == m.req.To }) {
		return -1
	}
	return m.add(Step{ID: m.stepID("register-" + fresh), Do: Register, Channel: Ref{Name: fresh}, V: Ref{Name: m.req.To}})
}

// layCopy adds the backfill and the comparison, and gives the step after which the fresh channel is complete.
func (m *maker) layCopy(fresh, dataset string, dual []int) []int {
	if dataset == "" {
		return nil
	}
	pin := "tag:before-" + fresh
	if m.channel.Kind != Table {
		pin = "offsets:" + fresh + "-start"
	}
	fill := m.add(Step{ID: m.stepID("backfill-" + fresh), Do: Backfill, Dataset: Ref{Name: dataset}, From: Ref{Name: m.channel.Name}, To: Ref{Name: fresh}, V: Ref{Name: m.req.To},
		Pin: Ref{Name: pin}, How: "if-absent", Owner: m.owner})
	compare := m.add(Step{ID: m.stepID("compare-" + fresh), Do: Verify, Gate: Ref{Name: m.gate}, Owner: m.owner, After: []Ref{{Name: m.plan.Steps[fill].ID}}})
	for _, d := range dual {
		m.edge(d, fill, fmt.Sprintf("what is written after the backfill's input is pinned gets into %s by no backfill", fresh))
	}
	m.note("%s copies %s, converted from %s to %s; %s names the place that is pinned when it starts", m.plan.Steps[fill].ID, m.channel.Name, m.req.From, m.req.To, pin)
	return []int{compare}
}

// layEnd lets the new channel count and takes the old one away.
func (m *maker) layEnd(movers []mover, at []int, done stage, fresh, dataset string, ready []int) {
	gone := done.moved
	if dataset != "" {
		id := m.stepID("cutover-" + fresh)
		soak := Step{ID: m.stepID("soak-" + id), Do: Wait, For: m.req.Soak, After: []Ref{{Name: id}}}
		cut := m.add(Step{ID: id, Do: Cutover, Dataset: Ref{Name: dataset}, From: Ref{Name: m.channel.Name}, To: Ref{Name: fresh}, Requires: []Ref{{Name: m.gate}}, Rollback: &Rollback{Until: Ref{Name: soak.ID}}, Owner: m.owner})
		closed := m.add(soak)
		for _, before := range append(slices.Clone(ready), done.moved...) {
			m.edge(before, cut, fmt.Sprintf("%s counts only when it is complete and everybody reads it", fresh))
		}
		gone = []int{closed}
	}
	drop := Step{ID: m.stepID("drop-" + m.channel.Name), Do: Drop, Channel: Ref{Name: m.channel.Name}, NoReturn: true, Owner: m.owner}
	var before []int
	for i := range movers {
		mv := &movers[i]
		if !mv.writes {
			continue
		}
		deploy, closing := m.bringNext(mv, mv.steps-1, at[i])
		for _, g := range gone {
			m.edge(g, deploy, fmt.Sprintf("while somebody may go back to %s it is fed", m.channel.Name))
		}
		if n := len(before); n > 0 && inRow(movers) {
			m.edge(before[n-1], deploy, manyWriters)
		}
		if refs := m.buildsOn(mv); len(refs) > 0 {
			closing = m.add(Step{ID: m.stepID("fence-" + mv.part.Name + "-" + m.channel.Name), Do: FenceOff, Participant: Ref{Name: mv.part.Name}, Builds: refs, How: m.fenceWord("write"), Stops: "write", After: []Ref{{Name: m.plan.Steps[closing].ID}}})
		}
		before = append(before, closing)
	}
	at2 := m.add(drop)
	for _, b := range append(before, gone...) {
		m.edge(b, at2, fmt.Sprintf("nobody uses %s any more", m.channel.Name))
	}
}

// buildsOn lists the builds of a mover that write the old channel.
func (m *maker) buildsOn(mv *mover) []Ref {
	var refs []Ref
	part := m.plan.participant(mv.part.Name)
	for i := range part.Builds {
		if b := &part.Builds[i]; slices.ContainsFunc(b.Writes, func(w Write) bool { return location(w.Name) == m.channel.Name }) {
			refs = append(refs, Ref{Name: b.Name})
		}
	}
	return refs
}

// fenceWord is the mechanism by which a store refuses a build what a fence stops.
func (m *maker) fenceWord(stops StopsWord) string {
	switch {
	case m.channel.Kind == Log:
		return "topic-acl"
	case m.channel.Kind == Table && stops == "all":
		return "revoke-grants"
	case m.channel.Kind == Table:
		return "revoke-insert"
	}
	return "acl"
}
