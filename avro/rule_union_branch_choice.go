package avro

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var unionBranchChoice = &compat.Rule{
	ID: "avro-union-branch-choice", Level: compat.Error, Since: "0.1",
	Title: "Which branch of the reader's union a value takes hangs on the runtime or on the order of the branches",
	Why: "The specification, hamba/avro and avsc take the first branch that can hold the value, widening included. Java takes the same type " +
		"first, and among records of other namespaces the last of the same short name; twmb/avro goes by full name, short name, then widening.",
	Spec: "Avro 1.12, Schema Resolution, unions",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":["double","int"]}]}`,
		Path:    "R.v",
		Written: `{"v":42}`,
		Read:    `{"v":42}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":["int","double"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"put {{exact}} before {{other}} in the reader's union: written data stays readable, since values carry the branch of the writer",
		"where two records share a short name, join the right one by an alias with its full name",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		around(p, s, func(up, s *compat.Site) {
			w, r := typeAt(s.Writer), declared(p, up, s)
			if w == nil || r == nil || s.Reader == nil || w.Kind == Union || w.Kind == Null || r.Kind != Union || s.Does == compat.Refuse {
				return
			}
			reportChoice(p, up, s, w, r)
		})
	},
}

func reportChoice(p *compat.Pass, up, s *compat.Site, w, r *Type) {
	c := choose(p, up, s, w, r)
	if c.first < 0 {
		return
	}
	first, java, twmb := r.Branches[c.first].Type, r.Branches[max(c.java, 0)].Type, r.Branches[c.twmb].Type
	loses := c.exact >= 0 && promotion(w.Kind, first.Kind) == lossy
	agreed := c.agreed()
	if agreed && !loses {
		return
	}
	var found *compat.Finding
	better, told := java, byRuntime(first, java, twmb)
	switch {
	case c.javaFails:
		told = javaFailing(first, java, twmb, c.java < 0)
	case rescaled(w, java):
		loses = true
		told = fmt.Sprintf("%s by the specification, but as %s by Java, hamba and avsc, and twmb refuses", first.branchName(), java.branchName())
	}
	switch {
	case agreed:
		better = r.Branches[c.exact].Type
		found = p.Report(s, "%s is written as %s and every runtime reads it as %s, which cannot hold every %s, although the union has %s too",
			s.Path, w.Spelling(), first.branchName(), w.Spelling(), better.branchName())
	default:
		if java == first {
			better = twmb
		}
		found = p.Report(s, "%s is written as %s and read as %s", s.Path, w.branchName(), told)
		if c.javaFails {
			found.Recipe = found.Recipe[1:] // no order of branches helps
			found.Runtimes = []string{"java"}
		}
	}
	if !loses && w.Kind != Record && !c.javaFails {
		found.Level = compat.Warning // the same number or text, of another type
	}
	found.Fill("exact", better.branchName(), "other", first.branchName())
	found.From, found.To = w.branchName(), told
	prove(p, found, s, choiceSample(w, loses), told, false)
	if !agreed {
		shown := *found.Sample
		shown.Read += " as " + told
		found.Sample = &shown
	}
}

// rescaled reports whether two decimals differ in where their point stands, which decides nothing in most runtimes.
func rescaled(w, r *Type) bool {
	return w.Logical.Name == "decimal" && r.Logical.Name == "decimal" && w.Logical != r.Logical
}

// choiceSample is a written value that shows the loss, when there is one.
func choiceSample(w *Type, loses bool) string {
	switch {
	case loses && w.Kind == Int:
		return "16777217" // 2^24+1 is no float
	case loses && w.Kind == Long:
		return "9007199254740993" // 2^53+1 is no double
	}
	return telling(w)
}

// byRuntime says which runtimes read which type.
func byRuntime(first, java, twmb *Type) string {
	switch {
	case java == first && twmb == first:
		return first.branchName()
	case java == twmb:
		return fmt.Sprintf("%s by the specification, hamba and avsc, but as %s by Java and twmb", first.branchName(), java.branchName())
	case twmb == first:
		return fmt.Sprintf("%s by the specification, hamba, avsc and twmb, but as %s by Java", first.branchName(), java.branchName())
	}
	return fmt.Sprintf("%s by the specification, hamba and avsc, as %s by Java and as %s by twmb", first.branchName(), java.branchName(), twmb.branchName())
}

// javaFailing is byRuntime where Java cannot read the value at all.
func javaFailing(first, java, twmb *Type, none bool) string {
	told := first.branchName() + " by the specification, hamba, avsc and twmb"
	if twmb != first {
		told = fmt.Sprintf("%s by the specification, hamba and avsc, as %s by twmb", first.branchName(), twmb.branchName())
	}
	if none {
		return told + "; Java finds no branch for it and fails"
	}
	return told + "; Java takes " + java.branchName() + " and fails"
}

// choices are the branches of a union that one written type takes, by index, -1 for none.
type choices struct {
	first int // the first that matches: the specification, hamba, avsc
	java  int
	twmb  int
	exact int // the first that takes every value unchanged

	javaFails bool // Java takes a branch that it then cannot read
}

// agreed reports whether every runtime takes the same branch.
func (c *choices) agreed() bool { return c.java == c.first && c.twmb == c.first && !c.javaFails }

// choose works out the branch of r that each runtime takes for what is written at s as w, which is no union.
func choose(p *compat.Pass, up, s *compat.Site, w, r *Type) choices {
	resolver := joints(p)
	c := choices{first: -1, java: -1, twmb: -1, exact: -1}
	for i := range resolver.candidates(w, r) {
		b := r.Branches[i].Type
		if resolver.join(w, b).unmatched {
			continue
		}
		if c.first < 0 {
			c.first, c.java = i, i
		}
		if p := promotion(w.Kind, b.Kind); c.exact < 0 && (p == unchanged || p == exact) {
			c.exact = i
		}
		if c.twmb < 0 || twmbReads.rank(w, b) < twmbReads.rank(w, r.Branches[c.twmb].Type) {
			c.twmb = i
		}
	}
	if own, ok := p.Trace.Sampler.(*sampler); ok && c.first >= 0 {
		c.asJava(own, up, s, w, r)
	}
	return c
}

func (c *choices) asJava(own *sampler, up, s *compat.Site, w, r *Type) {
	java := own.javaReader()
	c.java = java.branch(w, r)
	if c.java != c.first && ofUnion(up) && java.equivalent(typeAt(up.Writer), r) {
		branches := typeAt(up.Writer).Branches
		for i := range branches { // two equivalent unions are read branch by branch
			if branches[i].Type == w {
				c.java = i
			}
		}
	}
	switch {
	case c.java < 0 && w.Kind == Record:
		c.java = c.first // something inside fails in Java, and is told there
	case c.java < 0:
		c.javaFails = true
	case c.java != c.first:
		b := r.Branches[c.java].Type
		c.javaFails = java.fails(w, b) || w.Kind == Record && java.structureFails(w, b)
	}
}
