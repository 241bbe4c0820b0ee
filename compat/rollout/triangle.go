package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// A Cell says whether the code of an earlier moment works on the data of a later one.
type Cell uint8

const (
	CellOK   Cell = iota
	CellConv      // through a declared, lossless conversion
	CellNo        // something would be read wrongly, or is missing
	CellGone      // a step in between cannot be undone
)

func (c Cell) String() string { return [...]string{"ok", "conv", "NO", "--"}[c] }

// A Triangle tells for each moment of the plan how far back it can be taken: Cells[i][t] is about the code as it was
// when t steps were complete, on the data as it is when i steps are. Cells[i][i] is about the plan as it stands at that
// moment, with nobody gone back. Steps count in one order that the plan allows.
type Triangle struct {
	Steps []string
	Cells [][]Cell
	Notes []string // what does not come back with the code
}

// maxTriangle bounds the work: beyond it the triangle is not computed, and the report says so.
const maxTriangle = 300

// Triangle computes the triangle of a plan that could be ordered.
func (r *Report) Triangle() *Triangle {
	c := r.checker
	if c == nil || len(c.plan.Steps) == 0 || len(c.plan.Steps) > maxTriangle {
		return nil
	}
	if !r.looked {
		r.looked, r.triangle = true, c.triangle(c.stepsByEnd())
	}
	return r.triangle
}

// triangleOf is the triangle for an order of the steps, which often is the plan's own.
func (r *Report) triangleOf(steps []int) *Triangle {
	if slices.Equal(steps, r.checker.stepsByEnd()) {
		return r.Triangle()
	}
	return r.checker.triangle(steps)
}

func (c *checker) triangle(steps []int) *Triangle {
	t := &Triangle{}
	p := c.player()
	states := c.forwardCopies(steps)
	moments := []moment{c.momentOf(p)}
	for _, i := range steps {
		t.Steps = append(t.Steps, c.plan.Steps[i].ID)
		p.play(Move{Starts, i})
		p.play(Move{Done, i})
		moments = append(moments, c.momentOf(p))
		t.Notes = append(t.Notes, c.staysBehind(i)...)
	}
	if work(moments) > maxTriangleWork {
		return nil
	}
	for i := range moments {
		row := make([]Cell, i+1)
		for to := range row {
			row[to] = c.cell(moments, steps, states, i, to)
		}
		t.Cells = append(t.Cells, row)
	}
	return t
}

// maxTriangleWork bounds the questions that the cells ask: well under a second's worth.
const maxTriangleWork = 2_000_000

// work estimates the questions of all cells.
func work(moments []moment) int {
	total := 0
	for i := range moments {
		total += len(moments[i].readers) * (len(moments[i].data) + len(moments[i].writers)) * (i + 1)
	}
	return total
}

// A moment is the plan with some of its steps complete and nothing under way.
type moment struct {
	readers []*reader
	copiers []*reader // builds that copy records back and say nothing of reading them
	writers []*stored
	data    []*stored // stored: what is only called passes with its writer
	eras    map[*Channel]int
	fired   bitset
}

// under tells whether a span is under way at the moment, once it has begun.
func (c *checker) under(s span, m *moment) bool {
	return (s.start == beginning || m.fired.has(s.start)) && !c.ended(s, m.fired)
}

func (c *checker) momentOf(p *player) moment {
	m := moment{eras: map[*Channel]int{}, fired: slices.Clone(p.w.fired)}
	seen := map[string]bool{}    // what gets equal answers is asked about once
	bounded := map[string]bool{} // places where it matters who wrote, for some reader does not go back to the beginning
	atWork := func(list []*reader) (running []*reader) {
		for _, r := range list {
			bounded[r.place] = bounded[r.place] || r.position.Kind == Tail || r.position.Kind == ReplayBack
			if key := fmt.Sprint(r.place, "|", r.key, "|", r.position, "|", r.stint.step < 0); !seen[key] && p.w.runs(r.stint) && c.under(r.life, &m) {
				seen[key] = true
				running = append(running, r)
			}
		}
		return running
	}
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		for _, k := range c.stepsOn(Alter, ch.Name) {
			if p.w.fired.has(c.order.doneOf[k]) {
				m.eras[ch]++
			}
		}
		for _, place := range c.placesOf(ch) {
			m.readers = append(append(m.readers, atWork(c.readers[place])...), atWork(c.early[place])...)
			m.copiers = append(m.copiers, atWork(c.copiers[place])...)
		}
	}
	for _, d := range p.order {
		key := "data|" + d.place + "|" + d.key
		if bounded[d.place] {
			key += "|" + d.from()
		}
		if p.present[d] && d.channel.Kind != RPC && !seen[key] {
			seen[key] = true
			m.data = append(m.data, d)
		}
		if key := "writer|" + d.place + "|" + d.key; d.writer != nil && !seen[key] && p.writing(d.writer) {
			seen[key] = true
			m.writers = append(m.writers, d)
		}
	}
	return m
}

// cell judges one target from one moment.
func (c *checker) cell(moments []moment, steps []int, states []copyMoment, i, to int) Cell {
	for _, k := range steps[to:i] {
		if !c.reversible(k) {
			return CellGone
		}
	}
	worst := CellOK
	then, now := &moments[to], &moments[i]
	for k, d := range append(slices.Clip(now.data), then.writers...) {
		written := k >= len(now.data) // anew, by the code that came back
		for _, r := range then.readers {
			if d.place == r.place {
				worst = max(worst, c.cellOf(d, r, now, written))
			}
		}
		for _, r := range then.copiers {
			if d.place == r.place && c.loses(d, r, now, written) {
				worst = max(worst, CellNo)
			}
		}
	}
	if !c.tablesFit(then, now) || !copiesFit(states, i, to) {
		worst = max(worst, CellNo)
	}
	return worst
}

// cellOf judges one reader on one kind of data.
func (c *checker) cellOf(d *stored, r *reader, now *moment, written bool) Cell {
	era, schema := now.eras[d.channel], c.schemaAt(d.channel, now)
	j := c.judgeRead(d, r, era, schema)
	switch {
	case c.hurts(d, r, j, now, written), c.loses(d, r, now, written):
		return CellNo
	case j.Answer == Fine && c.askRead(d, d.class.Version, r, era, schema).Answer != Fine:
		return CellConv
	}
	return CellOK
}

// schemaAt is what a table looks like at a moment; nil for a channel that is no table.
func (c *checker) schemaAt(ch *Channel, now *moment) *TableSchema {
	if ch.Kind != Table {
		return nil
	}
	return &c.erasOf(ch)[now.eras[ch]].schema
}

// hurts tells whether what is wrong with a pair is so at the moment: not while a promise holds, and not once a reader
// that does not go back to the beginning has all that was wrong behind it.
func (c *checker) hurts(d *stored, r *reader, j Judgment, now *moment, written bool) bool {
	return j.Answer != Fine && slices.ContainsFunc(c.troubled(d, r, j, nil), func(s span) bool {
		s.ends = s.ends[len(d.life.ends):] // that the data is there is known
		if written {
			s.ends = nil
		}
		return c.under(s, now)
	})
}

// loses tells whether a build that copies records back loses part of such data.
func (c *checker) loses(d *stored, r *reader, now *moment, written bool) bool {
	w := c.rewrites(r)
	return w != nil && c.hurts(d, r, c.judgePreserve(d, r, w, now.eras[d.channel]), now, written)
}

// tablesFit tells whether the tables of a later moment have the columns that the readers of an earlier one ask for, and
// accept what its writers write.
func (c *checker) tablesFit(then, now *moment) bool {
	for _, r := range then.readers {
		if schema, era := c.schemaAt(r.view.Channel, now), now.eras[r.view.Channel]; schema != nil {
			if r.view.Channel.tagged(r.place) {
				schema, era = &c.erasOf(r.view.Channel)[0].schema, 0
			}
			j := c.ask(judgedKey{'b', r.view.Channel, "", r.key, era}, "", func(o Oracle) (Judgment, error) { return o.Bind(schema, r.view) })
			if j.Answer != Fine {
				return false
			}
		}
	}
	for _, d := range then.writers {
		if d.channel.Kind != Table {
			continue
		}
		view, schema := d.view(), c.schemaAt(d.channel, now)
		j := c.ask(judgedKey{'w', d.channel, d.key, "", now.eras[d.channel]}, "", func(o Oracle) (Judgment, error) { return o.Write(schema, view) })
		if j.Answer != Fine {
			return false
		}
	}
	return true
}

// erasOf keeps the eras of each table.
func (c *checker) erasOf(ch *Channel) []tableEra {
	if c.eraCache[ch] == nil {
		c.eraCache[ch] = c.eras(ch)
	}
	return c.eraCache[ch]
}

// reversible tells whether a step can be taken back at all. Expiring takes nothing away that code needs; dropping,
// rewriting and renaming do.
func (c *checker) reversible(i int) bool {
	s := &c.plan.Steps[i]
	switch {
	case s.NoReturn, s.Do == Drop, s.Do == Rewrite, s.Do == Retire && s.Rollback == nil:
		return false
	case s.Do == Alter:
		return true // judged by what the old builds then find
	}
	return true
}

// staysBehind says what does not come back when code does.
func (c *checker) staysBehind(i int) []string {
	s := &c.plan.Steps[i]
	switch s.Do {
	case Alter:
		return []string{fmt.Sprintf("the schema of %s stays as %s left it: going back to a snapshot brings back rows, not columns", s.Channel.Name, s.ID)}
	case Publish:
		_, to := c.copyEnds(i)
		if ch := c.channels[branchless(to)]; ch != nil && s.Rollback != nil && ch.SnapshotsKept > 0 {
			return []string{fmt.Sprintf("%s can be undone only while its snapshot is kept: %s keeps snapshots for %s", s.ID, ch.Name, ch.SnapshotsKept)}
		}
	}
	return nil
}

// A copyMoment is, for one dataset, which copy counts and what each misses.
type copyMoment struct {
	authority []int
	missing   [][]uint64
}

// forwardCopies follows the datasets through the plan without rollbacks.
func (c *checker) forwardCopies(steps []int) []copyMoment {
	searches := c.searches()
	moments := make([]copyMoment, len(steps)+1)
	for _, s := range searches {
		if len(s.states) == 0 {
			continue
		}
		st := s.states[0].clone()
		note := func(m *copyMoment) {
			m.authority = append(m.authority, st.authority)
			m.missing = append(m.missing, append([]uint64(nil), st.missing...))
		}
		note(&moments[0])
		for n, i := range steps {
			if k, ok := s.local[i]; ok {
				st.started[k] = true
				s.begin(&st, k)
				s.settle(&st)
				st.done[k] = true
				s.complete(&st, k)
				s.settle(&st)
			}
			note(&moments[n+1])
		}
	}
	return moments
}

// copiesFit tells whether the copies that counted at an earlier moment hold everything that is accepted at a later.
func copiesFit(states []copyMoment, i, to int) bool {
	for k := range states[i].authority {
		if then := states[to].authority[k]; (to == i || then != states[i].authority[k]) && states[i].missing[k][then] != 0 {
			return false
		}
	}
	return true
}

// LastSafe gives the largest number of complete steps from which the plan can still be taken back to its beginning,
// with every moment before it.
func (t *Triangle) LastSafe() int {
	last := 0
	for i := 1; i < len(t.Cells); i++ {
		if t.Cells[i][0] > CellConv {
			break
		}
		last = i
	}
	return last
}

// text draws the triangle and the line that sums it up.
func (t *Triangle) text(b *strings.Builder) {
	const widest = 30
	b.WriteString("safe to go back to (code as it was after that many steps, data as it is):\n")
	if len(t.Steps) <= widest {
		name := 0
		for _, s := range t.Steps {
			name = max(name, len([]rune(s)))
		}
		fmt.Fprintf(b, "  %-*s ", name+10, "")
		for to := range t.Cells {
			fmt.Fprintf(b, " %4d", to)
		}
		b.WriteByte('\n')
		for i, row := range t.Cells {
			label := "before the plan"
			if i > 0 {
				label = fmt.Sprintf("after %2d %s", i, t.Steps[i-1])
			}
			fmt.Fprintf(b, "  %-*s ", name+10, label)
			for _, cell := range row {
				fmt.Fprintf(b, " %4s", cell)
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString(t.Line() + "\n")
	for i, row := range t.Cells[1:] {
		if row[i+1] > CellConv {
			fmt.Fprintf(b, "NO at the end of a row: with nobody gone back, what runs then meets what it must not; first after step %d (%s)\n", i+1, t.Steps[i])
			break
		}
	}
	for _, note := range t.Notes {
		b.WriteString("  " + note + "\n")
	}
}

// Line is the sentence under the triangle.
func (t *Triangle) Line() string {
	last := t.LastSafe()
	switch {
	case t.Cells[0][0] > CellConv:
		return "last safe rollback point: none; what runs before the plan already meets what it must not"
	case last == len(t.Steps):
		return "last safe rollback point: the end; the whole plan can be taken back"
	case last == 0:
		return fmt.Sprintf("last safe rollback point: before the plan; after step 1 (%s) it cannot all be taken back", t.Steps[0])
	}
	line := fmt.Sprintf("last safe rollback point: step %d (%s); after step %d (%s) the plan cannot all be taken back", last, t.Steps[last-1], last+1, t.Steps[last])
	stuck := len(t.Steps)
	for to, cell := range t.Cells[len(t.Steps)][:stuck] {
		if cell <= CellConv {
			stuck = to
			break
		}
	}
	switch {
	case stuck == len(t.Steps):
		line += "; at its end the only way is forward"
	case stuck > 0:
		line += fmt.Sprintf("; from its end no further than step %d (%s)", stuck, t.Steps[stuck-1])
	}
	return line
}
