package rollout

import (
	"fmt"
	"strings"
)

// applyDefaults fills the words that were not given and the edges that order: listed implies.
func (p *Plan) applyDefaults() {
	setDefault(&p.Policy.RollbackScope, "self")
	setDefault(&p.Policy.UnknownParticipants, "fail")
	setDefault(&p.Policy.Order, "after")
	for i := range p.Participants {
		part := &p.Participants[i]
		setDefault(&part.Fleet, Controlled)
		setDefault(&part.OnError, Halt)
	}
	for i := range p.Steps {
		step := &p.Steps[i]
		if step.Do == Deploy || step.Do == Retire {
			step.usual = step.Strategy == ""
			setDefault(&step.Strategy, Rolling)
		}
		if p.Policy.Order == "listed" && i > 0 {
			step.After = append(step.After[:len(step.After):len(step.After)], Ref{p.Steps[i-1].ID, step.At})
			step.listed = true
		}
	}
}

func setDefault[W ~string](word *W, to W) {
	if *word == "" {
		*word = to
	}
}

// branchless takes the branch off a channel reference: orders_daily@repair lies in the table orders_daily.
func branchless(ref string) string {
	channel, _, _ := strings.Cut(ref, "@")
	return channel
}

// location is the canonical name of a place: a table's main branch is the table.
func location(ref string) string { return strings.TrimSuffix(ref, "@main") }

func (p *Plan) channel(name string) *Channel {
	name = branchless(name)
	for i := range p.Channels {
		if p.Channels[i].Name == name {
			return &p.Channels[i]
		}
	}
	return nil
}

func (p *Plan) participant(name string) *Participant {
	for i := range p.Participants {
		if p.Participants[i].Name == name {
			return &p.Participants[i]
		}
	}
	return nil
}

func (p *Plan) dataset(name string) *Dataset {
	for i := range p.Datasets {
		if p.Datasets[i].Name == name {
			return &p.Datasets[i]
		}
	}
	return nil
}

func (p *Plan) gate(name string) *Gate {
	for i := range p.Gates {
		if p.Gates[i].Name == name {
			return &p.Gates[i]
		}
	}
	return nil
}

func (p *Participant) build(name string) *Build {
	for i := range p.Builds {
		if p.Builds[i].Name == name {
			return &p.Builds[i]
		}
	}
	return nil
}

// version finds a labelled schema.
func (c *Channel) version(label string) *Version {
	for i := range c.Schemas {
		if c.Schemas[i].Name == label {
			return &c.Schemas[i]
		}
	}
	return nil
}

// A nameChecker collects names that name nothing.
type nameChecker struct {
	plan         *Plan
	problems     []Problem
	channels     map[string]*Channel
	participants map[string]*Participant
	steps        map[string]int
	gates        map[string]bool
	datasets     map[string]bool
	names        map[string][]string // kind of name -> names in file order, for did-you-mean
}

// checkNames reports every reference of the plan that leads nowhere, and what a step lacks to mean anything.
func checkNames(p *Plan) []Problem {
	c := &nameChecker{plan: p, channels: map[string]*Channel{}, participants: map[string]*Participant{}, steps: map[string]int{},
		gates: map[string]bool{}, datasets: map[string]bool{}, names: map[string][]string{}}
	c.index()
	for i := range p.Channels {
		c.checkChannel(&p.Channels[i])
	}
	for i := range p.Participants {
		c.checkParticipant(&p.Participants[i])
	}
	for _, m := range p.Meanings {
		c.channelVersion(Ref{m.Name, m.At}, false)
	}
	for _, t := range p.Transforms {
		c.channelVersion(t.From, true)
		c.channelVersion(t.To, true)
	}
	for _, d := range p.Datasets {
		for _, ref := range append(d.Channels, d.Authority) {
			c.need("channel", ref)
		}
	}
	for i := range p.Gates {
		c.checkGate(&p.Gates[i])
	}
	for i := range p.Steps {
		c.checkStep(&p.Steps[i])
	}
	c.checkNotes()
	return c.problems
}

func (c *nameChecker) fail(at Pos, format string, args ...any) {
	c.problems = append(c.problems, Problem{at, fmt.Sprintf(format, args...)})
}

func (c *nameChecker) index() {
	p := c.plan
	for i := range p.Channels {
		c.channels[p.Channels[i].Name] = &p.Channels[i]
		c.names["channel"] = append(c.names["channel"], p.Channels[i].Name)
	}
	for i := range p.Participants {
		c.participants[p.Participants[i].Name] = &p.Participants[i]
		c.names["participant"] = append(c.names["participant"], p.Participants[i].Name)
	}
	for _, g := range p.Gates {
		c.gates[g.Name] = true
		c.names["gate"] = append(c.names["gate"], g.Name)
	}
	for _, d := range p.Datasets {
		c.datasets[d.Name] = true
		c.names["dataset"] = append(c.names["dataset"], d.Name)
	}
	for i, s := range p.Steps {
		if first, twice := c.steps[s.ID]; twice {
			c.fail(s.At, "the step id %q is given twice; the other is at line %d", s.ID, p.Steps[first].At.Line)
			continue
		}
		if s.ID == "" || len(s.ID) > 200 || hasControl(s.ID, "") {
			c.fail(s.At, "a step's id has 1 to 200 characters, none of them a control character")
		}
		c.steps[s.ID] = i
		c.names["step"] = append(c.names["step"], s.ID)
	}
}

// need reports a reference whose name is not of that kind. An empty reference was not given and is fine.
func (c *nameChecker) need(kind string, ref Ref) {
	if ref.Name == "" {
		return
	}
	found := false
	switch kind {
	case "channel":
		_, found = c.channels[branchless(ref.Name)]
	case "participant":
		_, found = c.participants[ref.Name]
	case "gate":
		found = c.gates[ref.Name]
	case "dataset":
		found = c.datasets[ref.Name]
	case "step":
		_, found = c.steps[ref.Name]
	}
	if !found {
		hint := ""
		if len(c.problems) < maxProblems { // a suggestion costs a pass over all names
			hint = didYouMean(ref.Name, c.names[kind])
		}
		c.fail(ref.At, "no %s is called %q%s", kind, ref.Name, hint)
	}
}

// needStep reports a step that there is not. One of another plan is left to Merge, which knows that plan.
func (c *nameChecker) needStep(ref Ref) {
	if _, found := c.steps[ref.Name]; !found && strings.Contains(ref.Name, "/") {
		c.plan.outside = append(c.plan.outside, ref)
		return
	}
	c.need("step", ref)
}

// needVersion reports a label that the channel does not have. Channels without schemas have no labels to dangle.
func (c *nameChecker) needVersion(channel string, ref Ref) {
	ch := c.channels[branchless(channel)]
	if ref.Name == "" || ch == nil || len(ch.Schemas) == 0 || ch.version(ref.Name) != nil {
		return
	}
	labels := make([]string, len(ch.Schemas))
	for i, v := range ch.Schemas {
		labels[i] = v.Name
	}
	c.fail(ref.At, "channel %s has no version %q%s", ch.Name, ref.Name, didYouMean(ref.Name, labels))
}

// channelVersion checks a name of the form channel.version, the version optional unless needed.
func (c *nameChecker) channelVersion(ref Ref, versionNeeded bool) {
	if _, whole := c.channels[ref.Name]; whole && !versionNeeded {
		return
	}
	channel, label, ok := splitVersion(ref.Name)
	if !ok {
		if versionNeeded {
			c.fail(ref.At, "%q is no channel.version", ref.Name)
			return
		}
		c.need("channel", ref)
		return
	}
	c.need("channel", Ref{channel, ref.At})
	c.needVersion(channel, Ref{label, ref.At})
}

// splitVersion cuts channel.version at its last dot.
func splitVersion(name string) (channel, label string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || i == len(name)-1 {
		return "", "", false
	}
	return name[:i], name[i+1:], true
}

func (c *nameChecker) checkChannel(ch *Channel) {
	switch ch.Kind {
	case State:
		c.need("participant", ch.Of)
	default:
		c.need("channel", ch.Of)
		if ch.Of.Name == ch.Name {
			c.fail(ch.Of.At, "channel %s is of itself", ch.Name)
		}
	}
	if (ch.Kind == DLQ || ch.Kind == State) && ch.Of.Name == "" {
		c.fail(ch.At, "channel %s is a %s and does not say of what; add of:", ch.Name, ch.Kind)
	}
	of := ch.Name
	if ch.Of.Name != "" && ch.Kind != State && len(ch.Schemas) == 0 {
		of = ch.Of.Name
	}
	for _, ref := range append(append([]Ref(nil), ch.Holds...), ch.Registered...) {
		c.needVersion(of, ref)
	}
}

func (c *nameChecker) checkParticipant(part *Participant) {
	for _, ref := range part.RMW {
		c.need("channel", ref)
	}
	if len(part.Builds) == 0 {
		c.fail(part.At, "participant %s has no builds", part.Name)
	}
	if part.Fleet == Scheduled && part.Every == 0 {
		c.fail(part.At, "participant %s is scheduled; add every: with its period, for its old build lives until the next run", part.Name)
	}
	if part.Running != nil {
		c.needBuild(part, *part.Running)
	}
	for i := range part.Builds {
		b := &part.Builds[i]
		for _, r := range b.Reads {
			c.need("channel", Ref{r.Name, r.At})
			if r.V.Name != "latest" {
				c.needVersion(r.Name, r.V)
			}
			for _, up := range r.Upcasters {
				from, to, ok := strings.Cut(up.Name, ">")
				if !ok {
					c.fail(up.At, "%q is no upcaster; write it as v1>v2", up.Name)
					continue
				}
				c.needVersion(r.Name, Ref{from, up.At})
				c.needVersion(r.Name, Ref{to, up.At})
			}
			c.needSchemaLabel(r.Name, r.V, r.At, "reads", part.Name, b.Name)
		}
		for _, w := range b.Writes {
			c.need("channel", Ref{w.Name, w.At})
			c.needVersion(w.Name, w.V)
			c.needSchemaLabel(w.Name, w.V, w.At, "writes", part.Name, b.Name)
		}
		for _, m := range b.Meanings {
			c.channelVersion(Ref{m.Name, m.At}, false)
		}
	}
}

// needSchemaLabel reports a use of a versioned channel that does not say which version.
func (c *nameChecker) needSchemaLabel(channel string, v Ref, at Pos, does, part, build string) {
	ch := c.channels[branchless(channel)]
	if ch != nil && len(ch.Schemas) > 0 && ch.Kind != Table && v.Name == "" {
		c.fail(at, "%s/%s %s %s and does not say which version; add v:", part, build, does, channel)
	}
}

func (c *nameChecker) needBuild(part *Participant, ref Ref) {
	if ref.Name == "" || part == nil || part.build(ref.Name) != nil {
		return
	}
	names := make([]string, len(part.Builds))
	for i, b := range part.Builds {
		names[i] = b.Name
	}
	c.fail(ref.At, "participant %s has no build %q%s", part.Name, ref.Name, didYouMean(ref.Name, names))
}

func (c *nameChecker) checkGate(g *Gate) {
	for _, ref := range g.Subject {
		if !c.datasets[ref.Name] && c.participants[ref.Name] == nil {
			c.fail(ref.At, "gate %s is about %q, which is neither a participant nor a dataset%s", g.Name, ref.Name,
				didYouMean(ref.Name, append(append([]string(nil), c.names["participant"]...), c.names["dataset"]...)))
		}
	}
	for _, ref := range g.RequiredBy {
		c.need("step", ref)
	}
}

// stepNeeds says which keys each action cannot do without.
var stepNeeds = map[Action][]string{
	Register: {"channel", "v"}, Deploy: {"participant", "build"}, Alter: {"channel"}, Verify: {"gate"},
	Cutover: {"dataset", "to"}, Publish: {"from", "to"}, FenceOff: {"participant"}, Expire: {"channel"},
	Rewrite: {"channel"}, Drop: {"channel"}, Retire: {"participant"}, Catchup: {"from", "to"},
}

func (c *nameChecker) checkStep(s *Step) {
	given := map[string]bool{"channel": s.Channel.Name != "", "v": s.V.Name != "", "participant": s.Participant.Name != "", "build": s.Build.Name != "",
		"gate": s.Gate.Name != "", "dataset": s.Dataset.Name != "", "from": s.From.Name != "", "to": s.To.Name != ""}
	for _, key := range stepNeeds[s.Do] {
		if !given[key] {
			c.fail(s.At, "step %s (%s) lacks the key %q", s.ID, s.Do, key)
		}
	}
	for _, ref := range s.After {
		c.needStep(ref)
	}
	for _, ref := range s.Requires {
		c.need("gate", ref)
	}
	if s.Rollback != nil && s.Rollback.Until.Name != "end" {
		c.needStep(s.Rollback.Until)
	}
	c.need("channel", s.Channel)
	c.needVersion(s.Channel.Name, s.V)
	c.need("participant", s.Participant)
	c.need("gate", s.Gate)
	c.need("dataset", s.Dataset)
	part := c.participants[s.Participant.Name]
	c.needBuild(part, s.Build)
	for _, b := range s.Builds {
		c.needBuild(part, b)
	}
	if s.Do == Rewrite {
		c.needVersion(s.Channel.Name, s.From)
		c.needVersion(s.Channel.Name, s.To)
	} else {
		c.need("channel", s.From)
		c.need("channel", s.To)
	}
	c.checkStepShape(s)
}

// checkStepShape reports keys that the action gives no meaning to, where a reader of the plan would be misled.
func (c *nameChecker) checkStepShape(s *Step) {
	if s.Uses != "" && s.Uses != "repair" {
		c.fail(s.At, "step %s uses %q; only repair can be used", s.ID, s.Uses)
	}
	if s.Uses == "repair" && c.plan.Repair == nil {
		c.fail(s.At, "step %s uses the repair block, and the plan has none", s.ID)
	}
	if s.Do == Backfill && s.Uses == "" && (s.From.Name == "" || s.To.Name == "") {
		c.fail(s.At, "step %s (backfill) needs from: and to:, or uses: repair", s.ID)
	}
	if s.Rollback != nil {
		switch s.Do {
		case Deploy, Retire, Cutover, Publish, Backfill, Register:
		default:
			c.fail(s.Rollback.At, "step %s (%s) has no way back; rollback: belongs to deploy, retire, register, backfill, publish and cutover", s.ID, s.Do)
		}
	}
	if s.Do == Rewrite && s.To.Name == "" && s.Fields == nil {
		c.fail(s.At, "step %s (rewrite) says neither to: which version nor fields: it writes", s.ID)
	}
	if s.Do == Drop && s.Field != "" && s.V.Name != "" {
		c.fail(s.At, "step %s drops a field or a version, not both", s.ID)
	}
}

// checkNotes checks the lists that speak about pairs: promises, tests, waivers, approvals.
func (c *nameChecker) checkNotes() {
	for _, pr := range c.plan.Promises {
		c.need("channel", pr.Channel)
		c.needVersion(pr.Channel.Name, pr.V)
		c.need("step", pr.Before)
		if pr.Before.Name == "" && pr.Evidence == "" {
			c.fail(pr.At, "a promise says neither before: which step it holds nor evidence: for it")
		}
	}
	for _, t := range c.plan.Tested {
		c.channelVersion(t.Data, true)
		name, build, ok := strings.Cut(t.Reader.Name, "/")
		if !ok {
			c.fail(t.Reader.At, "%q is no participant/build", t.Reader.Name)
			continue
		}
		c.need("participant", Ref{name, t.Reader.At})
		c.needBuild(c.participants[name], Ref{build, t.Reader.At})
	}
	for _, a := range c.plan.Approvals {
		c.need("gate", a.Gate)
	}
	var rules []string
	for _, r := range Rules {
		rules = append(rules, r.ID, r.Code)
	}
	for _, w := range c.plan.Waivers {
		if !contains(rules, w.Rule) {
			c.fail(w.At, "no rule is called %q%s", w.Rule, didYouMean(w.Rule, rules))
		}
		if _, ok := parseDay(w.Until); !ok {
			c.fail(w.At, "until is %q; write a day such as 2027-01-31", w.Until)
		}
	}
}
