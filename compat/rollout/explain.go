package rollout

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

// pairFindings reports the meetings that a rule owns, one for each pair: of several eras of a table in which the same
// pair meets, the one with the shortest run.
func (c *checker) pairFindings(rule *Rule, owns func(*meeting) bool) {
	at := map[string]*Finding{}
	for _, m := range c.meetings {
		if !owns(m) {
			continue
		}
		subject := c.subject(m)
		known := at[subject]
		switch {
		case known == nil && c.full():
			c.report.Omitted++
		case known == nil:
			at[subject] = c.explain(rule, m)
			c.add(at[subject])
		case m.era != nil && len(c.settle(m)) < len(known.Trace):
			*known = *c.explain(rule, m)
		}
	}
}

// explain turns a meeting into a finding: the run, the words, the missing edges.
func (c *checker) explain(rule *Rule, m *meeting) *Finding {
	f := &Finding{Rule: rule, Level: rule.Level, Reasons: m.judgment.Notes, Trace: c.settle(m), meeting: m}
	f.At = c.blame(m)
	f.Subject = c.subject(m)
	f.Message = c.words(m, f.Trace)
	if m.actor.part.Owner != "" {
		f.Owners = []string{m.actor.part.Owner}
	}
	c.mend(f, m)
	return f
}

// subject names the pair without steps: orders.v2 -> ledger/c1.
func (c *checker) subject(m *meeting) string {
	switch {
	case m.kind == writes:
		return fmt.Sprintf("%s -> %s %s", m.actor, m.era.schema.Channel.Name, m.era.name())
	case m.data == nil:
		return fmt.Sprintf("%s %s -> %s", m.era.schema.Channel.Name, m.era.name(), m.actor)
	case m.copy != nil:
		return fmt.Sprintf("%s (from %s) -> %s", m.data.subject(), m.copy.Name, m.actor)
	}
	return fmt.Sprintf("%s -> %s", m.data.subject(), m.actor)
}

// name tells an era by what made it.
func (e *tableEra) name() string {
	if n := len(e.schema.Alters); n > 0 {
		return "after " + e.schema.Alters[n-1].ID
	}
	return "as before the plan"
}

// blame gives the place of the step that brings the pair together: the last one of those that start it.
func (c *checker) blame(m *meeting) Pos {
	best := beginning
	for _, e := range append(c.sceneOf(m).since, c.dataStart(m)) {
		if e >= 0 && (best < 0 || c.rank[e] > c.rank[best]) {
			best = e
		}
	}
	if best < 0 {
		return m.actor.part.At
	}
	return c.plan.Steps[c.order.events[best].step].At
}

func (c *checker) dataStart(m *meeting) int {
	if m.data == nil {
		return beginning
	}
	return m.data.life.start
}

// words says in one sentence what would happen to whom.
func (c *checker) words(m *meeting, moves []Move) string {
	var b strings.Builder
	b.WriteString(c.who(m, moves))
	b.WriteString(c.outcome(m))
	if note := firstNote(m.judgment); note.Message != "" {
		b.WriteString(": " + note.Message)
	}
	return b.String()
}

func firstNote(j Judgment) Note {
	if len(j.Notes) == 0 {
		return Note{}
	}
	return j.Notes[0]
}

// who names the actor and what brought it there: "ledger, rolled back to c1 after checkout p2 started,".
func (c *checker) who(m *meeting, moves []Move) string {
	actor := m.actor
	source := ""
	switch {
	case m.data != nil && m.data.writer != nil && m.data.writer.step >= 0:
		source = fmt.Sprintf("after %s started", c.stepName(m.data.writer.step))
	case m.data != nil && m.data.step >= 0:
		source = fmt.Sprintf("after %s started", c.plan.Steps[m.data.step].ID)
	case m.era != nil && len(m.era.schema.Alters) > 0:
		source = fmt.Sprintf("after %s", m.era.schema.Alters[len(m.era.schema.Alters)-1].ID)
	}
	lead := ""
	if back := c.writerBack(m, moves); back != "" {
		lead, source = back+" ", ""
	}
	switch {
	case c.endsInRollback(actor, moves):
		return lead + strings.TrimSpace(fmt.Sprintf("%s, rolled back to %s %s", actor.part.Name, actor.build.Name, source)) + ","
	case actor.lingers && actor.next() != nil && c.startedIn(actor.next().step, moves):
		return lead + fmt.Sprintf("%s, whose %s copies may still run after %s,", actor.part.Name, actor.build.Name, c.plan.Steps[actor.next().step].ID)
	case actor.next() != nil && source != "":
		return lead + fmt.Sprintf("%s, still on %s %s,", actor.part.Name, actor.build.Name, source)
	}
	return lead + fmt.Sprintf("%s on %s", actor.part.Name, actor.build.Name)
}

func (c *checker) startedIn(step int, moves []Move) bool {
	for _, mv := range moves {
		if mv.Step == step && mv.Kind == Starts {
			return true
		}
	}
	return false
}

// endsInRollback tells whether the run takes the actor back to the build it has at the end.
func (c *checker) endsInRollback(s *stint, moves []Move) bool {
	for i := len(moves) - 1; i >= 0; i-- {
		if other := c.stintOf[moves[i].Step]; other != nil && other.part == s.part {
			return moves[i].Kind == RollBack
		}
	}
	return false
}

// writerBack says that the data is there again only because its writer was taken back.
func (c *checker) writerBack(m *meeting, moves []Move) string {
	if m.data == nil || m.data.writer == nil || m.data.writer.part == m.actor.part {
		return ""
	}
	w := m.data.writer
	for i, mv := range moves {
		other := c.stintOf[mv.Step]
		if mv.Kind != RollBack || other == nil || other.part != w.part || other.index <= w.index {
			continue
		}
		last := ""
		for _, earlier := range moves[:i] {
			if do := c.plan.Steps[earlier.Step].Do; do == Expire || do == Rewrite || do == Drop {
				last = fmt.Sprintf(" after %s began", c.plan.Steps[earlier.Step].ID)
			}
		}
		return fmt.Sprintf("%s, rolled back to %s%s, writes %s again;", w.part.Name, w.build.Name, last, m.data.label())
	}
	return ""
}

// outcome says what happens to the actor.
func (c *checker) outcome(m *meeting) string {
	note := firstNote(m.judgment)
	record := "record"
	if c.isTable(m) {
		record = "row"
	}
	switch m.kind {
	case writes:
		return fmt.Sprintf(" has its writes to %s refused", m.era.schema.Channel.Name)
	case binds:
		return fmt.Sprintf(" does not find its fields in %s", m.era.schema.Channel.Name)
	case preserves:
		return fmt.Sprintf(" rewrites %ss of %s and loses part of them", record, m.data.label())
	}
	what := fmt.Sprintf("the first %s of %s", record, m.data.label())
	if strings.HasPrefix(note.Case, "with ") {
		what += " " + note.Case
	} else if note.Case != "" {
		what += " where " + note.Case
	}
	if m.copy != nil {
		what += fmt.Sprintf(" that comes back from %s", m.copy.Name)
	}
	if m.judgment.Answer == Hazard {
		return " takes " + strings.Replace(what, "the first "+record, "every "+record, 1) + " for something else"
	}
	if m.judgment.Answer == Conditional && c.isTable(m) {
		return " stops on, or misreads, " + what
	}
	switch m.actor.part.OnError {
	case Skip:
		return " silently skips " + strings.Replace(what, "the first "+record, "each "+record, 1)
	case ToDLQ:
		return " puts " + strings.Replace(what, "the first "+record, "each "+record, 1) + " aside into its dead letters"
	}
	return " stops on " + what
}

func (c *checker) isTable(m *meeting) bool {
	return m.era != nil || m.data != nil && m.data.channel.Kind == Table
}

// stepName names a deploy as people say it: checkout p2.
func (c *checker) stepName(step int) string {
	s := &c.plan.Steps[step]
	if s.Do == Deploy {
		return s.Participant.Name + " " + s.Build.Name
	}
	return s.ID
}

// eventName names an event as the drawings do: close(ledger c2), start(checkout p2).
func (c *checker) closeName(step int) string {
	if c.order.closeOf[step] == c.order.doneOf[step] {
		return fmt.Sprintf("done(%s)", c.stepName(step))
	}
	return fmt.Sprintf("close(%s)", c.stepName(step))
}

func (c *checker) startName(e int) string {
	return fmt.Sprintf("start(%s)", c.stepName(c.order.events[e].step))
}

// mend works out which edges would keep the pair apart, and says it.
func (c *checker) mend(f *Finding, m *meeting) {
	readerFirst := c.endReaderFirst(m)
	dataFirst := c.endDataFirst(m)
	options := [2]*remedy{readerFirst, dataFirst}
	if dataFirst != nil && (readerFirst == nil || dataFirst.natural && !readerFirst.natural) {
		options = [2]*remedy{dataFirst, readerFirst}
	}
	for i, r := range options {
		switch {
		case r == nil:
		case i == 0:
			f.Why, f.Fix, f.Missing = r.why, r.fix, r.edges
		default:
			f.Alternatives = append(f.Alternatives, r.fix)
		}
	}
	for _, n := range m.judgment.Notes {
		if n.Remedy != "" && !contains(f.Alternatives, n.Remedy) {
			f.Alternatives = append(f.Alternatives, n.Remedy)
		}
	}
	if next := m.actor.next(); f.Fix == "" && next == nil && m.data != nil && c.dataStart(m) >= 0 && m.actor.part.Fleet != Uncontrolled {
		f.Why = fmt.Sprintf("nothing in the plan replaces %s", m.actor)
		f.Fix = fmt.Sprintf("deploy a build of %s that can take %s, and close its window, before %s", m.actor.part.Name, m.data.label(), c.startName(c.dataStart(m)))
	}
	if f.Fix == "" && m.actor.part.Fleet == Uncontrolled {
		f.Why = fmt.Sprintf("nothing in the plan ends %s: the fleet is uncontrolled", m.actor)
		f.Fix = fmt.Sprintf("fence %s before that, or keep what it reads", m.actor)
	}
	if f.Fix == "" {
		f.Why = "nothing in the plan ends the one before the other begins, and no order of its steps could"
		f.Fix = "no order of these steps is safe: add a version in between that both sides can read (schemavet plan make writes it), or a new channel"
	}
}

// A remedy is one way to keep a pair apart.
type remedy struct {
	why, fix string
	edges    []Edge
	natural  bool // what comes first in it also comes first in the plan
}

// endReaderFirst asks for the actor's build to be gone for good before the data (or the table's era) begins.
func (c *checker) endReaderFirst(m *meeting) *remedy {
	begins := c.dataStart(m)
	if m.data == nil {
		begins = m.era.life.start
	}
	next := m.actor.next()
	if begins < 0 || next == nil {
		return nil
	}
	end := c.order.closeOf[next.step]
	r := &remedy{natural: m.actor.step < 0 || !c.order.precedes(begins, m.actor.reads.start)}
	what := "first write of " + c.startLabel(m)
	if m.data == nil {
		what = m.era.schema.Channel.Name + " " + m.era.name()
	}
	r.why = fmt.Sprintf("window of %s %s; the %s can be as early as the start of %s", c.stepName(next.step), c.windowWords(next.step, m.actor), what, c.plan.Steps[c.order.events[begins].step].ID)
	if c.order.events[begins].step == next.step {
		r.why = fmt.Sprintf("%s itself brings the new build beside the old one, or the old one back until %s", c.plan.Steps[next.step].ID, c.closingStep(next.step))
		r.fix = fmt.Sprintf("first deploy a build of %s between the two that suits both; or replace it at one instant (strategy: recreate) without a way back", m.actor.part.Name)
		return r
	}
	if m.actor.part.Fleet == Uncontrolled || c.plan.Steps[next.step].Strategy == BlueGreen {
		r.fix = fmt.Sprintf("fence %s before %s: nothing else ends its old copies", m.actor, c.startName(begins))
		return r
	}
	if end == never || c.order.precedes(begins, c.order.startOf[next.step]) && c.order.precedes(begins, end) {
		r.natural = false
	}
	edge := Edge{Before: c.closeName(next.step), After: c.startName(begins), before: end, after: begins}
	if end == never || c.order.precedes(begins, end) {
		if c.order.precedes(begins, c.order.startOf[next.step]) {
			return c.turnRound(r, next.step, begins)
		}
		edge.Before = fmt.Sprintf("close(%s)", c.stepName(next.step))
		edge.before = c.order.doneOf[next.step]
		r.fix = fmt.Sprintf("add edge: %s before %s; the window now lasts %s, so end it earlier", edge.Before, edge.After, c.untilWords(next.step))
	} else {
		edge.Step, edge.Needs = c.plan.Steps[c.order.events[begins].step].ID, c.closingStep(next.step)
		r.fix = fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)
	}
	if m.actor.part.Fleet == Scheduled {
		r.fix = fmt.Sprintf("let %s pass after %s, so that its next run has happened, before %s", m.actor.part.Every, c.plan.Steps[next.step].ID, c.startName(begins))
		return r
	}
	r.edges = []Edge{edge}
	return r
}

// turnRound is the remedy when the plan puts the replacement of the reader after the data: the two change places.
func (c *checker) turnRound(r *remedy, next, begins int) *remedy {
	r.natural = false
	edge := Edge{Before: c.closeName(next), After: c.startName(begins), before: c.order.closeOf[next], after: begins}
	if edge.before == never {
		edge.before = c.order.doneOf[next]
	}
	r.edges = []Edge{edge}
	r.why = fmt.Sprintf("%s waits for %s, and it would have to be the other way round", c.plan.Steps[next].ID, c.plan.Steps[c.order.events[begins].step].ID)
	r.fix = fmt.Sprintf("turn the order round: %s before %s", edge.Before, edge.After)
	return r
}

func (c *checker) startLabel(m *meeting) string {
	if m.data == nil {
		return ""
	}
	return m.data.label()
}

// windowWords says when a deploy stops being undoable.
func (c *checker) windowWords(step int, actor *stint) string {
	switch {
	case actor.part.Fleet == Uncontrolled:
		return "never closes, for the fleet is uncontrolled"
	case c.order.closeOf[step] == never:
		return "never closes"
	case actor.part.Fleet == Scheduled:
		return fmt.Sprintf("closes with the next run, up to %s later", actor.part.Every)
	case c.plan.Steps[step].Rollback == nil:
		return fmt.Sprintf("closes with the completion of %s", c.plan.Steps[step].ID)
	}
	return fmt.Sprintf("closes with the completion of %s", c.closingStep(step))
}

func (c *checker) untilWords(step int) string {
	if c.order.closeOf[step] == never {
		return "for ever"
	}
	return "until " + c.closingStep(step)
}

// closingStep is the step whose completion closes a window.
func (c *checker) closingStep(step int) string {
	if e := c.order.closeOf[step]; e >= 0 {
		return c.plan.Steps[c.order.events[e].step].ID
	}
	return c.plan.Steps[step].ID
}

// endDataFirst asks for the data to be gone, and its writer gone for good before that, before the actor begins.
func (c *checker) endDataFirst(m *meeting) *remedy {
	if m.data == nil {
		return c.endEraFirst(m)
	}
	begins := m.actor.reads.start
	if begins < 0 || m.data.step >= 0 {
		return nil
	}
	r := &remedy{natural: c.dataStart(m) < 0 || !c.order.precedes(begins, c.dataStart(m))}
	place := m.data.place
	if m.copy != nil {
		place = m.copy.Name
	}
	writerEnd, writerName := beginning, ""
	if w := m.data.writer; w != nil {
		next := w.next()
		if next == nil {
			return nil
		}
		writerEnd, writerName = c.order.closeOf[next.step], c.closeName(next.step)
	}
	removal := c.removalFor(place, m.data.class.Version, begins)
	if removal < 0 {
		after := ""
		if writerName != "" {
			after = fmt.Sprintf(" after %s and", writerName)
		}
		r.why = fmt.Sprintf("%s stays in %s: nothing takes it out before %s", m.data.label(), place, c.startName(begins))
		r.fix = fmt.Sprintf("add a step that expires or rewrites %s in %s,%s before %s", orAll(m.data.class.Version), place, after, c.startName(begins))
		return r
	}
	step := &c.plan.Steps[removal]
	if !c.removalWorks(removal) {
		r.why = fmt.Sprintf("%s removes nothing: %s never forgets by waiting", step.ID, place)
		r.fix = fmt.Sprintf("rewrite every key of %s instead of waiting, before %s", place, c.startName(begins))
		return r
	}
	return c.orderRemoval(r, m, removal, writerEnd, writerName, begins)
}

// orderRemoval names the edges that are missing around a removal that the plan has.
func (c *checker) orderRemoval(r *remedy, m *meeting, removal, writerEnd int, writerName string, begins int) *remedy {
	o, step := c.order, &c.plan.Steps[removal]
	if o.precedes(begins, o.startOf[removal]) {
		return nil
	}
	if !o.precedes(writerEnd, o.startOf[removal]) {
		next := m.data.writer.next()
		r.why = fmt.Sprintf("%s may be rolled back to %s until %s, and %s begins before that", m.data.writer.part.Name, m.data.writer.build.Name, strings.TrimPrefix(c.untilWords(next.step), "until "), step.ID)
		edge := Edge{Before: writerName, After: fmt.Sprintf("start(%s)", step.ID), before: writerEnd, after: o.startOf[removal]}
		r.fix = fmt.Sprintf("add edge: %s before %s", edge.Before, edge.After)
		if writerEnd == never || o.precedes(o.startOf[removal], writerEnd) {
			edge.before = o.doneOf[next.step]
			if o.precedes(o.startOf[removal], edge.before) {
				return nil
			}
			r.fix += fmt.Sprintf("; the window of %s now lasts %s, so end it earlier", c.stepName(next.step), c.untilWords(next.step))
		} else {
			edge.Step, edge.Needs = step.ID, c.closingStep(next.step)
			r.fix += fmt.Sprintf(", which is after: [%s] on %s", edge.Needs, edge.Step)
		}
		r.edges = append(r.edges, edge)
	}
	if !o.precedes(o.doneOf[removal], begins) {
		edge := Edge{Before: fmt.Sprintf("done(%s)", step.ID), After: c.startName(begins), Step: c.plan.Steps[o.events[begins].step].ID, Needs: step.ID, before: o.doneOf[removal], after: begins}
		more := fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)
		if r.fix != "" {
			more = r.fix + "; " + more
		} else {
			r.why = fmt.Sprintf("%s may start before %s is complete", c.stepName(o.events[begins].step), step.ID)
		}
		r.fix = more
		r.edges = append(r.edges, edge)
	}
	if r.edges == nil && m.copy != nil {
		r.why = fmt.Sprintf("%s begins while %s may still be filled from %s", step.ID, m.copy.Name, m.data.channel.Name)
		r.fix = fmt.Sprintf("start %s after %s has left %s", step.ID, m.data.class.Version, m.data.channel.Name)
	}
	return r
}

func orAll(version string) string {
	if version == "" {
		return "the old data"
	}
	return version
}

// removalFor finds the removal of a class that is nearest before the event, or failing that any that could be moved.
func (c *checker) removalFor(place, version string, begins int) int {
	best := -1
	for _, i := range c.removers[place] {
		if removes(&c.plan.Steps[i], version) && (best < 0 || c.order.precedes(c.order.doneOf[i], begins)) {
			best = i
		}
	}
	return best
}

// endEraFirst asks for the actor to begin only when the table has moved on.
func (c *checker) endEraFirst(m *meeting) *remedy {
	begins := m.actor.reads.start
	if begins < 0 || len(m.era.life.ends) == 0 {
		return nil
	}
	end := m.era.life.ends[0].all[0]
	if c.order.precedes(begins, end) && c.order.precedes(begins, c.order.startOf[c.order.events[end].step]) {
		return nil
	}
	alter := c.plan.Steps[c.order.events[end].step].ID
	edge := Edge{Before: fmt.Sprintf("done(%s)", alter), After: c.startName(begins), Step: c.plan.Steps[c.order.events[begins].step].ID, Needs: alter, before: end, after: begins}
	return &remedy{natural: m.actor.step >= 0, edges: []Edge{edge},
		why: fmt.Sprintf("%s may start before %s is complete", c.stepName(c.order.events[begins].step), alter),
		fix: fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", edge.Before, edge.After, edge.Needs, edge.Step)}
}

// silent tells whether nobody would notice: the reader does not stop on what it cannot read.
func silent(m *meeting) bool {
	return m.kind == reads && m.judgment.Answer != Hazard && m.actor.part.OnError != Halt
}

// levelled gives the rule's metadata with the family's usual level.
func levelled(id, title, why string, recipe ...string) compat.Rule {
	return compat.Rule{ID: id, Level: compat.Error, Title: title, Why: why, Recipe: recipe, Since: "0.1", Spec: "rollout model, section 6"}
}
