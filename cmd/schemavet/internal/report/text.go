package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// textWidth is the number of columns that prose is wrapped to when nobody says how many there are.
const textWidth = 120

type textWriter struct {
	*bufio.Writer
	run  *Run
	told map[string]bool // what has been said: a rule's reason once, its recipe once for each subject

	guests map[*gate.Finding][]*gate.Finding // what is told in a finding's frame beside it
}

// first reports whether this is the first time that something is about to be said.
func (t *textWriter) first(what ...string) bool {
	key := strings.Join(what, "\x00")
	again := t.told[key]
	t.told[key] = true
	return !again
}

func writeText(w io.Writer, r *Run) error {
	t := &textWriter{bufio.NewWriter(w), r, map[string]bool{}, map[*gate.Finding][]*gate.Finding{}}
	for _, f := range r.Findings {
		if r.inside(f) {
			t.guests[f.Within] = append(t.guests[f.Within], f)
		}
	}
	if r.Command == "diff" {
		t.changelog()
	}
	if r.Command == "resolve" || r.Verbose {
		t.pairs()
	}
	if r.Trace {
		for _, p := range r.Pairs {
			t.trace(&p)
		}
	}
	frames, lines := t.folded(bySubject(r.shown()))
	frames = slices.DeleteFunc(frames, r.inside)
	kept, cut := r.capped(slices.Clone(frames))
	for _, f := range kept {
		t.frame(f)
	}
	for _, line := range lines {
		t.printf("%s\n\n", line)
	}
	if !r.Still || r.Verbose || r.Changed > 0 || len(r.Findings)+len(r.Skipped)+len(r.Failures) > 0 {
		t.summary(frames, cut)
	}
	return t.Flush()
}

// bySubject are findings with the worst of each subject first and those alike in the order of the text: what stops a run must
// not be looked for below what does not.
func bySubject(all []*gate.Finding) []*gate.Finding {
	slices.SortStableFunc(all, func(a, b *gate.Finding) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), worse(a, b))
	})
	return all
}

func (t *textWriter) printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

func (t *textWriter) width() int {
	if t.run.Width > 0 {
		return max(t.run.Width, 40)
	}
	return textWidth
}

// folded are the findings to print as frames, and the lines that stand for others: notes that say one thing about many
// subjects, as the first commit of a hundred files does, are one line.
func (t *textWriter) folded(all []*gate.Finding) (frames []*gate.Finding, lines []string) {
	const most = 3
	subjects := map[string][]string{} // by rule
	whole := func(f *gate.Finding) bool {
		return f.Level == compat.Note && f.State == compat.New && f.Path == "" && (f.Rule.Family() == "tool" || f.Rule.Family() == "order") && !t.run.Verbose
	}
	for _, f := range all {
		if whole(f) {
			subjects[f.Rule.ID] = append(subjects[f.Rule.ID], f.Subject)
		}
	}
	for _, f := range all {
		switch names := subjects[f.Rule.ID]; {
		case !whole(f) || len(names) <= most:
			frames = append(frames, f)
		case t.first("folded", f.Rule.ID):
			head := f.Level.String() + " " + f.Rule.ID
			lines = append(lines, t.run.paint(levelColor(f.Level), head)+": "+t.run.paint(bold, Visible(brief(fmt.Sprintf(
				"%s: %d of them, %s and %d more (-v shows each)", lower(f.Rule.Title), len(names), strings.Join(names[:most], ", "),
				len(names)-most), 600))))
		}
	}
	return frames, lines
}

func lower(title string) string { return strings.ToLower(title[:1]) + title[1:] }

// frame prints one finding.
func (t *textWriter) frame(f *gate.Finding) {
	head := f.Level.String() + " " + f.Rule.ID
	switch f.State {
	case compat.Accepted, compat.Known:
		head = string(f.State) + " " + head
	}
	t.printf("%s: %s\n", t.run.paint(levelColor(f.Level), head), t.run.paint(bold, Visible(brief(f.Message, 600))))
	s := at(f)
	pad := strings.Repeat(" ", len(strconv.Itoa(s.marked.line)))
	t.place(f, s, pad)
	if s.marked.text != "" {
		t.excerpt(f, s, pad)
	}
	t.notes(f, pad)
	t.printf("\n")
}

// excerpt prints the lines of the place that say something, the last one underlined.
func (t *textWriter) excerpt(f *gate.Finding, s spot, pad string) {
	bar := t.run.paint(blue, "|")
	t.printf(" %s %s\n", pad, bar)
	if s.marked.line != s.line {
		line, _ := excerpt(mark{text: s.text, column: s.column, width: 1}, t.width()-len(pad)-4)
		t.printf(" %*s %s %s\n", len(pad), strconv.Itoa(s.line), bar, line)
	}
	line, carets := excerpt(s.marked, t.width()-len(pad)-4)
	t.printf(" %s %s %s\n", t.run.paint(blue, strconv.Itoa(s.marked.line)), bar, line)
	t.printf(" %s %s %s\n", pad, bar, strings.TrimRight(t.run.paint(levelColor(f.Level), carets)+" "+was(f), " "))
}

func (t *textWriter) place(f *gate.Finding, s spot, pad string) {
	if s.source == "" {
		return
	}
	role := ""
	switch {
	case f.Stop != nil || t.run.Command == "lint" || (f.Writer.IsZero() || f.Reader.IsZero()) && f.Rule.Check == nil: // no pair
	case f.Under() == f.Writer:
		role = "   (writer)"
	default:
		role = "   (reader)"
	}
	pointer := ""
	if s.pointer != "" {
		pointer = "   " + Visible(brief(s.pointer, 120))
	}
	subject := ""
	if f.Subject != s.source && !strings.HasPrefix(s.source, f.Subject+"@") {
		subject = "   " + Visible(brief(f.Subject, 120))
	}
	t.printf(" %s%s %s%s%s%s\n", pad, t.run.paint(blue, "-->"), Visible(s.String()), pointer, role, subject)
}

// notes prints the lines below the excerpt.
func (t *textWriter) notes(f *gate.Finding, pad string) {
	if role, other := otherSide(f); other.source != "" {
		text := other.String()
		if other.pointer != "" {
			text += "   " + brief(other.pointer, 120)
		}
		t.note(pad, role, Visible(text))
	}
	if f.Path != "" && !strings.Contains(f.Message, string(f.Path)) {
		t.note(pad, "at", Visible(brief(string(f.Path), 200)))
	}
	if len(f.Older) > 0 {
		t.note(pad, "also", Visible(older(f)))
	}
	for _, g := range t.guests[f] {
		t.note(pad, "with", Visible(brief(g.Rule.ID+": "+g.Message, 600)))
	}
	if f.Sample != nil {
		t.note(pad, "value", Visible(sample(f.Sample)))
	}
	if len(f.Runtimes) > 0 {
		t.note(pad, "in", strings.Join(f.Runtimes, ", "))
	}
	if f.Reason != "" {
		t.note(pad, string(f.State), Visible(f.Reason))
	}
	if f.Level == compat.Note && !t.run.Verbose { // safe: one look is enough
		return
	}
	first := t.first(f.Rule.ID)
	if first {
		t.note(pad, "why", f.Rule.Why)
	}
	if !t.first(f.Rule.ID, f.Subject) {
		return
	}
	for i, step := range f.Recipe {
		label := ""
		if i == 0 {
			label = "do"
		}
		t.note(pad, label, Visible(brief(fmt.Sprintf("%d %s", i+1, step), 600)))
	}
	if first {
		t.note(pad, "more", "schemavet explain "+f.Rule.ID)
	}
}

// note prints one labelled line, wrapped under its label.
func (t *textWriter) note(pad, label, text string) {
	if text == "" {
		return
	}
	sign := "="
	if label == "" {
		sign = " "
	}
	indent := len(pad) + 13
	for i, line := range wrap(text, max(t.width()-indent, 40)) {
		if i == 0 {
			t.printf(" %s %s %-8s %s\n", pad, t.run.paint(blue, sign), label, line)
			continue
		}
		t.printf("%s%s\n", strings.Repeat(" ", indent), line)
	}
}

// otherSide is the place on the side that is not under review.
func otherSide(f *gate.Finding) (role string, s spot) {
	if f.Stop != nil {
		return "", spot{}
	}
	if under := f.Under(); under == f.Writer {
		if f.Reader.IsZero() || f.Reader == under {
			return "", spot{}
		}
		return "reader", place(f.Reader)
	}
	if f.Writer.IsZero() {
		return "", spot{}
	}
	return "writer", place(f.Writer)
}

func older(f *gate.Finding) string {
	const most = 3
	list := f.Older
	if len(list) > most {
		list = list[:most]
	}
	text := strings.Join(list, ", ")
	if more := len(f.Older) - len(list); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if f.Forward {
		return "read by " + text
	}
	return "written by " + text
}

func sample(s *compat.Sample) string {
	if s.Fails {
		return fmt.Sprintf("written %s -> the reader fails: %s", brief(s.Written, 200), brief(s.Read, 300))
	}
	return fmt.Sprintf("written %s -> read %s", brief(s.Written, 200), brief(s.Read, 300))
}

// pairs lists what each pair comes to.
func (t *textWriter) pairs() {
	for _, p := range t.run.Pairs {
		t.printf("%-8s %s -> %s\n", p.Verdict, Visible(p.Writer), Visible(p.Reader))
		for _, r := range p.Readings {
			reason := ""
			if r.Reason != "" {
				reason = "   (" + Visible(clause(r.Reason)) + ")"
			}
			t.printf("  %-8s check %-12s read %s%s\n", r.Runtime, r.Check, r.Read, reason)
		}
	}
	if len(t.run.Pairs) > 0 {
		t.printf("\n")
	}
}

// clause is a runtime's reason as one readable clause: a library's error without its package's name, and what was cut in
// the middle of a thought ends before that thought.
func clause(reason string) string {
	reason = strings.Join(strings.Fields(strings.TrimPrefix(reason, "avro: ")), " ")
	whole, cut := strings.CutSuffix(reason, "…")
	if !cut {
		return reason
	}
	if end := strings.LastIndex(whole, ": "); end > 20 {
		return whole[:end]
	}
	if end := strings.LastIndexByte(whole, ' '); end > 0 {
		return whole[:end] + " …"
	}
	return reason
}

// writeLines prints one line for each finding, as compilers do.
func writeLines(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	kept, _ := r.capped(r.shown())
	for _, f := range kept {
		s := at(f)
		pointer := ""
		if s.pointer != "" {
			pointer = " (" + Visible(brief(s.pointer, 120)) + ")"
		}
		fmt.Fprintf(b, "%s: %s %s: %s%s\n", Visible(s.String()), f.Level, f.Rule.ID, Visible(brief(f.Message, 600)), pointer)
	}
	return b.Flush()
}
