package rollout

import (
	"sort"
	"strings"
)

// A chart is the plan drawn as lanes over time: one for each build and each kind of data, in one order of the steps
// that the plan allows. Positions count in steps: step i lies between i and i+1.
type chart struct {
	c        *checker
	steps    []int
	column   map[int]int // step -> column
	groups   []laneGroup
	clashes  []clash
	gates    []gateMark
	last     int       // steps after which the plan can still be taken back; -1: not computed
	triangle *Triangle // in the order of the columns; nil: not computed
}

// A laneGroup is the lanes of one participant or one channel.
type laneGroup struct {
	title string
	data  bool
	lanes []lane
}

// A lane is one build or one class: solid as long as the plan goes forward, hatched as long as it may come back or
// still lies there.
type lane struct {
	label            string
	from, until, end float64
	open             bool // goes on beyond the plan
	note             string
	stint            *stint
	place, version   string
	copied           bool
	era              *TableSchema
}

// A clash is a finding with the two lanes and the stretch of time in which they meet.
type clash struct {
	finding    *Finding
	rows       []int
	from, till float64
}

// A gateMark is a verify step.
type gateMark struct {
	at   float64
	name string
}

// maxClashes bounds the findings that are drawn; the others stay in the text.
const maxClashes = 6

// newChart lays the plan out. The order of the columns is that of the first run into trouble, so that its overlap
// shows, and the plan's own behind it.
func (r *Report) newChart() *chart {
	c := r.checker
	ch := &chart{c: c, column: map[int]int{}, last: -1}
	first := r.firstClash()
	if first != nil {
		for _, mv := range first.Trace {
			if mv.Kind == Done || mv.Kind == Starts && c.plan.Steps[mv.Step].switches() {
				ch.place(mv.Step)
			}
		}
		for _, mv := range first.Trace {
			ch.place(mv.Step)
		}
	}
	for _, i := range c.stepsByEnd() {
		ch.place(i)
	}
	for _, chain := range c.chains {
		ch.builds(chain)
	}
	for i := range c.plan.Channels {
		ch.schemas(&c.plan.Channels[i])
		ch.classes(&c.plan.Channels[i])
	}
	for col, i := range ch.steps {
		if s := &c.plan.Steps[i]; s.Do == Verify {
			ch.gates = append(ch.gates, gateMark{float64(col) + 0.5, s.Gate.Name})
		}
	}
	for _, f := range r.Findings {
		if f.meeting != nil && f.Waiver == nil && len(ch.clashes) < maxClashes {
			ch.clash(f)
		}
	}
	if len(ch.steps) > 0 && len(ch.steps) <= maxTriangle {
		if ch.triangle = r.triangleOf(ch.steps); ch.triangle != nil {
			ch.last = ch.triangle.LastSafe()
		}
	}
	return ch
}

// firstClash is the finding whose run decides the order of the columns.
func (r *Report) firstClash() *Finding {
	for _, f := range r.Findings {
		if f.meeting != nil && f.Waiver == nil && f.Trace != nil {
			return f
		}
	}
	return nil
}

func (ch *chart) place(step int) {
	if _, placed := ch.column[step]; !placed {
		ch.column[step] = len(ch.steps)
		ch.steps = append(ch.steps, step)
	}
}

// at gives the position of an event.
func (ch *chart) at(e int) float64 {
	switch e {
	case beginning:
		return 0
	case never:
		return float64(len(ch.steps))
	}
	ev := ch.c.order.events[e]
	col := float64(ch.column[ev.step])
	switch {
	case ev.start && ch.c.plan.Steps[ev.step].switches():
		return col + 0.5
	case ev.start:
		return col + 0.15
	}
	return col + 0.85
}

// endOf gives where a span ends: at the first of its endpoints that is reached; open when none is.
func (ch *chart) endOf(s span) (end float64, open bool) {
	end, open = float64(len(ch.steps)), true
	for _, ep := range s.ends {
		at := float64(0)
		for _, e := range ep.all {
			at = max(at, ch.at(e))
		}
		if ep.wait > 0 {
			at = ch.waited(ep)
		}
		if at < end || at == end && len(ep.all) > 0 {
			end, open = at, at >= float64(len(ch.steps))
		}
	}
	return end, open
}

// waited gives the first column by which an endpoint with a wait is reached.
func (ch *chart) waited(ep endpoint) float64 {
	for col, i := range ch.steps {
		if ch.c.order.reached(ep, ch.c.order.doneOf[i]) {
			return float64(col) + 0.85
		}
	}
	return float64(len(ch.steps))
}

// builds adds the lanes of a participant.
func (ch *chart) builds(chain []*stint) {
	g := laneGroup{title: chain[0].part.Name}
	for _, s := range chain {
		if s.build == nil {
			continue
		}
		l := lane{label: s.build.Name, stint: s, from: ch.at(s.reads.start)}
		l.end, l.open = ch.endOf(s.reads)
		l.until = l.end
		if next := s.next(); next != nil {
			l.until = min(l.end, ch.at(ch.c.order.switchOf(next.step)))
			l.note = "rollback window"
			if s.lingers {
				l.note = "old copies may still run"
			}
		}
		g.lanes = append(g.lanes, l)
	}
	if len(g.lanes) > 0 {
		ch.groups = append(ch.groups, g)
	}
}

// schemas adds the lanes of what a table looks like, when the plan alters it.
func (ch *chart) schemas(channel *Channel) {
	if channel.Kind != Table || len(ch.c.stepsOn(Alter, channel.Name)) == 0 {
		return
	}
	g := laneGroup{title: channel.Name + " schema", data: true}
	eras := ch.c.erasOf(channel)
	for i := range eras {
		l := lane{label: eras[i].name(), from: ch.at(eras[i].life.start), era: &eras[i].schema}
		l.end, l.open = ch.endOf(eras[i].life)
		l.until = l.end
		g.lanes = append(g.lanes, l)
	}
	ch.groups = append(ch.groups, g)
}

// classes adds the lanes of the data in a channel, its branches and its copies, one for each version.
func (ch *chart) classes(channel *Channel) {
	var places []string
	for place, list := range ch.c.data {
		if len(list) > 0 && branchless(place) == channel.Name {
			places = append(places, place)
		}
	}
	sort.Strings(places)
	for _, place := range places {
		g := laneGroup{title: place, data: true}
		for _, d := range ch.c.data[place] {
			g.add(ch.dataLane(d, d.life, d.forward))
		}
		ch.groups = append(ch.groups, g)
	}
	if channel.Of.Name != "" && channel.Kind != State && ch.c.holdsCopies(channel) {
		g := laneGroup{title: channel.Name, data: true}
		for _, d := range ch.c.data[channel.Of.Name] {
			l := ch.dataLane(d, ch.c.lifeInCopy(d, channel), d.forward)
			l.place, l.copied = channel.Name, true
			g.add(l)
		}
		if len(g.lanes) > 0 {
			ch.groups = append(ch.groups, g)
		}
	}
}

func (ch *chart) dataLane(d *stored, life, forward span) lane {
	l := lane{label: d.class.Version, place: d.place, version: d.key, from: ch.at(life.start), note: "stays until it is removed"}
	if l.label == "" {
		l.label = d.rows()
	}
	for _, e := range life.with {
		l.from = max(l.from, ch.at(e))
	}
	l.end, l.open = ch.endOf(life)
	l.until = min(l.end, max(l.from, ch.written(d)))
	return l
}

// written gives how long data is written: by its build, or by a step until that is complete; by a catchup as long as what it
// copies.
func (ch *chart) written(d *stored) float64 {
	switch {
	case d.writer != nil:
		end, _ := ch.endOf(d.writer.forward)
		return end
	case d.step < 0:
		return 0
	case ch.c.plan.Steps[d.step].Do != Catchup:
		return ch.at(ch.c.order.doneOf[d.step])
	case d.source != nil:
		return ch.written(d.source)
	}
	return float64(len(ch.steps))
}

// add files a lane, or widens the one of the same class from another writer.
func (g *laneGroup) add(l lane) {
	for i := range g.lanes {
		k := &g.lanes[i]
		if k.label == l.label && k.version == l.version {
			k.from, k.until, k.end, k.open = min(k.from, l.from), max(k.until, l.until), max(k.end, l.end), k.open || l.open
			return
		}
	}
	g.lanes = append(g.lanes, l)
}

// clash finds the lanes of a finding's pair and the stretch in which both are there.
func (ch *chart) clash(f *Finding) {
	m := f.meeting
	from, till := float64(0), float64(len(ch.steps))
	var rows []int
	row := 0
	for _, g := range ch.groups {
		for _, l := range g.lanes {
			hit := l.stint != nil && l.stint == m.actor
			if m.data != nil && g.data {
				place := m.data.place
				if m.copy != nil {
					place = m.copy.Name
				}
				hit = l.version == m.data.key && l.place == place && l.era == nil
			}
			hit = hit || m.era != nil && l.era != nil && l.era.Channel == m.era.schema.Channel && len(l.era.Alters) == len(m.era.schema.Alters)
			if hit {
				rows = append(rows, row)
				from, till = max(from, l.from), min(till, l.end)
			}
			row++
		}
	}
	if m.era != nil {
		from = max(from, ch.at(m.era.life.start))
		if end, _ := ch.endOf(m.era.life); end < till {
			till = end
		}
	}
	if till <= from { // the lanes meet in another order of the steps only: mark where the later one begins
		from, till = max(0, from-0.1), from+0.3
	}
	ch.clashes = append(ch.clashes, clash{f, rows, from, till})
}

// wrap cuts a sentence into lines of at most width characters.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
