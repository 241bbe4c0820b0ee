package gate

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Contraction is a change after which something is gone that readers or data outside the change still have.
type Contraction struct {
	Subject       *Subject
	Before, After *Version
	Losses        []Loss
}

// Is reports whether a text, or the schema of it that part names, is one of the contraction's two versions up to layout.
func (c *Contraction) Is(v *Version, text []byte, part string) bool {
	if part == "" && bytes.Equal(text, v.Content) {
		return true
	}
	f := c.Subject.Format
	one, err := v.parse(f)
	if err != nil {
		return false
	}
	other, err := f.Parse(v.Source, text, v.Refs, one)
	if h, ok := f.(historian); ok && err == nil && part != "" {
		other, err = h.Part(other, part)
	}
	if err != nil {
		return false
	}
	if table, ok := other.(icebergSchema); ok { // schemas of one table are known by their ids
		return table.Name() != "" && table.Name() == one.Name() && table.view.Schema.ID == one.(icebergSchema).view.Schema.ID
	}
	same, ok := f.(interface{ Same(a, b Schema) bool })
	return ok && same.Same(other, one)
}

// A Ruling is what the declared plans say about a contraction. The zero Ruling: some plan covers it and is safe.
type Ruling struct {
	Rule         *compat.Rule // OrderPlanMissing or OrderPlanUnsafe; nil: nothing to say
	Message      string
	Plan         string // the plan's file as people name it, "" for none
	Line, Column int
	Text         string // the line of the plan
}

// order tells what contracts between the version that the change started from and the schema under review, and what the
// declared plans say about it. Only a check asks for it: resolve and diff tell what a change means, not whether it may go out.
func (r *runner) order(current Schema) {
	if r.options.Order == nil || r.subject.before != nil {
		return
	}
	base := r.subject.Base
	if r.subject.origin != nil {
		base = r.subject.origin
	}
	if base == nil || base.same(r.subject.Current) {
		return
	}
	before, err := base.parse(r.subject.Format)
	if err != nil || !before.Valid() || !current.Valid() {
		return // other findings say so
	}
	t := r.changeTrace(base, before, current)
	losses := lossesOf(t, r.subject.Format.Name() == (*Iceberg)(nil).Name())
	if len(losses) == 0 {
		return
	}
	c := &Contraction{Subject: r.subject, Before: base, After: r.subject.Current, Losses: losses}
	r.contracts(c)
	for _, found := range r.replacements(t) {
		r.contractsWithExpand(t, &found)
	}
	if ruling := r.options.Order(c); ruling.Rule != nil {
		r.ruled(c, t, &ruling)
	}
}

// changeTrace is the trace in which the version before writes and the one after reads; the run has it already unless the mode
// looks forward only.
func (r *runner) changeTrace(base *Version, before, current Schema) *compat.Trace {
	for _, p := range r.out.pairs {
		if p.Trace != nil && p.Backward && p.Writer == base.Source && p.Reader == r.subject.Current.Source {
			return p.Trace
		}
	}
	t := r.join(before, current)
	r.declareAll(t)
	return t
}

// transition is what contracts, as the accept file names it.
func (c *Contraction) transition() string {
	const most = 12
	var paths []string
	for i, loss := range c.Losses {
		if i == most {
			paths = append(paths, fmt.Sprintf("and %d more", len(c.Losses)-most))
			break
		}
		paths = append(paths, brief(string(loss.Path)))
	}
	return strings.Join(paths, ", ")
}

// Told lists what contracts in words.
func (c *Contraction) Told() string {
	const most = 5
	var texts []string
	for i, loss := range c.Losses {
		if i == most {
			texts = append(texts, fmt.Sprintf("and %d more", len(c.Losses)-most))
			break
		}
		texts = append(texts, loss.Text)
	}
	return strings.Join(texts, "; ")
}

// contracts reports the contraction: one note for a subject, however many fields go.
func (r *runner) contracts(c *Contraction) {
	draft := ""
	if name := r.subject.Current.Source; strings.HasSuffix(name, ".avsc") {
		draft = "; schemavet plan init " + name + " drafts a safe order"
	}
	r.ordered(orderContracts, c, fmt.Sprintf("this change contracts: %s. Readers that are not rebuilt and data that is retained still hold to it%s", c.Told(), draft))
}

// ordered adds a finding about the whole contraction.
func (r *runner) ordered(rule *compat.Rule, c *Contraction, message string) *Finding {
	if r.selection.off[rule.ID] {
		return nil
	}
	f := &Finding{Finding: &compat.Finding{
		Rule: rule, Level: rule.Level, State: compat.New, Subject: r.subject.Name, Message: message,
		Reader: position.In(c.After.Source), Recipe: rule.Recipe, From: c.transition(),
	}}
	r.add(f, "", "")
	return f
}

// ruled adds what the declared plans say. The value that proves it is one that the change takes away.
func (r *runner) ruled(c *Contraction, t *compat.Trace, ruling *Ruling) {
	f := r.ordered(ruling.Rule, c, ruling.Message)
	if f == nil {
		return
	}
	f.Fill("file", c.After.Source, "plan", ruling.Plan)
	f.Sample = lossSample(t, c.Losses)
	if ruling.Plan != "" {
		f.Reader = position.In(ruling.Plan)
		f.Stop = &Spot{Source: ruling.Plan, Line: ruling.Line, Column: ruling.Column, Text: ruling.Text}
	}
}

// lossSample is a value of the first loss that data can show.
func lossSample(t *compat.Trace, losses []Loss) *compat.Sample {
	for _, loss := range losses {
		if t.Sampler == nil {
			break
		}
		if s := t.Sampler.Sample(loss.site, ""); s != nil {
			shown := *s
			shown.Written = string(loss.Path) + " = " + s.Written
			if loss.site.Does == compat.Skip {
				shown.Read = "nothing: " + loss.Text
			}
			return &shown
		}
	}
	return &compat.Sample{Written: "a record of the version before", Read: losses[0].Text}
}

// contractsWithExpand reports that one change replaces a field. Where another rule has found the same two fields already, a
// tired person wants one frame with one value and one way out, and a program wants every rule by its id: both findings stay,
// and the text report shows the quieter one inside the louder one (Within). The rule that knows the format goes first among
// equals, since its value is a whole datum.
func (r *runner) contractsWithExpand(t *compat.Trace, found *replacement) {
	if r.selection.off[orderContractWithExpand.ID] {
		return
	}
	gone, came := found.gone.Writer, found.came.Reader
	read := "reads " + brief(came.Name) + " as " + filled(found.came)
	if found.came.Does == compat.Refuse {
		read = "is refused for " + brief(came.Name)
	}
	f := (&compat.Finding{
		Rule: orderContractWithExpand, Level: orderContractWithExpand.Level, State: compat.New, Subject: r.subject.Name, Path: found.came.Path,
		Message: fmt.Sprintf("one change removes %s and adds %s for it (%s): a record from before %s, and a reader that is not rebuilt finds no %s",
			brief(string(found.gone.Path)), brief(string(found.came.Path)), found.why, read, brief(gone.Name)),
		Writer: gone.At, Reader: came.At, Recipe: orderContractWithExpand.Recipe, From: brief(gone.Name), To: brief(came.Name),
		Sample: replacedSample(t, found),
	}).Fill("old", brief(gone.Name), "field", brief(came.Name))
	finding := &Finding{Finding: f}
	other := r.sameCause(found)
	r.add(finding, "backward", "")
	switch {
	case other == nil || r.seen["backward"+finding.Fingerprint()] != finding: // nothing to join, or switched off
	case other.Level >= finding.Level:
		finding.Within = other
	default:
		other.Within = finding
	}
}

// sameCause is the finding that speaks of the same two fields, or of the one that comes and cannot be read.
func (r *runner) sameCause(found *replacement) *Finding {
	var best *Finding
	for _, f := range r.out.findings {
		if f.Forward || f.Path != found.came.Path || f.Level < compat.Warning {
			continue
		}
		if _, known := lookalikeRules[f.Rule.ID]; known && f.Writer == found.gone.Writer.At {
			return f
		}
		if found.came.Does == compat.Refuse && f.Level == compat.Error && f.Reader == found.came.Reader.At && best == nil {
			best = f
		}
	}
	return best
}

// filled is what a reader takes for a field that was not written.
func filled(s *compat.Site) string {
	if s.Reader.Default != nil {
		return "its default " + brief(s.Reader.Default.JSON)
	}
	return "absent"
}

func replacedSample(t *compat.Trace, found *replacement) *compat.Sample {
	read := "absent"
	if found.came.Reader.Default != nil {
		read = brief(found.came.Reader.Default.JSON)
	}
	shown := &compat.Sample{
		Written: brief(found.gone.Writer.Name) + " = a value",
		Read:    fmt.Sprintf("%s = %s; %s is skipped", brief(found.came.Reader.Name), read, brief(found.gone.Writer.Name)),
	}
	if found.came.Does == compat.Refuse {
		shown.Read, shown.Fails = found.came.Cause, true
	}
	if t.Sampler != nil {
		if s := t.Sampler.Sample(found.gone, ""); s != nil {
			shown.Written, shown.Datum = brief(found.gone.Writer.Name)+" = "+s.Written, s.Datum
		}
	}
	return shown
}
