package avro

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/compat/position"
)

// An identity stands for the content of a definition: equal identities, equal content. It is a 128-bit hash under seeds
// drawn once per process, so that no schema can be made to collide, and it never leaves the process.
//
// Two contents matter. Type.id covers what decides resolution and the values read: kinds, names, aliases, fields with their
// defaults, symbols, sizes, logical types. Type.full adds docs, order and custom properties. A canonical form or fingerprint
// would not do: it drops defaults, aliases and logical types.
type identity struct{ a, b uint64 }

var seedA, seedB = maphash.MakeSeed(), maphash.MakeSeed()

func hashOf(content []byte) identity {
	return identity{maphash.Bytes(seedA, content), maphash.Bytes(seedB, content)}
}

// identify gives every type that can be reached from s its identities. Definitions that refer to each other in a cycle, which
// only recursive schemas have, are hashed together, their references by name: names are unique inside a schema.
func identify(s *Slot, recursive bool) {
	scratch := contents.Get().(*[]byte)
	i := identifier{scratch: *scratch}
	if recursive {
		i.seen = map[*Type]*visit{}
		i.anonymous(s.Type)
	} else {
		i.plain(s.Type)
	}
	if *scratch = i.scratch; cap(i.scratch) <= 1<<20 { // what a giant needed is let go
		contents.Put(scratch)
	}
}

// contents lends the room that contents are written in: schemas come by the thousand.
var contents = sync.Pool{New: func() any { return new([]byte) }}

// identifier hashes types, their parts first.
type identifier struct {
	scratch []byte

	seen  map[*Type]*visit // of Tarjan's search for strongly connected named types
	stack []*Type
}

type visit struct {
	index, low int
	onStack    bool
}

// plain gives t and the types inside it their identities, where no type is inside itself.
func (i *identifier) plain(t *Type) {
	if t.id == (identity{}) {
		t.eachSlot(func(s *Slot) { i.plain(s.Type) })
		i.assign(t)
	}
}

// anonymous gives t and the anonymous types inside it their identities, named types first.
func (i *identifier) anonymous(t *Type) {
	if t.id != (identity{}) {
		return
	}
	if t.Kind.Named() {
		i.named(t)
		return
	}
	t.eachSlot(func(s *Slot) { i.anonymous(s.Type) })
	i.assign(t)
}

func (i *identifier) assign(t *Type) {
	i.fields(t)
	i.scratch = t.content(i.scratch[:0])
	t.id = hashOf(i.scratch)
	i.scratch = t.extras(t.id.append(i.scratch[:0]))
	t.full = hashOf(i.scratch)
}

// fields gives the fields of a record their identities.
func (i *identifier) fields(t *Type) {
	for _, f := range t.Fields {
		i.scratch = f.own(f.extras(i.scratch[:0]), true)
		f.full = hashOf(i.scratch)
	}
}

// identifyAnonymous is identify for a type without named types inside.
func identifyAnonymous(t *Type) { new(identifier).assign(t) }

// named visits one named type and, when it is the root of a component, gives the whole component its identities.
func (i *identifier) named(t *Type) *visit {
	v := &visit{index: len(i.seen), low: len(i.seen), onStack: true}
	i.seen[t] = v
	i.stack = append(i.stack, t)
	t.eachNamed(func(next *Type) {
		if next.id != (identity{}) {
			return
		}
		if met := i.seen[next]; met == nil {
			v.low = min(v.low, i.named(next).low)
		} else if met.onStack {
			v.low = min(v.low, met.index)
		}
	})
	if v.low == v.index {
		i.component(t)
	}
	return v
}

func (i *identifier) component(root *Type) {
	at := len(i.stack) - 1
	for i.stack[at] != root {
		at--
	}
	members := append([]*Type(nil), i.stack[at:]...)
	i.stack = i.stack[:at]
	for _, t := range members {
		i.seen[t].onStack = false
	}
	cycle := false
	for _, t := range members {
		t.eachSlot(func(s *Slot) { cycle = !i.whole(s.Type) || cycle })
	}
	if len(members) == 1 {
		i.assign(root)
	} else {
		i.assignCycle(members)
	}
	if !cycle {
		return
	}
	for _, t := range members { // what stood as a name has an identity now
		t.eachSlot(func(s *Slot) { i.anonymous(s.Type) })
		i.fields(t)
	}
}

// whole gives an anonymous type its identity if nothing inside it waits for one, and reports whether it has one. Whether a
// part stands in its holder's content as an identity or in full must rest on the content alone: a primitive that was
// spelled as an object has to look like the shared one.
func (i *identifier) whole(t *Type) bool {
	if t.id != (identity{}) || t.Kind.Named() {
		return t.id != (identity{})
	}
	ready := true
	t.eachSlot(func(s *Slot) { ready = i.whole(s.Type) && ready })
	if ready {
		i.assign(t)
	}
	return ready
}

func (i *identifier) assignCycle(members []*Type) {
	sort.Slice(members, func(a, b int) bool { return members[a].Name < members[b].Name })
	var id, full []byte
	for _, t := range members {
		i.fields(t)
		id, full = t.content(id), t.extras(full)
	}
	idOfCycle, fullOfCycle := hashOf(id), hashOf(full)
	for _, t := range members {
		t.id = hashOf(appendText(idOfCycle.append(i.scratch[:0]), t.Name))
		t.full = hashOf(fullOfCycle.append(t.id.append(i.scratch[:0])))
	}
}

func (i identity) append(b []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, i.a), i.b)
}

// eachSlot calls visit for the slots directly inside t.
func (t *Type) eachSlot(visit func(*Slot)) {
	switch t.Kind {
	case Array, Map:
		visit(&t.Items)
	case Union:
		for b := range t.Branches {
			visit(&t.Branches[b])
		}
	case Record:
		for _, f := range t.Fields {
			visit(&f.Slot)
		}
	}
}

// eachNamed calls visit for the named types that t refers to without another named type between.
func (t *Type) eachNamed(visit func(*Type)) {
	t.eachSlot(func(s *Slot) {
		if s.Type.Kind.Named() {
			visit(s.Type)
		} else {
			s.Type.eachNamed(visit)
		}
	})
}

// content appends what decides resolution to b: an unambiguous encoding in which a type that has an identity already stands as
// that, one that has not (it is in t's own cycle) as its name, and anonymous types in full.
func (t *Type) content(b []byte) []byte {
	b = append(b, byte(t.Kind))
	b = appendText(b, t.Name)
	b = appendTexts(b, t.Aliases)
	b = appendText(b, t.Logical.Name)
	b = binary.AppendUvarint(b, uint64(t.Logical.Precision))
	b = binary.AppendUvarint(b, uint64(t.Logical.Scale))
	switch t.Kind {
	case Enum:
		b = appendTexts(b, t.Symbols)
		b = appendText(b, t.Fallback)
	case Fixed:
		b = binary.AppendUvarint(b, uint64(t.Size))
	case Array, Map:
		b = t.Items.content(b)
	case Union:
		b = binary.AppendUvarint(b, uint64(len(t.Branches)))
		for i := range t.Branches {
			b = t.Branches[i].content(b)
		}
	case Record:
		b = binary.AppendUvarint(b, uint64(len(t.Fields)))
		for _, f := range t.Fields {
			b = f.own(f.Slot.content(b), false)
		}
	}
	return b
}

func (s *Slot) content(b []byte) []byte {
	t := s.Type
	switch {
	case t.id != (identity{}):
		return t.id.append(append(b, 0xff))
	case t.Kind.Named():
		return appendText(append(b, 0xfe), t.Name)
	}
	return t.content(append(b, 0xfd))
}

// extras appends what t says beside its content: with t.id before it, all that t says.
func (t *Type) extras(b []byte) []byte {
	switch t.Kind {
	case Array, Map:
		b = t.Items.extras(b)
	case Union:
		for i := range t.Branches {
			b = t.Branches[i].extras(b)
		}
	case Record:
		for _, f := range t.Fields {
			b = f.full.append(b)
		}
	}
	return appendProperties(appendText(b, t.Doc), t.Properties)
}

func (s *Slot) extras(b []byte) []byte {
	t := s.Type
	switch {
	case t.full != (identity{}):
		return t.full.append(append(b, 0xff))
	case t.Kind.Named():
		return appendText(append(b, 0xfe), t.Name)
	}
	return t.extras(append(b, 0xfd))
}

// ownContent is all that a field says beside its type.
func (f *Field) ownContent() string { return string(f.own(nil, true)) }

func (f *Field) own(b []byte, full bool) []byte {
	b = appendText(b, f.Name)
	b = appendTexts(b, f.Aliases)
	if f.HasDefault() {
		b = appendValue(append(b, 1), f.Default)
	} else {
		b = append(b, 0)
	}
	if full {
		b = appendText(b, f.Doc)
		b = appendText(b, f.Order)
		b = appendProperties(b, f.Properties)
	}
	return b
}

// appendValue appends a default without its layout: white space, escapes and the order of keys.
func appendValue(b []byte, v position.Value) []byte {
	b = append(b, byte(v.Kind()))
	switch v.Kind() {
	case position.String:
		return appendText(b, v.Text())
	case position.Array:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for e := range v.Elements() {
			b = appendValue(b, e)
		}
		return b
	case position.Object:
		members := slices.SortedFunc(v.Members(), func(x, y position.Member) int { return strings.Compare(x.Key, y.Key) })
		b = binary.AppendUvarint(b, uint64(len(members)))
		for _, m := range members {
			b = appendValue(appendText(b, m.Key), m.Value)
		}
		return b
	}
	return appendText(b, v.Raw())
}

func appendProperties(b []byte, properties []Property) []byte {
	b = binary.AppendUvarint(b, uint64(len(properties)))
	for _, p := range properties {
		b = appendText(b, p.Name)
		b = appendText(b, p.Value.Raw())
	}
	return b
}

func appendTexts(b []byte, texts []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(texts)))
	for _, s := range texts {
		b = appendText(b, s)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}
