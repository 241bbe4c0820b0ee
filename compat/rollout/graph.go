package rollout

import (
	"fmt"
	"io"
	"strings"
)

// WriteDOT writes the plan as a graph of events: what the plan orders in black, what a finding misses in dashed red
// with the rule as its label. The circle of a stuck plan is drawn in red.
func (r *Report) WriteDOT(w io.Writer) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "digraph plan {\n  rankdir=LR; node [shape=box, style=rounded, fontname=\"sans-serif\"]; edge [fontname=\"sans-serif\", fontsize=10];\n  label=%s; labelloc=t;\n", quoteDOT(r.title()+": "+r.Verdict.String()))
	p := r.Plan
	circled := r.circled()
	for i := range p.Steps {
		s := &p.Steps[i]
		nodes := p.eventNodes(s)
		for k, n := range nodes {
			shape := ""
			if s.Do == Verify && k == 0 {
				shape = " [shape=diamond]"
			}
			fmt.Fprintf(b, "  %s%s;\n", quoteDOT(n), shape)
		}
		for k := 1; k < len(nodes); k++ {
			fmt.Fprintf(b, "  %s -> %s;\n", quoteDOT(nodes[k-1]), quoteDOT(nodes[k]))
		}
		for _, a := range s.After {
			colour := ""
			if circled[s.ID] && circled[a.Name] {
				colour = " [color=red, penwidth=2]"
			}
			fmt.Fprintf(b, "  %s -> %s%s;\n", quoteDOT(doneNode(p, a.Name)), quoteDOT(nodes[0]), colour)
		}
		if s.Rollback != nil && s.Rollback.Until.Name != "end" && s.Rollback.Until.Name != s.ID {
			fmt.Fprintf(b, "  %s -> %s [style=dotted, label=\"closes with\", dir=back];\n", quoteDOT(doneNode(p, s.Rollback.Until.Name)), quoteDOT("close "+p.eventWord(s)))
		}
	}
	for _, f := range r.Findings {
		for _, e := range f.Missing {
			fmt.Fprintf(b, "  %s -> %s [color=red, fontcolor=red, style=dashed, constraint=false, label=%s];\n", quoteDOT(nodeOf(e.Before)), quoteDOT(nodeOf(e.After)), quoteDOT(f.Rule.ID+": "+shortReason(f)))
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// circled marks the steps of a stuck plan's circle.
func (r *Report) circled() map[string]bool {
	steps := map[string]bool{}
	for _, f := range r.Findings {
		if f.Rule == goalUnreachable {
			for _, id := range strings.Split(f.Subject, ", ") {
				steps[id] = true
			}
		}
	}
	return steps
}

// eventWord names a step in a graph: ledger c2 for a deploy, its id else. A build that is deployed more than once is told
// apart by its step.
func (p *Plan) eventWord(s *Step) string {
	if s.Do != Deploy {
		return s.ID
	}
	name := s.Participant.Name + " " + s.Build.Name
	for i := range p.Steps {
		if o := &p.Steps[i]; o != s && o.Do == Deploy && o.Participant.Name == s.Participant.Name && o.Build.Name == s.Build.Name && o.ID != s.ID {
			return fmt.Sprintf("%s (%s)", name, s.ID)
		}
	}
	return name
}

// eventNodes lists the events of a step as the graph names them.
func (p *Plan) eventNodes(s *Step) []string {
	word := p.eventWord(s)
	nodes := []string{"start " + word, "done " + word}
	if s.Rollback != nil {
		nodes = append(nodes, "close "+word)
	}
	return nodes
}

func doneNode(p *Plan, id string) string {
	for i := range p.Steps {
		if p.Steps[i].ID == id {
			return "done " + p.eventWord(&p.Steps[i])
		}
	}
	return id
}

// nodeOf turns close(ledger c2) into the node close ledger c2.
func nodeOf(event string) string { return strings.TrimSuffix(strings.Replace(event, "(", " ", 1), ")") }

func shortReason(f *Finding) string {
	if len(f.Reasons) > 0 && f.Reasons[0].Message != "" {
		return f.Reasons[0].Message
	}
	return f.Subject
}

func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}

// maxMessages bounds a sequence diagram: what a pull request shows at a glance.
const maxMessages = 6

// WriteMermaid writes the first finding with a pair as a sequence diagram: a lifeline for the writer, the channel and
// the reader, at most six messages. A plan without one gets a flow of its steps.
func (r *Report) WriteMermaid(w io.Writer) error {
	b := &strings.Builder{}
	f := r.firstClash()
	if f == nil || r.checker == nil || f.meeting.data == nil && f.meeting.era == nil {
		r.mermaidFlow(b)
	} else {
		r.mermaidSequence(b, f)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) mermaidSequence(b *strings.Builder, f *Finding) {
	c, m := r.checker, f.meeting
	b.WriteString("sequenceDiagram\n")
	writer := "before the plan"
	if m.data != nil {
		writer = m.data.from()
	}
	place := ""
	switch {
	case m.copy != nil:
		place = m.copy.Name
	case m.data != nil:
		place = m.data.place
	default:
		place, writer = m.era.schema.Channel.Name, "alter"
	}
	fmt.Fprintf(b, "  participant W as %s\n  participant T as %s\n  participant R as %s\n", mermaidText(writer), mermaidText(place), mermaidText(m.actor.part.Name))
	k := c.concerns(f)
	var notes []string
	wrote := false
	for _, mv := range f.Trace {
		if !k.step(mv.Step) || mv.Kind == Starts && c.stintOf[mv.Step] == nil {
			continue
		}
		side := "T"
		if d := c.stintOf[mv.Step]; d != nil {
			side = "W"
			if d.part == m.actor.part {
				side = "R"
			}
		}
		notes = append(notes, fmt.Sprintf("  Note over %s: %s\n", side, mermaidText(c.moveText(mv))))
		if m.data != nil && m.data.writer != nil && mv.Step == m.data.writer.step && mv.Kind == Starts && !wrote {
			wrote = true
			notes = append(notes, fmt.Sprintf("  W->>T: %s\n", mermaidText(m.data.label())))
		}
	}
	if !wrote && m.data != nil {
		notes = append([]string{fmt.Sprintf("  W->>T: %s\n", mermaidText(m.data.label()))}, notes...)
	}
	for len(notes) > maxMessages-1 { // the end of the run tells most; the write stays
		cut := 0
		if strings.HasPrefix(notes[0], "  W->>T") {
			cut = 1
		}
		notes = append(notes[:cut], notes[cut+1:]...)
	}
	b.WriteString(strings.Join(notes, ""))
	fmt.Fprintf(b, "  T--xR: %s (%s)\n", mermaidText(c.ending(m)), f.Rule.ID)
}

func (r *Report) mermaidFlow(b *strings.Builder) {
	b.WriteString("flowchart LR\n")
	index := map[string]int{}
	circled := r.circled()
	for i, s := range r.Plan.Steps {
		index[s.ID] = i
		open, shut := "[", "]"
		if s.Do == Verify {
			open, shut = "{", "}"
		}
		fmt.Fprintf(b, "  s%d%s\"%s\"%s\n", i, open, mermaidText(s.ID), shut)
	}
	for i, s := range r.Plan.Steps {
		for _, a := range s.After {
			fmt.Fprintf(b, "  s%d --> s%d\n", index[a.Name], i)
		}
	}
	for i, s := range r.Plan.Steps {
		if circled[s.ID] {
			fmt.Fprintf(b, "  style s%d stroke:#c62828,stroke-width:2px\n", i)
		}
	}
}

// mermaidText keeps a text from being read as syntax.
func mermaidText(s string) string {
	return strings.NewReplacer("\"", "'", ";", ",", "#", "no. ", "\n", " ", "%%", "%", ":", " -").Replace(s)
}
