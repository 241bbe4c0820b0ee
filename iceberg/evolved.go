package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// keyChange says how the key of a map changed, as a clause; "" when it did not. Docs may change.
func keyChange(o, y *Field) string {
	switch {
	case o.ID != y.ID:
		return "" // another rule's
	case !o.Type.Same(y.Type):
		return fmt.Sprintf("from %s to %s", o.Type, y.Type)
	case len(o.Type.Fields) != len(y.Type.Fields):
		return fmt.Sprintf("it has %d fields and had %d", len(y.Type.Fields), len(o.Type.Fields))
	}
	for i, part := range y.Type.Fields {
		from := o.Type.Fields[i]
		switch {
		case from.ID != part.ID:
			return fmt.Sprintf("%s has field id %d and stands where field id %d stood", part.Path, part.ID, from.ID)
		case from.Required != part.Required:
			return fmt.Sprintf("%s changes whether it may be null", part.Path)
		case from.Name != part.Name:
			return fmt.Sprintf("%s was %s", part.Path, from.Name)
		}
		if what := keyChange(from, part); what != "" {
			return what
		}
	}
	return ""
}

// cameBack is the column that a reader's field id stood for before it went away, when it came back between the two
// sides of a pair.
func cameBack(pair *Pair, s *compat.Site, y *Field) *Field {
	h, older, younger := pair.history()
	return h.gone(y.ID, older, younger)
}

// reused tells what a fresh column's id stood for before, or up to which id all were given out when it is too low to be
// fresh.
func reused(pair *Pair, s *compat.Site, y *Field) (was *Field, low int) {
	if was := cameBack(pair, s, y); was != nil {
		if sameColumn(was, y) {
			return nil, 0
		}
		return was, 0
	}
	if s.Writer != nil || pair.Writer.Schema.Field(y.ID) != nil || y.ID > maxFieldID || y.ID < 1 {
		return nil, 0
	}
	// Nothing known had the id. Ids only go up, so one below the highest known belonged to a schema that was removed.
	h, _, younger := pair.history()
	first := younger
	if runs := h.ids[y.ID]; len(runs) > 0 {
		if k := since(runs, younger+1) - 1; k >= 0 && younger <= runs[k].last {
			first = runs[k].first
		}
	}
	if highest := h.highest[min(first, len(h.highest)-1)]; y.ID <= highest {
		return nil, highest
	}
	return nil, 0
}

// sameColumn reports whether a field that came back is the column that was dropped, not another one under its id.
func sameColumn(was, y *Field) bool {
	ok, _ := promotes(was.Type, y.Type, supportedVersion)
	return was.Path == y.Path && (was.Type.Same(y.Type) || ok)
}

// undone is the dropped column that comes back as itself; nil when nothing did.
func undone(pair *Pair, s *compat.Site, y *Field) *Field {
	if was := cameBack(pair, s, y); was != nil && sameColumn(was, y) {
		return was
	}
	return nil
}

// sameDefault reports whether two defaults are one value; a default may be written anew in the form of a promoted type.
func sameDefault(a, b *Default) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Problem != "" || b.Problem != "" { // a text that is no value of its type can only be the same text
		return oneLine(a.Value) == oneLine(b.Value)
	}
	return a.Text == b.Text || a.Text+"T00:00:00" == b.Text
}

// jsonOf is a default's own text, "null" without one.
func jsonOf(d *Default) string {
	if d == nil {
		return "null"
	}
	return shown(d.Value)
}

// eachInside visits a field and all fields below it.
func eachInside(f *Field, visit func(*Field)) {
	visit(f)
	for _, part := range f.Type.Fields {
		eachInside(part, visit)
	}
}
