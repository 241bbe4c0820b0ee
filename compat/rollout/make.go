package rollout

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

// A Request asks for a plan: take a channel from one version to another.
type Request struct {
	Plan     *Plan  // channels and participants, with the builds on the way; steps, if any, are replaced
	Channel  string // empty when the plan has only one with versions
	From, To string
	Soak     Span    // length of each rollback window; 48h when zero
	Bridge   Bridger // writes the schema in between, when one is needed; nil: not offered
	Check    Options
}

// A Proposal is the outcome of planning: a plan that the check calls safe, or the proof that no order is.
type Proposal struct {
	Plan    *Plan
	Report  *Report
	Pattern string            // which of the known patterns it follows
	Edges   []Required        // what had to come before what, and why
	Circle  []Required        // no order exists: edges that go round in a circle
	Files   map[string][]byte // schemas written for a bridge, by path
	Refusal string            // why there is no plan
}

// A Required is an order that every safe plan has, with its reason.
type Required struct {
	Before, After string // step ids; the plan waits for the completion of the one before the other starts
	Why           string

	from, to int
}

// Make writes a safe plan, or proves that no order of the deploys is safe. The plan it returns has passed Check; a
// planner is not to be trusted.
func Make(req Request) (*Proposal, error) {
	m := &maker{req: req, plan: clonePlan(req.Plan)}
	if m.req.Soak == 0 {
		m.req.Soak = Span(48 * time.Hour)
	}
	if err := m.target(); err != nil {
		return nil, err
	}
	p := m.propose()
	if m.err != nil {
		return nil, m.err
	}
	if p.Circle == nil || req.Bridge == nil {
		return p, nil
	}
	return m.bridged(p)
}

// A maker works out one plan.
type maker struct {
	req     Request
	plan    *Plan
	channel *Channel
	rank    map[string]int // version -> place among the channel's versions
	moves   []*making
	removal map[string]int // version -> its expire or rewrite step
	edges   []Required
	err     error
}

// A making is one participant's way through its builds: a deploy and a soak for each build after the first.
type making struct {
	part    *Participant
	builds  []*Build
	deploys []int // step of each build; -1 for the first
	closing []int // step with whose completion the build's deploy can no longer be undone
}

// clonePlan copies what a maker changes.
func clonePlan(p *Plan) *Plan {
	q := *p
	q.Channels = slices.Clone(p.Channels)
	q.Participants = slices.Clone(p.Participants)
	for i := range q.Channels {
		q.Channels[i].Schemas = slices.Clone(p.Channels[i].Schemas)
	}
	for i := range q.Participants {
		q.Participants[i].Builds = slices.Clone(p.Participants[i].Builds)
	}
	q.Steps = nil
	q.Policy.Order = "after"
	return &q
}

// target settles which channel is meant and that it has the versions asked for.
func (m *maker) target() error {
	if len(m.plan.Participants) == 0 {
		return fmt.Errorf("make a plan for %s: the file names no participants", m.plan.File)
	}
	for i := range m.plan.Channels {
		ch := &m.plan.Channels[i]
		if ch.Name == m.req.Channel || m.req.Channel == "" && len(ch.Schemas) > 1 {
			if m.channel != nil {
				return fmt.Errorf("make a plan for %s: %s and %s both have versions; say which channel", m.plan.File, m.channel.Name, ch.Name)
			}
			m.channel = ch
		}
	}
	if m.channel == nil {
		return fmt.Errorf("make a plan for %s: no channel %q with versions%s", m.plan.File, m.req.Channel, didYouMean(m.req.Channel, m.channelNames()))
	}
	m.rankVersions()
	for _, v := range []string{m.req.From, m.req.To} {
		if _, ok := m.rank[v]; !ok {
			return fmt.Errorf("make a plan for %s: channel %s has no version %q%s", m.plan.File, m.channel.Name, v, didYouMean(v, m.labels()))
		}
	}
	return nil
}

func (m *maker) rankVersions() {
	m.rank = map[string]int{}
	for i, v := range m.channel.Schemas {
		m.rank[v.Name] = i
	}
}

func (m *maker) channelNames() []string {
	var names []string
	for _, ch := range m.plan.Channels {
		names = append(names, ch.Name)
	}
	return names
}

func (m *maker) labels() []string {
	var names []string
	for _, v := range m.channel.Schemas {
		names = append(names, v.Name)
	}
	return names
}

// propose lays out the steps, adds the required edges, sorts, and checks the result.
func (m *maker) propose() *Proposal {
	m.plan.Steps, m.moves, m.edges, m.removal = nil, nil, nil, map[string]int{}
	m.layOut()
	c := m.checker()
	if m.err != nil {
		return nil
	}
	refusal := m.require(c)
	p := &Proposal{Edges: m.edges, Files: map[string][]byte{}, Pattern: m.pattern()}
	if refusal != "" {
		p.Refusal = refusal
		return p
	}
	if p.Circle = m.sort(); p.Circle != nil {
		p.Refusal = "the steps that have to come before each other go round in a circle, so no order of them is safe"
		return p
	}
	m.finish(p)
	return p
}

// finish turns the sorted steps into a plan and has it checked.
func (m *maker) finish(p *Proposal) {
	p.Plan = m.plan
	if p.Plan.Name == "" {
		p.Plan.Name = fmt.Sprintf("%s-%s-to-%s", m.channel.Name, m.req.From, m.req.To)
	}
	text := p.Plan.Encode()
	reread, err := Load(m.plan.File, text)
	if err != nil {
		m.err = fmt.Errorf("make a plan for %s: the plan written does not load: %w", m.plan.File, err)
		return
	}
	p.Plan = reread
	p.Report, m.err = Check(reread, m.req.Check)
	if m.err == nil && (p.Report.Verdict == Unsafe || p.Report.Verdict == Stuck) {
		p.Refusal = fmt.Sprintf("the best order found is %s: %s", p.Report.Verdict, p.Report.Findings[0].Message)
	}
}

// layOut gives every participant a deploy and a soak for each build between the one that uses From and the one that
// uses To.
func (m *maker) layOut() {
	for i := range m.plan.Participants {
		part := &m.plan.Participants[i]
		mk := &making{part: part}
		for b := range part.Builds {
			if m.concerns(&part.Builds[b]) {
				mk.builds = append(mk.builds, &part.Builds[b])
			}
		}
		if len(mk.builds) == 0 {
			continue
		}
		mk.deploys, mk.closing = []int{-1}, []int{-1}
		for _, b := range mk.builds[1:] {
			deploy := Step{ID: m.stepID(part.Name + "-" + b.Name), Do: Deploy, Participant: Ref{Name: part.Name}, Build: Ref{Name: b.Name}, Strategy: Rolling, Owner: part.Owner}
			soak := Step{ID: m.stepID("soak-" + part.Name + "-" + b.Name), Do: Wait, For: m.req.Soak, After: []Ref{{Name: deploy.ID}}}
			if part.Fleet == Scheduled {
				soak.For = max(soak.For, part.Every+Span(day))
			}
			deploy.Rollback = &Rollback{Until: Ref{Name: soak.ID}}
			if k := len(mk.closing); mk.closing[k-1] >= 0 {
				deploy.After = []Ref{{Name: m.plan.Steps[mk.closing[k-1]].ID}}
			}
			mk.deploys = append(mk.deploys, len(m.plan.Steps))
			m.plan.Steps = append(m.plan.Steps, deploy)
			mk.closing = append(mk.closing, len(m.plan.Steps))
			m.plan.Steps = append(m.plan.Steps, soak)
			if part.Fleet == Uncontrolled {
				fence := Step{ID: m.stepID("fence-" + part.Name + "-" + mk.builds[len(mk.deploys)-2].Name), Do: FenceOff, Participant: Ref{Name: part.Name}, Builds: []Ref{{Name: mk.builds[len(mk.deploys)-2].Name}}, Stops: "all", After: []Ref{{Name: soak.ID}}}
				mk.closing[len(mk.closing)-1] = len(m.plan.Steps)
				m.plan.Steps = append(m.plan.Steps, fence)
			}
		}
		m.moves = append(m.moves, mk)
	}
	m.registerSteps()
}

// concerns tells whether a build uses the channel in a version between From and To; of others nothing is asked.
func (m *maker) concerns(b *Build) bool {
	lo, hi := m.rank[m.req.From], m.rank[m.req.To]
	inside := func(name, v string) bool {
		r, ok := m.rank[v]
		return branchless(name) == m.channel.Name && ok && r >= lo && r <= hi
	}
	for _, r := range b.Reads {
		if inside(r.Name, r.V.Name) {
			return true
		}
	}
	for _, w := range b.Writes {
		if inside(w.Name, w.V.Name) {
			return true
		}
	}
	return false
}

// stepID makes an id that no other step has.
func (m *maker) stepID(id string) string {
	unique := id
	for n := 2; slices.ContainsFunc(m.plan.Steps, func(s Step) bool { return s.ID == unique }); n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	return unique
}

// registerSteps puts the registration of each new version before the first build that writes it, where the channel
// says what its registry knows.
func (m *maker) registerSteps() {
	if len(m.channel.Registered) == 0 {
		return
	}
	known := map[string]bool{}
	for _, ref := range m.channel.Registered {
		known[ref.Name] = true
	}
	for _, v := range m.channel.Schemas {
		if known[v.Name] {
			continue
		}
		register := -1
		for _, mk := range m.moves {
			for i, b := range mk.builds {
				if mk.deploys[i] < 0 || writeOf(b, m.channel.Name) != v.Name {
					continue
				}
				if register < 0 {
					register = len(m.plan.Steps)
					m.plan.Steps = append(m.plan.Steps, Step{ID: m.stepID("register-" + v.Name), Do: Register, Channel: Ref{Name: m.channel.Name}, V: Ref{Name: v.Name}})
				}
				m.edge(register, mk.deploys[i], "a version is registered before it is written")
			}
		}
	}
}

func writeOf(b *Build, channel string) string {
	for _, w := range b.Writes {
		if branchless(w.Name) == channel {
			return w.V.Name
		}
	}
	return ""
}

func readOf(b *Build, channel string) *Read {
	for i := range b.Reads {
		if branchless(b.Reads[i].Name) == channel {
			return &b.Reads[i]
		}
	}
	return nil
}

// checker asks the formats about the builds; the order of the steps does not matter for that.
func (m *maker) checker() *checker {
	text := m.plan.Encode()
	plan, err := Load(m.plan.File, text)
	if err != nil {
		m.err = fmt.Errorf("make a plan for %s: %w", m.plan.File, err)
		return nil
	}
	m.plan = plan
	m.channel = plan.channel(m.channel.Name)
	m.repoint()
	report, err := Check(plan, m.req.Check)
	if err != nil {
		m.err = err
		return nil
	}
	if len(report.Unknown) > 0 {
		m.err = fmt.Errorf("make a plan for %s: not everything is known: %s", m.plan.File, report.Unknown[0].Message)
		return nil
	}
	return report.checker
}

// repoint follows the participants and builds into the plan that was read back.
func (m *maker) repoint() {
	for _, mk := range m.moves {
		mk.part = m.plan.participant(mk.part.Name)
		for i, b := range mk.builds {
			mk.builds[i] = mk.part.build(b.Name)
		}
	}
}

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
			j := c.judgeRead(d, r, 0, nil)
			if j.Answer == Fine || d.writer != nil && writer == nil {
				continue
			}
			if refusal := m.keepApart(d, r, writer, reader, firstNote(j).Message); refusal != "" {
				return refusal
			}
		}
	}
	m.rewritesLast(c)
	return ""
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
				if d.class.Version != m.req.To || mk == nil || m.rank[r.view.Version] >= m.rank[m.req.To] || c.judgeRead(d, r, 0, nil).Answer == Fine {
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
	for _, e := range m.edges {
		if e.from == before && e.to == after {
			return
		}
	}
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
	for i := range m.plan.Steps {
		s := &m.plan.Steps[i]
		s.After = slices.DeleteFunc(s.After, func(a Ref) bool {
			at := m.stepNamed(a.Name)
			return slices.ContainsFunc(s.After, func(b Ref) bool { k := m.stepNamed(b.Name); return k != at && reach[k].has(at) })
		})
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
		if m.plan.Steps[e.to].Do == Deploy && m.plan.Steps[e.from].Do != Register && m.plan.Steps[e.from].Do != Expire && m.plan.Steps[e.from].Do != Rewrite {
			readersFirst = true
		}
	}
	middle := slices.ContainsFunc(m.moves, func(mk *making) bool { return len(mk.builds) > 2 })
	switch {
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

// bridged tries again with a version in between that both sides can read.
func (m *maker) bridged(refused *Proposal) (*Proposal, error) {
	label := m.req.From + "-" + m.req.To
	file, schema, err := m.req.Bridge.Bridge(m.channel, m.req.From, m.req.To)
	if err != nil {
		refused.Refusal += "; no version in between can be written: " + err.Error() + ". " + newChannelAdvice
		return refused, nil
	}
	m.insertVersion(label, file)
	for i := range m.plan.Participants {
		m.insertBuild(&m.plan.Participants[i], label)
	}
	m.rankVersions()
	p := m.propose()
	if m.err != nil {
		return nil, m.err
	}
	if p.Plan == nil || p.Refusal != "" {
		refused.Refusal += "; a version in between does not help either: " + p.Refusal + ". " + newChannelAdvice
		return refused, nil
	}
	p.Files = map[string][]byte{file: schema}
	p.Circle = nil
	return p, nil
}

const newChannelAdvice = "What is left is a new channel (a topic or table of its own) with a converter: publish both, backfill, compare by key, move the readers one by one, close, stop the old one, fence, drop"

// insertVersion puts the bridge between the two versions.
func (m *maker) insertVersion(label, file string) {
	at := m.rank[m.req.To]
	m.channel.Schemas = slices.Insert(slices.Clone(m.channel.Schemas), at, Version{Name: label, Path: file})
	if ch := m.plan.channel(m.channel.Name); ch != nil {
		ch.Schemas = m.channel.Schemas
		m.channel = ch
	}
}

// insertBuild gives a participant a build on the bridge between those on the two versions: a reader that takes both,
// a writer that fills both.
func (m *maker) insertBuild(part *Participant, label string) {
	from, to := -1, -1
	for i := range part.Builds {
		if m.uses(&part.Builds[i], m.req.From) {
			from = i
		}
		if m.uses(&part.Builds[i], m.req.To) && to < 0 {
			to = i
		}
	}
	if from < 0 || to != from+1 {
		return
	}
	b := Build{Name: part.Builds[to].Name + "-bridge", Position: part.Builds[from].Position}
	for b2 := 2; part.build(b.Name) != nil; b2++ {
		b.Name = fmt.Sprintf("%s-bridge-%d", part.Builds[to].Name, b2)
	}
	for _, r := range part.Builds[from].Reads {
		if branchless(r.Name) == m.channel.Name {
			r.V, r.Uses = Ref{Name: label}, mergedUses(r.Uses, readOf(&part.Builds[to], m.channel.Name))
		}
		b.Reads = append(b.Reads, r)
	}
	for _, w := range part.Builds[from].Writes {
		if branchless(w.Name) == m.channel.Name {
			w.V = Ref{Name: label}
		}
		b.Writes = append(b.Writes, w)
	}
	part.Builds = slices.Insert(slices.Clone(part.Builds), to, b)
}

func mergedUses(old []string, fresh *Read) []string {
	if old == nil || fresh == nil || fresh.Uses == nil {
		return nil
	}
	uses := slices.Clone(old)
	for _, f := range fresh.Uses {
		if !contains(uses, f) {
			uses = append(uses, f)
		}
	}
	return uses
}

func (m *maker) uses(b *Build, version string) bool {
	r := readOf(b, m.channel.Name)
	return r != nil && r.V.Name == version || writeOf(b, m.channel.Name) == version
}

// Proof writes the circle that shows that no order is safe, an edge a line.
func (p *Proposal) Proof() string {
	var b strings.Builder
	for _, e := range p.Circle {
		fmt.Fprintf(&b, "  %s before %s: %s\n", e.Before, e.After, e.Why)
	}
	return b.String()
}

// FileNames lists the schemas that come with the plan, sorted.
func (p *Proposal) FileNames() []string {
	names := make([]string, 0, len(p.Files))
	for name := range p.Files {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
