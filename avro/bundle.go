package avro

import (
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

// bundle is the schema as strict JSON that stands alone: without comments, and with the types that were taken from other
// files declared where they are first used. A schema that has neither comes back as it was written.
func (s *Schema) bundle() string {
	if _, commented := s.Doc.Comment(); !commented && !s.foreign {
		return s.Doc.Text()
	}
	b := bundler{declared: map[*Type]bool{}}
	b.slot(&s.Root)
	return b.out.String()
}

// bundler writes a graph back as JSON. Attributes keep their own text; only what depends on where it stands is written
// anew: names in full, and the schemas inside.
type bundler struct {
	out      strings.Builder
	declared map[*Type]bool
}

func (b *bundler) slot(s *Slot) {
	t := s.Type
	switch {
	case t.Kind == Union:
		b.out.WriteByte('[')
		for i := range t.Branches {
			b.comma(i > 0)
			b.slot(&t.Branches[i])
		}
		b.out.WriteByte(']')
	case t.Kind.Named() && b.declared[t], t.At.IsZero():
		name := t.Name
		if t.Kind.Primitive() {
			name = t.Kind.String()
		}
		b.out.WriteString(strconv.Quote(name))
	default:
		b.declared[t] = true
		b.declaration(t)
	}
}

func (b *bundler) declaration(t *Type) {
	b.out.WriteByte('{')
	first := true
	for m := range t.At.Members() {
		if m.Key == "namespace" && t.Kind.Named() {
			continue
		}
		b.comma(!first)
		first = false
		b.out.WriteString(m.Name.Raw())
		b.out.WriteByte(':')
		switch {
		case m.Key == "name" && t.Kind.Named():
			b.out.WriteString(strconv.Quote(t.ShortName()))
			b.out.WriteString(`,"namespace":`)
			b.out.WriteString(strconv.Quote(namespaceOf(t.Name)))
		case m.Key == "fields" && t.Kind == Record:
			b.fields(t)
		case m.Key == "items" && t.Kind == Array, m.Key == "values" && t.Kind == Map:
			b.slot(&t.Items)
		default:
			b.raw(m.Value)
		}
	}
	b.out.WriteByte('}')
}

func (b *bundler) fields(t *Type) {
	b.out.WriteByte('[')
	for i, f := range t.Fields {
		b.comma(i > 0)
		b.out.WriteByte('{')
		first := true
		for m := range f.Decl.Members() {
			b.comma(!first)
			first = false
			b.out.WriteString(m.Name.Raw())
			b.out.WriteByte(':')
			if m.Key == "type" {
				b.slot(&f.Slot)
			} else {
				b.raw(m.Value)
			}
		}
		b.out.WriteByte('}')
	}
	b.out.WriteByte(']')
}

// raw writes a value's own text, comments left out.
func (b *bundler) raw(v position.Value) {
	switch v.Kind() {
	case position.Array:
		b.out.WriteByte('[')
		first := true
		for e := range v.Elements() {
			b.comma(!first)
			first = false
			b.raw(e)
		}
		b.out.WriteByte(']')
	case position.Object:
		b.out.WriteByte('{')
		first := true
		for m := range v.Members() {
			b.comma(!first)
			first = false
			b.out.WriteString(m.Name.Raw())
			b.out.WriteByte(':')
			b.raw(m.Value)
		}
		b.out.WriteByte('}')
	default:
		b.out.WriteString(v.Raw())
	}
}

func (b *bundler) comma(needed bool) {
	if needed {
		b.out.WriteByte(',')
	}
}
