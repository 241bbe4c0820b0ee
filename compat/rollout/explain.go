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
	case m.data != nil && m.data.root().writer != nil && m.data.root().writer.step >= 0:
		source = fmt.Sprintf("after %s started", c.stepName(m.data.root().writer.step))
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
func (c *checker) stepName(step int) string { return c.plan.eventWord(&c.plan.Steps[step]) }

// closeName names the end of a deploy's window as the drawings do: close(ledger c2), or done(ledger c2) where it promises no way back.
func (c *checker) closeName(step int) string {
	if c.order.closesAtOnce(step) {
		return fmt.Sprintf("done(%s)", c.stepName(step))
	}
	return fmt.Sprintf("close(%s)", c.stepName(step))
}

func (c *checker) startName(e int) string {
	return fmt.Sprintf("start(%s)", c.stepName(c.order.events[e].step))
}

// silent tells whether nobody would notice: the reader does not stop on what it cannot read.
func silent(m *meeting) bool {
	return m.kind == reads && m.judgment.Answer != Hazard && m.actor.part.OnError != Halt
}

// levelled gives the rule's metadata with the family's usual level.
func levelled(id, title, why string, recipe ...string) compat.Rule {
	return compat.Rule{ID: id, Level: compat.Error, Title: title, Why: why, Recipe: recipe, Since: "0.1", Spec: "rollout model, section 6"}
}
