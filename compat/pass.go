package compat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/meaning"
)

// A Population is what else is alive beside one pair. Rules about defaults and nulls ask it whether some retained writer
// makes a difference that the pair alone does not show.
type Population interface {
	// Lacking names the retained writer versions in whose data the reader's field at path is not written. known is false
	// when the caller does not know the history.
	Lacking(path Path) (versions []string, known bool)
}

// A Pass is one rule's view of one pair: its way in and its only way out.
type Pass struct {
	Subject    string
	Trace      *Trace
	Population Population // nil: unknown
	Facts      func(*Node) *meaning.Facts
	Forward    bool     // the writer is the newer side: what the reader does not say has come, not gone
	Silence    *Silence // nil: every rule looks at every site

	rule   *Rule
	report func(*Finding)
	data   int // bytes of data that the samples of this pass hold so far
	site   *Site
	recall any // what rules remember of site
}

// Recall is what a rule remembered of a site while the pass is still there; nil otherwise. The rules of a family that all work
// out the same of a site do it once.
func (p *Pass) Recall(s *Site) any {
	if p.site != s {
		return nil
	}
	return p.recall
}

// Remember keeps one value for the site that the pass is at.
func (p *Pass) Remember(s *Site, v any) { p.site, p.recall = s, v }

// MostData bounds the data that the samples of one pass hold together, in bytes: each is a whole datum, and thousands of findings
// about a record of thousands of fields would hold, and cost, millions.
const MostData = 4 << 20

// Sample is a sample from the trace's sampler; see Sampler. It is nil without one, and once the pass holds MostData.
func (p *Pass) Sample(s *Site, prefer string) *Sample {
	if p.Trace == nil || p.Trace.Sampler == nil || p.data >= MostData {
		return nil
	}
	made := p.Trace.Sampler.Sample(s, prefer)
	if made != nil {
		p.data += len(made.Datum)
	}
	return made
}

// Report adds a finding of the pass's rule, at its usual level, for site s. The message is one sentence without a final
// stop. The caller may complete the finding: Level, Sample, From, To, Runtimes, Fill.
func (p *Pass) Report(s *Site, format string, args ...any) *Finding {
	f := p.finding(s.Path, fmt.Sprintf(format, args...))
	pairs := []string{"field", s.Path.Last(), "path", string(s.Path)}
	if s.Writer != nil {
		f.Writer = s.Writer.At
		pairs = append(pairs, "writer", s.Writer.Type)
	}
	if s.Reader != nil {
		f.Reader = s.Reader.At
		pairs = append(pairs, "reader", s.Reader.Type)
	}
	f.Recipe = fill(p.rule.Recipe, pairs)
	p.report(f)
	return f
}

// ReportNode adds a finding about one side alone; see Report.
func (p *Pass) ReportNode(path Path, n *Node, format string, args ...any) *Finding {
	f := p.finding(path, fmt.Sprintf(format, args...))
	f.Reader = n.At
	f.Recipe = fill(p.rule.Recipe, []string{"field", path.Last(), "path", string(path), "reader", n.Type})
	p.report(f)
	return f
}

func (p *Pass) finding(path Path, message string) *Finding {
	return &Finding{Rule: p.rule, Level: p.rule.Level, State: New, Subject: p.Subject, Path: path, Message: message}
}

// Fill puts more arguments into the finding's recipe: Fill("symbol", "C") replaces {{symbol}}.
func (f *Finding) Fill(pairs ...string) *Finding {
	f.Recipe = fill(f.Recipe, pairs)
	return f
}

func fill(steps []string, pairs []string) []string {
	filled := make([]string, len(steps))
	for i, step := range steps {
		filled[i] = fillStep(step, pairs)
	}
	return filled
}

// fillStep replaces {{name}} by the value that follows the name in pairs; other text stays as it is, values included.
func fillStep(step string, pairs []string) string {
	open := strings.Index(step, "{{")
	if open < 0 {
		return step
	}
	var b strings.Builder
	for ; open >= 0; open = strings.Index(step, "{{") {
		end := strings.Index(step[open:], "}}")
		if end < 0 {
			break
		}
		name, value := step[open+2:open+end], step[open:open+end+2]
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				value = pairs[i+1]
				break
			}
		}
		b.WriteString(step[:open])
		b.WriteString(value)
		step = step[open+end+2:]
	}
	b.WriteString(step)
	return b.String()
}

// Run lets every rule that checks look at every site of the trace, and collects what they report in the order of the walk.
// Rules must not keep the Pass.
func (p Pass) Run(rules []*Rule) []*Finding {
	var found []*Finding
	p.report = func(f *Finding) { found = append(found, f) }
	rules = checking(rules)
	if p.Silence != nil {
		p.runOnce(rules, &found)
		return found
	}
	p.Trace.Walk(func(s *Site) {
		if !s.Still {
			p.check(rules, s)
		}
	})
	return found
}

// checking are the rules that look at sites: rules itself where all do, for passes come by the thousand.
func checking(rules []*Rule) []*Rule {
	idle := func(r *Rule) bool { return r.Check == nil }
	if !slices.ContainsFunc(rules, idle) {
		return rules
	}
	return slices.DeleteFunc(slices.Clone(rules), idle)
}

func (p *Pass) check(rules []*Rule, s *Site) {
	for _, r := range rules {
		p.rule = r
		r.Check(p, s)
	}
}

// runOnce is Run where the rules of the pass's silence need not look again.
func (p *Pass) runOnce(rules []*Rule, found *[]*Finding) {
	others := p.Silence.others(rules)
	p.Trace.Walk(func(s *Site) {
		if s.Still {
			return
		}
		known, ok := sidesOf(s)
		if !ok {
			p.check(rules, s)
			return
		}
		if _, silent := p.Silence.known[known]; silent {
			p.check(others, s)
			return
		}
		before := len(*found)
		p.check(rules, s)
		if !p.Silence.spoke((*found)[before:]) {
			p.Silence.known[known] = struct{}{}
		}
	})
}

// RunNode lets every rule that inspects look at one side alone.
func (p Pass) RunNode(rules []*Rule, path Path, n *Node) []*Finding {
	var found []*Finding
	p.report = func(f *Finding) { found = append(found, f) }
	for _, r := range rules {
		if r.Inspect != nil {
			p.rule = r
			r.Inspect(&p, path, n)
		}
	}
	return found
}
