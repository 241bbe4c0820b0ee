package iceberg

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Field is one named (or, in lists and maps, numbered) part of a schema.
type Field struct {
	ID       int
	Name     string // "element", "key" and "value" in lists and maps
	Required bool
	Type     *Type
	Doc      string
	Initial  *Default          // initial-default: what rows from before the field read; nil: null
	Write    *Default          // write-default: what a writer stores that is told nothing; nil: null
	Extra    []position.Member // attributes that the specification does not know
	Parent   *Field            // nil for the schema's own fields
	Path     compat.Path       // as findings name it: order.items[].price
	Ordinal  int               // its position among its siblings
	At       position.Place
	content  uint64 // equal for fields that state the same, layout and key order left out
	index    int    // its place in Schema.All
}

// role is what a field is inside its parent.
func (f *Field) role() Kind {
	if f.Parent == nil {
		return Struct
	}
	return f.Parent.Type.Kind
}

// A Default is a default value as the schema states it: the single-value form of the specification's appendix D.
type Default struct {
	Value position.Value
	// Text is the value in one spelling for equal values of the field's type; Problem says why it is no value of it.
	Text    string
	Problem string
}

// A Schema is one schema of a table, or one plain schema document.
type Schema struct {
	ID     int  // 0 when the text states none
	stated bool // the text states an id
	// Unnumbered says that no field has an id: the schema of a file that was written without them. Its fields are numbered
	// by their order to be told apart; no reader joins them by that.
	Unnumbered  bool
	Fields      []*Field
	Identifiers []Identifier // identifier-field-ids as they stand
	All         []*Field     // every field, parents before children, in text order
	HighestID   int
	At          position.Place
	Problems    []*Problem
	Extra       []position.Member
	pathsOnce   sync.Once
	paths       map[compat.Path]*Field
	indexOnce   sync.Once
	dense       []*Field // by id, where ids are dense
	sparse      map[int]*Field
	keysOnce    sync.Once
	keys        map[int]bool
	nodesOnce   sync.Once
	nodes       *nodes
}

// An Identifier is one id of identifier-field-ids.
type Identifier struct {
	ID int
	At position.Place
}

// Field is the field with an id, nil without one. Of fields that share an id it is the first.
func (s *Schema) Field(id int) *Field {
	s.indexOnce.Do(s.index)
	if s.sparse != nil {
		return s.sparse[id]
	}
	if id < 0 || id >= len(s.dense) {
		return nil
	}
	return s.dense[id]
}

func (s *Schema) index() {
	lowest := 0
	for _, f := range s.All {
		lowest = min(lowest, f.ID)
	}
	if lowest < 0 || s.HighestID > 8*len(s.All)+256 {
		s.sparse = make(map[int]*Field, len(s.All))
		for _, f := range s.All {
			if _, ok := s.sparse[f.ID]; !ok {
				s.sparse[f.ID] = f
			}
		}
		return
	}
	s.dense = make([]*Field, s.HighestID+1)
	for _, f := range s.All {
		if s.dense[f.ID] == nil {
			s.dense[f.ID] = f
		}
	}
}

// ByPath is the field that findings name by path, nil without one.
func (s *Schema) ByPath(path compat.Path) *Field {
	s.pathsOnce.Do(func() {
		s.paths = make(map[compat.Path]*Field, len(s.All))
		for _, f := range slices.Backward(s.All) { // the first of equals counts
			s.paths[f.Path] = f
		}
	})
	return s.paths[path]
}

// IsIdentifier reports whether an id is one of the schema's identifier field ids.
func (s *Schema) IsIdentifier(id int) bool {
	s.keysOnce.Do(func() {
		s.keys = make(map[int]bool, len(s.Identifiers))
		for _, i := range s.Identifiers {
			s.keys[i.ID] = true
		}
	})
	return s.keys[id]
}

// sameText reports whether two schemas are field by field the same text, ids and identifiers included.
func (s *Schema) sameText(o *Schema) bool {
	if len(s.Fields) != len(o.Fields) || len(s.Identifiers) != len(o.Identifiers) {
		return false
	}
	for i, f := range s.Fields {
		if f.content != o.Fields[i].content {
			return false
		}
	}
	for i, id := range s.Identifiers {
		if id.ID != o.Identifiers[i].ID {
			return false
		}
	}
	return true
}

// The bounds of a schema. A table with more is no table that an engine would open.
const (
	maxDepth  = 100
	maxFields = 1_000_000
)

// schemaReader builds one schema; it stops at the first thing that leaves no schema to speak of.
type schemaReader struct {
	schema *Schema
	slab   []Field
	err    error
}

// readSchema reads a schema object: {"type":"struct","schema-id":0,"fields":[…]}. A plain one, which stands alone, may be
// that of a file without field ids.
func readSchema(v position.Value, plain bool) (*Schema, error) {
	s := &Schema{At: v.Place()}
	if !v.Is(position.Object) {
		return nil, fail(v, "a schema is an object, this is %s", kindWord(v))
	}
	r := &schemaReader{schema: s}
	kind, ok := v.Member("type")
	if !ok {
		return nil, fail(v, `the schema has no "type": "struct"`)
	}
	if !kind.Is(position.String) || kind.Text() != "struct" {
		return nil, fail(kind, `a schema's type is "struct", not %s`, shown(kind))
	}
	var fields position.Value
	for m := range v.Members() {
		switch m.Key {
		case "type":
		case "fields":
			fields = m.Value
		case "schema-id":
			s.stated = true
			if s.ID, r.err = readInt(m.Value, "schema-id"); r.err != nil {
				return nil, r.err
			}
		case "identifier-field-ids":
			r.identifiers(m.Value)
		default:
			s.Extra = append(s.Extra, m)
		}
	}
	s.Unnumbered = plain && numberless(fields)
	s.Fields = r.fields(v, fields, nil, 0)
	if r.err != nil {
		return nil, r.err
	}
	checkSchema(s)
	return s, nil
}

// numberless reports whether none of a schema's own fields has an id.
func numberless(fields position.Value) bool {
	if !fields.Is(position.Array) || fields.Len() == 0 {
		return false
	}
	for f := range fields.Elements() {
		if _, ok := f.Member("id"); ok || !f.Is(position.Object) {
			return false
		}
	}
	return true
}

func (r *schemaReader) identifiers(v position.Value) {
	if !v.Is(position.Array) && !v.Is(position.Null) {
		r.fail(v, "identifier-field-ids is a list of field ids, this is %s", kindWord(v))
		return
	}
	for e := range v.Elements() {
		id, err := readInt(e, "an identifier field id")
		if err != nil {
			r.err = err
			return
		}
		r.schema.Identifiers = append(r.schema.Identifiers, Identifier{id, e.Place()})
	}
}

func (r *schemaReader) fail(v position.Value, format string, args ...any) {
	if r.err == nil {
		r.err = fail(v, format, args...)
	}
}

func (r *schemaReader) fields(owner, list position.Value, parent *Field, depth int) []*Field {
	switch {
	case r.err != nil:
		return nil
	case list.IsZero():
		r.fail(owner, `the struct has no "fields"`)
		return nil
	case !list.Is(position.Array):
		r.fail(list, `"fields" is a list, this is a %s`, list.Kind())
		return nil
	case depth > maxDepth:
		r.fail(list, "types nested deeper than %d levels", maxDepth)
		return nil
	}
	fields := make([]*Field, 0, list.Len())
	for e := range list.Elements() {
		f := r.field(e, parent, len(fields), depth)
		if r.err != nil {
			return nil
		}
		fields = append(fields, f)
	}
	return fields
}

// add registers a field: children come after their parent in All.
func (r *schemaReader) add() *Field {
	if len(r.slab) == 0 {
		r.slab = make([]Field, 64)
	}
	f := &r.slab[0]
	r.slab = r.slab[1:]
	f.index = len(r.schema.All)
	f.Type = simpleTypes["unknown"] // until it is read: a field whose reading fails has one too
	r.schema.All = append(r.schema.All, f)
	return f
}

func (r *schemaReader) field(v position.Value, parent *Field, ordinal, depth int) *Field {
	f := r.add()
	f.Parent, f.Ordinal, f.At = parent, ordinal, v.Place()
	if !v.Is(position.Object) {
		r.fail(v, "a field is an object, this is %s", kindWord(v))
		return f
	}
	if len(r.schema.All) > maxFields {
		r.fail(v, "a schema with more than %d fields", maxFields)
		return f
	}
	var typ, initial, write position.Value
	seen := 0
	for m := range v.Members() {
		switch m.Key {
		case "id":
			f.ID = r.int(m.Value, "the field's id")
			seen |= 1
		case "name":
			f.Name = r.text(m.Value, "the field's name")
			seen |= 2
		case "required":
			f.Required = r.bool(m.Value, "required")
			seen |= 4
		case "type":
			typ = m.Value
			seen |= 8
		case "doc":
			if !m.Value.Is(position.Null) {
				f.Doc = r.text(m.Value, "doc")
			}
		case "initial-default":
			initial = m.Value
		case "write-default":
			write = m.Value
		default:
			f.Extra = append(f.Extra, m)
		}
	}
	if r.schema.Unnumbered {
		if seen&1 != 0 {
			r.fail(v, "the field has an id, and the fields before it have none")
		}
		f.ID, seen = f.index+1, seen|1
	}
	for i, attribute := range [...]string{"id", "name", "required", "type"} {
		if seen&(1<<i) == 0 {
			r.fail(v, "the field has no %q", attribute)
		}
	}
	f.Path = fieldPath(parent, f.Name)
	r.finish(f, typ, depth)
	r.defaults(f, initial, write)
	return f
}

// fieldPath names a field below a struct; the schema's own fields have no prefix.
func fieldPath(parent *Field, name string) compat.Path {
	if parent == nil {
		return compat.Path(name)
	}
	return parent.Path.Field(name)
}

func (r *schemaReader) finish(f *Field, typ position.Value, depth int) {
	if r.err != nil {
		return
	}
	if t := r.typ(typ, f, depth); t != nil {
		f.Type = t
	}
	r.schema.HighestID = max(r.schema.HighestID, f.ID)
}

func (r *schemaReader) defaults(f *Field, initial, write position.Value) {
	if r.err != nil {
		return
	}
	f.Initial, f.Write = readDefault(f, initial), readDefault(f, write)
	f.content = contentOf(f)
}

// typ reads a field's type: a word, or an object for struct, list and map.
func (r *schemaReader) typ(v position.Value, f *Field, depth int) *Type {
	if v.Is(position.String) {
		t, problem := parsePrimitive(v.Text())
		if problem != "" {
			r.fail(v, "%s", problem)
		}
		return t
	}
	if !v.Is(position.Object) {
		r.fail(v, "a type is a word or an object, this is %s", kindWord(v))
		return nil
	}
	kind, _ := v.Member("type")
	if !kind.Is(position.String) {
		r.fail(v, `the nested type has no "type": struct, list or map`)
		return nil
	}
	t := &Type{}
	f.Type = t // children ask for their parent's kind
	switch kind.Text() {
	case "struct":
		fields, _ := v.Member("fields")
		t.Fields = r.fields(v, fields, f, depth+1)
	case "list":
		t.Kind = List
		t.Fields = []*Field{r.part(v, f, "element", f.Path.Item(), depth)}
	case "map":
		t.Kind = Map
		t.Fields = []*Field{r.part(v, f, "key", f.Path.Branch("key"), depth), r.part(v, f, "value", f.Path.Entry(), depth)}
		t.Fields[1].Ordinal = 1
	default:
		// Some writers wrap a primitive: {"type":"long"}. The specification has no such form.
		r.fail(kind, "%s is no nested type: struct, list or map", shown(kind))
	}
	return t
}

// part reads the element of a list, or the key or value of a map, whose attributes stand in the owner's object.
func (r *schemaReader) part(v position.Value, owner *Field, name string, path compat.Path, depth int) *Field {
	f := r.add()
	f.Name, f.Parent, f.Path, f.Required = name, owner, path, name == "key"
	typ, ok := v.Member(name)
	if !ok {
		r.fail(v, "the %s has no %q", owner.Type.Kind, name)
		return f
	}
	f.At = typ.Place()
	id, ok := v.Member(name + "-id")
	switch {
	case ok && r.schema.Unnumbered:
		r.fail(id, "the %s has an id, and the fields before it have none", name)
	case ok:
		f.ID = r.int(id, name+"-id")
	case r.schema.Unnumbered:
		f.ID = f.index + 1
	default:
		r.fail(v, "the %s has no %q", owner.Type.Kind, name+"-id")
	}
	if r.err != nil {
		return f
	}
	if required, ok := v.Member(name + "-required"); ok && name != "key" {
		f.Required = r.bool(required, name+"-required")
	} else if name != "key" && !ok {
		r.fail(v, "the %s has no %q", owner.Type.Kind, name+"-required")
	}
	if depth >= maxDepth {
		r.fail(typ, "types nested deeper than %d levels", maxDepth)
		return f
	}
	r.finish(f, typ, depth+1)
	f.content = contentOf(f)
	return f
}

func (r *schemaReader) int(v position.Value, what string) int {
	n, err := readInt(v, what)
	if err != nil && r.err == nil {
		r.err = err
	}
	return n
}

func (r *schemaReader) text(v position.Value, what string) string {
	if !v.Is(position.String) {
		r.fail(v, "%s is a string, this is a %s", what, v.Kind())
		return ""
	}
	return v.Text()
}

func (r *schemaReader) bool(v position.Value, what string) bool {
	if !v.Is(position.True) && !v.Is(position.False) {
		r.fail(v, "%s is true or false, this is a %s", what, v.Kind())
	}
	return v.Is(position.True)
}

// readInt reads a 32-bit integer: field, schema, spec and order ids are Java ints.
func readInt(v position.Value, what string) (int, error) {
	n, err := readLong(v, what)
	if err == nil && (n < math.MinInt32 || n > math.MaxInt32) {
		return 0, fail(v, "%s is out of range: %s does not fit 32 bits", what, shown(v))
	}
	return int(n), err
}

// readLong reads a 64-bit integer.
func readLong(v position.Value, what string) (int64, error) {
	if !v.Is(position.Number) || strings.ContainsAny(v.Raw(), ".eE") {
		return 0, fail(v, "%s is an integer, this is %s", what, shown(v))
	}
	n, err := strconv.ParseInt(v.Raw(), 10, 64)
	if err != nil {
		return 0, fail(v, "%s is out of range: %s does not fit 64 bits", what, shown(v))
	}
	return n, nil
}
