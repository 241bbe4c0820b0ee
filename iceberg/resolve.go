package iceberg

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/compat"
)

// Resolve joins the two sides of a pair into a trace. Columns meet by field id unless the pair asks for another binding.
func Resolve(p *Pair) *compat.Trace {
	r := &resolver{pair: p, writer: nodesOf(p.Writer), reader: nodesOf(p.Reader), version: max(p.Writer.version(), p.Reader.version())}
	r.sites = make([]compat.Site, 0, max(len(p.Writer.Schema.All), len(p.Reader.Schema.All))+8)
	if p.Writer.Schema.Unnumbered && (p.Bind == ByID || p.Bind == "") { // specification, Column Projection: names are mapped
		p.Bind = ByMapping
	}
	if p.Bind == ByMapping {
		r.mapped = r.mappedIDs()
	}
	if t := p.Reader.Table; t != nil {
		r.identity = identitySources(t)
	}
	r.steady = p.History != nil && p.sameMapping() // else whether the column was away in between is not known
	root := r.site(compat.Site{Writer: &r.writer.root, Reader: &r.reader.root, How: atRoot, Does: compat.Keep})
	root.Kids = r.structs(p.Writer.Schema.Fields, p.Reader.Schema.Fields)
	t := &compat.Trace{Root: root, Sampler: &sampler{p}}
	t.Verdict = verdict(t, p)
	return t
}

// verdict is the worst of all sites; a schema that no reader accepts makes the pair invalid.
func verdict(t *compat.Trace, p *Pair) compat.Verdict {
	if p.Writer.Schema.broken() || p.Reader.Schema.broken() || p.Reader.Schema.Unnumbered {
		return compat.Invalid
	}
	worst := compat.Same
	t.Walk(func(s *compat.Site) {
		switch {
		case s.Does == compat.Refuse:
			worst = max(worst, compat.Refused)
		case s.Does == compat.Depends:
			worst = max(worst, compat.DependsOnData)
		case s.Lossy:
			worst = max(worst, compat.Changed)
		}
	})
	return worst
}

type resolver struct {
	pair           *Pair
	writer, reader *nodes
	version        int
	identity       map[int]bool   // sources of identity partition fields
	mapped         map[*Field]int // ByMapping: the id that the name mapping gives a writer's column
	steady         bool           // a column that states the same on both sides is the same column: see compat.Site.Still
	sites          []compat.Site  // slab
}

func (r *resolver) site(s compat.Site) *compat.Site {
	if len(r.sites) == cap(r.sites) {
		r.sites = make([]compat.Site, 0, 256)
	}
	r.sites = append(r.sites, s)
	return &r.sites[len(r.sites)-1]
}

// identitySources are the columns whose value a manifest may hold, for files that lack them.
func identitySources(t *Table) map[int]bool {
	var ids map[int]bool
	for _, s := range t.Specs {
		for _, b := range s.Fields {
			if parseTransform(b.Transform).kind == identityTransform {
				if ids == nil {
					ids = map[int]bool{}
				}
				ids[b.Sources[0]] = true
			}
		}
	}
	return ids
}

// mappedIDs gives the columns of a file without ids the ids of the reader's name mapping.
func (r *resolver) mappedIDs() map[*Field]int {
	var mapping *Mapping
	if r.pair.Reader.Table != nil {
		mapping = r.pair.Reader.Table.Mapping
	}
	ids := map[*Field]int{}
	for _, f := range r.pair.Writer.Schema.All {
		if id := mapping.ID(f); id != 0 {
			ids[f] = id
		}
	}
	return ids
}

// structs joins the fields of one struct on both sides: the reader's in their order, then what it does not ask for.
func (r *resolver) structs(writer, reader []*Field) []*compat.Site {
	kids := make([]*compat.Site, 0, max(len(writer), len(reader)))
	used := newIDs(len(writer))
	var columns lookup
	for i, f := range reader {
		w, how := r.match(writer, f, i, &columns)
		if w == nil {
			kids = append(kids, r.missing(f))
			continue
		}
		used.add(w.Ordinal)
		kids = append(kids, r.join(w, f, how))
	}
	for _, w := range writer {
		if !used.has(w.Ordinal) {
			kids = append(kids, r.site(compat.Site{Path: w.Path, Writer: r.writer.of(w), How: notAsked, Does: compat.Skip}))
		}
	}
	return kids
}

// lookup finds the columns of one struct for readers that do not go by the file's field ids.
type lookup struct {
	byName map[string]*Field
	byID   map[int]*Field
}

// match finds the writer's column of a reader's field among the fields of the struct that the two share.
func (r *resolver) match(writer []*Field, f *Field, ordinal int, columns *lookup) (*Field, compat.Mechanism) {
	switch r.pair.Bind {
	case ByPosition:
		if ordinal < len(writer) {
			return writer[ordinal], byPosition
		}
		return nil, ""
	case ByName:
		if columns.byName == nil {
			columns.byName = make(map[string]*Field, len(writer))
			for _, w := range writer {
				columns.byName[w.Name] = w
			}
		}
		return columns.byName[f.Name], byName
	case ByMapping:
		if columns.byID == nil {
			columns.byID = make(map[int]*Field, len(writer))
			for _, w := range writer {
				if id, ok := r.mapped[w]; ok {
					columns.byID[id] = w
				}
			}
		}
		return columns.byID[f.ID], byMapping
	}
	if ordinal < len(writer) && writer[ordinal].ID == f.ID { // most columns stay where they are
		return writer[ordinal], byFieldID
	}
	if w := r.pair.Writer.Schema.Field(f.ID); w != nil && w.Ordinal < len(writer) && writer[w.Ordinal] == w {
		return w, byFieldID
	}
	return nil, ""
}

// join makes the site of a column that both sides have.
func (r *resolver) join(w, f *Field, how compat.Mechanism) *compat.Site {
	s := r.site(compat.Site{Path: f.Path, Writer: r.writer.of(w), Reader: r.reader.of(f), How: how})
	if w.content == f.content && w.Type.Kind == f.Type.Kind && !f.Type.Nested() {
		r.joinNames(s, w, f)
		s.Still = r.still(s, w, f)
		return s
	}
	switch {
	case w.Type.Nested() && w.Type.Kind == f.Type.Kind:
		s.Kids = r.nested(w, f)
	case w.Type.Same(f.Type):
	default:
		r.types(s, w.Type, f.Type)
	}
	if !w.Required && f.Required && s.Does < compat.Depends {
		s.Does, s.When, s.Cause = compat.Depends, "v is null", "the reader requires a value and the writer may have written null"
	}
	r.joinNames(s, w, f)
	s.Still = w.content == f.content && r.still(s, w, f)
	return s
}

// still reports whether nothing about a column differs that states the same on both sides, and nothing around it.
func (r *resolver) still(s *compat.Site, w, f *Field) bool {
	return r.steady && !s.Lossy && s.Writer.Key == s.Reader.Key && w.Path == f.Path && len(r.pair.History.ids[f.ID]) < 2 &&
		!slices.ContainsFunc(s.Kids, func(kid *compat.Site) bool { return !kid.Still })
}

// joinNames marks columns that a reader without ids takes for another one.
func (r *resolver) joinNames(s *compat.Site, w, f *Field) {
	if w.ID != f.ID && !r.pair.Writer.Schema.Unnumbered && w.role() == Struct && s.Does < compat.Depends && (r.pair.Bind == ByName || r.pair.Bind == ByPosition) {
		s.Lossy = true
		s.Cause = fmt.Sprintf("the column with field id %d is taken for field id %d", w.ID, f.ID)
	}
}

func (r *resolver) nested(w, f *Field) []*compat.Site {
	if f.Type.Kind == Struct {
		return r.structs(w.Type.Fields, f.Type.Fields)
	}
	// Lists and maps have one element, key and value each; another id there is another column.
	kids := make([]*compat.Site, 0, len(f.Type.Fields))
	for i, part := range f.Type.Fields {
		from := w.Type.Fields[i]
		how := byFieldID
		switch {
		case r.pair.Bind == ByName:
			how = byName
		case r.pair.Bind == ByPosition:
			how = byPosition
		case r.pair.Bind == ByMapping:
			how = byMapping
		case from.ID != part.ID:
			kids = append(kids, r.site(compat.Site{Path: part.Path, Writer: r.writer.of(from), Reader: r.reader.of(part), How: byFieldID, Does: compat.Refuse,
				Cause: fmt.Sprintf("the file's %s has field id %d, the reader asks for %d", part.Name, from.ID, part.ID)}))
			continue
		}
		kids = append(kids, r.join(from, part, how))
	}
	return kids
}

// types settles a site whose two types differ.
func (r *resolver) types(s *compat.Site, from, to *Type) {
	ok, outside := promotes(from, to, r.version)
	if ok && from.Kind == Date {
		s.Writer = converted(s.Writer, to)
	}
	switch {
	case !ok:
		s.Does, s.Cause = compat.Refuse, refusal(from, to, r.version)
	case outside != "":
		s.Does, s.When, s.Cause = compat.Depends, outside, "the value does not fit "+to.String()
	default:
		s.Does = compat.Promote
	}
}

// missing makes the site of a column that the file does not have (specification, Column Projection).
func (r *resolver) missing(f *Field) *compat.Site {
	s := r.site(compat.Site{Path: f.Path, Reader: r.reader.of(f), Does: compat.Fill})
	switch elsewhere := r.pair.Writer.Schema.Field(f.ID); {
	case r.identity[f.ID] && r.pair.Bind != ByName && r.pair.Bind != ByPosition:
		s.How = byPartition
	case elsewhere != nil && (r.pair.Bind == ByID || r.pair.Bind == ""):
		s.How, s.Does, s.Cause = byFieldID, compat.Refuse, fmt.Sprintf("the file has field id %d in another struct, as %s", f.ID, elsewhere.Path)
	case f.Initial != nil:
		s.How = byInitial
	case !f.Required:
		s.How = byNull
	default:
		s.How, s.Does, s.Cause = byNothing, compat.Refuse, "the column is required, files from before it have no value and there is no initial-default"
	}
	s.Kids = r.inside(f)
	return s
}

// inside makes the sites below a column that is filled as a whole: nothing in them was written either.
func (r *resolver) inside(f *Field) []*compat.Site {
	if !f.Type.Nested() {
		return nil
	}
	kids := make([]*compat.Site, 0, len(f.Type.Fields))
	for _, part := range f.Type.Fields {
		s := r.site(compat.Site{Path: part.Path, Reader: r.reader.of(part), How: byParentDefault, Does: compat.Fill})
		if f.Type.Kind == Struct && f.Initial != nil && f.Initial.Text == "{}" { // the children's own defaults apply
			switch {
			case part.Initial != nil:
				s.How = byInitial
			case !part.Required:
				s.How = byNull
			default:
				s.How, s.Does, s.Cause = byNothing, compat.Refuse, "the struct's default is {} and this required field of it has no initial-default"
			}
		}
		s.Kids = r.inside(part)
		kids = append(kids, s)
	}
	return kids
}

// unusable are the rules whose problems leave no schema that readers agree about.
var unusable = map[string]bool{"iceberg-field-id-invalid": true, "iceberg-field-id-duplicate": true, "iceberg-name-duplicate": true, "iceberg-name-empty": true,
	"iceberg-name-ambiguous": true, "iceberg-type-parameter": true, "iceberg-type-needs-version": true, "iceberg-unknown-required": true,
	"iceberg-identifier-unknown": true, "iceberg-identifier-invalid": true, "iceberg-default-invalid": true, "iceberg-field-id-reserved": true}

// broken reports whether the schema has a problem that makes it no valid schema.
func (s *Schema) broken() bool {
	for _, p := range s.Problems {
		if unusable[p.Rule.ID] {
			return true
		}
	}
	return false
}
