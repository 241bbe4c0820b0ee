package rollout

import (
	"fmt"
	"slices"
)

// A backfill, a catchup or a publish that does not say in which shape it writes carries data over as it is: whoever reads
// the place that is filled meets what was written to the other. A mirrored topic is a catchup.

// maxCarried bounds what steps that feed each other in many ways are followed to carry.
const maxCarried = 2_000

// A carrier is a step that copies from one place to another.
type carrier struct {
	step     int
	from, to string
	into     *Channel
}

// carriers lists the steps that carry data over as it is.
func (c *checker) carriers() []carrier {
	var list []carrier
	for i := range c.plan.Steps {
		step := &c.plan.Steps[i]
		if step.Do != Backfill && step.Do != Catchup && step.Do != Publish || step.V.Name != "" || step.Fields != nil {
			continue
		}
		from, to := c.copyEnds(i)
		source, into := c.channels[branchless(from)], c.channels[branchless(to)]
		if from != to && source != nil && into != nil && source.Kind != RPC && into.Kind != RPC {
			list = append(list, carrier{i, from, to, into})
		}
	}
	return list
}

// carry follows every kind of data through the steps that carry it, also through one after the other.
func (c *checker) carry() {
	carriers := map[string][]carrier{} // by the place that they copy from
	carried, said := 0, map[string]bool{}
	var queue []*stored
	for _, k := range c.carriers() {
		if carriers[k.from] == nil {
			queue = append(queue, c.data[k.from]...)
		}
		carriers[k.from] = append(carriers[k.from], k)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		src := queue[0]
		for _, k := range carriers[src.place] {
			if src.cameBy(k.step) {
				continue
			}
			step := &c.plan.Steps[k.step]
			version, why := c.carriedAs(src, k.into)
			if why != "" {
				if !said[step.ID+"|"+src.class.Version] {
					said[step.ID+"|"+src.class.Version] = true
					c.unknown(step.At, "step %s carries %s over into %s as it is, %s; say in which version it writes (v:)", step.ID, src.label(), k.to, why)
				}
				continue
			}
			if carried++; carried > maxCarried {
				c.unknown(step.At, "what the backfills, catchups and publishes carry over to each other is more than %d kinds of data; the rest is not followed", maxCarried)
				return
			}
			if d := c.carryOne(k, src, version); d != nil {
				queue = append(queue, d)
			}
		}
	}
}

// root is the data as it was written before any step carried it over.
func (s *stored) root() *stored {
	for s.source != nil {
		s = s.source
	}
	return s
}

// cameBy tells whether the data has passed through a step already: what goes round in a circle is nothing new.
func (s *stored) cameBy(step int) bool {
	for ; s != nil; s = s.source {
		if s.step == step {
			return true
		}
	}
	return false
}

// carriedAs gives the version that data of one channel has in another, or why it has none. Versions of two channels are
// the same when their schemas are the same file; a transform that runs in the sink makes one into the other.
func (c *checker) carriedAs(src *stored, into *Channel) (version, why string) {
	if src.channel == into || src.class.Version == "" || len(into.Schemas) == 0 {
		return src.class.Version, ""
	}
	for i := range c.plan.Transforms {
		t := &c.plan.Transforms[i]
		if channel, to, _ := splitVersion(t.To.Name); t.Where == "sink" && t.From.Name == src.subject() && sameSchema(c.channels[channel], into, to) {
			return to, ""
		}
	}
	switch {
	case into.version(src.class.Version) == nil:
		return "", "which has no version " + src.class.Version
	case !sameSchema(src.channel, into, src.class.Version):
		return "", "where " + src.class.Version + " is another schema"
	}
	return src.class.Version, ""
}

// sameSchema tells whether a label stands for the same schema in two channels.
func sameSchema(a, b *Channel, label string) bool {
	if a == nil || a.version(label) == nil || b.version(label) == nil {
		return false
	}
	return a == b || a.version(label).Path == b.version(label).Path
}

// carryOne files what one step makes of one kind of data; nil when the step never finds it. A catchup copies as long as the
// source has the data; the others only while they run.
func (c *checker) carryOne(k carrier, src *stored, version string) *stored {
	o, start, done := c.order, c.order.startOf[k.step], c.order.doneOf[k.step]
	lasting := c.plan.Steps[k.step].Do == Catchup
	if o.over(src.life, start) || !lasting && o.precedes(done, src.life.start) {
		return nil
	}
	class := src.class
	class.Channel, class.Version, class.Origin = k.into, version, fmt.Sprintf("%s by %s", src.root().from(), c.plan.Steps[k.step].ID)
	if class.Meaning == nil {
		class.Meaning = c.meaning(k.into.Name, class.Version, nil)
	}
	d := &stored{channel: k.into, place: k.to, step: k.step, source: src, class: class}
	copying := func(life span) span {
		s := span{start: start, with: append([]int{life.start}, life.with...), ends: []endpoint{{all: []int{done}}}}
		if o.precedes(start, life.start) { // what comes to a copy that is made already comes with what writes it
			s.start, s.with[0] = life.start, start
		}
		if lasting {
			s.ends = life.ends
		}
		return s
	}
	c.keep(d, copying(src.life), copying(src.forward))
	return d
}

// shortestCarried gives a short run into data that steps have carried over. It has to be written after whatever took it out
// before, in the place that it comes from or on the way, and early enough to be found; the runs that come into question are
// played, and the shortest that ends with the data in its place is it.
func (c *checker) shortestCarried(sc scene, base bitset) []Move {
	o, root := c.order, sc.data.root()
	way, starts := []*stored{root}, newBitset(len(o.events))
	for d := sc.data; d != root; d = d.source {
		way = append(way, d)
		starts.union(o.before[o.startOf[d.step]])
	}
	first := o.downSet(append([]int{root.life.start}, root.life.with...)...)
	afters := []bitset{first}
	for _, d := range way {
		for _, i := range c.removers[d.place] {
			if base.has(o.doneOf[i]) && i != d.step && removes(&c.plan.Steps[i], d.class.Version) && c.removalWorks(i) {
				after := slices.Clone(first)
				after.union(o.before[o.startOf[i]])
				afters = append(afters, after)
			}
		}
	}
	var fallback []Move
	t := c.contest()
	for _, after := range afters {
		moments := []bitset{after}
		if root.writer != nil {
			moments = c.laterMoments(root.writer, after, base)
		}
		for _, before := range moments {
			found := slices.Clone(before)
			found.union(starts)
			for _, stops := range [][]bitset{{before, base}, {before, found, base}, {found, base}} {
				if root.writer != nil && c.ended(root.writer.writes, stops[0]) {
					continue // too late for it to be written
				}
				w := t.again()
				for k, stop := range stops {
					w.fireAll(stop, root.life.start)
					if k == 0 && root.writer != nil {
						w.reach(root.writer)
					}
				}
				w.reach(sc.actor)
				if fallback == nil {
					fallback = slices.Clone(w.moves)
				}
				if c.endsWith(w.moves, sc, way) {
					t.enter()
				}
			}
		}
	}
	if !t.any {
		return fallback
	}
	return t.winner()
}

// endsWith plays a run and tells whether the data lies in its place at the end, beside who meets it.
func (c *checker) endsWith(moves []Move, sc scene, way []*stored) bool {
	var places []string
	for _, d := range way {
		places = append(places, d.place)
	}
	p := c.playerOf(func(place string) bool { return slices.Contains(places, place) })
	for _, mv := range moves {
		p.play(mv)
	}
	return p.present[sc.data] && p.w.runs(sc.actor)
}
