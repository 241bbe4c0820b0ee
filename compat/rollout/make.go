package rollout

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A Request asks for a plan: take a channel from one version to another.
type Request struct {
	Plan     *Plan  // channels and participants, with the builds on the way; steps, if any, are replaced
	Channel  string // empty when the plan has only one with versions
	From, To string
	Soak     Span                                               // length of each rollback window; 48h when zero
	Pattern  Pattern                                            // the one pattern to follow; empty: the first that gives a safe plan
	Key      []string                                           // fields that identify a record of the channel, for a copy of it
	Bridge   Bridger                                            // writes the schema in between, when one is needed; nil: not offered
	Columns  func(c *Channel, version string) ([]Column, error) // the fields of a version; nil: not known
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
	Notes   []string          // what the plan costs, and what people have to bring: an outage, builds, a pin
	Refusal string            // why there is no plan
	Passed  []string          // the patterns tried before it, and why each was not possible
	Ordered *Proposal         // what came of ordering the builds as they were given, when another pattern was needed
}

// A Required is an order that every safe plan has, with its reason.
type Required struct {
	Before, After string // step ids; the plan waits for the completion of the one before the other starts
	Why           string

	from, to int
	data     bool // only some values stand in the way
}

// A maker works out one plan.
type maker struct {
	req       Request
	plan      *Plan
	channel   *Channel
	rank      map[string]int // version -> place among the channel's versions
	moves     []*making
	removal   map[string]int // version -> its expire or rewrite step
	alter     int            // the step that gives a table its new schema; -1: the channel is no table
	flag      int            // the step that lets new values out; -1: they are not held back
	flagged   string         // the participant that stands for the flag; empty: there is none
	between   string         // the version in between; empty: there is none
	flagID    string
	owner     string            // who does the steps that are nobody's deploy
	converter *Transform        // feeds a new channel in place of the writers; nil: they do
	stopped   map[string]string // participant -> the step that stops it
	gate      string            // the gate that compares the copies
	held      int               // pairs that the flag settles
	edges     []Required
	known     map[[2]int]bool // the edges, by their ends
	notes     []string
	err       error
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
	q.Meanings = slices.Clone(p.Meanings)
	q.Datasets = slices.Clone(p.Datasets)
	q.Gates = slices.Clone(p.Gates)
	q.Promises = slices.DeleteFunc(slices.Clone(p.Promises), func(pr Promise) bool { return pr.Before.Name != "" }) // the step is gone
	for i := range q.Gates {
		q.Gates[i].RequiredBy = nil
	}
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
	m.plan.Steps, m.moves, m.edges, m.known, m.removal = nil, nil, nil, nil, map[string]int{}
	m.layOut()
	c := m.checker()
	if m.err != nil {
		return nil
	}
	refusal := m.require(c)
	p := &Proposal{Edges: m.edges, Files: map[string][]byte{}, Pattern: m.pattern(), Notes: m.notes}
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

// mended adds what the edges do not tell of, such as the removal of old records from the dead letters: when nothing but
// such steps, and waiting for them, makes the plan safe.
func (m *maker) mended(p *Proposal) {
	fixed, err := Fix(p.Plan, m.req.Check)
	if err != nil || fixed.Report.Verdict != Safe && fixed.Report.Verdict != NotApproved {
		return
	}
	if !slices.ContainsFunc(fixed.Edits, func(e Edit) bool { return e.Kind != Insert && e.Kind != AddAfter }) {
		p.Plan, p.Report = fixed.Plan, fixed.Report
	}
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
	if m.err == nil && p.Report.Verdict == Unsafe {
		m.mended(p)
	}
	if m.err == nil && (p.Report.Verdict == Unsafe || p.Report.Verdict == Stuck) {
		p.Refusal = fmt.Sprintf("the best order found is %s: %s", p.Report.Verdict, p.Report.Findings[0].Message)
	}
}

// layOut gives every participant a deploy and a soak for each build between the one that uses From and the one that
// uses To.
func (m *maker) layOut() {
	for i := range m.plan.Participants {
		part := &m.plan.Participants[i]
		mk := &making{part: part, builds: m.way(part)}
		if len(mk.builds) == 0 || part.Name == m.flagged {
			continue
		}
		mk.deploys, mk.closing = []int{-1}, []int{-1}
		for k, b := range mk.builds[1:] {
			deploy, closing := m.bring(part, mk.builds[k], b, mk.closing[k])
			mk.deploys, mk.closing = append(mk.deploys, deploy), append(mk.closing, closing)
		}
		m.moves = append(m.moves, mk)
	}
	m.registerSteps()
	m.layFlag()
	if m.alter = -1; m.channel.Kind == Table {
		m.alter = len(m.plan.Steps)
		m.plan.Steps = append(m.plan.Steps, Step{ID: m.stepID("alter-" + m.channel.Name), Do: Alter, Channel: Ref{Name: m.channel.Name}, V: Ref{Name: m.req.To}})
	}
}

// way lists the builds of a participant from the one that runs today on, as far as they use the channel; nil when none of
// them does. The first is the one that runs, whether it uses the channel or not.
func (m *maker) way(part *Participant) []*Build {
	start := 0
	if part.Running != nil {
		start = max(0, slices.IndexFunc(part.Builds, func(b Build) bool { return b.Name == part.Running.Name }))
	}
	builds := []*Build{&part.Builds[start]}
	for b := start + 1; b < len(part.Builds); b++ {
		if m.concerns(&part.Builds[b]) {
			builds = append(builds, &part.Builds[b])
		}
	}
	if len(builds) == 1 && !m.concerns(builds[0]) {
		return nil
	}
	return builds
}

// bring adds the steps that take a participant from one build to the next: the deploy, the soak in which it may still be
// undone, and a fence where nothing else ends the old copies. It gives the deploy, and the step with whose completion
// the old build is gone for good.
func (m *maker) bring(part *Participant, old, fresh *Build, after int) (deploy, closing int) {
	step := Step{ID: m.stepID(part.Name + "-" + fresh.Name), Do: Deploy, Participant: Ref{Name: part.Name}, Build: Ref{Name: fresh.Name}, Strategy: Rolling, Owner: part.Owner}
	soak := Step{ID: m.stepID("soak-" + part.Name + "-" + fresh.Name), Do: Wait, For: m.req.Soak, After: []Ref{{Name: step.ID}}}
	if part.Fleet == Scheduled {
		soak.For = max(soak.For, part.Every+Span(day))
	}
	step.Rollback = &Rollback{Until: Ref{Name: soak.ID}}
	if after >= 0 {
		step.After = []Ref{{Name: m.plan.Steps[after].ID}}
	}
	deploy = m.add(step)
	closing = m.add(soak)
	if part.Fleet == Uncontrolled {
		closing = m.add(Step{ID: m.stepID("fence-" + part.Name + "-" + old.Name), Do: FenceOff, Participant: Ref{Name: part.Name}, Builds: []Ref{{Name: old.Name}}, How: m.fenceWord("all"), Stops: "all", After: []Ref{{Name: soak.ID}}})
	}
	return deploy, closing
}

// add puts a step at the end and gives its place.
func (m *maker) add(s Step) int {
	m.plan.Steps = append(m.plan.Steps, s)
	return len(m.plan.Steps) - 1
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

// maxStepID leaves room for a number below the 200 characters that an id may have.
const maxStepID = 190

// stepID makes an id that no other step has.
func (m *maker) stepID(id string) string {
	for len(id) > maxStepID {
		_, size := utf8.DecodeLastRuneInString(id)
		id = id[:len(id)-size]
	}
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
