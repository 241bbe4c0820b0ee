package rollout

import (
	"fmt"
	"slices"
)

// require adds an edge for every pair that the formats do not allow: the older side of the two is over before the
// newer one begins. It returns a refusal when a side that would have to end never does.
func (m *maker) require(c *checker) string {
	for _, r := range c.readers[m.channel.Name] {
		reader := m.making(r.stint.part)
		if reader == nil {
			continue
		}
		for _, d := range c.data[m.channel.Name] {
			writer := (*making)(nil)
			if d.writer != nil {
				writer = m.making(d.writer.part)
			}
			j := m.judge(c, d, r)
			if j.Answer == Fine || d.writer != nil && writer == nil {
				continue
			}
			if m.holdBack(d, r, reader, j) || m.filled(d, r, j) {
				continue
			}
			known := len(m.edges)
			if refusal := m.keepApart(d, r, writer, reader, firstNote(j).Message); refusal != "" {
				return refusal
			}
			for i := range m.edges[known:] {
				m.edges[known+i].data = j.Answer == Conditional
			}
		}
	}
	m.registryFirst(c)
	m.flagLast()
	m.rewritesLast(c)
	m.requireTable(c)
	return ""
}

// registryFirst lets builds wait for the conversions that the registry has for them.
func (m *maker) registryFirst(c *checker) {
	for _, r := range c.early[m.channel.Name] {
		mk := m.making(r.stint.part)
		if mk == nil {
			continue
		}
		at := slices.IndexFunc(mk.builds, func(b *Build) bool { return b.Name == r.stint.build.Name })
		for _, a := range r.lacks {
			if at >= 0 && mk.deploys[at] >= 0 {
				m.edge(a.step, mk.deploys[at], fmt.Sprintf("%s has the conversion %s from the registry, and only once it is there", r.stint, a.upcaster))
			}
		}
	}
}

// requireTable orders the alter step of a table between the builds: those that the new schema does not suit are gone
// for good before it, those that the old one does not suit start after it.
func (m *maker) requireTable(c *checker) {
	if m.alter < 0 {
		return
	}
	eras := c.erasOf(m.channel)
	if len(eras) != 2 {
		return
	}
	for _, r := range c.readers[m.channel.Name] {
		for era := range eras {
			j := c.ask(judgedKey{'b', m.channel, "", r.key, era}, "", func(o Oracle) (Judgment, error) { return o.Bind(&eras[era].schema, r.view) })
			m.besideAlter(m.making(r.stint.part), r.stint, era, j)
		}
	}
	for _, d := range c.data[m.channel.Name] {
		if d.writer == nil {
			continue
		}
		for era := range eras {
			j := c.ask(judgedKey{'w', m.channel, d.key, "", era}, "", func(o Oracle) (Judgment, error) { return o.Write(&eras[era].schema, d.view()) })
			m.besideAlter(m.making(d.writer.part), d.writer, era, j)
		}
	}
}

// besideAlter orders one build and the alter step, when one of the table's two schemas does not suit the build.
func (m *maker) besideAlter(mk *making, s *stint, era int, j Judgment) {
	if mk == nil || j.Answer == Fine {
		return
	}
	at := slices.IndexFunc(mk.builds, func(b *Build) bool { return b.Name == s.build.Name })
	why := fmt.Sprintf("%s does not suit %s: %s", m.channel.Name, s, firstNote(j).Message)
	switch {
	case at < 0:
	case era == 0 && mk.deploys[at] >= 0:
		m.edge(m.alter, mk.deploys[at], why)
	case era == 1 && at+1 < len(mk.builds):
		m.edge(mk.closing[at+1], m.alter, why)
	}
}

// judge asks about a pair; in a table under the schema that is current when both may be there: the newer of the two.
func (m *maker) judge(c *checker, d *stored, r *reader) Judgment {
	if m.alter < 0 {
		return c.judgeRead(d, r, 0, nil)
	}
	eras := c.erasOf(m.channel)
	era := 0
	if m.rank[d.class.Version] > m.rank[m.req.From] || m.rank[r.view.Version] > m.rank[m.req.From] {
		era = len(eras) - 1
	}
	return c.judgeRead(d, r, era, &eras[era].schema)
}

// rewritesLast lets a rewrite into the new version wait for the readers that cannot take that version.
func (m *maker) rewritesLast(c *checker) {
	for _, version := range m.labels() {
		i, ok := m.removal[version]
		if !ok || m.plan.Steps[i].Do != Rewrite {
			continue
		}
		for _, d := range c.data[m.channel.Name] {
			for _, r := range c.readers[m.channel.Name] {
				mk := m.making(r.stint.part)
				if d.class.Version != m.req.To || mk == nil || m.rank[r.view.Version] >= m.rank[m.req.To] || m.judge(c, d, r).Answer == Fine {
					continue
				}
				if at := slices.IndexFunc(mk.builds, func(b *Build) bool { return b.Name == r.stint.build.Name }); at >= 0 && at+1 < len(mk.builds) {
					m.edge(mk.closing[at+1], i, fmt.Sprintf("%s cannot take what %s writes", r.stint, m.plan.Steps[i].ID))
				}
			}
		}
	}
}

func (m *maker) making(part *Participant) *making {
	for _, mk := range m.moves {
		if mk.part.Name == part.Name {
			return mk
		}
	}
	return nil
}

// keepApart orders one bad pair.
func (m *maker) keepApart(d *stored, r *reader, writer, reader *making, why string) string {
	readerOlder := m.rank[r.view.Version] < m.rank[d.class.Version]
	readerAt := slices.IndexFunc(reader.builds, func(b *Build) bool { return b.Name == r.stint.build.Name })
	writerAt := -1
	if writer != nil {
		writerAt = slices.IndexFunc(writer.builds, func(b *Build) bool { return b.Name == d.writer.build.Name })
	}
	why = fmt.Sprintf("%s cannot take %s: %s", r.stint, d.label(), why)
	if readerOlder || r.view.Version == d.class.Version {
		if readerAt < 0 || readerAt+1 >= len(reader.builds) {
			return fmt.Sprintf("%s, and nothing replaces that build", why)
		}
		if writerAt < 0 || writer.deploys[writerAt] < 0 {
			return fmt.Sprintf("%s, which lies there before the plan", why)
		}
		m.edge(reader.closing[readerAt+1], writer.deploys[writerAt], why)
		return ""
	}
	if reader.deploys[readerAt] < 0 {
		return fmt.Sprintf("%s, and both are there before the plan", why)
	}
	removal := m.removalOf(d.class.Version)
	if writer != nil {
		if writerAt+1 >= len(writer.builds) {
			return fmt.Sprintf("%s, and %s never stops writing it", why, d.writer)
		}
		m.edge(writer.closing[writerAt+1], removal, fmt.Sprintf("%s has left only when %s can no longer come back", d.label(), d.writer))
	}
	m.edge(removal, reader.deploys[readerAt], why)
	return ""
}

// removalOf gives the step that takes a version out of the channel: by waiting where that works, else by rewriting.
func (m *maker) removalOf(version string) int {
	if i, ok := m.removal[version]; ok {
		return i
	}
	ch := m.channel
	s := Step{Do: Expire, Channel: Ref{Name: ch.Name}, V: Ref{Name: version}}
	switch {
	case ch.Retention.Kind == ByTime && len(ch.Tags) == 0:
		wait := ch.Retention.Time + m.plan.Policy.ClockSkew
		if ch.Lag != nil {
			wait += *ch.Lag
		}
		s.For = wholeDays(wait)
		s.ID = m.stepID("expire-" + version)
	case ch.Retention.Kind == Undeclared && ch.Kind != Table:
		s.ID = m.stepID("expire-" + version)
	default:
		s = Step{ID: m.stepID("rewrite-" + version), Do: Rewrite, Channel: s.Channel, From: s.V, To: Ref{Name: m.req.To}}
	}
	m.removal[version] = len(m.plan.Steps)
	m.plan.Steps = append(m.plan.Steps, s)
	return m.removal[version]
}

// wholeDays rounds a wait up to days, as people plan it.
func wholeDays(s Span) Span {
	d := Span(day)
	return (s + d - 1) / d * d
}

func (m *maker) edge(before, after int, why string) {
	if m.known[[2]int{before, after}] {
		return
	}
	if m.known == nil {
		m.known = map[[2]int]bool{}
	}
	m.known[[2]int{before, after}] = true
	m.edges = append(m.edges, Required{from: before, to: after, Why: why})
}

// sort orders the steps by the edges, the author's order first where they leave a choice, and writes the edges into
// after:. It returns a circle of edges when there is no order.
func (m *maker) sort() []Required {
	all := slices.Clone(m.edges)
	for i := range m.plan.Steps {
		for _, a := range m.plan.Steps[i].After {
			all = append(all, Required{from: m.stepNamed(a.Name), to: i, Why: "the plan says so"})
		}
		if r := m.plan.Steps[i].Rollback; r != nil {
			all = append(all, Required{from: i, to: m.stepNamed(r.Until.Name), Why: "a window closes when its step is complete"})
		}
	}
	for i := range all {
		all[i].Before, all[i].After = m.plan.Steps[all[i].from].ID, m.plan.Steps[all[i].to].ID
	}
	for i := range m.edges {
		m.edges[i].Before, m.edges[i].After = m.plan.Steps[m.edges[i].from].ID, m.plan.Steps[m.edges[i].to].ID
	}
	order, circle := topological(len(m.plan.Steps), all)
	if circle != nil {
		return circle
	}
	for _, e := range m.edges {
		s := &m.plan.Steps[e.to]
		if !slices.ContainsFunc(s.After, func(r Ref) bool { return r.Name == e.Before }) {
			s.After = append(s.After, Ref{Name: e.Before})
		}
	}
	m.thinOut(all)
	sorted := make([]Step, len(order))
	for i, at := range order {
		sorted[i] = m.plan.Steps[at]
	}
	m.plan.Steps = sorted
	return nil
}

// thinOut leaves out what other entries of after: imply already.
func (m *maker) thinOut(all []Required) {
	n := len(m.plan.Steps)
	reach := make([]bitset, n)
	order, _ := topological(n, all)
	for _, i := range order {
		reach[i] = newBitset(n)
		reach[i].set(i)
		for _, e := range all {
			if e.to == i {
				reach[i].union(reach[e.from])
			}
		}
	}
	index := make(map[string]int, n)
	for i := range m.plan.Steps {
		index[m.plan.Steps[i].ID] = i
	}
	for i := range m.plan.Steps {
		s := &m.plan.Steps[i]
		implied := newBitset(n) // by some entry other than itself
		for _, b := range s.After {
			for e := range n {
				if k := index[b.Name]; e != k && reach[k].has(e) {
					implied.set(e)
				}
			}
		}
		s.After = slices.DeleteFunc(s.After, func(a Ref) bool { return implied.has(index[a.Name]) })
	}
}

func (m *maker) stepNamed(id string) int {
	return slices.IndexFunc(m.plan.Steps, func(s Step) bool { return s.ID == id })
}

// topological sorts n things, the lowest free one first, or gives a circle of edges.
func topological(n int, edges []Required) (order []int, circle []Required) {
	waits := make([]int, n)
	for _, e := range edges {
		waits[e.to]++
	}
	var free intHeap
	for i := range n {
		if waits[i] == 0 {
			free.push(i)
		}
	}
	for len(free) > 0 {
		i := free.pop()
		order = append(order, i)
		for _, e := range edges {
			if e.from == i {
				if waits[e.to]--; waits[e.to] == 0 {
					free.push(e.to)
				}
			}
		}
	}
	if len(order) == n {
		return order, nil
	}
	return nil, findCircle(waits, edges)
}

// findCircle walks back along unmet edges until a thing repeats.
func findCircle(waits []int, edges []Required) []Required {
	at := slices.IndexFunc(waits, func(w int) bool { return w > 0 })
	seen := map[int]int{}
	var walk []Required
	for {
		if first, ok := seen[at]; ok {
			circle := walk[first:]
			slices.Reverse(circle)
			return circle
		}
		seen[at] = len(walk)
		for _, e := range edges {
			if e.to == at && waits[e.from] > 0 {
				walk = append(walk, e)
				at = e.from
				break
			}
		}
	}
}

// pattern names the shape of the required edges.
func (m *maker) pattern() string {
	readersFirst, writersFirst := false, len(m.removal) > 0
	for _, e := range m.edges {
		if m.plan.Steps[e.to].Do == Deploy && m.plan.Steps[e.from].Do != Register && m.plan.Steps[e.from].Do != Expire && m.plan.Steps[e.from].Do != Rewrite && m.plan.Steps[e.from].Do != Alter {
			readersFirst = true
		}
	}
	middle := slices.ContainsFunc(m.moves, func(mk *making) bool { return len(mk.builds) > 2 })
	switch {
	case m.alter >= 0:
		return "table: builds that suit both schemas, close, alter, then the builds that need the new one"
	case middle && (readersFirst || writersFirst):
		return "bridge version: tolerant readers, then dual writers, then the old data leaves, then readers and writers of the new version only"
	case readersFirst && writersFirst:
		return "both at once"
	case readersFirst:
		return "readers first: readers, close, writers, close"
	case writersFirst:
		return "writers first: writers, close, old data leaves, readers"
	}
	return "free: any order is safe"
}
