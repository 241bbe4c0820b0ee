package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// bothColumns plans a rename in a table, or any change that is a column for a column: the new columns are added beside
// the old ones, writers fill both, old rows are rewritten and compared, readers move one by one, writers leave the old
// columns, which are dropped. The name is never changed under anybody: an engine that binds by name would lose the column
// at one instant, and a branch does not help, for it shares the table's schema.
func (m *maker) bothColumns() *Proposal {
	if m.channel.Kind != Table {
		return refuse("%s is no table", m.channel.Name)
	}
	movers, refusal := m.movers()
	if refusal != "" {
		return refuse("%s", refusal)
	}
	old, fresh, refusal := m.columnChange()
	if refusal != "" {
		return refuse("%s", refusal)
	}
	added, dropped := without(fresh, old), without(old, fresh)
	all := append(namesOf(old), added...)
	for i := range movers {
		m.widenBuilds(&movers[i], namesOf(old), namesOf(fresh), all)
	}
	m.channel.Schemas, m.channel.Fields = nil, namesOf(old)
	m.moves = nil
	m.dropVersions()
	dataset := m.datasetName(m.channel.Name + "-rows")
	m.plan.Datasets = append(m.plan.Datasets, Dataset{Name: dataset, Channels: []Ref{{Name: m.channel.Name}}, Consumption: Replace, Authority: Ref{Name: m.channel.Name}})
	m.addGate(m.channel.Name+"-both-filled", dataset)
	m.layColumns(movers, added, dropped, all)
	m.note("%s is added with an id of its own, not renamed: the schema that results is %s by name, not the one in %s by id", strings.Join(added, ", "), m.req.To, m.req.To)
	for _, c := range fresh {
		if c.Must && slices.Contains(added, c.Name) {
			m.note("%s is added as a column that may be null, for the rows of before; make it required, if it has to be, after %s is dropped", c.Name, strings.Join(dropped, ", "))
		}
	}
	m.note("or: a view that carries both names, for readers of engines that have views; then readers move to the view first and the column may be renamed under it")
	return m.written("table rename: add the column, writers fill both, rewrite old rows, compare, readers move one by one, writers leave the old column, drop it")
}

// columnChange gives the columns of both versions, and refuses where a column keeps its name and changes what it is.
func (m *maker) columnChange() (old, fresh []Column, refusal string) {
	old, fresh = m.columnsOf(m.req.From), m.columnsOf(m.req.To)
	if old == nil || fresh == nil {
		return nil, nil, fmt.Sprintf("the columns of %s are not known", m.channel.Name)
	}
	for _, f := range fresh {
		for _, o := range old {
			if o.Name != f.Name {
				continue
			}
			if o.Type != f.Type {
				return nil, nil, fmt.Sprintf("column %s is %s and becomes %s under one name", f.Name, o.Type, f.Type)
			}
			if o.ID != f.ID {
				return nil, nil, fmt.Sprintf("column %s is dropped and added again under one name", f.Name)
			}
		}
	}
	if len(without(fresh, old)) == 0 || len(without(old, fresh)) == 0 {
		return nil, nil, "no column takes the place of another"
	}
	return old, fresh, ""
}

func namesOf(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// without lists the names of columns that the others do not have.
func without(columns, others []Column) []string {
	var names []string
	for _, c := range columns {
		if !slices.ContainsFunc(others, func(o Column) bool { return o.Name == c.Name }) {
			names = append(names, c.Name)
		}
	}
	return names
}

// widenBuilds gives a participant its builds on the way, each with the columns that it reads and fills by name.
func (m *maker) widenBuilds(mv *mover, old, fresh, all []string) {
	var builds []Build
	mv.old = m.onColumns(mv.old, old, old)
	last := m.onColumns(mv.target, fresh, fresh)
	mv.dual = mv.writes
	if mv.dual {
		dual := m.onColumns(mv.old, old, all)
		dual.Name = mv.freshName("-dual")
		builds = append(builds, dual)
	}
	if mv.writes && mv.reads {
		moved := m.onColumns(last, fresh, all)
		moved.Name = mv.freshName("-moved")
		builds = append(builds, moved)
	}
	builds = append(builds, last)
	mv.steps = len(builds)
	m.replaceBuilds(mv, builds...)
	for i := range mv.part.Builds {
		if mv.part.Builds[i].Name == mv.old.Name {
			mv.part.Builds[i] = mv.old
		}
	}
}

// onColumns is a build that reads and fills columns of the table by name. What it is said to use stays.
func (m *maker) onColumns(b Build, read, fill []string) Build {
	b.Reads, b.Writes = slices.Clone(b.Reads), slices.Clone(b.Writes)
	for i := range b.Reads {
		if r := &b.Reads[i]; branchless(r.Name) == m.channel.Name {
			r.V = Ref{}
			if r.Uses == nil {
				r.Uses = read
			}
		}
	}
	for i := range b.Writes {
		if w := &b.Writes[i]; branchless(w.Name) == m.channel.Name {
			w.V, w.Fields = Ref{}, fill
		}
	}
	return b
}

// dropVersions takes the labels of the table out of what speaks of them: its columns have names, its versions no more.
func (m *maker) dropVersions() {
	m.channel.Holds, m.channel.Registered = nil, nil
	ofTable := func(name string) bool {
		channel, _, ok := splitVersion(name)
		return ok && channel == m.channel.Name && m.plan.channel(name) == nil
	}
	m.plan.Meanings = slices.DeleteFunc(m.plan.Meanings, func(ms Meanings) bool { return ofTable(ms.Name) })
	m.plan.Transforms = slices.DeleteFunc(slices.Clone(m.plan.Transforms), func(t Transform) bool { return ofTable(t.From.Name) })
	m.plan.Promises = slices.DeleteFunc(m.plan.Promises, func(pr Promise) bool { return pr.Channel.Name == m.channel.Name && pr.V.Name != "" })
	m.plan.Tested = slices.DeleteFunc(slices.Clone(m.plan.Tested), func(t Tested) bool { return ofTable(t.Data.Name) })
}

// layColumns lays out the steps.
func (m *maker) layColumns(movers []mover, added, dropped, all []string) {
	channel := Ref{Name: m.channel.Name}
	add := m.add(Step{ID: m.stepID("add-" + strings.Join(added, "-")), Do: Alter, Channel: channel, Add: added, Owner: m.owner})
	fill := m.add(Step{ID: m.stepID("fill-" + strings.Join(added, "-")), Do: Rewrite, Channel: channel, Fields: all, Idempotent: true, Owner: m.owner})
	compare := m.add(Step{ID: m.stepID("compare-" + m.channel.Name), Do: Verify, Gate: Ref{Name: m.gate}, Owner: m.owner})
	m.edge(fill, compare, "the comparison is about rows that are all filled")
	at := make([]int, len(movers))
	for i := range movers {
		at[i] = -1
		if mv := &movers[i]; mv.writes {
			var deploy int
			deploy, at[i] = m.bringNext(mv, 0, -1)
			m.edge(add, deploy, fmt.Sprintf("%s is a column before anybody fills it", strings.Join(added, ", ")))
			m.edge(at[i], fill, "rows of a build that leaves the new column empty must not come after the rewrite")
		}
	}
	m.edge(add, fill, "the column is there before it is filled")
	var moved []int
	last := compare
	for i := range movers {
		mv := &movers[i]
		if !mv.reads {
			continue
		}
		deploy, closing := m.bringNext(mv, boolInt(mv.dual), at[i])
		m.plan.Steps[deploy].Requires = []Ref{{Name: m.gate}}
		m.edge(last, deploy, m.whyMoves(mv, last, []int{compare}, strings.Join(added, ", ")))
		at[i], last = closing, closing
		moved = append(moved, closing)
	}
	if moved == nil {
		moved = []int{compare}
	}
	gone := slices.Clone(moved)
	for i := range movers {
		mv := &movers[i]
		if !mv.writes {
			continue
		}
		deploy, closing := m.bringNext(mv, mv.steps-1, at[i])
		for _, g := range moved {
			m.edge(g, deploy, fmt.Sprintf("while somebody may go back to %s it is filled", strings.Join(dropped, ", ")))
		}
		gone = append(gone, closing)
	}
	for _, column := range dropped {
		drop := m.add(Step{ID: m.stepID("drop-" + column), Do: Drop, Channel: channel, Field: column, NoReturn: true, Owner: m.owner})
		for _, b := range gone {
			m.edge(b, drop, fmt.Sprintf("nobody reads or fills %s any more", column))
		}
	}
}
