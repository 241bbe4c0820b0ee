package rollout

import (
	"slices"
	"strings"
	"time"
)

// A stored is data of one class from one source, and when it may lie in the channel.
type stored struct {
	channel *Channel
	place   string // channel, with its branch when that is not main
	class   DataClass
	write   *Write  // of a build's own writes
	writer  *stint  // nil: it lay there before the plan, or a step put it there
	step    int     // the step that put it there; -1
	source  *stored // what the step copied, when it copies as it is
	life    span    // as all windows allow
	forward span    // if nobody ever rolls back
	key     string  // equal keys get equal answers
}

// from says who put the data there, for people.
func (s *stored) from() string {
	switch {
	case s.writer != nil:
		return s.writer.String()
	case s.class.Origin != "live":
		return s.class.Origin
	}
	return "before the plan"
}

// rows names data that has no version by where it comes from.
func (s *stored) rows() string {
	if s.writer == nil && s.step < 0 {
		return "rows from before the plan"
	}
	return "rows of " + s.from()
}

// view is how the build that writes the data does it.
func (s *stored) view() WriterView {
	v := WriterView{Participant: s.writer.part, Build: s.writer.build, Channel: s.channel, Version: s.class.Version, Fields: s.class.Fields, Binds: s.write.Binds, Meaning: s.class.Meaning}
	setDefault(&v.Binds, s.writer.part.Binds)
	return v
}

// label names the class as channel version.
func (s *stored) label() string {
	if s.class.Version == "" {
		return s.channel.Name
	}
	return s.channel.Name + " " + s.class.Version
}

// shape is what a writer says about what it writes.
func (s *stored) shape() string {
	return s.class.Version + "|" + strings.Join(s.class.Fields, ",") + "|" + meaningKey(s.class.Meaning)
}

// subject names the class as channel.version.
func (s *stored) subject() string { return strings.ReplaceAll(s.label(), " ", ".") }

// A reader is one build's view of one channel, and when it may look.
type reader struct {
	stint    *stint
	read     *Read
	view     ReaderView
	place    string
	life     span
	forward  span
	position Position
	key      string
	full     *reader   // of a reader whose conversions have not all arrived: the same with all of them
	lacks    []arrival // those that have not
}

// A tableEra is one schema of a table and when it is current.
type tableEra struct {
	schema TableSchema
	life   span
}

// inventory lists everything that is written, read and lying in channels over the whole plan.
func (c *checker) inventory() {
	c.data, c.filled = map[string][]*stored{}, map[string][]string{}
	c.readers, c.copiers, c.early = map[string][]*reader{}, map[string][]*reader{}, map[string][]*reader{}
	c.readPlaces()
	for _, chain := range c.chains {
		for _, s := range chain {
			if s.build == nil {
				continue
			}
			for i := range s.build.Writes {
				c.written(s, &s.build.Writes[i])
			}
			for i := range s.build.Reads {
				c.reading(s, &s.build.Reads[i])
			}
			c.copying(s)
		}
	}
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		for _, held := range ch.Holds {
			d := &stored{channel: ch, place: ch.Name, step: -1, class: DataClass{Channel: ch, Version: held.Name, Origin: "live"}}
			c.keep(d, atBeginning, atBeginning)
		}
	}
	for i := range c.plan.Steps {
		c.copied(i)
	}
	for i := range c.plan.Channels {
		c.rowsBefore(&c.plan.Channels[i])
	}
	c.carry()
}

// rowsBefore adds the rows that a table has before the plan, filled as its schema then is, where nobody is named who wrote
// them: a table that queries are moved over is not empty.
func (c *checker) rowsBefore(ch *Channel) {
	if ch.Kind != Table || ch.Holds != nil || len(c.data[ch.Name]) > 0 || len(ch.Schemas) == 0 && ch.Fields == nil {
		return
	}
	class := DataClass{Channel: ch, Fields: ch.Fields, Meaning: c.meaning(ch.Name, "", nil), Origin: "live"}
	if len(ch.Schemas) > 0 {
		class.Version, class.Fields = ch.Schemas[0].Name, nil
	}
	c.keep(&stored{channel: ch, place: ch.Name, step: -1, class: class}, atBeginning, atBeginning)
}

// atBeginning is the writing of what lies there before the plan.
var atBeginning = span{start: beginning, ends: []endpoint{{all: []int{beginning}}}}

// written adds the data of one build's writes.
func (c *checker) written(s *stint, w *Write) {
	ch := c.channels[branchless(w.Name)]
	if c.order.empty(s.writes) || ch == nil {
		return
	}
	d := &stored{channel: ch, place: location(w.Name), writer: s, step: -1, write: w,
		class: DataClass{Channel: ch, Version: w.V.Name, Fields: w.Fields, Meaning: c.meaning(ch.Name, w.V.Name, s.build), Origin: "live"}}
	writing := s.forward
	writing.ends = append(append([]endpoint(nil), s.forward.ends...), c.fenceEnds(s)...)
	c.keep(d, s.writes, writing)
}

func (c *checker) fenceEnds(s *stint) []endpoint {
	var ends []endpoint
	for _, done := range c.fences(s, "write") {
		ends = append(ends, endpoint{all: []int{done}})
	}
	return ends
}

// copied adds what steps put into a channel that say in which shape.
func (c *checker) copied(i int) {
	step := &c.plan.Steps[i]
	var place, version string
	switch step.Do {
	case Backfill, Catchup, Publish:
		_, place = c.copyEnds(i)
		version = step.V.Name
	case Rewrite:
		place, version = location(step.Channel.Name), step.To.Name
	default:
		return
	}
	ch := c.channels[branchless(place)]
	if ch == nil || version == "" && step.Fields == nil {
		return
	}
	d := &stored{channel: ch, place: place, step: i, class: DataClass{Channel: ch, Version: version, Fields: step.Fields, Meaning: c.meaning(ch.Name, version, nil), Origin: string(step.Do) + " " + step.ID}}
	writing := span{start: c.order.startOf[i]}
	if step.Do != Catchup {
		writing.ends = []endpoint{{all: []int{c.order.doneOf[i]}}}
	}
	c.keep(d, writing, writing)
}

// keep files the data under its place and works out how long it may lie there: until a removal that starts after
// the last possible write. A channel of kind rpc stores nothing: its data lives as long as its writer.
func (c *checker) keep(d *stored, writing, forward span) {
	d.key = d.shape()
	if d.write != nil {
		d.key += "|" + string(d.view().Binds)
	}
	if d.channel.Kind == RPC {
		d.life, d.forward = writing, forward
	} else {
		d.life = span{start: writing.start, with: writing.with, ends: c.removals(d.place, d.class.Version, writing, d.step)}
		d.forward = span{start: forward.start, with: forward.with, ends: c.removals(d.place, d.class.Version, forward, d.step)}
	}
	if c.data[d.place] == nil {
		c.filled[d.channel.Name] = append(c.filled[d.channel.Name], d.place)
	}
	c.data[d.place] = append(c.data[d.place], d)
}

// removals gives the completions of the steps that take a class out of a place for good.
func (c *checker) removals(place, version string, writing span, self int) []endpoint {
	var ends []endpoint
	for _, i := range c.removers[place] {
		step := &c.plan.Steps[i]
		if i == self || !removes(step, version) || !c.removalWorks(i) || !c.order.over(writing, c.order.startOf[i]) {
			continue
		}
		ends = append(ends, endpoint{all: []int{c.order.doneOf[i]}})
	}
	return ends
}

// removes tells whether a step takes data of the version away.
func removes(step *Step, version string) bool {
	switch step.Do {
	case Expire:
		return step.V.Name == "" || step.V.Name == version
	case Drop:
		return step.Field == "" && (step.V.Name == "" || step.V.Name == version)
	case Rewrite:
		return step.From.Name == "" || step.From.Name == version
	}
	return false
}

// removalWorks tells an expire that removes something from one that only claims to: in a store that never forgets,
// or whose tags pin the old data, nothing leaves by waiting.
func (c *checker) removalWorks(i int) bool {
	step := &c.plan.Steps[i]
	ch := c.channels[branchless(step.Channel.Name)]
	if step.Do != Expire || ch == nil {
		return true
	}
	return ch.Retention.Kind != Infinite && ch.Retention.Kind != Compacted && len(ch.Tags) == 0
}

// reading adds one build's reading of one channel. A reader that follows the latest version is one reader for each
// version that is registered while it runs.
func (c *checker) reading(s *stint, r *Read) {
	ch := c.channels[branchless(r.Name)]
	if ch == nil || c.order.empty(s.reads) {
		return
	}
	if r.V.Name == "latest" {
		c.readingLatest(s, r, ch)
		return
	}
	c.addReader(s, r, ch, r.V.Name, s.reads, s.forward)
}

// copying adds what a build that is declared to read, change and write back reads without saying so: records in the
// shape it writes. Nothing is asked about such reading but what it loses.
func (c *checker) copying(s *stint) {
	for _, rmw := range s.part.RMW {
		place := location(rmw.Name)
		ch := c.channels[branchless(place)]
		says := slices.ContainsFunc(s.build.Reads, func(r Read) bool { return location(r.Name) == place })
		if ch == nil || says || c.order.empty(s.reads) {
			continue
		}
		for i := range s.build.Writes {
			if w := &s.build.Writes[i]; location(w.Name) == place {
				view := ReaderView{Participant: s.part, Build: s.build, Channel: ch, Version: w.V.Name, Uses: w.Fields, Binds: s.part.Binds}
				c.copiers[place] = append(c.copiers[place], &reader{stint: s, read: &Read{Name: w.Name, V: w.V, Uses: w.Fields}, view: view, place: place,
					life: s.reads, forward: s.forward, key: "copy|" + w.V.Name + "|" + strings.Join(w.Fields, ",")})
			}
		}
	}
}

// readingLatest splits a latest-following reader at the register steps of its channel.
func (c *checker) readingLatest(s *stint, r *Read, ch *Channel) {
	versions, starts := []string{c.firstVersion(ch)}, []int{beginning}
	for _, i := range c.registers(ch.Name) {
		versions, starts = append(versions, c.plan.Steps[i].V.Name), append(starts, i)
	}
	for k, version := range versions {
		life, forward := s.reads, s.forward
		life.ends = append([]endpoint(nil), s.reads.ends...)
		if k > 0 && c.order.precedes(s.reads.start, c.order.startOf[starts[k]]) {
			life.start, forward.start = c.order.startOf[starts[k]], c.order.startOf[starts[k]]
		}
		if k+1 < len(versions) {
			life.ends = append(life.ends, endpoint{all: []int{c.order.doneOf[starts[k+1]]}})
		}
		if version != "" && !c.order.empty(life) {
			c.addReader(s, r, ch, version, life, forward)
		}
	}
}

// registers gives the register steps of a channel in an order that agrees with the plan's.
func (c *checker) registers(channel string) []int {
	return c.stepsOn(Register, channel)
}

// firstVersion is the newest version that is known before the plan.
func (c *checker) firstVersion(ch *Channel) string {
	if n := len(ch.Registered); n > 0 {
		return ch.Registered[n-1].Name
	}
	version := ""
	for _, chain := range c.chains {
		if b := chain[0].build; b != nil {
			for _, w := range b.Writes {
				if branchless(w.Name) == ch.Name {
					version = w.V.Name
				}
			}
		}
	}
	return version
}

func (c *checker) addReader(s *stint, r *Read, ch *Channel, version string, life, forward span) {
	view := ReaderView{Participant: s.part, Build: s.build, Channel: ch, Version: version, Uses: r.Uses,
		Binds: r.Binds, Engine: r.Engine, Meaning: c.meaning(ch.Name, version, s.build)}
	setDefault(&view.Binds, s.part.Binds)
	if view.Engine == "" {
		view.Engine = s.part.Engine
	}
	position := r.Position
	if position.Kind == PositionUnset {
		position = s.build.Position
	}
	if position.Kind == PositionUnset {
		position = s.part.Position
	}
	ups := make([]string, len(r.Upcasters))
	for i, up := range r.Upcasters {
		ups[i] = up.Name
	}
	key := strings.Join([]string{version, strings.Join(view.Uses, ","), string(view.Binds), view.Engine, strings.Join(ups, ","), meaningKey(view.Meaning)}, "|")
	rd := &reader{stint: s, read: r, view: view, place: location(r.Name), life: life, forward: forward, position: position, key: key}
	c.readers[rd.place] = append(c.readers[rd.place], rd)
	c.waiting(rd)
}

// visible narrows the life of data to what a reader that starts at the tail, or replays a bounded time, still sees:
// what was written long enough ago is behind it. How far the slowest reader lags must be declared for that.
func (c *checker) visible(d *stored, r *reader, life span) span {
	wait := time.Duration(0)
	switch {
	case r.position.Kind == ReplayBack:
		wait = time.Duration(r.position.Replay)
	case r.position.Kind == Tail && d.channel.Lag != nil:
		wait = time.Duration(*d.channel.Lag)
	default:
		return life
	}
	if d.writer == nil || r.stint.index == 0 && r.stint.step < 0 {
		return life
	}
	seen := span{start: life.start, with: life.with, ends: append([]endpoint(nil), life.ends...)}
	for _, ep := range d.writer.writes.ends {
		if len(ep.all) == 1 && ep.wait == 0 && ep.all[0] >= 0 {
			seen.ends = append(seen.ends, endpoint{all: ep.all, since: ep.all[0], wait: wait})
		}
	}
	return seen
}

// eras gives the schemas a table passes through. The alter steps of one table are ordered; see tables.
func (c *checker) eras(ch *Channel) []tableEra {
	version := ""
	if len(ch.Schemas) > 0 {
		version = ch.Schemas[0].Name
	}
	eras := []tableEra{{schema: TableSchema{Channel: ch, Version: version}, life: span{start: beginning}}}
	var alters []*Step
	for _, i := range c.stepsOn(Alter, ch.Name) {
		step := &c.plan.Steps[i]
		last := &eras[len(eras)-1]
		last.life.ends = []endpoint{{all: []int{c.order.doneOf[i]}}}
		alters = append(alters, step)
		if step.V.Name != "" {
			version = step.V.Name
		}
		eras = append(eras, tableEra{schema: TableSchema{Channel: ch, Version: version, Alters: append([]*Step(nil), alters...)}, life: span{start: c.order.startOf[i]}})
	}
	for i := range eras {
		eras[i].schema.Later = alters[len(eras[i].schema.Alters):]
	}
	return eras
}

// meaning collects what is declared about the fields of a channel's version, as one build sees it: the build's own
// words win over those for the version, and those over those for the channel.
func (c *checker) meaning(channel, version string, b *Build) []Meaning {
	var fields []Meaning
	if b != nil {
		for _, m := range b.Meanings {
			if m.Name == channel || m.Name == channel+"."+version {
				fields = append(fields, m.Fields...)
			}
		}
	}
	for _, name := range []string{channel + "." + version, channel} {
		for _, m := range c.meanings[name] {
			fields = append(fields, m.Fields...)
		}
	}
	seen := map[string]bool{}
	kept := fields[:0:0]
	for _, f := range fields {
		if !seen[f.Name] {
			seen[f.Name] = true
			kept = append(kept, f)
		}
	}
	return kept
}

func meaningKey(fields []Meaning) string {
	if len(fields) == 0 {
		return ""
	}
	var b strings.Builder
	for _, f := range fields {
		b.WriteString(f.Name + "=" + f.Unit + "/" + f.NullMeans + "/" + f.DefaultMeans + ";")
	}
	return b.String()
}
