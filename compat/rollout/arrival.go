package rollout

import (
	"fmt"
	"slices"
	"strings"
)

// A conversion that lives in the registry (a transform with at: registry) is no part of a build. It arrives with the
// registration of the newer of its two versions, at once, for every build that runs registry rules (it lists the conversion
// under upcasters) and for no other. Until then those builds read without it.

// maxArrivals bounds the registry conversions of one build whose arrivals are told apart.
const maxArrivals = 4

// An arrival is a conversion and the step whose completion brings it.
type arrival struct {
	upcaster string
	step     int
}

// arriving lists the conversions of a reader that the registry does not have before the plan.
func (c *checker) arriving(r *reader) []arrival {
	var list []arrival
	ch := r.view.Channel
	for _, up := range r.read.Upcasters {
		from, to, _ := strings.Cut(up.Name, ">")
		t := c.transforms[ch.Name+"."+from+">"+ch.Name+"."+to]
		if t == nil || t.Where != "registry" {
			continue
		}
		newer := newerOf(ch, from, to)
		if slices.ContainsFunc(ch.Registered, func(ref Ref) bool { return ref.Name == newer }) {
			continue
		}
		step := -1
		for _, i := range c.registers(ch.Name) {
			if c.plan.Steps[i].V.Name == newer && step < 0 {
				step = i
			}
		}
		if step < 0 {
			c.unknown(t.At, "the conversion %s of %s lives in the registry, and nothing says when %s is registered: not known when %s has it", up.Name, ch.Name, newer, r.stint)
			continue
		}
		if !c.order.precedes(c.order.doneOf[step], r.life.start) {
			list = append(list, arrival{up.Name, step})
		}
	}
	return list
}

// newerOf is the one of two versions that comes later in the channel's list.
func newerOf(ch *Channel, a, b string) string {
	at := func(v string) int { return slices.IndexFunc(ch.Schemas, func(s Version) bool { return s.Name == v }) }
	if at(a) > at(b) {
		return a
	}
	return b
}

// waiting adds what a reader is while some of its conversions have not arrived: for each set of them, a reader without
// them, until the first of them arrives.
func (c *checker) waiting(r *reader) {
	list := c.arriving(r)
	if len(list) > maxArrivals {
		c.unknown(r.read.At, "%s waits for %d conversions from the registry; more than %d are not told apart", r.stint, len(list), maxArrivals)
		return
	}
	for set := 1; set < 1<<len(list); set++ {
		early := *r
		read := *r.read
		read.Upcasters = slices.Clone(read.Upcasters)
		early.life.ends, early.forward.ends = slices.Clone(r.life.ends), slices.Clone(r.forward.ends)
		for i, a := range list {
			if set>>i&1 == 0 {
				continue
			}
			read.Upcasters = slices.DeleteFunc(read.Upcasters, func(up Ref) bool { return up.Name == a.upcaster })
			end := endpoint{all: []int{c.order.doneOf[a.step]}}
			early.life.ends, early.forward.ends = append(early.life.ends, end), append(early.forward.ends, end)
			early.lacks = append(slices.Clone(early.lacks), a)
		}
		early.read, early.full = &read, r
		early.key = fmt.Sprintf("%s|without %v", r.key, early.lacks)
		c.early[r.place] = append(c.early[r.place], &early)
	}
}

// meetEarly pairs data with readers whose conversions have not arrived, where it is the conversion that they lack.
func (c *checker) meetEarly(place string, data []*stored, copied *Channel, era *tableEra, eraIndex int, schema *TableSchema) []*meeting {
	var found []*meeting
	seen := map[string]bool{}
	for _, r := range c.early[place] {
		for _, ds := range grouped(data, func(d *stored) string { return d.key }) {
			id := r.stint.String() + "|" + ds[0].key
			if seen[id] || c.judgeRead(ds[0], r.full, eraIndex, schema).Answer != Fine {
				continue
			}
			j := c.judgeRead(ds[0], r, eraIndex, schema)
			if j.Answer == Fine {
				continue
			}
			if m := c.meetOne(ds, r, j, copied, era, eraIndex); m != nil {
				seen[id] = true
				found = append(found, m)
			}
		}
	}
	return found
}

// arriveFirst asks for the conversions to be registered before the build that needs them starts; nil when the reader
// waits for none, or runs before the plan.
func (c *checker) arriveFirst(m *meeting) *remedy {
	if m.reader == nil || m.reader.full == nil {
		return nil
	}
	var r remedy
	var names, steps []string
	for _, a := range m.reader.lacks {
		step := &c.plan.Steps[a.step]
		names, steps = append(names, a.upcaster), append(steps, step.ID)
		if at := m.reader.life.start; at >= 0 && !c.order.precedes(at, c.order.doneOf[a.step]) {
			deploy := c.plan.Steps[c.order.events[at].step].ID
			r.edges = append(r.edges, Edge{Before: fmt.Sprintf("done(%s)", step.ID), After: c.startName(at), Step: deploy, Needs: step.ID, before: c.order.doneOf[a.step], after: at})
		}
	}
	r.why = fmt.Sprintf("the conversion %s lives in the registry: %s has it only from the completion of %s on", strings.Join(names, ", "), m.actor, strings.Join(steps, ", "))
	r.fix = fmt.Sprintf("complete %s before %s meets %s", strings.Join(steps, ", "), m.actor, m.data.label())
	if len(r.edges) > 0 {
		r.fix = fmt.Sprintf("add edge: %s before %s, which is after: [%s] on %s", r.edges[0].Before, r.edges[0].After, r.edges[0].Needs, r.edges[0].Step)
	}
	return &r
}

// rulesWithout lists, for the last lines of the report, the builds that read a channel without a conversion that lives in
// its registry.
func (c *checker) rulesWithout() {
	for i := range c.plan.Transforms {
		t := &c.plan.Transforms[i]
		channel, from, ok := splitVersion(t.From.Name)
		_, to, _ := splitVersion(t.To.Name)
		if t.Where != "registry" || !ok {
			continue
		}
		var lacking []string
		for _, r := range c.readers[channel] {
			has := slices.ContainsFunc(r.read.Upcasters, func(up Ref) bool { return up.Name == from+">"+to })
			if !has && r.view.Version == to && !contains(lacking, r.stint.String()) {
				lacking = append(lacking, r.stint.String())
			}
		}
		if lacking != nil {
			c.looked("the conversion %s>%s of %s lives in the registry; %s read%s %s without it", from, to, channel, strings.Join(lacking, ", "), verbEnd(len(lacking)), to)
		}
	}
}

func verbEnd(n int) string {
	if n == 1 {
		return "s"
	}
	return ""
}
