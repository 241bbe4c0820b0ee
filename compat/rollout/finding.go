package rollout

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

// A Rule is one invariant of a rollout. Its metadata are those of every rule; a rule of this family looks at a whole
// plan, so its examples are plans.
type Rule struct {
	compat.Rule
	Code     string // the invariant's number in the model: ORDER003
	Broken   string // a plan that breaks the rule, as YAML
	Repaired string // the same plan, repaired
	Fixed    bool   // waivers never hide it
	Override bool   // a waiver records who went ahead, and the plan stays unsafe: a skipped gate is never green
	check    func(*checker, *Rule)
}

// A Finding is one broken invariant of a plan, with the run that breaks it and what would mend it.
type Finding struct {
	Rule         *Rule
	Level        compat.Level
	At           Pos
	Subject      string   // orders.v2 -> ledger/c1
	Message      string   // what would happen to whom, in plain words
	Reasons      []Note   // why the formats do not allow the pair
	Why          string   // which part of the order lets it happen
	Fix          string   // what to change
	Alternatives []string // other ways out
	Missing      []Edge   // the edges that would exclude it
	Trace        []Move   // the shortest run into it; nil when it is a fault of the plan's text
	Owners       []string // who answers for what is hit
	Waiver       *Waiver  // set when it is accepted

	meeting  *meeting
	aspect   string         // tells apart findings of one rule about one subject
	ways     [][]Edge       // sets of edges of which each would mend it, for Fix to try
	unfenced *stint         // the writer that a step takes for silent
	silenced int            // that step
	actors   []*Participant // whom the run is about, when there is no pair
	places   []string       // and where
}

// about says whom and what a finding without a pair concerns, so that its run shows no more.
func (f *Finding) about(places []string, stints ...*stint) *Finding {
	f.places = places
	for _, s := range stints {
		f.actors = append(f.actors, s.part)
	}
	return f
}

// An Edge is an order that the plan lacks: Before must have happened when After happens.
type Edge struct {
	Before, After string // for people: close(ledger c2), start(checkout p2)
	Step, Needs   string // as the plan says it: add Needs to the after: of Step; empty when it takes more than that

	before, after int
}

// Fingerprint identifies the finding across edits of the plan: it knows no step, line or number.
func (f *Finding) Fingerprint() string {
	h := sha256.New()
	h.Write([]byte(f.Rule.ID + "\x00" + f.Subject + "\x00" + f.aspect))
	for _, n := range f.Reasons {
		h.Write([]byte("\x00" + n.Rule + "\x00" + n.Path + "\x00" + n.Message))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Verdict is what the check says about a plan.
type Verdict uint8

// The verdicts, best first.
const (
	Safe          Verdict = iota
	NotApproved           // safe, and an approval that a gate asks for is not there
	NotVerifiable         // no fault found, and something was not known that would have to be
	Stuck                 // no unsafe state, and no run reaches the end
	Unsafe                // some reachable state breaks an invariant
)

func (v Verdict) String() string {
	return [...]string{"safe", "safe, not yet approved", "not verifiable", "stuck", "unsafe"}[v]
}

// ExitCode is the process exit code of a verdict: 0 safe, 1 unsafe or stuck, 3 not verifiable, 4 not yet approved.
// 2 is left for a plan that cannot be read.
func (v Verdict) ExitCode() int { return [...]int{0, 4, 3, 1, 1}[v] }

// A Report is the outcome of one check.
type Report struct {
	Plan     *Plan
	Verdict  Verdict
	Findings []*Finding
	Unknown  []Problem // what could not be looked at and matters
	Pending  []string  // approvals that are missing
	Looked   []string  // what was looked at, for the last lines
	Skipped  []string  // what was not, and why
	Omitted  int       // findings beyond the limit

	checker  *checker
	triangle *Triangle
	looked   bool // triangle has been computed, or given up
	blind    bool // of some channel one side is not named
}

// maxFindings bounds a report; what is cut is counted.
const maxFindings = 200

// add files a finding. Beyond the limit it is only counted.
func (c *checker) add(f *Finding) {
	if len(c.report.Findings) >= maxFindings {
		c.report.Omitted++
		return
	}
	c.report.Findings = append(c.report.Findings, f)
}

// number gives findings that are alike in all that a fingerprint knows an ordinal, in the order of their places.
func (r *Report) number() {
	seen := map[string]int{}
	for _, f := range r.Findings {
		print := f.Fingerprint()
		if seen[print]++; seen[print] > 1 {
			f.aspect += fmt.Sprintf("#%d", seen[print])
		}
	}
}

// full tells that further findings would only be counted, so that no work is spent on them.
func (c *checker) full() bool { return len(c.report.Findings) >= maxFindings }

// fault files a finding about the plan's text at a place.
func (c *checker) fault(rule *Rule, at Pos, subject, fix, format string, args ...any) *Finding {
	f := &Finding{Rule: rule, Level: rule.Level, At: at, Subject: subject, Fix: fix, Message: fmt.Sprintf(format, args...)}
	c.add(f)
	return f
}

// arrange sorts the findings: errors first, then by place.
func (r *Report) arrange() {
	sort.SliceStable(r.Findings, func(i, j int) bool {
		a, b := r.Findings[i], r.Findings[j]
		switch {
		case a.Level != b.Level:
			return a.Level > b.Level
		case a.At != b.At:
			return a.At.before(b.At)
		case a.Rule != b.Rule:
			return a.Rule.Code < b.Rule.Code
		}
		return a.Subject < b.Subject
	})
	r.number()
}

// finish settles the verdict.
func (r *Report) finish() {
	sort.SliceStable(r.Unknown, func(i, j int) bool { return r.Unknown[i].At.before(r.Unknown[j].At) })
	r.Verdict = Safe
	switch {
	case r.has(func(f *Finding) bool { return f.Rule != goalUnreachable }):
		r.Verdict = Unsafe
	case r.has(func(*Finding) bool { return true }):
		r.Verdict = Stuck
	case len(r.Unknown) > 0:
		r.Verdict = NotVerifiable
	case len(r.Pending) > 0:
		r.Verdict = NotApproved
	}
}

// has tells whether an error that nobody has waived is of that kind.
func (r *Report) has(kind func(*Finding) bool) bool {
	for _, f := range r.Findings {
		if f.Level == compat.Error && (f.Waiver == nil || f.Rule.Override) && kind(f) {
			return true
		}
	}
	return false
}

// waive marks the findings that a waiver covers: the owner of the reader accepts a hazard until a day. A waiver that
// covers nothing, has run out, or is signed by somebody else changes nothing; the last lines of the report say so.
func (c *checker) waive() {
	for i := range c.plan.Waivers {
		w := &c.plan.Waivers[i]
		used := false
		until, _ := parseDay(w.Until)
		expired := c.opt.Today.IsZero() || c.opt.Today.After(until.Add(day))
		for _, f := range c.report.Findings {
			if w.Rule != f.Rule.ID && w.Rule != f.Rule.Code || w.Subject != "" && w.Subject != f.Subject || w.Finding != "" && w.Finding != f.Fingerprint() {
				continue
			}
			used = true
			switch {
			case expired:
				c.looked("waiver at line %d ended on %s: the finding counts again", w.At.Line, w.Until)
			case f.Rule.Fixed:
				c.looked("waiver at line %d: %s cannot be waived", w.At.Line, f.Rule.ID)
			case len(f.Owners) > 0 && !contains(f.Owners, w.By):
				c.looked("waiver at line %d is signed by %s; only %s can accept it", w.At.Line, w.By, strings.Join(f.Owners, ", "))
			default:
				f.Waiver = w
			}
		}
		if !used {
			c.looked("waiver at line %d (%s) matches no finding", w.At.Line, w.Rule)
		}
	}
}

// overlooked adds a line to what the report says that it did not look at.
func (c *checker) overlooked(format string, args ...any) {
	c.report.Skipped = append(c.report.Skipped, fmt.Sprintf(format, args...))
}

// looked adds a line to what the report says about itself.
func (c *checker) looked(format string, args ...any) {
	c.report.Looked = append(c.report.Looked, fmt.Sprintf(format, args...))
}
