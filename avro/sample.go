package avro

import (
	"encoding/binary"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// sampler makes the samples of one trace. It is not safe for concurrent use.
type sampler struct {
	r        *Resolution
	root     *compat.Site
	parents  map[*compat.Site]*compat.Site
	minimals minimals
	java     *javaReader // of javaReader
}

// javaReader is how Java reads the pair, made when a rule asks.
func (s *sampler) javaReader() *javaReader {
	if s.java == nil {
		s.java = newJavaReader(s.r.Writer.Root.Type, s.r.Reader.Root.Type)
	}
	return s.java
}

// sampleText is about how many bytes of a value a sample shows.
const sampleText = 200

// nothing is what a field that is not written holds, and what a reader gets from a field that it does not ask for.
const nothing = "nothing"

// Sample implements compat.Sampler. Everything beside the way to the site is as small as it can be and, where the reader
// takes anything there, something that the reader takes.
func (s *sampler) Sample(site *compat.Site, prefer string) *compat.Sample {
	way, ok := s.way(site)
	if !ok {
		return nil
	}
	if site.Writer == nil {
		return s.unwritten(site, way)
	}
	w, r := typeAt(site.Writer), typeAt(site.Reader)
	v, wanted := s.preferred(w, prefer)
	if !wanted {
		var ok bool
		if v, ok = s.proof(w, r, site.Does >= compat.Depends); !ok {
			return nil
		}
	}
	sample := &compat.Sample{Written: v.Brief(sampleText)}
	if sample.Datum = s.datum(way, &v); sample.Datum == nil {
		return nil
	}
	if r == nil {
		sample.Read = nothing
		return sample
	}
	s.read(sample, v, w, r)
	switch {
	case sample.Fails:
	case site.Does == compat.Depends && !wanted:
		return nil // the case that fails has no finite value
	case way.refusal == "":
	case site.Does < compat.Depends:
		return nil // nothing of the value here ever gets through
	default:
		sample.Fails, sample.Read = true, way.refusal
	}
	return sample
}

// unwritten is the sample of a field that only the reader has: the record's smallest datum, and what is filled in.
func (s *sampler) unwritten(site *compat.Site, way way) *compat.Sample {
	f, ok := site.Reader.Origin.(*Field)
	if !ok {
		return nil
	}
	sample := &compat.Sample{Written: nothing}
	if sample.Datum = s.datum(way, nil); sample.Datum == nil {
		return nil
	}
	if site.Does == compat.Refuse {
		sample.Fails, sample.Read = true, site.Cause
		return sample
	}
	if way.refusal != "" {
		return nil
	}
	filled, err := s.r.decoder(nil).fill(f)
	if err != nil {
		sample.Fails, sample.Read = true, err.(*DecodeError).Reason
		return sample
	}
	sample.Read = filled.Brief(sampleText)
	return sample
}

// read fills in what the reader makes of a value at the site. It is what the reader makes of it inside the whole datum too,
// unless something else in that datum fails first.
func (s *sampler) read(sample *compat.Sample, v Value, w, r *Type) {
	got, err := s.decode(v, w, r)
	if err != nil {
		sample.Fails, sample.Read = true, err.Reason
		return
	}
	sample.Read = got.Brief(sampleText)
}

func (s *sampler) decode(v Value, w, r *Type) (Value, *DecodeError) {
	data, err := v.AppendBinary(nil)
	if err != nil {
		return Value{}, &DecodeError{Reason: err.Error(), Cause: OverLimit}
	}
	got, err := s.r.decoder(data).value(w, r, s.r.resolver.join(w, r))
	if err != nil {
		return Value{}, err.(*DecodeError)
	}
	return got, nil
}

// typeAt is the type that a node stands for, nil for a nil node.
func typeAt(n *compat.Node) *Type {
	if n == nil {
		return nil
	}
	switch origin := n.Origin.(type) {
	case *Field:
		return origin.Type
	case *Slot:
		return origin.Type
	}
	return nil
}

// A way leads from the root of a written datum to a site.
type way struct {
	steps   []stride
	refusal string // why the reader takes no value at all at the site or further up, "" when it takes some
}

// A stride goes one level into a written value: to a branch, a field, the items or the values.
type stride struct {
	kind    Kind // Union, Record, Array or Map
	ordinal int32
}

// way finds the way to a site through the trace; ok is false when the site is none of this trace's.
func (s *sampler) way(site *compat.Site) (w way, ok bool) {
	if s.parents == nil {
		s.parents = map[*compat.Site]*compat.Site{}
		(&compat.Trace{Root: s.root}).Walk(func(parent *compat.Site) {
			for _, kid := range parent.Kids {
				s.parents[kid] = parent
			}
		})
	}
	var chain []*compat.Site
	for at := site; at != s.root; at = s.parents[at] {
		if at == nil {
			return way{}, false
		}
		chain = append(chain, at)
	}
	parent := s.root
	w.refuse(parent)
	for i := len(chain) - 1; i >= 0; i-- {
		kid := chain[i]
		if !w.stride(parent, kid) {
			return way{}, false
		}
		w.refuse(kid)
		parent = kid
	}
	return w, true
}

func (w *way) refuse(s *compat.Site) {
	if s.Does == compat.Refuse && w.refusal == "" {
		w.refusal = s.Cause
	}
}

// stride adds the step from a site to one of its kids, as the writer's definitions show it.
func (w *way) stride(parent, kid *compat.Site) bool {
	t := typeAt(parent.Writer)
	if kid.Writer == nil { // a field of the reader's: only its record is written
		_, ok := w.into(t, func(t *Type) bool { return t.Kind == Record })
		return ok
	}
	switch origin := kid.Writer.Origin.(type) {
	case *Field:
		record, ok := w.into(t, func(t *Type) bool { return t.Kind == Record && t.ordinalOf(origin) >= 0 })
		if !ok {
			return false
		}
		w.steps = append(w.steps, stride{Record, record.ordinalOf(origin)})
		return true
	case *Slot:
		if i := t.branchAt(origin); i >= 0 {
			w.steps = append(w.steps, stride{Union, int32(i)})
			return true
		}
		container, ok := w.into(t, func(t *Type) bool { return &t.Items == origin })
		if ok {
			w.steps = append(w.steps, stride{container.Kind, 0})
		}
		return ok
	}
	return false
}

// branchAt is the index of a branch by its slot, -1 for the slot of another type. Slots stand in one array, in order.
func (t *Type) branchAt(slot *Slot) int {
	low, high := 0, len(t.Branches)
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch at := &t.Branches[middle]; {
		case at == slot:
			return middle
		case at.At.Index() < slot.At.Index():
			low = middle + 1
		default:
			high = middle
		}
	}
	return -1
}

// into goes into the branch of a union that has a property; a type that is no union has it itself.
func (w *way) into(t *Type, has func(*Type) bool) (*Type, bool) {
	if t.Kind != Union {
		return t, has(t)
	}
	for i := range t.Branches {
		if b := t.Branches[i].Type; has(b) {
			w.steps = append(w.steps, stride{Union, int32(i)})
			return b, true
		}
	}
	return nil, false
}

// ordinalOf is the index of a field in its record, -1 for another record's field.
func (t *Type) ordinalOf(f *Field) int32 {
	if i := t.fieldIndex(f.Name); i >= 0 && t.Fields[i] == f {
		return i
	}
	for i := range t.Fields { // names can repeat in an invalid schema
		if t.Fields[i] == f {
			return int32(i)
		}
	}
	return -1
}

// A rest is what is still to be written of an enclosing value once what the way leads to stands.
type rest struct {
	record int32 // the node of a record whose fields from next on are to come, -1: the end of an array's or map's blocks
	next   int32
}

// datum is the whole datum with v at the end of the way, or the smallest value there when v is nil. It is nil when there is
// no finite one.
func (s *sampler) datum(way way, v *Value) []byte {
	m := &s.minimals
	at := m.of(s.r.Writer.Root.Type, s.r.joint)
	var rests []rest
	out := []byte{}
	for _, step := range way.steps {
		for m.nodes[at].pass {
			at = m.nodes[at].kids[0]
		}
		switch n := &m.nodes[at]; step.kind {
		case Union:
			out = binary.AppendVarint(out, int64(step.ordinal))
			at = n.kids[step.ordinal]
		case Record:
			for _, kid := range n.kids[:step.ordinal] {
				if !m.finite(kid) || len(out) > maxEncoded {
					return nil
				}
				out = m.append(out, kid)
			}
			rests = append(rests, rest{at, step.ordinal + 1})
			at = n.kids[step.ordinal]
		case Map:
			out = append(out, 2, 2, 'k') // one entry, with a key of one byte
			rests = append(rests, rest{record: -1})
			at = m.element(n)
		case Array:
			out = append(out, 2)
			rests = append(rests, rest{record: -1})
			at = m.element(n)
		}
	}
	switch {
	case v == nil && !m.finite(at):
		return nil
	case v == nil:
		out = m.append(out, at)
	default:
		var err error
		if out, err = v.AppendBinary(out); err != nil {
			return nil
		}
	}
	return s.finish(out, rests)
}

// element is the node of a container's elements.
func (m *minimals) element(container *minimal) int32 {
	t, j := container.t.Items.Type, container.j
	switch {
	case j == nil || len(j.parts) == 0:
		j = nil
	default:
		j = j.parts[0].joint
	}
	return m.of(t, j)
}

func (s *sampler) finish(out []byte, rests []rest) []byte {
	m := &s.minimals
	for i := len(rests) - 1; i >= 0; i-- {
		if rests[i].record < 0 {
			out = append(out, 0)
			continue
		}
		kids := m.nodes[rests[i].record].kids
		for _, kid := range kids[rests[i].next:] {
			if !m.finite(kid) || len(out) > maxEncoded {
				return nil
			}
			out = m.append(out, kid)
		}
	}
	return out
}

// preferred is the value that the caller wants at the site, ok false when the writer's type does not hold it. A single value
// is also taken for the item of an array or the value of a map, and a number for a decimal.
func (s *sampler) preferred(w *Type, prefer string) (Value, bool) {
	if prefer == "" {
		return Value{}, false
	}
	doc, err := position.Parse("sample", []byte(prefer))
	if err != nil {
		return Value{}, false
	}
	return preferredOf(doc.Root(), w)
}

func preferredOf(v position.Value, t *Type) (Value, bool) {
	if made, err := newOfJSON().value(v, t); err == nil {
		return made, true
	}
	switch {
	case t.Kind == Union:
		for i := range t.Branches {
			if inner, ok := preferredOf(v, t.Branches[i].Type); ok {
				return branched(t, i, inner), true
			}
		}
	case t.Kind == Array:
		if item, ok := preferredOf(v, t.Items.Type); ok {
			return Value{Type: t, Parts: []Value{item}}, true
		}
	case t.Kind == Map:
		if entry, ok := preferredOf(v, t.Items.Type); ok {
			return Value{Type: t, Parts: []Value{entry}, Keys: []string{"k"}}, true
		}
	case t.Logical.Name == "decimal" && v.Kind() == position.Number:
		return decimal(t, v.Text())
	}
	return Value{}, false
}
