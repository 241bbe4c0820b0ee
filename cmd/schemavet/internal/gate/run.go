package gate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/position"
)

// Options are what a run needs beside its subjects.
type Options struct {
	As      []string        // runtimes beside the specification
	Rules   []*compat.Rule  // the rules of families that no format owns: they see what sites say, see compat.Silence
	All     []*compat.Rule  // every rule that configuration may name; nil: those of the subjects' formats and Rules
	Select  []string        // changes to the selection of rules, after those of the configuration
	Known   map[string]bool // fingerprints that count as known
	Dir     string          // the working folder, absolute: paths are shown relative to it
	Files   config.Files    // where accept files are read from; nil is the disk
	Today   time.Time       // decides whether an accept row has expired
	Whole   bool            // every subject of the configuration was seen, so that a row for none of them is stale
	Workers int             // 0: one for each processor
	Traces  bool            // keep the traces of pairs in the result; they hold on to whole schemas
	// Facts makes the function that infers what is known about a node, for the rules of meaning; nil without them. It is
	// asked once for each subject, and what it returns serves one goroutine.
	Facts func() func(*compat.Node) *meaning.Facts
	// Order asks the declared rollout plans about a change that contracts; nil where the order of a rollout is not looked at.
	// It may be called from several goroutines.
	Order func(*Contraction) Ruling
}

// AllRules are the rules that a run over these formats knows, in the order of their ids.
func AllRules(formats []Format, others ...[]*compat.Rule) []*compat.Rule {
	all := slices.Clone(Rules)
	for _, f := range formats {
		all = append(all, f.Rules()...)
	}
	for _, rules := range others {
		all = append(all, rules...)
	}
	slices.SortStableFunc(all, func(a, b *compat.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// as is the runtimes asked for that read schemas of a format.
func (o *Options) as(f Format) []string {
	return slices.DeleteFunc(slices.Clone(o.As), func(runtime string) bool { return !f.Reads(runtime) })
}

// readers are the specification and those of the runtimes asked for that read schemas of some subject.
func (o *Options) readers(subjects ...*Subject) []string {
	readers := []string{"spec"}
	for _, runtime := range o.As {
		if slices.ContainsFunc(subjects, func(s *Subject) bool { return s.Format.Reads(runtime) }) {
			readers = append(readers, runtime)
		}
	}
	return readers
}

// outcome is what one subject gave.
type outcome struct {
	pairs    []Pair
	findings []*Finding
	skipped  []Skip
	failures []string
	versions int // distinct ones that were compared with
}

// Run looks at every subject. The result does not depend on the number of workers.
func Run(subjects []*Subject, o Options) (*Result, error) {
	result := &Result{As: o.readers(subjects...)}
	selections, err := o.selections(subjects)
	if err != nil {
		return nil, err
	}
	result.Configs = map[string]*config.Config{}
	for i := range subjects {
		result.Configs[subjects[i].Name] = subjects[i].Config
		subjects[i] = unfold(subjects[i])
	}
	outcomes := make([]outcome, len(subjects))
	each(len(subjects), o.Workers, func(i int) {
		r := runner{subject: subjects[i], options: &o, selection: selections[i]}
		r.guard(func() {
			r.run()
			r.release()
		})
		outcomes[i] = r.out
	})
	for i, out := range outcomes {
		result.Mode = mixed(result.Mode, subjects[i].Mode.String())
		result.Versions = max(result.Versions, out.versions)
		result.Pairs = append(result.Pairs, out.pairs...)
		result.Findings = append(result.Findings, out.findings...)
		result.skip(out.skipped)
		result.Failures = append(result.Failures, out.failures...)
	}
	result.Changed = len(subjects)
	if err := settle(result, subjects, &o); err != nil {
		return nil, err
	}
	result.sort()
	return result, nil
}

// skip adds what was not looked at, each once: subjects share the files that they refer to.
func (r *Result) skip(all []Skip) {
	for _, s := range all {
		if !slices.Contains(r.Skipped, s) {
			r.Skipped = append(r.Skipped, s)
		}
	}
}

func (r *Result) sort() {
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int { return a.Compare(b.Finding) })
}

func mixed(mode, next string) string {
	if mode == "" || mode == next {
		return next
	}
	return "mixed"
}

// each calls work for every index, from several goroutines at once.
func each(n, workers int, work func(int)) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var wait sync.WaitGroup
	var taken atomic.Int64 // a channel would hand each index from one goroutine to another
	for range workers {
		wait.Go(func() {
			for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wait.Wait()
}

// runner looks at one subject.
type runner struct {
	subject   *Subject
	options   *Options
	selection *Selection
	join      func(writer, reader Schema) *compat.Trace
	facts     func(*compat.Node) *meaning.Facts
	base      *compat.Trace // of fromBase
	rules     *ruleset
	silence   map[bool]*compat.Silence // by whether pairs read backward
	declared  []declaration
	seen      map[string]*Finding // by identity: one transition is reported once
	out       outcome
}

func (r *runner) begin() {
	r.seen, r.join = map[string]*Finding{}, r.subject.Format.Resolver(r.options.as(r.subject.Format))
	r.rules = r.selection.ruleset(r.subject.Format, r.options.Rules)
	r.silence = map[bool]*compat.Silence{true: r.rules.silence.Fresh(), false: r.rules.silence.Fresh()}
	r.declared = declarations(r.subject, r.options.Dir)
	younger := r.subject.Current
	for _, v := range r.subject.others() {
		v.beside, younger = younger, v
	}
	if r.options.Facts != nil {
		r.facts = r.options.Facts()
	}
}

func (r *runner) run() {
	s := r.subject
	r.begin()
	switch {
	case s.Current == nil:
		r.tool(subjectDeleted, s.Base, "%s is deleted")
		return
	case s.Current.Err != nil:
		r.fail(s.Current, s.Current.Err)
		return
	}
	schema, err := s.Current.parse(s.Format)
	if err != nil {
		r.unreadable(s.Current, err)
		for _, v := range s.others() {
			r.out.pairs = append(r.out.pairs, r.invalid(v)...)
		}
		return
	}
	r.unreadRefs(schema)
	r.alone(schema)
	r.landing(schema)
	if s.Base == nil && len(s.Retained) == 0 {
		r.tool(subjectNew, s.Current, "%s is new: there is no earlier version to compare it with")
		return
	}
	r.compare(schema)
	r.order(schema)
	r.settle()
}

// unreadRefs records the files that the schema may refer to and that cannot be read: what they declare is not known.
func (r *runner) unreadRefs(s Schema) {
	l, ok := r.subject.Format.(linker)
	if !ok {
		return
	}
	for _, err := range l.Unread(s) {
		name := ""
		var at *position.Error
		if errors.As(err, &at) {
			name = at.Source
		} else if rest, ok := strings.CutPrefix(err.Error(), "read "); ok {
			name, _, _ = strings.Cut(rest, ": ")
		}
		r.out.skipped = append(r.out.skipped, Skip{name, err.Error()})
	}
}

// guard turns a fault of ours into a failure that names the subject: the findings about the others still count, and the run
// is not green.
func (r *runner) guard(run func()) {
	defer func() {
		if fault := recover(); fault != nil {
			why := fmt.Sprintf("look at %s: a fault inside schemavet, please report it: %v", r.subject.Name, fault)
			r.out = outcome{failures: []string{why}, skipped: []Skip{{r.subject.Name, why}}}
		}
	}()
	run()
}

// release lets go of what only this subject's run needed: a run over a thousand subjects holds few at a time.
func (r *runner) release() {
	s := r.subject
	for _, v := range append(slices.Clone(s.Retained), s.Base, s.Current) {
		if v != nil {
			v.schema, v.failed, v.parsed = nil, nil, false
		}
	}
	if !r.options.Traces {
		for i := range r.out.pairs {
			r.out.pairs[i].Trace = nil
		}
	}
}

// fail records that a version could not be looked at.
func (r *runner) fail(v *Version, err error) {
	r.out.failures = append(r.out.failures, err.Error())
	r.out.skipped = append(r.out.skipped, Skip{v.Source, err.Error()})
}

// wayOut adds to the error about a committed version that is no schema how to get past it: history cannot be repaired.
func wayOut(v *Version, err error, base bool) error {
	const bound = "--since REV, or since: REV on the subject's row in schemavet.yaml, begins the history at a commit that has it repaired"
	switch {
	case v.commit == "" || v.Err != nil:
		return err
	case base:
		return fmt.Errorf("%w; it is committed so: git commit --no-verify lets the repair in, and from then on %s", err, bound)
	}
	return fmt.Errorf("%w; it stands so in the history: %s", err, bound)
}

// tool reports a finding of the tool's own about the whole subject.
func (r *runner) tool(rule *compat.Rule, v *Version, format string) {
	if r.selection.off[rule.ID] {
		return
	}
	for _, f := range (compat.Pass{Subject: r.subject.Name}).RunNode([]*compat.Rule{reporting(rule, format)},
		compat.Path(r.subject.Name), &compat.Node{At: position.In(v.Source)}) {
		f.Rule, f.Path = rule, ""
		if v == r.subject.Base { // what is gone wrote data
			f.Writer, f.Reader = f.Reader, f.Writer
		}
		r.add(&Finding{Finding: f}, "", "")
	}
}

// reporting is the rule with an Inspect that always reports the message about the subject.
func reporting(rule *compat.Rule, format string) *compat.Rule {
	loud := *rule
	loud.Inspect = func(p *compat.Pass, path compat.Path, n *compat.Node) {
		p.ReportNode(path, n, format, p.Subject).Fill("subject", p.Subject)
	}
	return &loud
}

// conflict is a line that git leaves in a file when it cannot merge it.
var conflict = regexp.MustCompile(`^(<{7}|={7}|>{7}|\|{7})( |$)`)

// unreadable reports that a text is no schema.
func (r *runner) unreadable(v *Version, err error) {
	spot, problem := stopOf(v, err)
	if conflict.MatchString(spot.Text) {
		problem += ": a merge conflict that is not settled"
	}
	rule := r.rule(r.subject.Format.Unreadable())
	f := &compat.Finding{
		Rule: rule, Level: rule.Level, State: compat.New, Subject: r.subject.Name, Message: problem,
		Reader: position.In(spot.Source), Recipe: rule.Recipe,
		Sample: &compat.Sample{Written: "anything", Read: "refused: no parser takes this text", Fails: true},
	}
	if v == r.subject.Base { // both sides may be broken: two findings
		f.Writer, f.Reader, f.From = f.Reader, f.Writer, "writer"
	}
	r.add(&Finding{Finding: f, Stop: spot}, "", "")
}

// invalid are the pairs with a version when one of the two sides is no schema.
func (r *runner) invalid(v *Version) []Pair {
	var pairs []Pair
	if r.subject.Mode.Backward {
		pairs = append(pairs, r.pair(v, true))
	}
	if r.subject.Mode.Forward {
		pairs = append(pairs, r.pair(v, false))
	}
	for i := range pairs {
		r.unread(&pairs[i])
	}
	return pairs
}

// unread is the outcome of a pair with a text that is no schema: no runtime takes it either.
func (r *runner) unread(p *Pair) {
	p.Verdict = compat.Invalid
	for _, name := range r.options.as(r.subject.Format) {
		p.Readings = append(p.Readings, compat.Reading{Runtime: name, Check: "rejects", Read: "fails", Reason: "one of the two texts is no schema"})
	}
}

func (r *runner) pair(v *Version, backward bool) Pair {
	p := Pair{Subject: r.subject.Name, Writer: v.Source, Reader: r.subject.Current.Source, Backward: backward}
	if !backward {
		p.Writer, p.Reader = p.Reader, p.Writer
	}
	return p
}

// rule is a known rule, or one made up for an id that no family lists, so that a finding is never lost.
func (r *runner) rule(id string) *compat.Rule {
	for _, known := range r.selection.known {
		if known.ID == id {
			return known
		}
	}
	return &compat.Rule{ID: id, Level: compat.Error, Title: "The text is no schema", Recipe: []string{"repair the text at the place shown"}}
}

// compare resolves the pairs that the mode asks for and lets the rules look at them.
func (r *runner) compare(current Schema) {
	type joined struct {
		pair  Pair
		other *Version
	}
	var all []joined
	s := r.subject
	var kept []*Version
	for _, other := range s.others() {
		schema, err := other.parse(s.Format)
		if err != nil {
			r.fail(other, wayOut(other, err, other == s.Base))
			if other.Err == nil {
				r.out.pairs = append(r.out.pairs, r.invalid(other)...)
			}
			continue
		}
		if r.repeats(other, kept) {
			continue
		}
		kept = append(kept, other)
		evolution := ""
		if s.Mode.Backward {
			p := r.pair(other, true)
			r.resolve(&p, schema, current, other)
			all = append(all, joined{p, other})
			evolution = p.Evolution
		}
		if s.Mode.Forward {
			p := r.pair(other, false)
			p.Evolution = evolution
			r.resolve(&p, current, schema, other)
			all = append(all, joined{p, other})
		}
	}
	r.out.versions = len(kept)
	population := writers{}
	for _, j := range all {
		if j.pair.Backward {
			population.add(j.pair.Writer, j.pair.Trace)
		}
	}
	for _, j := range all {
		r.out.pairs = append(r.out.pairs, j.pair)
		last := &r.out.pairs[len(r.out.pairs)-1]
		last.Verdict = r.judge(j.pair, &population, j.other)
	}
	r.steps()
}

// repeats reports whether a version says what a later one says: its own text is the same, and what changed in the files that
// it may refer to is nothing that it does refer to.
func (r *runner) repeats(v *Version, later []*Version) bool {
	same, ok := r.subject.Format.(interface{ Same(a, b Schema) bool })
	if !ok || len(v.Refs) == 0 {
		return false
	}
	return slices.ContainsFunc(later, func(w *Version) bool {
		return bytes.Equal(v.Content, w.Content) && same.Same(v.schema, w.schema)
	})
}

// judge lets the rules look at one pair. population is what else is retained beside the pairs in which the schema under
// review reads; a pair in which it writes is its own population: the others are past. It returns the pair's verdict: one in
// which some value means something else is not the same, whatever its bytes decode to.
func (r *runner) judge(p Pair, population *writers, other *Version) compat.Verdict {
	if p.Trace == nil {
		return p.Verdict
	}
	if !p.Backward || population.lacking == nil {
		population = &writers{}
		population.add(p.Writer, p.Trace)
	}
	pass := compat.Pass{Subject: r.subject.Name, Trace: p.Trace, Facts: r.facts, Population: population, Forward: !p.Backward, Silence: r.silence[p.Backward]}
	for _, f := range pass.Run(r.rules.pairs) {
		if f.Level == compat.Error {
			p.Verdict = max(p.Verdict, compat.Changed)
		}
		r.add(&Finding{Finding: f, Forward: !p.Backward}, direction(p.Backward), other.Source)
	}
	return p.Verdict
}

// resolve fills the pair's trace and verdict. Equal texts need no look: they read what they write.
func (r *runner) resolve(p *Pair, writer, reader Schema, other *Version) {
	if r.subject.Current.same(other) && writer.Valid() && len(r.options.As) == 0 {
		return
	}
	r.joined(p, writer, reader)
}

// joined fills the pair's trace and what it says.
func (r *runner) joined(p *Pair, writer, reader Schema) {
	if p.Backward && r.subject.Base != nil && p.Writer == r.subject.Base.Source && p.Reader == r.subject.Current.Source {
		p.Trace = r.fromBase(writer, reader)
	} else {
		p.Trace = r.join(writer, reader)
	}
	r.declareAll(p.Trace)
	p.Verdict, p.Readings = p.Trace.Verdict, p.Trace.Readings
	r.evolve(p)
}

// fromBase is the trace in which the base writes and the schema under review reads. It is made once: rules that look at one
// side alone see what it shows of them, before those that look at pairs.
func (r *runner) fromBase(base, current Schema) *compat.Trace {
	if r.base == nil {
		r.base = r.join(base, current)
	}
	return r.base
}

func direction(backward bool) string {
	if backward {
		return "backward"
	}
	return "forward"
}
