package avro

import "github.com/schemavet/schemavet/compat"

// A Policy is the set of named points at which the reading of implementations departs from the specification. The zero
// value, but for its name, is the specification. Runtimes that depart in more than switches have a reader of their own
// (runtime_java.go, …).
type Policy struct {
	Runtime string // "spec", "hamba", …

	IgnoresDecimals    bool   // precision and scale decide nothing: an unscaled number is read in the reader's scale
	NullableFills      bool   // a field that was not written becomes null without a default when null is the first of its branches
	DefaultsAreDoubles bool   // numbers of defaults are read as doubles and cut to their type
	AliasAnyNamespace  bool   // a type alias counts by its unqualified name
	Choice             choice // how a branch of the reader's union is taken
}

// A choice is a way to take a branch of a reader's union.
type choice uint8

const (
	FirstMatch        choice = iota // the first branch that matches, promotions included
	NameThenPromotion               // the branch of the full name or alias, else of the short name or kind, else the first promotion
)

// specification is Avro 1.12 to the letter.
var specification = Policy{Runtime: "spec"}

// namesMatch says how the names of two named types match, "" when they do not: equal unqualified names, or the writer's
// full name among the reader's aliases (Avro 1.12, Schema Resolution and Aliases).
func (p *Policy) namesMatch(w, r *Type) compat.Mechanism {
	switch {
	case w.Name == r.Name:
		return ByName
	case w.ShortName() == r.ShortName():
		return ByShortName
	}
	for i, a := range r.Aliases {
		if a == w.Name || p.AliasAnyNamespace && r.undotted(i) && shortName(a) == w.ShortName() {
			return ByAlias
		}
	}
	return ""
}

// undotted reports whether the type's alias was written without a namespace.
func (t *Type) undotted(alias int) bool {
	written := t.writtenAliases()
	return alias < len(written) && shortName(written[alias]) == written[alias]
}

// fills reports whether a reader's field can do without a written value. Nullable is not a default.
func (p *Policy) fills(f *Field) bool {
	return f.HasDefault() || p.NullableFills && len(f.Type.Branches) > 1 && f.Type.Branches[0].Type.Kind == Null
}

// choose is the part of a reader's union that a value takes: by the specification the first branch that matches.
func (p *Policy) choose(j *joint) int {
	if p.Choice == NameThenPromotion {
		if i := p.nearest(j); i >= 0 {
			return i
		}
	}
	for i := range j.parts {
		if !j.parts[i].joint.unmatched {
			return i
		}
	}
	return -1
}

// nearest is the first of the parts that are nearest to what is written, -1 when all are refused.
func (p *Policy) nearest(j *joint) int {
	found, best := -1, byPromotion+1
	for i := range j.parts {
		if rank := p.rank(j.w, j.r.Branches[j.parts[i].r].Type); rank < best && !j.parts[i].joint.refused {
			found, best = i, rank
		}
	}
	return found
}

const (
	byFullName = iota
	byShortName
	byPromotion
)

// rank is how near a branch is to a written type.
func (p *Policy) rank(w, r *Type) int {
	switch {
	case w.Kind != r.Kind:
		return byPromotion
	case !w.Kind.Named():
		return byFullName
	}
	if w.Name == r.Name {
		return byFullName
	}
	for _, a := range r.Aliases { // namesMatch looks at unqualified names first, and would not tell
		if a == w.Name {
			return byFullName
		}
	}
	return byShortName
}
