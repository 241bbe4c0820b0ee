package rollout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

// An Edit is one change to a plan's order.
type Edit struct {
	Kind EditKind
	Step string // id of the step that changes; of an insertion, the step it is put behind ("" for the beginning)
	Arg  string // the step that is waited for, no longer waited for, or that ends the window
	New  *Step  // of an insertion
	Why  string // the finding that asks for it
}

// EditKind is what an edit does.
type EditKind uint8

const (
	AddAfter  EditKind = iota // Step also waits for Arg
	DropAfter                 // Step no longer waits for Arg
	EndWindow                 // Step may be undone until Arg only
	NoWindow                  // Step may not be undone at all
	Insert                    // New is added
)

func (e Edit) String() string {
	switch e.Kind {
	case AddAfter:
		return fmt.Sprintf("%s waits for %s", e.Step, e.Arg)
	case DropAfter:
		return fmt.Sprintf("%s no longer waits for %s", e.Step, e.Arg)
	case EndWindow:
		return fmt.Sprintf("the rollback window of %s ends with %s", e.Step, e.Arg)
	case NoWindow:
		return fmt.Sprintf("%s promises no way back", e.Step)
	}
	return fmt.Sprintf("new step %s", stepLine(e.New))
}

// A Repaired is a plan with the edits that made it safe. Left are the errors that no order mends.
type Repaired struct {
	Plan   *Plan
	Report *Report
	Edits  []Edit
	Left   []*Finding
	GaveUp bool // the search hit its bound: not found, which is not the same as impossible
}

// maxFixNodes bounds the search for the smallest change; maxFixWork bounds it in steps looked at, for large plans.
const (
	maxFixNodes = 10_000
	maxFixWork  = 500_000
)

// Fix looks for the smallest change to the order of a plan (edges, the ends of windows, a removal of old data) after
// which no finding is left that an order can mend, and has the result checked. A plan without such findings comes
// back unchanged.
func Fix(p *Plan, opt Options) (*Repaired, error) {
	first, err := Check(p, opt)
	if err != nil {
		return nil, err
	}
	f := &fixer{opt: opt, seen: map[string]bool{}, queue: [][]node{{{plan: p, report: first}}}}
	r := f.search()
	if len(r.Edits) == 0 || p.Policy.Order != "listed" {
		return r, nil
	}
	listed := relist(p, r.Plan)
	if r.Report, err = Check(listed, opt); err != nil {
		return nil, err
	}
	r.Plan = listed
	return r, nil
}

// relist puts the steps of a plan whose list is its order into an order that its edges allow, each step as near to
// its old place as they let it, and lets the list alone say so again.
func relist(old, edited *Plan) *Plan {
	var edges []Required
	index := map[string]int{}
	for i, s := range edited.Steps {
		index[s.ID] = i
	}
	for i, s := range edited.Steps {
		for _, a := range s.After {
			edges = append(edges, Required{from: index[a.Name], to: i})
		}
	}
	order, _ := topological(len(edited.Steps), edges)
	explicit := map[string][]Ref{}
	for i := range old.Steps {
		explicit[old.Steps[i].ID] = old.Steps[i].written().After
	}
	q := *edited
	q.Steps = nil
	for _, i := range order {
		s := edited.Steps[i]
		s.After, s.listed = slices.Clone(explicit[s.ID]), false
		if n := len(q.Steps); n > 0 {
			s.After, s.listed = append(s.After, Ref{Name: q.Steps[n-1].ID}), true
		}
		q.Steps = append(q.Steps, s)
	}
	return &q
}

// A node is one candidate plan and how it was reached.
type node struct {
	plan   *Plan
	report *Report
	edits  []Edit
}

// A fixer searches plans by rising number of edits.
type fixer struct {
	opt   Options
	seen  map[string]bool
	queue [][]node // by number of edits
	tried int
}

func (f *fixer) search() *Repaired {
	first := f.queue[0][0]
	for cost := 0; cost < len(f.queue); cost++ {
		for len(f.queue[cost]) > 0 {
			n := f.queue[cost][0]
			f.queue[cost] = f.queue[cost][1:]
			if f.tried++; f.tried > maxFixNodes || f.tried*len(n.plan.Steps) > maxFixWork || cost > 40 {
				return f.result(&first, true)
			}
			if f.expand(&n) {
				continue
			}
			// Nothing is left that an order can mend. As many faults as before, only others, are no repair.
			if cost == 0 || errorCount(n.report) < errorCount(first.report) {
				return f.result(&n, false)
			}
		}
	}
	return f.result(&first, false)
}

// errorCount counts the errors that nobody has waived.
func errorCount(r *Report) int {
	n := r.Omitted
	for _, f := range r.Findings {
		if f.Level == compat.Error && f.Waiver == nil {
			n++
		}
	}
	return n
}

// expand adds the ways to mend the first finding that has any; false when no finding has.
func (f *fixer) expand(n *node) bool {
	for _, finding := range n.report.Findings {
		if finding.Level != compat.Error || finding.Waiver != nil {
			continue
		}
		pushed := false
		for _, edits := range f.options(n, finding) {
			pushed = f.push(n, edits) || pushed
		}
		if pushed {
			return true
		}
	}
	return false
}

func (f *fixer) result(n *node, gaveUp bool) *Repaired {
	r := &Repaired{Plan: n.plan, Report: n.report, Edits: n.edits, GaveUp: gaveUp}
	for _, finding := range n.report.Findings {
		if finding.Level == compat.Error && finding.Waiver == nil {
			r.Left = append(r.Left, finding)
		}
	}
	return r
}

// push adds a candidate unless it is known, goes in a circle, or cannot be checked.
func (f *fixer) push(from *node, edits []Edit) bool {
	all := append(slices.Clone(from.edits), edits...)
	key := editsKey(all)
	if f.seen[key] {
		return false
	}
	f.seen[key] = true
	plan := apply(from.plan, edits)
	report, err := Check(plan, f.opt)
	if err != nil || report.checker == nil || !slices.Equal(from.report.checker.turns(), report.checker.turns()) {
		return false
	}
	cost := len(from.edits) + len(edits)
	for len(f.queue) <= cost {
		f.queue = append(f.queue, nil)
	}
	f.queue[cost] = append(f.queue[cost], node{plan, report, all})
	return true
}

// turns lists the deploys of each participant and the alters of each table as they come one after the other. An edit that
// changes that is another rollout and no repair of this one.
func (c *checker) turns() []string {
	var ids []string
	for _, chain := range c.chains {
		for _, s := range chain[1:] {
			ids = append(ids, c.plan.Steps[s.step].ID)
		}
	}
	for i := range c.plan.Channels {
		for _, k := range c.stepsOn(Alter, c.plan.Channels[i].Name) {
			ids = append(ids, c.plan.Steps[k].ID)
		}
	}
	return ids
}

// editsKey is the same for the same edits in another order.
func editsKey(edits []Edit) string {
	lines := make([]string, len(edits))
	for i, e := range edits {
		lines[i] = e.String()
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// options lists the ways to mend one finding.
func (f *fixer) options(n *node, finding *Finding) [][]Edit {
	var all [][]Edit
	c := n.report.checker
	add := func(edits []Edit) {
		if len(edits) == 0 {
			return
		}
		for i := range edits {
			edits[i].Why = finding.Rule.ID + ": " + finding.Subject
		}
		all = append(all, edits)
	}
	if len(finding.Missing) > 0 {
		add(c.editsFor(finding.Missing))
	}
	if m := finding.meeting; m != nil {
		for _, r := range []*remedy{c.endReaderFirst(m), c.endDataFirst(m)} {
			if r != nil && len(r.edges) > 0 {
				add(c.editsFor(r.edges))
			}
		}
		for _, edges := range c.waysApart(m) {
			add(c.editsFor(edges))
			if len(edges) > 1 {
				add(f.inTurn(n, edges[0], edges[1]))
				add(f.inTurn(n, edges[1], edges[0]))
			}
		}
		add(c.insertRemoval(m))
		add(c.insertWait(m))
		if begins := c.dataStart(m); m.kind == reads && m.actor.lingers && m.actor.next() != nil && begins >= 0 {
			add(c.insertFence(m.actor, c.order.events[begins].step, "read"))
		}
	}
	if finding.unfenced != nil {
		add(c.insertFence(finding.unfenced, finding.silenced, "write"))
	}
	for _, edges := range finding.ways {
		add(c.editsFor(edges))
	}
	return all
}
