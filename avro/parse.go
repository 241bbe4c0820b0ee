package avro

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// MaxBytes is the stated limit of a schema text.
const MaxBytes = 32 << 20

// Parse reads one schema file. The error is a *position.Error when the text is no JSON; everything that is wrong with the
// schema itself is a Fault of the returned Schema, all of them in one run. Names that the file does not declare are looked
// up in refs, which may be nil.
func Parse(source string, text []byte, refs *Library) (*Schema, error) {
	doc, err := document(source, text)
	if err != nil {
		return nil, err
	}
	return FromDocument(doc, refs), nil
}

func document(source string, text []byte) (*position.Document, error) {
	if len(text) > MaxBytes {
		return nil, &position.Error{Source: source, Problem: fmt.Sprintf("the schema has %d bytes; the limit is %d", len(text), MaxBytes)}
	}
	return position.Parse(source, text)
}

// FromDocument is Parse for a text that has been read already.
func FromDocument(doc *position.Document, refs *Library) *Schema {
	p := newParser(doc, refs)
	if at, ok := doc.Comment(); ok {
		p.remark("avro-json-comment", doc.Root(), "the file has comments (the first at line %d, column %d), which strict JSON parsers refuse", at.Line, at.Column)
	}
	p.slot(&p.schema.Root, doc.Root(), "")
	p.link()
	p.settle()
	identify(&p.schema.Root)
	s := p.schema
	sort.SliceStable(s.Faults, func(i, j int) bool { return s.Faults[i].At.Index() < s.Faults[j].At.Index() })
	return s
}

// parser turns a document into a graph. It goes on after a fault wherever the rest can still be read.
type parser struct {
	schema *Schema
	refs   *Library
	names  map[string]*Type // declared in this document
	open   []reference      // names met before their declaration
	path   []string         // where the parser stands, for faults

	reading   map[*Type]bool // records whose fields are being read
	recursive bool           // some type refers to one that encloses it
}

// A reference is a slot whose named type was not declared when the parser met it.
type reference struct {
	slot *Slot
	name string
	path compat.Path
}

func newParser(doc *position.Document, refs *Library) *parser {
	return &parser{schema: &Schema{Source: doc.Source(), Doc: doc}, refs: refs, names: map[string]*Type{}, reading: map[*Type]bool{}}
}

func (p *parser) fault(rule string, at position.Value, format string, args ...any) {
	p.schema.Faults = append(p.schema.Faults, Fault{Rule: rule, Path: p.where(), At: at, Problem: fmt.Sprintf(format, args...)})
}

func (p *parser) remark(rule string, at position.Value, format string, args ...any) {
	p.fault(rule, at, format, args...)
	p.schema.Faults[len(p.schema.Faults)-1].Valid = true
}

func (p *parser) where() compat.Path { return compat.Path(strings.Join(p.path, "")) }

// slot reads the type that stands at v. namespace is the enclosing one.
func (p *parser) slot(s *Slot, v position.Value, namespace string) {
	s.At = v
	switch v.Kind() {
	case position.String:
		p.reference(s, v, namespace)
	case position.Array:
		s.Type = p.union(v, namespace)
	case position.Object:
		p.object(s, v, namespace)
	default:
		p.fault("avro-schema-invalid", v, "a schema is a name, an object or an array, not %s", article(v.Kind().String()))
	}
	if s.Type == nil && (len(p.open) == 0 || p.open[len(p.open)-1].slot != s) {
		s.Type = primitives[Null] // a stand-in, so that the rest can be read; the schema is invalid
	}
}

// primitives are the primitive types without attributes; they are shared by all schemas.
var primitives = func() (shared [String + 1]*Type) {
	for k := range shared {
		t := &Type{Kind: Kind(k)}
		identifyAnonymous(t)
		shared[k] = t
	}
	return shared
}()

func (p *parser) reference(s *Slot, v position.Value, namespace string) {
	word := v.Text()
	if k, ok := primitive(word); ok {
		s.Type = primitives[k]
		return
	}
	name := fullName(word, namespace)
	if t := p.names[name]; t != nil {
		s.Type = t
		p.recursive = p.recursive || p.reading[t]
		return
	}
	p.open = append(p.open, reference{s, name, p.where()})
}

// link settles the names that were met before a declaration: declared later in this file, or in another one.
func (p *parser) link() {
	for _, r := range p.open {
		p.path = append(p.path[:0], string(r.path))
		if t := p.names[r.name]; t != nil {
			r.slot.Type = t
			p.fault("avro-name-forward", r.slot.At, "%s is used before its declaration", quote(r.name))
			continue
		}
		if t := p.names[shortName(r.name)]; t != nil {
			// The specification looks in the enclosing namespace only; most implementations then look outside.
			r.slot.Type = t
			p.remark("avro-name-outside", r.slot.At, "%s is not declared in the namespace around it, but outside any namespace; not every parser looks there", quote(shortName(r.name)))
			continue
		}
		t, problem := p.refs.find(r.name, p.schema.Source)
		if t == nil {
			p.fault("avro-name-unresolved", r.slot.At, "%s", p.unresolved(r.name, problem))
			t = primitives[Null]
		} else {
			p.schema.foreign = true
		}
		r.slot.Type = t
	}
	p.recursive = p.recursive || len(p.open) > 0
	p.open = nil
}

func (p *parser) unresolved(name, problem string) string {
	if problem != "" {
		return problem
	}
	looked := "this file, no references were given (--refs)"
	if p.refs != nil {
		looked = "this file and " + p.refs.describe()
	}
	message := fmt.Sprintf("the type %s is not declared; looked in %s", quote(name), looked)
	short := shortName(name)
	if _, ok := primitive(strings.ToLower(short)); ok {
		return message + fmt.Sprintf("; is the primitive type %q meant?", strings.ToLower(short))
	}
	switch short {
	case "record", "error", "enum", "array", "map", "fixed":
		return message + fmt.Sprintf("; %s type is an object: {\"type\": %q, …}", article(short), short)
	}
	if close := p.sameShort(name); close != "" {
		return message + fmt.Sprintf("; %s is declared, is its namespace meant?", quote(close))
	}
	return message
}

func (p *parser) sameShort(name string) string {
	for _, t := range p.schema.Types {
		if t.ShortName() == shortName(name) {
			return t.Name
		}
	}
	return ""
}

func (p *parser) union(v position.Value, namespace string) *Type {
	t := &Type{Kind: Union, At: v, Branches: make([]Slot, v.Len())}
	depth := len(p.path)
	i := 0
	for e := range v.Elements() {
		p.slot(&t.Branches[i], e, namespace)
		if b := t.Branches[i].Type; b != nil && b.Kind == Union {
			p.fault("avro-union-nested", e, "a union stands directly inside a union")
		}
		p.path = p.path[:depth]
		i++
	}
	p.distinct(t)
	return t
}

// distinct checks that no two branches are of one unnamed kind or of one full name (Avro 1.12, Unions).
func (p *parser) distinct(t *Type) {
	var kinds [Fixed + 1]bool
	var names []string
	for i := range t.Branches {
		b := t.Branches[i].Type
		if b == nil {
			names = append(names, p.openName(&t.Branches[i]))
			continue
		}
		if b.Kind.Named() {
			names = append(names, b.Name)
			continue
		}
		if kinds[b.Kind] && b.Kind != Union {
			p.fault("avro-union-duplicate", t.Branches[i].At, "the union has two branches of type %s", b.Kind)
		}
		kinds[b.Kind] = true
	}
	if len(names) < 2 {
		return
	}
	sorted := append([]string(nil), names...)
	sort.Strings(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] && sorted[i] != "" {
			p.fault("avro-union-duplicate", t.At, "the union has two branches of type %s", quote(sorted[i]))
		}
	}
}

func (p *parser) openName(s *Slot) string {
	for i := len(p.open) - 1; i >= 0; i-- {
		if p.open[i].slot == s {
			return p.open[i].name
		}
	}
	return ""
}

// object reads {"type": …}: a declaration, or a reference with attributes.
func (p *parser) object(s *Slot, v position.Value, namespace string) {
	kind, ok := v.Member("type")
	switch {
	case !ok:
		p.fault("avro-schema-invalid", v, "a schema object needs the attribute \"type\"")
		return
	case kind.Kind() == position.Object, kind.Kind() == position.Array:
		p.slot(s, kind, namespace)
		s.At = v
		p.remark("avro-type-nested", kind, "\"type\" holds a whole schema where the specification has a name; several parsers refuse this")
		return
	case kind.Kind() != position.String:
		p.fault("avro-schema-invalid", kind, "\"type\" is a name, an object or an array, not %s", article(kind.Kind().String()))
		return
	}
	switch word := kind.Text(); word {
	case "record", "error":
		s.Type = p.record(v, namespace)
	case "enum":
		s.Type = p.enum(v, namespace)
	case "fixed":
		s.Type = p.fixed(v, namespace)
	case "array":
		s.Type = p.container(v, namespace, Array, "items", "[]")
	case "map":
		s.Type = p.container(v, namespace, Map, "values", "{}")
	default:
		if k, ok := primitive(word); ok {
			s.Type = p.decorated(k, v)
			return
		}
		p.reference(s, kind, namespace)
		s.At = v
	}
}

// decorated is a primitive with attributes.
func (p *parser) decorated(k Kind, v position.Value) *Type {
	if v.Len() == 1 {
		return primitives[k]
	}
	t := &Type{Kind: k, At: v}
	p.attributes(t, v)
	return t
}

func (p *parser) container(v position.Value, namespace string, k Kind, attribute, step string) *Type {
	t := &Type{Kind: k, At: v}
	p.path = append(p.path, step)
	if inner, ok := v.Member(attribute); ok {
		p.slot(&t.Items, inner, namespace)
	} else {
		p.fault("avro-schema-invalid", v, "%s needs the attribute %q", article(k.String()), attribute)
		t.Items = Slot{primitives[Null], v}
	}
	p.path = p.path[:len(p.path)-1]
	p.attributes(t, v)
	return t
}

// declare reads name, namespace, aliases and doc of a named type and makes it known before its inside is read, so that it
// can refer to itself. The namespace for its inside is that of its full name.
func (p *parser) declare(v position.Value, k Kind, namespace string) *Type {
	t := &Type{Kind: k, At: v, Doc: text(v, "doc")}
	name, ok := v.Member("name")
	switch {
	case !ok:
		p.fault("avro-schema-invalid", v, "%s needs the attribute \"name\"", article(k.String()))
	case name.Kind() != position.String:
		p.fault("avro-schema-invalid", name, "a name is a string, not %s", article(name.Kind().String()))
	default:
		if ns, ok := v.Member("namespace"); ok && ns.Kind() != position.String {
			p.fault("avro-schema-invalid", ns, "a namespace is a string, not %s", article(ns.Kind().String()))
		} else if ok {
			namespace = ns.Text()
			if namespace != "" && strings.IndexByte(name.Text(), '.') < 0 && !validFullName(namespace) {
				p.fault("avro-name-invalid", ns, "the namespace %s is not a dot-separated sequence of names", quote(namespace))
			}
		}
		t.Name = fullName(name.Text(), namespace)
		p.checkName(t, name)
	}
	if len(p.path) == 0 {
		p.path = append(p.path, t.ShortName())
	}
	t.Aliases = p.aliases(v)
	for i, a := range t.Aliases {
		t.Aliases[i] = fullName(a, namespaceOf(t.Name))
	}
	if t.Name != "" {
		if first := p.names[t.Name]; first != nil {
			at := first.At.Place().Start()
			p.fault("avro-name-duplicate", v, "%s is declared a second time (first at line %d, column %d)", quote(t.Name), at.Line, at.Column)
		} else {
			p.names[t.Name] = t
		}
	}
	p.schema.Types = append(p.schema.Types, t)
	return t
}

func (p *parser) checkName(t *Type, at position.Value) {
	if !validFullName(at.Text()) {
		p.fault("avro-name-invalid", at, "the name %s is not of the form [A-Za-z_][A-Za-z0-9_]*, with dots between", quote(at.Text()))
	}
	if _, ok := primitive(t.Name); ok {
		p.fault("avro-name-invalid", at, "the name %s is that of a primitive type", quote(t.Name))
	}
}

func (p *parser) aliases(v position.Value) []string {
	list, ok := v.Member("aliases")
	if !ok {
		return nil
	}
	if list.Kind() != position.Array {
		p.fault("avro-schema-invalid", list, "\"aliases\" is an array of strings, not %s", article(list.Kind().String()))
		return nil
	}
	aliases := make([]string, 0, list.Len())
	for e := range list.Elements() {
		if e.Kind() != position.String {
			p.fault("avro-schema-invalid", e, "an alias is a string, not %s", article(e.Kind().String()))
			continue
		}
		aliases = append(aliases, e.Text())
	}
	return aliases
}

func (p *parser) record(v position.Value, namespace string) *Type {
	t := p.declare(v, Record, namespace)
	t.Error = text(v, "type") == "error"
	p.attributes(t, v)
	list, ok := v.Member("fields")
	if !ok || list.Kind() != position.Array {
		p.fault("avro-schema-invalid", v, "a record needs the attribute \"fields\", an array")
		return t
	}
	t.Fields = make([]*Field, 0, list.Len())
	fields := make([]Field, list.Len())
	p.reading[t] = true
	for e := range list.Elements() {
		if e.Kind() != position.Object {
			p.fault("avro-schema-invalid", e, "a field is an object, not %s", article(e.Kind().String()))
			continue
		}
		f := &fields[len(t.Fields)]
		t.Fields = append(t.Fields, f)
		p.field(f, e, namespaceOf(t.Name))
	}
	delete(p.reading, t)
	p.uniqueFields(t)
	return t
}

func (p *parser) field(f *Field, v position.Value, namespace string) {
	f.Decl = v
	name, ok := v.Member("name")
	if ok && name.Kind() == position.String {
		f.Name = name.Text()
	}
	p.path = append(p.path, "."+f.Name)
	switch {
	case !ok:
		p.fault("avro-schema-invalid", v, "a field needs the attribute \"name\"")
	case name.Kind() != position.String:
		p.fault("avro-schema-invalid", name, "a name is a string, not %s", article(name.Kind().String()))
	case !validName(f.Name):
		p.fault("avro-name-invalid", name, "the field name %s is not of the form [A-Za-z_][A-Za-z0-9_]*", quote(f.Name))
	}
	typed := false
	for m := range v.Members() {
		switch m.Key {
		case "name":
		case "type":
			typed = true
			p.slot(&f.Slot, m.Value, namespace)
		case "doc":
			f.Doc = m.Value.Text()
		case "default":
			f.Default = m.Value
		case "aliases":
			f.Aliases = p.aliases(v)
		case "order":
			f.Order = m.Value.Text()
			if f.Order != "ascending" && f.Order != "descending" && f.Order != "ignore" {
				p.fault("avro-order-invalid", m.Value, "a field's order is ascending, descending or ignore, not %s", clip(m.Value.Raw()))
			}
		default:
			if m.Key == "logicalType" {
				p.remark("avro-logical-misplaced", m.Value, "\"logicalType\": %s stands on the field, not inside its type; most runtimes ignore it there", clip(m.Value.Raw()))
			}
			f.Properties = append(f.Properties, Property{m.Key, m.Value})
		}
	}
	if !typed {
		p.fault("avro-schema-invalid", v, "a field needs the attribute \"type\"")
		f.Slot = Slot{primitives[Null], v}
	}
	p.path = p.path[:len(p.path)-1]
}

// uniqueFields checks that no name or alias stands for two fields, and indexes the fields by name.
func (p *parser) uniqueFields(t *Type) {
	t.byName = make([]int32, len(t.Fields))
	aliased := false
	for i, f := range t.Fields {
		t.byName[i] = int32(i)
		aliased = aliased || len(f.Aliases) > 0
	}
	sort.Slice(t.byName, func(i, j int) bool {
		a, b := t.Fields[t.byName[i]].Name, t.Fields[t.byName[j]].Name
		return a < b || a == b && t.byName[i] < t.byName[j]
	})
	for i := 1; i < len(t.byName); i++ {
		first, second := t.Fields[t.byName[i-1]], t.Fields[t.byName[i]]
		if first.Name == second.Name && first.Name != "" {
			at := first.Decl.Place().Start()
			p.fault("avro-field-duplicate", second.Decl, "the record has two fields called %s (first at line %d, column %d)", quote(first.Name), at.Line, at.Column)
		}
	}
	if aliased {
		p.uniqueAliases(t)
	}
}

func (p *parser) uniqueAliases(t *Type) {
	owner := make(map[string]*Field)
	for _, f := range t.Fields {
		for _, a := range f.Aliases {
			other := t.field(a)
			if other == nil || other == f {
				other = owner[a]
			}
			if other != nil && other != f {
				p.fault("avro-alias-collision", f.Decl, "the field %s has the alias %s, which is also a name or alias of the field %s", quote(f.Name), quote(a), quote(other.Name))
			}
			owner[a] = f
		}
	}
}

// field is the field called name, nil without one.
func (t *Type) field(name string) *Field {
	i := sort.Search(len(t.byName), func(i int) bool { return t.Fields[t.byName[i]].Name >= name })
	if i < len(t.byName) {
		if f := t.Fields[t.byName[i]]; f.Name == name {
			return f
		}
	}
	return nil
}

func (p *parser) enum(v position.Value, namespace string) *Type {
	t := p.declare(v, Enum, namespace)
	list, ok := v.Member("symbols")
	if !ok || list.Kind() != position.Array {
		p.fault("avro-schema-invalid", v, "an enum needs the attribute \"symbols\", an array")
	} else {
		p.symbols(t, list)
	}
	if d, ok := v.Member("default"); ok {
		t.Fallback = d.Text()
		if d.Kind() != position.String || t.symbol(t.Fallback) < 0 {
			p.fault("avro-enum-default-invalid", d, "the enum's default %s is none of its symbols", clip(d.Raw()))
		}
	}
	p.attributes(t, v)
	return t
}

func (p *parser) symbols(t *Type, list position.Value) {
	t.Symbols = make([]string, 0, list.Len())
	seen := make(map[string]bool, list.Len())
	for e := range list.Elements() {
		switch {
		case e.Kind() != position.String:
			p.fault("avro-schema-invalid", e, "a symbol is a string, not %s", article(e.Kind().String()))
			continue
		case !validName(e.Text()):
			p.fault("avro-name-invalid", e, "the symbol %s is not of the form [A-Za-z_][A-Za-z0-9_]*", quote(e.Text()))
		case seen[e.Text()]:
			p.fault("avro-enum-symbol-duplicate", e, "the symbol %s stands twice", quote(e.Text()))
		}
		seen[e.Text()] = true
		t.Symbols = append(t.Symbols, e.Text())
	}
}

// symbol is the index of a symbol, -1 without it.
func (t *Type) symbol(name string) int {
	for i, s := range t.Symbols {
		if s == name {
			return i
		}
	}
	return -1
}

func (p *parser) fixed(v position.Value, namespace string) *Type {
	t := p.declare(v, Fixed, namespace)
	size, ok := v.Member("size")
	if !ok {
		p.fault("avro-schema-invalid", v, "a fixed needs the attribute \"size\"")
	} else if n, err := strconv.ParseInt(size.Text(), 10, 32); err != nil || n < 0 || size.Kind() != position.Number {
		p.fault("avro-schema-invalid", size, "a fixed's size is a whole number of bytes from 0 to 2147483647, not %s", clip(size.Raw()))
	} else {
		t.Size = int(n)
	}
	p.attributes(t, v)
	return t
}

// text is a string attribute's text, "" when it is absent or no string.
func text(v position.Value, key string) string {
	if m, ok := v.Member(key); ok && m.Kind() == position.String {
		return m.Text()
	}
	return ""
}

func article(word string) string {
	if word == "null" {
		return word
	}
	if strings.IndexByte("aeiou", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}

// quote quotes a name for a message: control characters escaped, a name of a megabyte shortened.
func quote(name string) string { return strconv.Quote(clip(name)) }

// clip shortens schema text for a message.
func clip(s string) string {
	const most = 80
	runes := 0
	for i := range s {
		if runes++; runes > most {
			return s[:i] + "…"
		}
	}
	return s
}
