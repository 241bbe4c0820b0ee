package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/position"
)

// where is the place of a piece of evidence inside a declaration: the doc, the property, the logical type, the name. A declaration
// that is spelled otherwise, or elsewhere, is shown as a whole.
func where(n *compat.Node, e *meaning.Evidence) position.Place {
	if e == nil {
		return n.At
	}
	switch e.Source {
	case meaning.FromDocSlot, meaning.FromDocPhrase:
		return member(n, "doc")
	case meaning.FromLogical:
		return member(n, "logicalType")
	case meaning.FromDefault:
		return member(n, "default")
	case meaning.FromName, meaning.FromWeakName:
		return member(n, "name")
	case meaning.FromProperty:
		name, _, _ := strings.Cut(strings.TrimPrefix(e.Place, "property "), " of the ") // "unit of the branch"
		for name != "" {
			if at := member(n, name); at != n.At {
				return at
			}
			i := strings.LastIndexByte(name, '.')
			if i < 0 {
				break
			}
			name = name[:i] // connect.parameters.unit stands inside connect.parameters
		}
	}
	return n.At
}

// member is the place of a named member of a declaration, of its type, or of the type inside that.
func member(n *compat.Node, name string) position.Place {
	if v := n.At.Value(); !v.IsZero() {
		const depth = 4 // a field, its type, a union's branch, an array's items
		if found, ok := search(v, name, depth); ok {
			return found.Place()
		}
	}
	return n.At
}

func search(v position.Value, name string, depth int) (position.Value, bool) {
	switch {
	case depth == 0:
	case v.Is(position.Object):
		if found, ok := v.Member(name); ok {
			return found, true
		}
		for _, inner := range [...]string{"type", "items", "values"} {
			if t, ok := v.Member(inner); ok {
				if found, ok := search(t, name, depth-1); ok {
					return found, true
				}
			}
		}
	case v.Is(position.Array):
		tried := 0
		for branch := range v.Elements() {
			if tried++; tried > 8 {
				break
			}
			if found, ok := search(branch, name, depth-1); ok {
				return found, true
			}
		}
	}
	return position.Value{}, false
}

// pointUnits makes a finding point at the two texts that state the units.
func pointUnits(f *compat.Finding, s *compat.Site, w, r *meaning.UnitFact) {
	if w != nil {
		f.Writer = where(s.Writer, &w.Evidence)
	}
	if r != nil {
		f.Reader = where(s.Reader, &r.Evidence)
	}
}

// pointMember makes a finding point at one member of the two declarations.
func pointMember(f *compat.Finding, s *compat.Site, name string) {
	if s.Writer != nil {
		f.Writer = member(s.Writer, name)
	}
	if s.Reader != nil {
		f.Reader = member(s.Reader, name)
	}
}

// pointDefaults makes a finding point at the two defaults.
func pointDefaults(f *compat.Finding, s *compat.Site) {
	if s.Writer != nil && s.Writer.Default != nil && !s.Writer.Default.At.IsZero() {
		f.Writer = s.Writer.Default.At
	}
	if s.Reader != nil && s.Reader.Default != nil && !s.Reader.Default.At.IsZero() {
		f.Reader = s.Reader.Default.At
	}
}
