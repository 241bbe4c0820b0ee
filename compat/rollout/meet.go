package rollout

import (
	"iter"
	"slices"
	"strings"
)

// A meeting is a pair that the formats do not allow and the plan does not keep apart.
type meeting struct {
	kind     meetingKind
	data     *stored   // nil when a build meets a table
	group    []*stored // the class, of which sources gives what is met; data is the nearest of that
	reader   *reader   // nil when a build writes to a table
	actor    *stint
	era      *tableEra // nil for a channel that is no table
	eraIndex int
	copy     *Channel // the dlq, cache or backup that brings the data back; nil: the channel itself
	judgment Judgment
	windowed bool // only because something may be rolled back
}

// A source is data that is met, and the span in which it does harm.
type source struct {
	data *stored
	life *span
}

type meetingKind uint8

const (
	reads     meetingKind = iota // a reader meets data
	binds                        // a reader meets a table schema
	writes                       // a writer meets a table schema
	preserves                    // a rewriter meets data it does not keep whole
)

// meet finds every forbidden pair whose intervals some run brings together.
func (c *checker) meet() []*meeting {
	var found []*meeting
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		for _, place := range c.placesHeld(ch) {
			if ch.Kind == Table {
				found = append(found, c.meetTable(ch, place)...)
				continue
			}
			found = append(found, c.meetData(place, c.data[place], nil, nil, 0)...)
		}
		if ch.Of.Name != "" && ch.Kind != State && c.holdsCopies(ch) {
			found = append(found, c.meetCopies(ch)...)
		}
	}
	return found
}

// readPlaces notes the places of each channel that anything reads, in a stable order.
func (c *checker) readPlaces() {
	c.readAt = map[string][]string{}
	seen := map[string]bool{}
	for _, chain := range c.chains {
		for _, s := range chain {
			if s.build == nil {
				continue
			}
			for _, r := range s.build.Reads {
				if at := location(r.Name); !seen[at] && branchless(at) != at {
					seen[at] = true
					c.readAt[branchless(at)] = append(c.readAt[branchless(at)], at)
				}
			}
		}
	}
}

// placesOf gives the places of a channel that anything reads: itself and its branches, in a stable order.
func (c *checker) placesOf(ch *Channel) []string {
	return append([]string{ch.Name}, c.readAt[ch.Name]...)
}

// placesHeld gives the places of a channel that anything reads or lies in, in a stable order.
func (c *checker) placesHeld(ch *Channel) []string {
	places := c.placesOf(ch)
	branches := slices.DeleteFunc(slices.Clone(c.filled[ch.Name]), func(at string) bool { return contains(places, at) })
	slices.Sort(branches)
	return append(places, branches...)
}

// grouped keeps values with equal keys together, in order of first appearance.
func grouped[T any](list []T, key func(T) string) [][]T {
	var groups [][]T
	at := map[string]int{}
	for _, x := range list {
		k := key(x)
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], x)
	}
	return groups
}

// meetData pairs data with the readers of a place. Only version pairs that are not fine are looked at closely.
func (c *checker) meetData(place string, data []*stored, copied *Channel, era *tableEra, eraIndex int) []*meeting {
	var found []*meeting
	var schema *TableSchema
	if era != nil {
		schema = &era.schema
	}
	readers := grouped(c.readers[place], func(r *reader) string { return r.key })
	for _, ds := range grouped(data, func(d *stored) string { return d.key }) {
		for _, rs := range readers {
			if j := c.judgeRead(ds[0], rs[0], eraIndex, schema); j.Answer != Fine {
				for _, r := range rs {
					found = appendMeeting(found, c.meetOne(ds, r, j, copied, era, eraIndex))
				}
			}
			found = append(found, c.meetRewriters(ds, rs, copied, era, eraIndex)...)
		}
		for _, rs := range grouped(c.copiers[place], func(r *reader) string { return r.key }) {
			found = append(found, c.meetRewriters(ds, rs, copied, era, eraIndex)...)
		}
	}
	return append(found, c.meetEarly(place, data, copied, era, eraIndex, schema)...)
}

func appendMeeting(list []*meeting, m *meeting) []*meeting {
	if m != nil {
		list = append(list, m)
	}
	return list
}

// closest bounds how many sources of one class are compared for the shortest trace to one reader.
const closest = 16

// meetOne tells whether a reader may meet data of a class; nil when not.
func (c *checker) meetOne(ds []*stored, r *reader, j Judgment, copied *Channel, era *tableEra, eraIndex int) *meeting {
	m := &meeting{kind: reads, reader: r, actor: r.stint, era: era, eraIndex: eraIndex, copy: copied, judgment: j, windowed: true, group: ds}
	for src := range c.sources(m) {
		if m.data == nil {
			m.data = src.data
		}
		if c.meetForward(m, src) {
			m.windowed = false
			break
		}
	}
	if m.data == nil {
		return nil
	}
	return m
}

// sources gives what a reader meets of a class. It is worked out again when it is asked for: the meetings of a large plan are
// many, and few of them are asked.
func (c *checker) sources(m *meeting) iter.Seq[source] {
	return func(yield func(source) bool) {
		for _, d := range m.group {
			if d.channel.Kind == RPC && !c.together(d.writer, m.actor) {
				continue
			}
			for life := range c.troubles(d, m.reader, m.judgment, m.copy) {
				if !c.order.meet(*life, m.reader.life) || m.era != nil && (!c.order.meet(*life, m.era.life) || !c.order.meet(m.reader.life, m.era.life)) {
					continue
				}
				if !yield(source{d, life}) {
					return
				}
				break
			}
		}
	}
}

// together tells whether two builds can run side by side. Two of one participant do so only while the one replaces the
// other, and not if that happens at one instant; an old one that lingers does so with all that follow it.
func (c *checker) together(a, b *stint) bool {
	if a == nil || a.part != b.part || a == b {
		return true
	}
	earlier, later := inOrder(a, b)
	return earlier.lingers || later.index == earlier.index+1 && !c.plan.Steps[later.step].switches()
}

func inOrder(a, b *stint) (earlier, later *stint) {
	if b.index < a.index {
		return b, a
	}
	return a, b
}

// settle picks the source with the shortest run to the meeting, among those that need no rollback if there are any,
// and gives that run.
func (c *checker) settle(m *meeting) []Move {
	if m.data == nil {
		return c.shortest(c.sceneOf(m))
	}
	var best []Move
	compared := 0
	for src := range c.sources(m) {
		if !m.windowed && !c.meetForward(m, src) {
			continue
		}
		if compared++; compared > closest {
			break
		}
		try := *m
		try.data = src.data
		if moves := c.shortest(c.sceneOf(&try)); best == nil || len(moves) < len(best) {
			best, m.data = moves, src.data
		}
	}
	return best
}

// troubles gives what troubled does. Mostly that is the whole life, of which a plan of thousands of steps has millions of
// uses and one copy.
func (c *checker) troubles(d *stored, r *reader, j Judgment, copied *Channel) iter.Seq[*span] {
	return func(yield func(*span) bool) {
		if copied == nil && j.Answer != Conditional && r.position.Kind != Tail && r.position.Kind != ReplayBack {
			yield(&d.life)
			return
		}
		for _, life := range c.troubled(d, r, j, copied) {
			if !yield(&life) {
				return
			}
		}
	}
}

// troubled gives the spans in which the data may do harm to the reader: its whole life, or what the promises about
// its cases leave of it.
func (c *checker) troubled(d *stored, r *reader, j Judgment, copied *Channel) []span {
	life := d.life
	if copied != nil {
		life = c.lifeInCopy(d, copied)
	} else {
		life = c.visible(d, r, life)
	}
	if j.Answer != Conditional {
		return []span{life}
	}
	var left []span
	for _, note := range j.Notes {
		promise := c.promised(d, note.Case)
		switch {
		case promise == nil:
			return []span{life}
		case promise.Before.Name != "":
			left = append(left, span{start: c.order.startOf[c.order.indexOf[promise.Before.Name]], with: append([]int{life.start}, life.with...), ends: life.ends})
		}
	}
	return left
}

// promised finds the promise that covers a case in a class.
func (c *checker) promised(d *stored, kase string) *Promise {
	for i := range c.plan.Promises {
		pr := &c.plan.Promises[i]
		if branchless(pr.Channel.Name) == d.channel.Name && (pr.V.Name == "" || pr.V.Name == d.class.Version) && pr.Case == kase && kase != "" {
			return pr
		}
	}
	return nil
}

// meetForward tells whether the pair meets even if nobody ever rolls back.
func (c *checker) meetForward(m *meeting, src source) bool {
	life := *src.life
	if m.copy == nil {
		life.ends = append(append([]endpoint(nil), life.ends...), src.data.forward.ends...)
	}
	return c.order.meet(life, m.reader.forward)
}

// sceneOf says what a trace to the meeting has to reach.
func (c *checker) sceneOf(m *meeting) scene {
	sc := scene{data: m.data, actor: m.actor}
	switch {
	case m.reader != nil:
		sc.since = append(sc.since, m.reader.life.start)
	default:
		sc.since = append(sc.since, m.actor.writes.start)
	}
	if m.data != nil {
		sc.place = m.data.place
	}
	if m.copy != nil {
		sc.place = m.copy.Name
	}
	if m.era != nil {
		sc.since = append(sc.since, m.era.life.start)
	}
	return sc
}

// meetRewriters pairs data with builds that read it, change it and write it back.
func (c *checker) meetRewriters(ds []*stored, rs []*reader, copied *Channel, era *tableEra, eraIndex int) []*meeting {
	var found []*meeting
	for _, r := range rs {
		w := c.rewrites(r)
		if w == nil || copied != nil {
			continue // what comes back from a copy is judged by what it is read as
		}
		j := c.judgePreserve(ds[0], r, w, eraIndex)
		if j.Answer == Fine {
			continue
		}
		if m := c.meetOne(ds, r, j, nil, era, eraIndex); m != nil {
			m.kind = preserves
			found = append(found, m)
		}
	}
	return found
}

// judgePreserve asks what a build loses of data that it reads, changes and writes back.
func (c *checker) judgePreserve(d *stored, r *reader, w *Write, eraIndex int) Judgment {
	view := WriterView{Participant: r.stint.part, Build: r.stint.build, Channel: r.view.Channel, Version: w.V.Name, Fields: w.Fields, Meaning: r.view.Meaning}
	key := judgedKey{'p', r.view.Channel, d.key, r.key + "|" + w.V.Name + "|" + strings.Join(w.Fields, ","), eraIndex}
	return c.ask(key, "what does "+r.stint.String()+" lose of "+d.label(), func(o Oracle) (Judgment, error) {
		return o.Preserve(d.class, r.view, view)
	})
}

// rewrites gives the write of a build back to a channel it is declared to rewrite; nil when it does not.
func (c *checker) rewrites(r *reader) *Write {
	for _, rmw := range r.stint.part.RMW {
		if location(rmw.Name) != r.place {
			continue
		}
		for i := range r.stint.build.Writes {
			if location(r.stint.build.Writes[i].Name) == r.place {
				return &r.stint.build.Writes[i]
			}
		}
	}
	return nil
}

// holdsCopies tells whether records of the parent channel get into a dlq, cache or backup. A declared dlq may hold some
// whatever its readers do with what they cannot read: letters from before the plan, and those of clients nobody named.
func (c *checker) holdsCopies(ch *Channel) bool {
	return ch.Kind == DLQ || ch.Kind == Cache || ch.Kind == Backup
}

// meetCopies pairs the readers of a channel with data that a dlq, cache or backup of it may bring back after it has
// left the channel itself.
func (c *checker) meetCopies(ch *Channel) []*meeting {
	var back []*stored
	for _, d := range c.data[ch.Of.Name] {
		if len(d.life.ends) > 0 {
			back = append(back, d)
		}
	}
	var found []*meeting
	for _, m := range c.meetData(ch.Of.Name, back, ch, nil, 0) {
		if m.kind == reads && !c.metDirectly(m) {
			found = append(found, m)
		}
	}
	return found
}

// metDirectly tells whether the reader meets some of the same data in the channel itself: one cause, one finding.
func (c *checker) metDirectly(m *meeting) bool {
	for src := range c.sources(m) {
		if c.order.meet(c.visible(src.data, m.reader, src.data.life), m.reader.life) {
			return true
		}
	}
	return false
}

// lifeInCopy gives how long data lies in a copy: until it is removed there, by a step that starts after it has left
// the channel it is a copy of.
func (c *checker) lifeInCopy(d *stored, ch *Channel) span {
	life := span{start: d.life.start, with: d.life.with}
	for _, i := range c.removers[ch.Name] {
		step := &c.plan.Steps[i]
		if removes(step, d.class.Version) && c.removalWorks(i) && c.order.over(d.life, c.order.startOf[i]) {
			life.ends = append(life.ends, endpoint{all: []int{c.order.doneOf[i]}})
		}
	}
	return life
}

// own tells whether the data is the participant's own state.
func (m *meeting) own() bool { return m.data != nil && m.data.channel.Kind == State }

// plain tells a meeting that no more special rule owns.
func (m *meeting) plain() bool { return !m.windowed && m.copy == nil && !m.own() }
