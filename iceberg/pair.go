package iceberg

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
)

// A View is one schema and the table around it.
type View struct {
	Schema *Schema
	Table  *Table
}

// version is the format version that judges the view: the table's own, or what a plain schema lets one conclude.
func (v View) version() int {
	if v.Table != nil && v.Table.FormatVersion > 0 {
		return v.Table.FormatVersion
	}
	for _, f := range v.Schema.All {
		if f.Type.NeedsVersion() > 2 || f.Initial != nil || f.Write != nil {
			return 3
		}
	}
	return 2
}

// spec is the spec that new files are written with, nil for an unpartitioned or unknown table.
func (v View) spec() *Spec {
	if v.Table == nil {
		return nil
	}
	return v.Table.DefaultSpec
}

// A Binding is how a reader finds its columns in a file.
type Binding string

// The bindings. Iceberg's own is ByID; the others are what consumers do that are no Iceberg readers, and ByMapping what
// an Iceberg reader does with files that carry no field ids.
const (
	ByID       Binding = "id"
	ByName     Binding = "name"
	ByPosition Binding = "position"
	ByMapping  Binding = "mapping"
)

// The mechanisms of a trace.
const (
	atRoot          compat.Mechanism = "table"
	byFieldID       compat.Mechanism = "by field id"
	byName          compat.Mechanism = "by name"
	byPosition      compat.Mechanism = "by position"
	byMapping       compat.Mechanism = "by name mapping"
	byPartition     compat.Mechanism = "by identity partition value"
	byInitial       compat.Mechanism = "by initial-default"
	byNull          compat.Mechanism = "by null"
	byNothing       compat.Mechanism = "no value"
	notAsked        compat.Mechanism = "not asked for"
	byParentDefault compat.Mechanism = "inside a filled struct"
)

// A Pair is a writer's and a reader's view of one table.
type Pair struct {
	Writer, Reader View
	// Behind says that the writer's view is the younger one: the reader stayed behind (a pinned job, an old client).
	Behind bool
	// Asked says that somebody asks about this very reader: that it exists is no guess.
	Asked bool
	// History is the table's schemas, oldest first, the two of the pair among them. nil: taken from the younger's table.
	History *History
	Bind    Binding // "" is ByID

	older, younger int // places in History, when placed
	placed         bool
	ofLineage      bool // the caller looks at the neighbours too
}

// Older is the view that came first in the table's history.
func (p *Pair) Older() View {
	if p.Behind {
		return p.Reader
	}
	return p.Writer
}

// Younger is the view that came last.
func (p *Pair) Younger() View {
	if p.Behind {
		return p.Writer
	}
	return p.Reader
}

// sameMapping reports whether both sides know one name mapping, or none.
func (p *Pair) sameMapping() bool {
	w, r := p.Writer.Table, p.Reader.Table
	return w == r || (w == nil || w.Mapping == nil) && (r == nil || r.Mapping == nil)
}

// history is the table's schemas, and where the two of the pair stand among them.
func (p *Pair) history() (h *History, older, younger int) {
	if p.History == nil {
		p.History = p.ownHistory()
	}
	if !p.placed {
		p.older, p.younger, p.placed = p.History.index(p.Older().Schema), p.History.index(p.Younger().Schema), true
	}
	return p.History, p.older, p.younger
}

// ownHistory is the schemas of the younger view's table up to the younger one, after the older one where another table
// holds that.
func (p *Pair) ownHistory() *History {
	older, younger := p.Older(), p.Younger()
	var all []*Schema
	if t := younger.Table; t != nil && !p.returned() {
		for _, s := range t.byAge() {
			if s == younger.Schema {
				break
			}
			if s != older.Schema && !(s.ID == older.Schema.ID && s.sameText(older.Schema)) {
				all = append(all, s)
			} else {
				all = append(all, older.Schema)
			}
		}
	}
	if len(all) == 0 || !slices.Contains(all, older.Schema) {
		all = append([]*Schema{older.Schema}, all...)
	}
	h := NewHistory(append(all, younger.Schema))
	if t := older.Table; t != nil && younger.Table != nil && t != younger.Table && t.Schema(younger.Schema.ID) == nil && t.counts(younger.Table) {
		h.gaveOut(len(all), t.LastColumnID)
	}
	return h
}

// byAge is the table's schemas in the order of their ids.
func (t *Table) byAge() []*Schema {
	sorted := slices.Clone(t.Schemas)
	slices.SortStableFunc(sorted, func(a, b *Schema) int { return a.ID - b.ID })
	return sorted
}

// returned reports whether the younger schema stood in the table before the older one: current-schema-id went back.
func (p *Pair) returned() bool {
	younger, older := p.Younger(), p.Older()
	if younger.Table == nil || older.Table == nil || younger.Table.Plain {
		return false
	}
	return younger.Schema.ID < older.Schema.ID
}

// pairOf is the pair that a pass looks at; nil for a trace of another format.
func pairOf(p *compat.Pass) *Pair {
	if s, ok := p.Trace.Sampler.(*sampler); ok {
		return s.pair
	}
	return nil
}

// PairOf is the pair that a trace was resolved from; nil for a trace of another format.
func PairOf(t *compat.Trace) *Pair {
	if s, ok := t.Sampler.(*sampler); ok {
		return s.pair
	}
	return nil
}

// fieldOf is the field behind one side of a site; nil for the root and for no side.
func fieldOf(n *compat.Node) *Field {
	if n == nil {
		return nil
	}
	f, _ := n.Origin.(*Field)
	return f
}
