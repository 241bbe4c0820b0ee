package avro

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var unionBranchMissing = &compat.Rule{
	ID: "avro-union-branch-missing", Level: compat.Error, Since: "0.1",
	Title: "The reader has no place for a type that may be written",
	Why:   "The pair works until a record takes that branch; this record is refused. Most checkers refuse the whole pair.",
	Spec:  "Avro 1.12, Schema Resolution, unions",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":["null","string","int"]}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":["null","string"]}]}`,
		Path:    "R.v",
		Written: `{"v":42}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":["null","string","int"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep or add {{missing}} in the reader's {{field}}",
		"a branch may go only when no retained data holds it and no writer writes it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		around(p, s, func(up, s *compat.Site) {
			switch {
			case ofUnion(up): // the site of the union speaks for its branches
			case ofUnion(s):
				missingBranches(p, s)
			default:
				unmatchedUnion(p, s)
			}
		})
	},
}

// missingBranches reports the branches of the writer's union that the reader has nothing for, in one finding.
func missingBranches(p *compat.Pass, s *compat.Site) {
	if patched(s.Writer) {
		return
	}
	var names, tries []string
	var first *compat.Site
	r := typeAt(s.Reader)
	for _, kid := range s.Kids {
		w, taken := typeAt(kid.Writer), typeAt(kid.Reader)
		if w == nil || taken == nil || w.Kind == Null || standIn(kid.Writer) || patched(kid.Reader) {
			continue
		}
		wb, rb, one := single(kid)
		if one && promotion(wb.Kind, rb.Kind) != impossible || !one && kid.Does != compat.Refuse {
			continue
		}
		name := w.branchName()
		if w.Kind.Named() {
			name = clip(w.ShortName()) // no branch of the reader has even that
		}
		if names = append(names, name); first == nil {
			first = kid
		}
		if i := strings.Index(kid.Cause, " ("); !one && i >= 0 && len(tries) < 4 {
			tries = append(tries, name+" was tried"+kid.Cause[i:])
		}
	}
	if first == nil {
		return
	}
	if len(names) == 1 {
		if other := otherName(typeAt(first.Writer), typeAt(s.Writer), r); other != nil {
			tries = append(tries, fmt.Sprintf("%s may be it under another name, which an alias would tell", clip(other.ShortName())))
		}
	}
	tried := ""
	if len(tries) > 0 {
		tried = "; " + strings.Join(tries, "; ")
	}
	found := p.Report(s, "%s may be written as %s, and this reader's %s takes no such value%s", s.Path, list(names), takes(r), tried)
	found.Fill("missing", list(names))
	found.From, found.To = strings.Join(names, ","), r.Spelling()
	prove(p, found, first, telling(typeAt(first.Writer)), "no branch of "+r.Spelling()+" takes "+names[0], true)
}

// otherName is the one branch of the reader's union that may be w under another name: of the same kind, and new.
func otherName(w, writer, r *Type) *Type {
	const most = 1 << 12 // pairs of branches worth a hint
	if !w.Kind.Named() || r.Kind != Union || len(writer.Branches)*len(r.Branches) > most {
		return nil
	}
	var other *Type
	for i := range r.Branches {
		b := r.Branches[i].Type
		if b.Kind != w.Kind || slices.ContainsFunc(writer.Branches, func(s Slot) bool { return specification.namesMatch(s.Type, b) != "" }) {
			continue
		}
		if other != nil {
			return nil
		}
		other = b
	}
	return other
}

// unmatchedUnion reports a written type that no branch of the reader's union takes.
func unmatchedUnion(p *compat.Pass, s *compat.Site) {
	w, r := typeAt(s.Writer), typeAt(s.Reader)
	if w == nil || r == nil || r.Kind != Union || w.Kind == Union || s.Does != compat.Refuse || optional(w) && optional(r) || standIn(s.Writer) || patched(s.Reader) {
		return
	}
	cause := s.Cause
	if i := strings.Index(cause, " ("); i >= 0 {
		cause = ": " + strings.TrimSuffix(cause[i+2:], ")")
	} else {
		cause = ""
	}
	found := p.Report(s, "%s is written as %s, which no branch of this reader's %s takes%s", s.Path, takes(w), takes(r), cause)
	found.Fill("missing", w.Spelling())
	found.From, found.To = w.Spelling(), r.Spelling()
	prove(p, found, s, telling(w), "no branch of "+r.Spelling()+" takes "+w.Spelling(), true)
}
