package rollout

import (
	"fmt"
	"io"
	"strings"
)

// WriteShow writes the plan as a table for a terminal: for each channel who may read, who may write and what may lie
// there at each step, how far back one can go, and the matrix of readers and data; then who has to sign, and what is
// not known.
func (r *Report) WriteShow(w io.Writer) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s: %s\n", r.title(), r.Verdict)
	if r.checker == nil {
		for _, f := range r.Findings {
			fmt.Fprintf(b, "  %s\n", f.Message)
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	ch := r.newChart()
	for i := range r.Plan.Channels {
		r.showChannel(b, ch, &r.Plan.Channels[i])
	}
	b.WriteString("\n* may come back by a rollback, or still lies there though nobody writes it any more\n")
	if t := r.Triangle(); t != nil {
		b.WriteString(t.Line() + "\n")
	}
	r.showOwners(b)
	r.showSigners(b)
	r.textUnknown(b)
	if len(r.Skipped) > 0 {
		b.WriteByte('\n')
	}
	r.textSkipped(b)
	_, err := io.WriteString(w, b.String())
	return err
}

// showChannel writes one channel's steps and its matrix.
func (r *Report) showChannel(b *strings.Builder, ch *chart, c *Channel) {
	check := r.checker
	if len(check.readers[c.Name]) == 0 && len(check.data[c.Name]) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s (%s", c.Name, c.Kind)
	if c.Retention.Text != "" {
		fmt.Fprintf(b, ", kept %s", c.Retention.Text)
	}
	b.WriteString(")\n")
	back := r.backColumn(ch)
	rows := [][]string{{"step", "readers", "writers", "data", "safe to go back to"}}
	reads, writes, lies := ch.lanesOf(c)
	for col := -1; col < len(ch.steps); col++ {
		name, from, to := "before the plan", 0.0, 0.0
		if col >= 0 {
			name, from, to = fmt.Sprintf("%d %s", col+1, check.plan.Steps[ch.steps[col]].ID), float64(col), float64(col+1)
		}
		rows = append(rows, []string{name, listed(reads, from, to), listed(writes, from, to), listed(lies, from, to), back[col+1]})
	}
	writeTable(b, foldRows(rows))
	r.showMatrix(b, c)
}

// backColumn says for each position the earliest moment that can be gone back to.
func (r *Report) backColumn(ch *chart) []string {
	column := make([]string, len(ch.steps)+1)
	t := ch.triangle
	if t == nil {
		return column
	}
	for i, row := range t.Cells {
		column[i] = "- only forward"
		for to, cell := range row[:i] {
			if cell <= CellConv {
				column[i] = fmt.Sprint(to)
				break
			}
		}
	}
	column[0] = ""
	return column
}

// foldRows leaves out steps at which nothing changes, and says how many.
func foldRows(rows [][]string) [][]string {
	folded := rows[:2:2]
	for i := 2; i < len(rows); i++ {
		last := folded[len(folded)-1]
		if i+1 < len(rows) && len(rows) > 14 && last[1] == rows[i][1] && last[2] == rows[i][2] && last[3] == rows[i][3] && last[4] == rows[i][4] {
			continue
		}
		folded = append(folded, rows[i])
	}
	return folded
}

// under tells whether a span touches a stretch of columns, and whether only its hatched part does.
func (l *lane) under(from, to float64) (touches, hatched bool) {
	if from == to { // before the plan
		return l.from == 0 && l.end >= 0, false
	}
	if l.from >= to || l.end <= from {
		return false, false
	}
	return true, l.until <= from
}

// listed names the lanes that touch a stretch of columns.
func listed(lanes []*lane, from, to float64) string {
	var names []string
	for _, l := range lanes {
		touches, hatched := l.under(from, to)
		if !touches {
			continue
		}
		name := l.label
		if l.stint != nil {
			name = l.stint.String()
		}
		if hatched {
			name += "*"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// lanesOf gives the lanes of a channel's readers, writers and data.
func (ch *chart) lanesOf(c *Channel) (reads, writes, lies []*lane) {
	reading, writing := map[*stint]bool{}, map[*stint]bool{}
	for _, r := range ch.c.readers[c.Name] {
		reading[r.stint] = true
	}
	for _, d := range ch.c.data[c.Name] {
		writing[d.writer] = true
	}
	for g := range ch.groups {
		for k := range ch.groups[g].lanes {
			l := &ch.groups[g].lanes[k]
			switch {
			case l.stint == nil && l.era == nil && l.place == c.Name:
				lies = append(lies, l)
			case l.stint != nil:
				if reading[l.stint] {
					reads = append(reads, l)
				}
				if writing[l.stint] {
					writes = append(writes, l)
				}
			}
		}
	}
	return reads, writes, lies
}

// showMatrix writes what each reader makes of each class, and whether the plan lets them meet.
func (r *Report) showMatrix(b *strings.Builder, c *Channel) {
	check := r.checker
	readers := check.readers[c.Name]
	var classes []*stored
	seen := map[string]bool{}
	for _, d := range check.data[c.Name] {
		if !seen[d.key] {
			seen[d.key] = true
			classes = append(classes, d)
		}
	}
	if len(readers) == 0 || len(classes) == 0 || len(classes) > 24 {
		return
	}
	head := []string{"reader \\ data"}
	for _, d := range classes {
		name := d.class.Version
		if name == "" {
			name = "of " + d.from()
		}
		head = append(head, name)
	}
	rows := [][]string{head}
	for _, rd := range readers {
		row := []string{rd.stint.String()}
		for _, d := range classes {
			row = append(row, check.matrixCell(d, rd))
		}
		rows = append(rows, row)
	}
	b.WriteByte('\n')
	writeTable(b, rows)
	b.WriteString("  !answer: they may meet   (answer): the plan keeps them apart   ok: harmless\n")
}

// matrixCell is the worst answer over the table's eras, with a mark for whether the two may meet.
func (c *checker) matrixCell(d *stored, r *reader) string {
	worst := Judgment{}
	if d.channel.Kind != Table {
		worst = c.judgeRead(d, r, 0, nil)
	} else {
		for i := range c.erasOf(d.channel) {
			worst = worst.worse(c.judgeRead(d, r, i, &c.erasOf(d.channel)[i].schema))
		}
	}
	if worst.Answer == Fine {
		return "ok"
	}
	for _, m := range c.meetings {
		if m.kind != reads || m.reader.stint != r.stint || m.copy != nil {
			continue
		}
		for src := range c.sources(m) {
			if src.data.key == d.key && src.data.channel == d.channel {
				return "!" + worst.Answer.String()
			}
		}
	}
	return "(" + worst.Answer.String() + ")"
}

// showOwners lists, for each deploy that brings a new kind of data, whose builds may then read it: they have to be asked
// before the first such write.
func (r *Report) showOwners(b *strings.Builder) {
	c := r.checker
	said := false
	for _, i := range c.stepsInOrder() {
		s := c.stintOf[i]
		if s == nil || s.build == nil {
			continue
		}
		for _, w := range s.build.Writes {
			owners := c.readersOwners(s, &w)
			if c.writtenBefore(s, &w) || owners == "" {
				continue
			}
			if !said {
				b.WriteString("\nto ask before the first new write:\n")
				said = true
			}
			fmt.Fprintf(b, "  %-24s %-24s %s\n", c.plan.Steps[i].ID, strings.TrimSpace(w.Name+" "+w.V.Name), owners)
		}
	}
}

// writtenBefore tells whether an earlier build of the participant writes the same.
func (c *checker) writtenBefore(s *stint, w *Write) bool {
	for _, earlier := range s.chain[:s.index] {
		if earlier.build == nil {
			continue
		}
		for _, old := range earlier.build.Writes {
			if old.Name == w.Name && old.V.Name == w.V.Name && strings.Join(old.Fields, ",") == strings.Join(w.Fields, ",") {
				return true
			}
		}
	}
	return false
}

// readersOwners names the owners of the builds that may run while the new data is there.
func (c *checker) readersOwners(s *stint, w *Write) string {
	var owners []string
	for _, rd := range c.readers[location(w.Name)] {
		name := rd.stint.part.Owner
		if name == "" {
			name = "owner of " + rd.stint.part.Name
		}
		if c.order.meet(rd.life, span{start: s.writes.start}) && !contains(owners, name) {
			owners = append(owners, name)
		}
	}
	return strings.Join(owners, ", ")
}

// showSigners lists who has to approve what, and what is still missing.
func (r *Report) showSigners(b *strings.Builder) {
	if len(r.Plan.Gates) == 0 {
		return
	}
	b.WriteString("\nto sign:\n")
	for _, g := range r.Plan.Gates {
		for _, who := range g.Approve {
			state := "signed"
			if contains(r.Pending, fmt.Sprintf("gate %s: %s", g.Name, who)) {
				state = "missing"
			}
			fmt.Fprintf(b, "  %-32s %-24s %s\n", g.Name, who, state)
		}
		if len(g.Approve) == 0 {
			fmt.Fprintf(b, "  %-32s %-24s %s\n", g.Name, "nobody", "no approver named")
		}
	}
}

// writeTable aligns columns; the last is not padded.
func writeTable(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		line := " "
		for i, cell := range row {
			line += " " + cell + strings.Repeat(" ", widths[i]-len([]rune(cell))+1)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
