package iceberg

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Source is a type of a row format whose topic lands in a table, as far as a sink looks at it. The caller makes it from
// the format's own schema, so that this package knows no other format.
type Source struct {
	Kind      string // record, array, map, union, enum, fixed, null, boolean, int, long, float, double, string, bytes
	Name      string // of records, enums and fixed
	Logical   string // date, time-millis, timestamp-micros, decimal, uuid, …; "" for none
	Precision int    // decimal
	Scale     int    // decimal
	Size      int    // fixed
	Fields    []SourceField
	Branches  []*Source // of a union
	Items     *Source   // of an array, or the values of a map
	At        position.Place
}

// A SourceField is a field of a record.
type SourceField struct {
	Name    string
	Aliases []string
	Doc     string
	Type    *Source
	At      position.Place
}

// A Refusal is a part of a source schema that has no image in a table.
type Refusal struct {
	Path    compat.Path
	At      position.Place
	Problem string
}

// An Image is the table's schema that a sink makes of a source schema; the page IMAGE.md beside this file states the rules.
type Image struct {
	Schema   *Schema
	Refusals []Refusal
}

// maxImageFields bounds the image: a schema that uses one record in many places is unfolded into a tree.
const maxImageFields = 100_000

// ImageOf is the schema of the table that a sink creates for a topic.
func ImageOf(source *Source) *Image {
	m := &imager{schema: &Schema{At: source.At, stated: true}}
	m.columns(source)
	return m.finish()
}

// Grow is the table's schema after a sink met another source schema: columns are found by name, new ones are added, those
// that are missing stay and become optional, types follow the source where it is wider.
func (i *Image) Grow(source *Source) *Image {
	m := &imager{schema: &Schema{ID: i.Schema.ID + 1, At: source.At, stated: true, HighestID: i.Schema.HighestID}, next: i.Schema.HighestID, had: i.Schema.HighestID, growing: true}
	m.before = i.Schema.Fields
	m.columns(source)
	return m.finish()
}

// imager makes one image. before is the fields of the present struct as the table has them already.
type imager struct {
	schema   *Schema
	refusals []Refusal
	next     int
	growing  bool // the table is there already
	full     bool // the limit of columns was met
	had      int  // its highest id
	before   []*Field
	inside   []string // names of the records around, to see recursion
}

func (m *imager) columns(source *Source) {
	if source.Kind != "record" {
		m.refuse("", source.At, "a topic of %s has no columns: a sink needs a record", source.Kind)
		return
	}
	m.inside = append(m.inside, source.Name)
	m.schema.Fields = m.fields(source, nil, m.before)
}

func (m *imager) finish() *Image {
	for _, f := range m.schema.All {
		f.content = 0
	}
	for _, f := range slices.Backward(m.schema.All) { // children before parents
		f.content = contentOf(f)
	}
	checkSchema(m.schema)
	return &Image{m.schema, m.refusals}
}

func (m *imager) refuse(path compat.Path, at position.Place, format string, args ...any) {
	m.refusals = append(m.refusals, Refusal{path, at, fmt.Sprintf(format, args...)})
}

// add registers a field of the image: with the id that the table has for it, or a fresh one.
func (m *imager) add(name string, path compat.Path, parent, before *Field, at position.Place) *Field {
	f := &Field{Name: name, Path: path, Parent: parent, At: at, index: len(m.schema.All)}
	if before != nil {
		f.ID = before.ID
	} else {
		m.next++
		f.ID = m.next
	}
	m.schema.HighestID = max(m.schema.HighestID, f.ID)
	m.schema.All = append(m.schema.All, f)
	return f
}

func (m *imager) fields(source *Source, parent *Field, before []*Field) []*Field {
	var fields []*Field
	place := func(f *Field) {
		f.Ordinal = len(fields)
		fields = append(fields, f)
	}
	for _, b := range before { // a sink appends: what the table has keeps its place
		i := slices.IndexFunc(source.Fields, func(s SourceField) bool { return s.Name == b.Name })
		if i < 0 {
			place(m.keep(b, parent))
			continue
		}
		if f := m.field(&source.Fields[i], parent, b); f != nil {
			place(f)
		}
	}
	for i := range source.Fields {
		s := &source.Fields[i]
		if slices.ContainsFunc(before, func(b *Field) bool { return b.Name == s.Name }) {
			continue
		}
		if f := m.field(s, parent, nil); f != nil {
			place(f)
		}
	}
	return fields
}

// keep copies a column that the source no longer writes: it stays and reads null from now on.
func (m *imager) keep(b, parent *Field) *Field {
	f := m.add(b.Name, b.Path, parent, b, b.At)
	f.Doc, f.Required = b.Doc, b.Required && parent != nil && b.role() != Struct
	f.Type = &Type{Kind: b.Type.Kind, Precision: b.Type.Precision, Scale: b.Type.Scale, Length: b.Type.Length}
	for i, part := range b.Type.Fields {
		inner := m.keep(part, f)
		inner.Required, inner.Ordinal = part.Required, i
		f.Type.Fields = append(f.Type.Fields, inner)
	}
	return f
}

func (m *imager) field(s *SourceField, parent, before *Field) *Field {
	if len(m.schema.All) >= maxImageFields {
		if !m.full {
			m.full = true
			m.refuse(fieldPath(parent, s.Name), s.At, "the image has more than %d columns", maxImageFields)
		}
		return nil
	}
	f := m.add(s.Name, fieldPath(parent, s.Name), parent, before, s.At)
	f.Doc = s.Doc
	f.Type, f.Required = m.nullable(s.Type, f, before)
	switch {
	case before != nil:
		f.Required = f.Required && before.Required // a sink never makes a column required
	case m.growing && (parent == nil || m.known(parent)):
		f.Required = false // and adds columns as optional: old rows have no value
	}
	return f
}

// known reports whether the table had a struct before this image: what is added to it has no value in old rows. The
// children of a new struct are as required as the source has them.
func (m *imager) known(parent *Field) bool {
	return parent.ID <= m.had
}

// nullable takes null out of a union; what is left must be one type.
func (m *imager) nullable(s *Source, f, before *Field) (t *Type, required bool) {
	if s.Kind != "union" {
		return m.typ(s, f, before), s.Kind != "null"
	}
	var rest []*Source
	for _, b := range s.Branches {
		if b.Kind != "null" {
			rest = append(rest, b)
		}
	}
	switch len(rest) {
	case 0:
		return simpleTypes["unknown"], false
	case 1:
		return m.typ(rest[0], f, before), len(rest) == len(s.Branches)
	}
	m.refuse(f.Path, f.At, "%s is a union of %d types beside null: a table's column has one type", f.Path, len(rest))
	return simpleTypes["unknown"], false
}

// typ is the image of a type. A column that is wider already stays so.
func (m *imager) typ(s *Source, f, before *Field) *Type {
	t := m.plainType(s, f, before)
	if before != nil && narrows(before.Type, t) {
		return before.Type
	}
	return t
}

func (m *imager) plainType(s *Source, f, before *Field) *Type {
	if t := m.logicalType(s, f); t != nil {
		return t
	}
	switch s.Kind {
	case "record", "array", "map":
		return m.nested(s, f, before)
	case "bytes":
		return simpleTypes["binary"]
	case "enum":
		return simpleTypes["string"]
	case "fixed":
		return &Type{Kind: Fixed, Length: s.Size}
	case "null":
		return simpleTypes["unknown"]
	}
	if t, ok := simpleTypes[s.Kind]; ok {
		return t
	}
	m.refuse(f.Path, f.At, "%s is a %s, which has no type in a table", f.Path, s.Kind)
	return simpleTypes["unknown"]
}

// logicals are the logical types that a sink knows, by the types that carry them.
var logicals = map[string]string{
	"int date": "date", "int time-millis": "time", "long time-micros": "time", "long timestamp-millis": "timestamptz", "long timestamp-micros": "timestamptz",
	"long local-timestamp-millis": "timestamp", "long local-timestamp-micros": "timestamp", "long timestamp-nanos": "timestamptz_ns",
	"long local-timestamp-nanos": "timestamp_ns", "string uuid": "uuid", "fixed uuid": "uuid",
}

func (m *imager) logicalType(s *Source, f *Field) *Type {
	if name, ok := logicals[s.Kind+" "+s.Logical]; ok {
		return simpleTypes[name]
	}
	if s.Logical != "decimal" || s.Kind != "bytes" && s.Kind != "fixed" {
		return nil
	}
	if s.Precision > maxPrecision {
		m.refuse(f.Path, f.At, "%s is a decimal of %d digits: a table's decimal has at most %d", f.Path, s.Precision, maxPrecision)
		return simpleTypes["binary"]
	}
	return &Type{Kind: Decimal, Precision: s.Precision, Scale: s.Scale}
}

func (m *imager) nested(s *Source, f, before *Field) *Type {
	t := &Type{Kind: map[string]Kind{"record": Struct, "array": List, "map": Map}[s.Kind]}
	f.Type = t
	var known []*Field
	if before != nil && before.Type.Kind == t.Kind {
		known = before.Type.Fields
	}
	if t.Kind == Struct {
		if slices.Contains(m.inside, s.Name) || len(m.inside) > maxDepth {
			m.refuse(f.Path, f.At, "%s is %s inside itself: a table has no recursive types", f.Path, s.Name)
			return simpleTypes["unknown"]
		}
		m.inside = append(m.inside, s.Name)
		t.Fields = m.fields(s, f, known)
		m.inside = m.inside[:len(m.inside)-1]
		return t
	}
	part := func(i int, name string, path compat.Path, source *Source) {
		var b *Field
		if i < len(known) {
			b = known[i]
		}
		inner := m.add(name, path, f, b, f.At)
		inner.Ordinal = i
		inner.Type, inner.Required = m.nullable(source, inner, b)
		if b != nil {
			inner.Required = inner.Required && b.Required
		}
		t.Fields = append(t.Fields, inner)
	}
	if t.Kind == List {
		part(0, "element", f.Path.Item(), s.Items)
		return t
	}
	part(0, "key", f.Path.Branch("key"), &Source{Kind: "string", At: s.At})
	part(1, "value", f.Path.Entry(), s.Items)
	return t
}

// Landing is what happens to a table when its topic goes from one source schema to another.
type Landing struct {
	Pair     *Pair
	Refusals []Refusal  // of the younger schema, not there before
	Problems []*Problem // of the grown table by itself, not there before
	Renamed  []SourceField
}

// Land grows the image of the older source schemas, oldest first, by the younger one.
func Land(older []*Source, younger *Source, version int) *Landing {
	image := ImageOf(older[0])
	known := map[string]bool{}
	for _, s := range older[1:] {
		image = image.Grow(s)
	}
	for _, r := range image.Refusals {
		known[string(r.Path)+r.Problem] = true
	}
	after := image.Grow(younger)
	table := func(s *Schema) *Table {
		return &Table{Plain: true, FormatVersion: version, Schemas: []*Schema{s}, Current: s}
	}
	l := &Landing{Pair: &Pair{Writer: View{image.Schema, table(image.Schema)}, Reader: View{after.Schema, table(after.Schema)}}}
	for _, r := range after.Refusals {
		if !known[string(r.Path)+r.Problem] {
			l.Refusals = append(l.Refusals, r)
		}
	}
	for _, p := range after.Schema.Problems {
		if !slices.ContainsFunc(image.Schema.Problems, func(o *Problem) bool { return o.Rule == p.Rule && o.id == p.id }) {
			l.Problems = append(l.Problems, p)
		}
	}
	for _, f := range younger.Fields {
		was := func(name string) bool {
			return slices.ContainsFunc(image.Schema.Fields, func(c *Field) bool { return c.Name == name })
		}
		if !was(f.Name) && slices.ContainsFunc(f.Aliases, was) {
			l.Renamed = append(l.Renamed, f)
		}
	}
	return l
}

// Refuses reports whether a column of the younger schema has no place in the table.
func (l *Landing) Refuses(path compat.Path) bool {
	return slices.ContainsFunc(l.Refusals, func(r Refusal) bool { return r.Path == path })
}
