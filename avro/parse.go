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
	return ParseBeside(nil, source, text, refs)
}

// ParseBeside is Parse for another version of a schema that has been read, which may be nil: what the two texts begin with
// alike is not read anew.
func ParseBeside(version *Schema, source string, text []byte, refs *Library) (*Schema, error) {
	var earlier *position.Document
	if version != nil {
		earlier = version.Doc
	}
	doc, err := document(earlier, source, text)
	if err != nil {
		return nil, err
	}
	p := newParser(doc, refs)
	if at, ok := doc.Comment(); ok {
		p.remark("avro-json-comment", doc.Root(), "the file has comments, which strict JSON parsers refuse")
		p.schema.Faults[0].Stretch = at
	}
	return p.parse(), nil
}

// parse reads the whole document.
func (p *parser) parse() *Schema {
	p.slot(&p.schema.Root, p.schema.Doc.Root(), "")
	p.link()
	p.settle()
	identify(&p.schema.Root, p.recursive)
	s := p.schema
	sort.SliceStable(s.Faults, func(i, j int) bool { return s.Faults[i].At.Index() < s.Faults[j].At.Index() })
	return s
}

func document(earlier *position.Document, source string, text []byte) (*position.Document, error) {
	if len(text) > MaxBytes {
		return nil, &position.Error{Source: source, Problem: fmt.Sprintf("the schema has %d bytes; the limit is %d", len(text), MaxBytes)}
	}
	return position.ParseBeside(earlier, source, text)
}

// parser turns a document into a graph. It goes on after a fault wherever the rest can still be read.
type parser struct {
	schema *Schema
	refs   *Library
	names  map[string]*Type  // declared in this document
	open   []reference       // names met before their declaration
	shorts map[string]string // the first full name of each unqualified one, once somebody asks
	path   []string          // where the parser stands, for faults: the pieces of a path

	reading   map[*Type]bool // records whose fields are being read
	recursive bool           // some type refers to one that encloses it
	inherits  bool           // an empty namespace of a type is the enclosing one; the specification says none
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

// sameShort is the first declared type of the same unqualified name, "" without one.
func (p *parser) sameShort(name string) string {
	if p.shorts == nil {
		p.shorts = map[string]string{}
		for _, t := range p.schema.Types {
			if p.shorts[t.ShortName()] == "" {
				p.shorts[t.ShortName()] = t.Name
			}
		}
	}
	return p.shorts[shortName(name)]
}

func (p *parser) union(v position.Value, namespace string) *Type {
	t := &Type{Kind: Union, At: v, Branches: make([]Slot, v.Len())}
	depth, open := len(p.path), len(p.open)
	i := 0
	for e := range v.Elements() {
		p.slot(&t.Branches[i], e, namespace)
		if b := t.Branches[i].Type; b != nil && b.Kind == Union {
			p.fault("avro-union-nested", e, "a union stands directly inside a union")
		}
		p.path = p.path[:depth]
		i++
	}
	p.distinct(t, p.open[open:])
	return t
}

// distinct checks that no two branches are of one unnamed kind or of one full name (Avro 1.12, Unions). open are the references
// met inside the union, in text order: the names of branches that are not declared yet.
func (p *parser) distinct(t *Type, open []reference) {
	var kinds [Fixed + 1]bool
	var names []string
	for i := range t.Branches {
		b := t.Branches[i].Type
		if b == nil {
			for open[0].slot != &t.Branches[i] {
				open = open[1:]
			}
			names = append(names, open[0].name)
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
func clip(s string) string { return position.Clip(s, 80) }
