package avro

import "github.com/schemavet/schemavet/compat"

// A Policy is the set of named points at which implementations of Avro depart from each other. The zero value, but for
// its name, is the specification.
type Policy struct {
	Runtime string // "spec", "java", …
}

// Specification is Avro 1.12 to the letter.
var Specification = Policy{Runtime: "spec"}

// namesMatch says how the names of two named types match, "" when they do not: equal unqualified names, or the writer's
// full name among the reader's aliases (Avro 1.12, Schema Resolution and Aliases).
func (p *Policy) namesMatch(w, r *Type) compat.Mechanism {
	switch {
	case w.Name == r.Name:
		return ByName
	case w.ShortName() == r.ShortName():
		return ByShortName
	}
	for _, a := range r.Aliases {
		if a == w.Name {
			return ByAlias
		}
	}
	return ""
}

// fills reports whether a reader's field can do without a written value. Nullable is not a default.
func (p *Policy) fills(f *Field) bool { return f.HasDefault() }

// choose is the part of a reader's union that a value takes: the first branch that matches.
func (p *Policy) choose(j *joint) int {
	for i := range j.parts {
		if !j.parts[i].joint.unmatched {
			return i
		}
	}
	return -1
}
