package rollout

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

// maxSummary bounds the sentences before the details.
const maxSummary = 8

// WriteText writes the report for people: first what would happen to whom, in plain words, then each finding with its
// run, then how far the plan can be gone back, then what was looked at.
func (r *Report) WriteText(w io.Writer) error {
	b := &strings.Builder{}
	r.headline(b)
	for _, f := range r.Findings {
		b.WriteByte('\n')
		r.textFinding(b, f)
	}
	if r.Omitted > 0 {
		fmt.Fprintf(b, "\nand %d more findings of the same kinds\n", r.Omitted)
	}
	r.textUnknown(b)
	switch t := r.Triangle(); {
	case t != nil:
		b.WriteByte('\n')
		t.text(b)
	case r.checker != nil && len(r.Plan.Steps) > 0:
		fmt.Fprintf(b, "\nhow far the plan can be taken back was not worked out: %d steps, with their builds and data, are too many\n", len(r.Plan.Steps))
	}
	if len(r.Looked) > 0 {
		b.WriteByte('\n')
	}
	for _, line := range r.Looked {
		b.WriteString(line + "\n")
	}
	r.textSkipped(b)
	_, err := io.WriteString(w, b.String())
	return err
}

// headline states the verdict and, in a sentence each, why.
func (r *Report) headline(b *strings.Builder) {
	name := r.Plan.Name
	if name == "" {
		name = r.Plan.File
	}
	errors, warnings, waived := r.count()
	fmt.Fprintf(b, "%s: %s", name, strings.ToUpper(r.Verdict.String()))
	if errors+warnings > 0 {
		fmt.Fprintf(b, "   (%s, %s)", plural(errors, "error"), plural(warnings, "warning"))
	}
	if who := r.overriddenBy(); who != "" {
		fmt.Fprintf(b, "   accepted by %s", who)
	} else if waived > 0 {
		fmt.Fprintf(b, "   (%d waived)", waived)
	}
	b.WriteByte('\n')
	said := 0
	for _, f := range r.Findings {
		if f.Level != compat.Error || f.Waiver != nil {
			continue
		}
		if said++; said > maxSummary {
			continue
		}
		fmt.Fprintf(b, "  %s\n", f.Message)
	}
	if said > maxSummary {
		fmt.Fprintf(b, "  and %d more\n", said-maxSummary)
	}
	switch r.Verdict {
	case Safe:
		if waived > 0 {
			b.WriteString("  in every state that the plan can reach, everybody reads what they meet, but for what was accepted below\n")
			break
		}
		b.WriteString("  in every state that the plan can reach, rollbacks and stored data included, everybody reads what they meet\n")
		if r.blind {
			b.WriteString("  that is said of those that the plan names; of some channel it names one side only, as the last lines tell\n")
		}
	case NotVerifiable:
		b.WriteString("  nothing unsafe was found, but not everything could be looked at, so the plan is not called safe\n")
	case NotApproved:
		fmt.Fprintf(b, "  every state is safe; still to sign: %s\n", strings.Join(r.Pending, "; "))
	}
}

// overriddenBy names who went ahead when nothing but skipped gates makes the plan unsafe.
func (r *Report) overriddenBy() string {
	who := ""
	for _, f := range r.Findings {
		switch {
		case f.Level != compat.Error:
		case f.Waiver == nil:
			return ""
		case f.Rule.Override:
			who = f.Waiver.By
		}
	}
	return who
}

func (r *Report) count() (errors, warnings, waived int) {
	for _, f := range r.Findings {
		switch {
		case f.Waiver != nil:
			waived++
		case f.Level == compat.Error:
			errors++
		default:
			warnings++
		}
	}
	return errors + r.Omitted, warnings, waived
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// place writes a position as file:line:col.
func (r *Report) place(at Pos) string {
	if at == (Pos{}) {
		return r.Plan.File
	}
	return fmt.Sprintf("%s:%d:%d", r.file(at), at.Line, at.Col)
}

// file names the file of a place.
func (r *Report) file(at Pos) string { return cmp.Or(at.File, r.Plan.File) }

func (r *Report) textFinding(b *strings.Builder, f *Finding) {
	state := f.Level.String()
	if f.Waiver != nil {
		state = "accepted"
	}
	fmt.Fprintf(b, "%s %s: %s\n", state, f.Rule.ID, f.Message)
	fmt.Fprintf(b, "  --> %s   %s   [%s]\n", r.place(f.At), f.Subject, f.Fingerprint())
	for i, line := range r.foldedTrace(f) {
		label := "      "
		if i == 0 {
			label = "run   "
		}
		fmt.Fprintf(b, "  %s%s\n", label, line)
	}
	field := func(label, text string) {
		if text != "" {
			fmt.Fprintf(b, "  %-5s %s\n", label, text)
		}
	}
	field("why", f.Why)
	fix := f.Fix
	if len(f.Missing) > 0 {
		fix += "   → schemavet plan fix writes it"
	}
	field("fix", fix)
	for _, alt := range f.Alternatives {
		field("or", alt)
	}
	if len(f.Owners) > 0 {
		field("ask", strings.Join(f.Owners, ", "))
	}
	if f.Waiver != nil {
		field("waived", fmt.Sprintf("by %s until %s: %s", f.Waiver.By, f.Waiver.Until, f.Waiver.Reason))
	}
	field("more", "schemavet explain "+f.Rule.ID)
}

// foldedTrace writes the run of a finding in as few lines as tell it: a step that begins and completes is one line,
// steps that concern neither side are counted, and each line says who runs and what lies there.
func (r *Report) foldedTrace(f *Finding) []string {
	c := r.checker
	if c == nil || f.Trace == nil {
		return nil
	}
	concern := c.concerns(f)
	p := c.playerOf(concern.place)
	var lines []string
	number, skipped := 0, []string(nil)
	flush := func() {
		if len(skipped) > 0 {
			lines = append(lines, fmt.Sprintf("   …  %s", foldNames(skipped)))
			skipped = nil
		}
	}
	for i := 0; i < len(f.Trace); i++ {
		mv := f.Trace[i]
		p.play(mv)
		step := &c.plan.Steps[mv.Step]
		folded := mv.Kind == Starts && i+1 < len(f.Trace) && f.Trace[i+1] == (Move{Done, mv.Step})
		if folded || (mv.Kind == Redo || mv.Kind == RollBack) && i+1 < len(f.Trace) && f.Trace[i+1] == mv {
			i++
			mv = f.Trace[i]
			p.play(mv)
		}
		if !concern.step(mv.Step) && i+1 < len(f.Trace) {
			if len(skipped) == 0 || skipped[len(skipped)-1] != step.ID {
				skipped = append(skipped, step.ID)
			}
			continue
		}
		flush()
		number++
		line := fmt.Sprintf("%2d  %-44s", number, c.moveText(mv))
		if running := p.running(concern.participant); len(running) > 0 {
			line += "  running: " + strings.Join(running, "  ")
		}
		if lying := p.lying(concern.place); len(lying) > 0 {
			line += "   " + strings.Join(lying, "  ")
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	flush()
	if m := f.meeting; m != nil {
		lines = append(lines, "    "+c.ending(m))
	}
	return lines
}

func foldNames(ids []string) string {
	if len(ids) > 4 {
		return fmt.Sprintf("%s, … %s (%d other steps)", ids[0], ids[len(ids)-1], len(ids))
	}
	return strings.Join(ids, ", ")
}

// A concern says what a finding's run is about.
type concern struct {
	participants map[*Participant]bool
	places       map[string]bool
	steps        map[int]bool
}

func (k concern) participant(p *Participant) bool { return k.participants[p] }
func (k concern) place(at string) bool            { return k.places[at] }
func (k concern) step(i int) bool                 { return k.steps[i] }

// concerns derives what a finding's run is about: the participants of the pair and the steps on its channel. A
// finding without a pair is about everything its run touches.
func (c *checker) concerns(f *Finding) concern {
	k := concern{map[*Participant]bool{}, map[string]bool{}, map[int]bool{}}
	if m := f.meeting; m != nil {
		k.participants[m.actor.part] = true
		if m.data != nil {
			for d := m.data; d != nil; d = d.source {
				k.places[d.place] = true
				if d.writer != nil {
					k.participants[d.writer.part] = true
				}
			}
		}
		if m.copy != nil {
			k.places[m.copy.Name] = true
		}
		if m.era != nil {
			k.places[m.era.schema.Channel.Name] = true
		}
	}
	for _, part := range f.actors {
		k.participants[part] = true
	}
	for _, place := range f.places {
		k.places[place] = true
	}
	for i := range c.plan.Steps {
		s := &c.plan.Steps[i]
		switch from, to := c.copyEnds(i); {
		case c.stintOf[i] != nil:
			k.steps[i] = k.participants[c.stintOf[i].part]
		case s.Channel.Name != "" && s.Do != Register:
			k.steps[i] = k.places[location(s.Channel.Name)]
		case s.Do == FenceOff:
			k.steps[i] = k.participants[c.plan.participant(s.Participant.Name)]
		case s.Do == Verify:
			k.steps[i] = f.meeting == nil
		default:
			k.steps[i] = k.places[from] || k.places[to]
		}
	}
	return k
}

// ending says what the last state of a run comes to: "ledger/c1 reads orders v2: enum E has no symbol C (error)".
func (c *checker) ending(m *meeting) string {
	var what string
	switch m.kind {
	case reads:
		what = fmt.Sprintf("%s reads %s", m.actor, m.data.label())
	case preserves:
		what = fmt.Sprintf("%s rewrites %s", m.actor, m.data.label())
	case binds:
		what = fmt.Sprintf("%s queries %s", m.actor, m.era.schema.Channel.Name)
	case writes:
		what = fmt.Sprintf("%s writes to %s", m.actor, m.era.schema.Channel.Name)
	}
	if m.copy != nil {
		what += " brought back from " + m.copy.Name
	}
	if note := firstNote(m.judgment); note.Message != "" {
		what += ": " + note.Message
	}
	return fmt.Sprintf("%s (%s)", what, m.judgment.Answer)
}

// textSkipped says what was not looked at.
func (r *Report) textSkipped(b *strings.Builder) {
	for _, line := range r.Skipped {
		b.WriteString("not looked at: " + line + "\n")
	}
}

func (r *Report) textUnknown(b *strings.Builder) {
	if len(r.Unknown) == 0 {
		return
	}
	b.WriteString("\nnot known, so not verified:\n")
	for _, u := range r.Unknown {
		fmt.Fprintf(b, "  %s: %s\n", r.place(u.At), u.Message)
	}
}

// WriteLines writes one line for each finding, for editors and grep.
func (r *Report) WriteLines(w io.Writer) error {
	b := &strings.Builder{}
	for _, f := range r.Findings {
		state := f.Level.String()
		if f.Waiver != nil {
			state = "waived"
		}
		fmt.Fprintf(b, "%s: %s %s: %s\n", r.place(f.At), state, f.Rule.ID, f.Message)
	}
	for _, u := range r.Unknown {
		fmt.Fprintf(b, "%s: unknown: %s\n", r.place(u.At), u.Message)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteTrace writes the run of every finding state by state, as it goes: the runs of a large plan do not fit into memory.
func (r *Report) WriteTrace(w io.Writer) error {
	b := bufio.NewWriter(w)
	if r.replaysPart() {
		fmt.Fprintf(b, "the plan has %d participants and %d channels; each state lists those that its run concerns\n\n", len(r.Plan.Participants), len(r.Plan.Channels))
	}
	for _, f := range r.Findings {
		if f.Trace == nil {
			continue
		}
		fmt.Fprintf(b, "%s %s   %s\n", f.Rule.ID, r.place(f.At), f.Subject)
		i := 0
		for frame := range r.Replay(f) {
			fmt.Fprintf(b, "  %2d  %s\n", i, frame.Text)
			for _, part := range []struct{ label, text string }{{"running", strings.Join(frame.Running, "  ")}, {"holds", strings.Join(frame.Lying, "   ")}, {"tables", strings.Join(frame.Tables, "   ")}} {
				if part.text != "" {
					fmt.Fprintf(b, "      %-8s %s\n", part.label, part.text)
				}
			}
			i++
		}
		if f.meeting != nil {
			fmt.Fprintf(b, "      %s\n", r.checker.ending(f.meeting))
		} else {
			fmt.Fprintf(b, "      %s\n", f.Message)
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}
