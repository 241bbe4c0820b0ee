package avro

import (
	"fmt"
	"strings"

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
			reportChoice(p, s, w, r)
		})
	},
}

func reportChoice(p *compat.Pass, s *compat.Site, w, r *Type) {
	c := choose(joints(p), w, r)
	if c.first < 0 {
		return
	}
	first, java, twmb := r.Branches[c.first].Type, r.Branches[c.java].Type, r.Branches[c.twmb].Type
	loses := c.exact >= 0 && promotion(w.Kind, first.Kind) == lossy
	agreed := java == first && twmb == first
	if agreed && !loses {
		return
	}
	var found *compat.Finding
	better := java
	switch {
	case agreed:
		better = r.Branches[c.exact].Type
		found = p.Report(s, "%s is written as %s and every runtime reads it as %s, which cannot hold every %s, although the union has %s too",
			s.Path, w.Spelling(), first.branchName(), w.Spelling(), better.branchName())
	default:
		if java == first {
			better = twmb
		}
		found = p.Report(s, "%s is written as %s and read as %s", s.Path, w.branchName(), byRuntime(first, java, twmb))
		if c.javaFails {
			found.Message += ", which fails on it"
			found.Recipe = found.Recipe[1:] // no order of branches helps
		}
	}
	if !loses && w.Kind != Record {
		found.Level = compat.Warning // the same number or text, of another type
	}
	found.Fill("exact", better.branchName(), "other", first.branchName())
	found.From, found.To = w.branchName(), strings.Join([]string{first.branchName(), java.branchName(), twmb.branchName()}, ",")
	prove(p, found, s, choiceSample(w, loses), byRuntime(first, java, twmb), false)
	if !agreed {
		shown := *found.Sample
		shown.Read += " as " + byRuntime(first, java, twmb)
		found.Sample = &shown
	}
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

// choices are the branches of a union that one written type takes, by index, -1 for none.
type choices struct {
	first int // the first that matches: the specification, hamba, avsc
	java  int
	twmb  int
	exact int // the first that takes every value unchanged

	javaFails bool // Java takes the branch of the full name, and it does not match
}

// choose works out the branch that each runtime takes for a value of w, which is no union.
func choose(resolver *Resolver, w, r *Type) choices {
	c := choices{first: -1, java: -1, twmb: -1, exact: -1}
	short, full := -1, -1
	for i := range r.Branches {
		b := r.Branches[i].Type
		if !resolver.couldMatch(w, b) {
			continue
		}
		if resolver.join(w, b).unmatched {
			if full < 0 && w.Kind == b.Kind && w.Kind.Named() && joined(w, b) {
				full, c.javaFails = i, true
			}
			continue
		}
		if c.first < 0 {
			c.first = i
		}
		if p := promotion(w.Kind, b.Kind); c.exact < 0 && (p == unchanged || p == exact) {
			c.exact = i
		}
		switch {
		case w.Kind != b.Kind:
		case !w.Kind.Named() || joined(w, b):
			if full < 0 {
				full = i
			}
			if c.twmb < 0 || full == i {
				c.twmb = i
			}
		case short < 0 || w.Kind == Record: // Java keeps the last record of an equal short name
			if c.twmb < 0 {
				c.twmb = i
			}
			short = i
		}
	}
	c.java = firstOf(full, short, c.first)
	c.twmb = firstOf(c.twmb, c.first)
	return c
}

func firstOf(candidates ...int) int {
	for _, i := range candidates {
		if i >= 0 {
			return i
		}
	}
	return -1
}
