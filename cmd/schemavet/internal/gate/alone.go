package gate

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
)

// alone looks at the schema under review by itself. What was so in the base already is not repeated, unless the schema is
// invalid for it.
func (r *runner) alone(schema Schema) {
	var earlier Schema
	before := map[string]bool{}
	if base := r.subject.Base; base != nil {
		if s, err := base.parse(r.subject.Format); err == nil && s != nil {
			earlier = s
			for _, f := range r.faults(s) {
				before[f.Fingerprint()+f.Message] = true
			}
		}
	}
	invalid := !schema.Valid()
	for _, f := range r.faults(schema) {
		if invalid && f.Level == compat.Error || !before[f.Fingerprint()+f.Message] {
			r.add(&Finding{Finding: f}, "", "")
		}
	}
	r.lint(earlier, schema)
}

// lint lets rules that look at one side alone see what is new since an earlier version, which may be nil.
func (r *runner) lint(earlier, schema Schema) {
	rules := r.rules.alone
	if len(rules) == 0 {
		return
	}
	pass := compat.Pass{Subject: r.subject.Name, Facts: r.facts}
	r.subject.Format.Inspect(earlier, schema, r.fromBase, func(path compat.Path, was, n *compat.Node) {
		r.declare(path, n)
		found := pass.RunNode(rules, path, n)
		if len(found) == 0 {
			return
		}
		before := map[string]bool{}
		if was != nil {
			r.declare(path, was)
			for _, f := range pass.RunNode(rules, path, was) {
				before[f.Message] = true
			}
		}
		for _, f := range found {
			if !before[f.Message] {
				r.add(&Finding{Finding: f}, "", "")
			}
		}
	})
}

// faults are the findings of the parser whose rules run.
func (r *runner) faults(schema Schema) []*compat.Finding {
	return slices.DeleteFunc(r.subject.Format.Findings(r.subject.Name, schema), func(f *compat.Finding) bool {
		return r.selection.off[f.Rule.ID]
	})
}

// invalidOther reports what makes the side that is not under review invalid.
func (r *runner) invalidOther(schema Schema) {
	for _, f := range r.faults(schema) {
		if f.Level == compat.Error {
			f.Writer, f.Reader = f.Reader, f.Writer
			r.add(&Finding{Finding: f}, "", "")
		}
	}
}
