package rollout

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

// Options is what the check cannot find in the plan.
type Options struct {
	Oracles   map[string]Oracle // by channel format; a format without one is judged by names alone
	Today     time.Time         // decides whether waivers still hold; zero: none does
	Inventory []Seen            // readers and writers observed outside the plan
	Unread    []Problem         // what the caller could not read and the answer depends on
	without   string            // id of a rule left out, for the test that every rule matters
}

// Seen is one observed reader or writer of a channel.
type Seen struct{ Channel, Who string }

// A checker holds everything that one check derives from a plan.
type checker struct {
	plan       *Plan
	opt        Options
	order      *order
	rank       []int // event -> place in the topological order
	channels   map[string]*Channel
	meanings   map[string][]Meanings
	transforms map[string]*Transform
	chains     [][]*stint
	stintOf    []*stint // step -> the stint that a deploy starts
	closes     map[int][]int
	fenceSteps map[string][]int
	removers   map[string][]int // place -> expire, rewrite and drop steps on it
	onChannel  map[Action]map[string][]int
	data       map[string][]*stored
	filled     map[string][]string // channel -> the places of it where data lies
	readAt     map[string][]string // channel -> its branches that anything reads
	readers    map[string][]*reader
	early      map[string][]*reader // readers while conversions that live in a registry have not arrived
	copiers    map[string][]*reader // builds that copy records back and say nothing of reading them
	judged     map[judgedKey]Judgment
	meetings   []*meeting
	searched   []*copySearch
	eraCache   map[*Channel][]tableEra
	trying     *contest
	report     *Report
}

// Check decides whether every state that the plan can reach is safe. An error is a fault of the plan that leaves no
// question to decide (exit 2), always a *LoadError; everything else is in the report.
func Check(p *Plan, opt Options) (*Report, error) {
	if p.outside != nil {
		return nil, &LoadError{p.File, p.strangers()}
	}
	c := &checker{plan: p, opt: opt, report: &Report{Plan: p, Unknown: append([]Problem(nil), opt.Unread...)}, judged: map[judgedKey]Judgment{}, eraCache: map[*Channel][]tableEra{}}
	order, circle := newOrder(p)
	if circle != nil {
		c.circular(circle)
		c.report.arrange()
		c.report.finish()
		return c.report, nil
	}
	c.order = order
	c.index()
	problems := append(append(c.fleet(), c.tables()...), c.columns()...)
	if len(problems) > 0 {
		return nil, &LoadError{p.File, firstProblems(problems)}
	}
	for _, chain := range c.chains {
		for _, s := range chain[1:] {
			c.stintOf[s.step] = s
		}
	}
	c.inventory()
	c.meetings = c.meet()
	for _, rule := range Rules {
		if rule.ID != opt.without {
			rule.check(c, rule)
		}
	}
	c.report.arrange()
	c.waive()
	c.approvals()
	c.coverageLines()
	c.rulesWithout()
	c.report.checker = c
	c.report.finish()
	return c.report, nil
}

func (c *checker) index() {
	p := c.plan
	c.rank = make([]int, len(c.order.events))
	for i, e := range c.order.topo {
		c.rank[e] = i
	}
	c.channels, c.meanings, c.transforms = map[string]*Channel{}, map[string][]Meanings{}, map[string]*Transform{}
	for i := range p.Channels {
		c.channels[p.Channels[i].Name] = &p.Channels[i]
	}
	for _, m := range p.Meanings {
		c.meanings[m.Name] = append(c.meanings[m.Name], m)
	}
	for i := range p.Transforms {
		c.transforms[p.Transforms[i].From.Name+">"+p.Transforms[i].To.Name] = &p.Transforms[i]
	}
	c.closes, c.fenceSteps, c.removers, c.onChannel = map[int][]int{}, map[string][]int{}, map[string][]int{}, map[Action]map[string][]int{}
	c.stintOf = make([]*stint, len(p.Steps))
	for _, i := range c.stepsInOrder() {
		s := &p.Steps[i]
		if c.order.closeOf[i] >= 0 && (s.Do == Deploy || s.Do == Retire || s.Rollback != nil) {
			c.closes[c.order.closeOf[i]] = append(c.closes[c.order.closeOf[i]], i)
		}
		switch s.Do {
		case FenceOff:
			c.fenceSteps[s.Participant.Name] = append(c.fenceSteps[s.Participant.Name], i)
		case Expire, Rewrite, Drop:
			c.removers[location(s.Channel.Name)] = append(c.removers[location(s.Channel.Name)], i)
		}
		if s.Channel.Name != "" {
			if c.onChannel[s.Do] == nil {
				c.onChannel[s.Do] = map[string][]int{}
			}
			c.onChannel[s.Do][branchless(s.Channel.Name)] = append(c.onChannel[s.Do][branchless(s.Channel.Name)], i)
		}
	}
}

// stepsInOrder lists the steps by the place of their start in the topological order.
func (c *checker) stepsInOrder() []int {
	steps := make([]int, len(c.plan.Steps))
	for i := range steps {
		steps[i] = i
	}
	sort.Slice(steps, func(a, b int) bool { return c.rank[c.order.startOf[steps[a]]] < c.rank[c.order.startOf[steps[b]]] })
	return steps
}

// stepsByEnd lists the steps by their completion. Done one after the other in this order they keep to the plan, windows
// included: a soak that began early ends after the deploy whose window it closes.
func (c *checker) stepsByEnd() []int {
	steps := c.stepsInOrder()
	sort.SliceStable(steps, func(a, b int) bool { return c.rank[c.order.doneOf[steps[a]]] < c.rank[c.order.doneOf[steps[b]]] })
	return steps
}

func (c *checker) stepsOn(do Action, channel string) []int { return c.onChannel[do][channel] }

// tables reports alter steps of one table that have no order: what the table looks like is then not decided.
func (c *checker) tables() []Problem {
	var problems []Problem
	for i := range c.plan.Channels {
		alters := c.stepsOn(Alter, c.plan.Channels[i].Name)
		for k := 1; k < len(alters); k++ {
			if !c.order.precedes(c.order.doneOf[alters[k-1]], c.order.startOf[alters[k]]) {
				a, b := &c.plan.Steps[alters[k-1]], &c.plan.Steps[alters[k]]
				problems = append(problems, Problem{b.At, fmt.Sprintf("%s and %s both alter %s, in no order; add after: to one of them", a.ID, b.ID, c.plan.Channels[i].Name)})
			}
		}
	}
	return problems
}

// columns reports alter and drop steps about a column that their table does not have, or has already, where the plan says
// which columns there are: a name with a slip in it would else be dropped without anybody minding.
func (c *checker) columns() []Problem {
	var problems []Problem
	for i := range c.plan.Channels {
		ch := &c.plan.Channels[i]
		if ch.Kind != Table || ch.Fields == nil {
			continue
		}
		eras := c.erasOf(ch)
		for k, at := range c.stepsOn(Alter, ch.Name) {
			step, before := &c.plan.Steps[at], &eras[k].schema
			for _, name := range step.Add {
				if presence(before, name) == present {
					problems = append(problems, Problem{step.At, fmt.Sprintf("step %s adds %s, and %s has that column already", step.ID, name, ch.Name)})
				}
			}
			needed := slices.DeleteFunc(slices.Clone(step.Require), func(name string) bool { return slices.Contains(step.Add, name) })
			for _, r := range step.Rename {
				needed = append(needed, r.From)
			}
			problems = append(problems, c.noColumn(step, ch, eras[k:k+1], needed)...)
		}
		for _, at := range c.stepsOn(Drop, ch.Name) {
			if step := &c.plan.Steps[at]; step.Field != "" {
				problems = append(problems, c.noColumn(step, ch, eras, []string{step.Field})...)
			}
		}
	}
	return problems
}

// noColumn reports the names that are a column in none of the eras.
func (c *checker) noColumn(step *Step, ch *Channel, eras []tableEra, names []string) []Problem {
	var problems []Problem
	for _, name := range names {
		column, _, _ := strings.Cut(name, ".")
		if !slices.ContainsFunc(eras, func(e tableEra) bool { return presence(&e.schema, column) != absent }) {
			known := slices.Clone(ch.Fields)
			for _, alter := range eras[len(eras)-1].schema.Alters {
				known = append(known, alter.Add...)
			}
			problems = append(problems, Problem{step.At, fmt.Sprintf("step %s is about the column %s, and %s has no such column%s", step.ID, name, ch.Name, didYouMean(name, known))})
		}
	}
	return problems
}

// oracle picks who answers for a channel.
func (c *checker) oracle(ch *Channel) Oracle {
	if o := c.opt.Oracles[ch.Format]; o != nil && ch.Format != "" {
		return o
	}
	return Names{}
}

// judgedKey identifies a question to the oracle: what is asked, of which versions. The number of questions is
// bounded by the distinct versions of a channel, however many services use it.
type judgedKey struct {
	question byte
	channel  *Channel
	data     string
	reader   string
	era      int
}

// ask puts a question to the oracle once. A question it cannot answer is noted as unknown and treated as fine: the
// plan is then not verifiable, never safe.
func (c *checker) ask(key judgedKey, subject string, question func(Oracle) (Judgment, error)) Judgment {
	if j, ok := c.judged[key]; ok {
		return j
	}
	j, err := question(c.oracle(key.channel))
	if err != nil {
		c.unknown(key.channel.At, "%s: %s", subject, err)
		j = Judgment{}
	}
	c.judged[key] = j
	return j
}

// unknown notes something that the check would need to know and does not.
func (c *checker) unknown(at Pos, format string, args ...any) {
	c.report.Unknown = append(c.report.Unknown, Problem{at, fmt.Sprintf(format, args...)})
}

// judgeRead asks for the best way in which the reader can take the data: as it is, or through a chain of at most
// three upcasters that the build has. A conversion that is not declared lossless is at least a hazard.
func (c *checker) judgeRead(d *stored, r *reader, era int, schema *TableSchema) Judgment {
	best := c.askRead(d, d.class.Version, r, era, schema)
	if len(r.read.Upcasters) > 0 {
		c.upcast(d, d.class.Version, Judgment{}, 0, r, era, schema, &best)
	}
	return best
}

func (c *checker) upcast(d *stored, at string, loss Judgment, hops int, r *reader, era int, schema *TableSchema, best *Judgment) {
	if hops == 3 {
		return
	}
	for _, up := range r.read.Upcasters {
		from, to, _ := strings.Cut(up.Name, ">")
		if from != at {
			continue
		}
		total := loss.worse(c.hop(d.channel.Name, from, to))
		if j := total.worse(c.askRead(d, to, r, era, schema)); j.Answer < best.Answer {
			*best = j
		}
		c.upcast(d, to, total, hops+1, r, era, schema, best)
	}
}

// hop judges one conversion.
func (c *checker) hop(channel, from, to string) Judgment {
	t := c.transforms[channel+"."+from+">"+channel+"."+to]
	if t != nil && t.Lossless {
		return Judgment{}
	}
	message := fmt.Sprintf("the conversion from %s to %s is not declared lossless", from, to)
	if t == nil {
		message = fmt.Sprintf("no transform says how %s becomes %s", from, to)
	}
	return Judgment{Hazard, []Note{{Message: message}}}
}

func (c *checker) askRead(d *stored, version string, r *reader, era int, schema *TableSchema) Judgment {
	class := d.class
	class.Version = version
	key := judgedKey{'r', d.channel, version + "|" + d.key, r.key, era}
	return c.ask(key, fmt.Sprintf("can %s read %s", r.stint, d.label()), func(o Oracle) (Judgment, error) {
		j, err := o.Read(class, schema, r.view)
		if err == nil && version == d.class.Version {
			j = j.worse(meaningsDiffer(class, r.view))
		}
		return j, err
	})
}

// meaningsDiffer compares what the writer and the reader say about the fields that the reader uses. The format
// does not see this: the same schema text may carry another unit.
func meaningsDiffer(d DataClass, r ReaderView) Judgment {
	var notes []Note
	for _, w := range d.Meaning {
		if r.Uses != nil && !contains(r.Uses, w.Name) {
			continue
		}
		for _, m := range r.Meaning {
			if m.Name != w.Name {
				continue
			}
			if w.Unit != "" && m.Unit != "" && w.Unit != m.Unit {
				notes = append(notes, Note{Path: w.Name, Message: fmt.Sprintf("%s is written in %s and read as %s", w.Name, w.Unit, m.Unit)})
			}
			if w.NullMeans != "" && m.NullMeans != "" && w.NullMeans != m.NullMeans {
				notes = append(notes, Note{Path: w.Name, Message: fmt.Sprintf("null in %s is written for %q and read as %q", w.Name, w.NullMeans, m.NullMeans)})
			}
		}
	}
	if notes == nil {
		return Judgment{}
	}
	return Judgment{Hazard, notes}
}

// parseDay reads a day as 2027-01-31.
func parseDay(text string) (time.Time, bool) {
	day, err := time.Parse("2006-01-02", text)
	return day, err == nil
}
