package rollout

import "slices"

// meetTable pairs the builds of a table with its eras, and with the data in it.
func (c *checker) meetTable(ch *Channel, place string) []*meeting {
	var found []*meeting
	eras, rows := c.eras(ch), c.data[place]
	if ch.tagged(place) {
		eras, rows = c.asTagged(ch, eras)
	}
	for i := range eras {
		era := &eras[i]
		for _, rs := range grouped(c.readers[place], func(r *reader) string { return r.key }) {
			j := c.ask(judgedKey{'b', ch, "", rs[0].key, i}, "does "+rs[0].stint.String()+" find its fields in "+ch.Name, func(o Oracle) (Judgment, error) {
				return o.Bind(&era.schema, rs[0].view)
			})
			for _, r := range rs {
				if j.Answer != Fine && c.order.meet(r.life, era.life) {
					found = append(found, &meeting{kind: binds, reader: r, actor: r.stint, era: era, eraIndex: i, judgment: j, windowed: !c.order.meet(r.forward, era.life)})
				}
			}
		}
		found = append(found, c.meetWriters(ch, place, era, i)...)
		for _, m := range c.meetData(place, rows, nil, era, i) {
			if !bound(found, m) {
				found = append(found, m)
			}
		}
	}
	return found
}

// tagged tells a place that is a tag: a snapshot is read with the columns that it was made with, whatever the table has now.
func (c *Channel) tagged(place string) bool {
	return place != c.Name && contains(c.Tags, branchOf(place))
}

// asTagged gives what who reads a tag meets for ever: the table's schema and rows from before the plan.
func (c *checker) asTagged(ch *Channel, eras []tableEra) ([]tableEra, []*stored) {
	first := eras[0]
	first.life.ends = nil
	rows := slices.DeleteFunc(slices.Clone(c.data[ch.Name]), func(d *stored) bool { return d.life.start != beginning })
	return []tableEra{first}, rows
}

// bound tells whether the reader already fails to find its fields in that era: one cause, one finding.
func bound(found []*meeting, m *meeting) bool {
	for _, f := range found {
		if f.kind == binds && f.reader == m.reader && f.eraIndex == m.eraIndex {
			return true
		}
	}
	return false
}

// meetWriters pairs the writers of a table with one of its eras.
func (c *checker) meetWriters(ch *Channel, place string, era *tableEra, eraIndex int) []*meeting {
	var found []*meeting
	for _, d := range c.data[place] {
		if d.writer == nil {
			continue
		}
		view := d.view()
		j := c.ask(judgedKey{'w', ch, d.key, "", eraIndex}, "does "+ch.Name+" accept "+d.writer.String(), func(o Oracle) (Judgment, error) {
			return o.Write(&era.schema, view)
		})
		if j.Answer != Fine && c.order.meet(d.writer.writes, era.life) {
			found = append(found, &meeting{kind: writes, actor: d.writer, data: nil, era: era, eraIndex: eraIndex, judgment: j,
				windowed: !c.order.meet(d.writer.forward, era.life)})
		}
	}
	return found
}
