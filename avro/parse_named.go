package avro

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

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
		} else if ok && (ns.Text() != "" || !p.inherits) {
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
	inner := namespaceOf(t.Name)
	if p.inherits && emptied(t) {
		inner = ""
	}
	for e := range list.Elements() {
		if e.Kind() != position.Object {
			p.fault("avro-schema-invalid", e, "a field is an object, not %s", article(e.Kind().String()))
			continue
		}
		f := &fields[len(t.Fields)]
		t.Fields = append(t.Fields, f)
		p.field(f, e, inner)
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
	p.path = append(p.path, ".", f.Name)
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
	p.path = p.path[:len(p.path)-2]
}

// uniqueFields checks that no name or alias stands for two fields, and indexes the fields by name.
func (p *parser) uniqueFields(t *Type) {
	t.byName = make([]int32, len(t.Fields))
	aliased := false
	for i, f := range t.Fields {
		t.byName[i] = int32(i)
		aliased = aliased || len(f.Aliases) > 0
	}
	slices.SortFunc(t.byName, func(i, j int32) int {
		return cmp.Or(strings.Compare(t.Fields[i].Name, t.Fields[j].Name), cmp.Compare(i, j))
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
	if i := t.fieldIndex(name); i >= 0 {
		return t.Fields[i]
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
	first := make(map[string]int, list.Len())
	for e := range list.Elements() {
		switch {
		case e.Kind() != position.String:
			p.fault("avro-schema-invalid", e, "a symbol is a string, not %s", article(e.Kind().String()))
			continue
		case !validName(e.Text()):
			p.fault("avro-name-invalid", e, "the symbol %s is not of the form [A-Za-z_][A-Za-z0-9_]*", quote(e.Text()))
		}
		if _, twice := first[e.Text()]; !twice {
			first[e.Text()] = len(t.Symbols)
		} else if validName(e.Text()) {
			p.fault("avro-enum-symbol-duplicate", e, "the symbol %s stands twice", quote(e.Text()))
		}
		t.Symbols = append(t.Symbols, e.Text())
	}
	const few = 16 // are found as fast without an index
	if len(t.Symbols) > few {
		t.bySymbol = first
	}
}

// symbol is the index of a symbol, -1 without it.
func (t *Type) symbol(name string) int {
	if t.bySymbol != nil {
		if i, ok := t.bySymbol[name]; ok {
			return i
		}
		return -1
	}
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
