package avro

import (
	"fmt"
	"strconv"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// fieldOf is the field on one side of a site, nil when it is none.
func fieldOf(n *compat.Node) *Field {
	if n == nil {
		return nil
	}
	f, _ := n.Origin.(*Field)
	return f
}

// single is the pair of types that decides at s by itself: what stands beside null on both sides, or the branches that a
// value takes. ok is false where one side is absent or a union that its branches speak for, and where the schema is invalid
// at this place.
func single(s *compat.Site) (w, r *Type, ok bool) {
	w, r = typeAt(s.Writer), typeAt(s.Reader)
	if w == nil || r == nil || standIn(s.Writer) || standIn(s.Reader) {
		return nil, nil, false
	}
	if optional(w) && optional(r) {
		return w.Bare(), r.Bare(), true
	}
	return w, r, w.Kind != Union && r.Kind != Union
}

// standIn reports whether the type of n only stands in for one that could not be read, so that nothing can be said about it.
func standIn(n *compat.Node) bool {
	slot, ok := n.Origin.(*Slot)
	if f := fieldOf(n); f != nil {
		slot, ok = &f.Slot, true
	}
	if !ok || slot.Type != primitives[Null] || slot.At.IsZero() {
		return false
	}
	spelled := slot.At
	if inner, ok := spelled.Member("type"); ok {
		spelled = inner
	}
	return !spelled.Is(position.String) || spelled.Text() != "null"
}

// patched reports whether n stands for a union that is not valid, or has a branch that only stands in: what is wrong with it is
// told by itself, and nothing more can be said.
func patched(n *compat.Node) bool {
	t := typeAt(n)
	if t == nil || t.Kind != Union {
		return standIn(n)
	}
	var kinds [Fixed + 1]bool
	for i := range t.Branches {
		b := &t.Branches[i]
		if kind := b.Type.Kind; kind == Union || !kind.Named() && kinds[kind] || standIn(&compat.Node{Origin: b}) {
			return true
		}
		kinds[b.Type.Kind] = true
	}
	return false
}

// around lets a rule look at a site together with the site around it. It is called for every site of a trace and passes on
// the kids, and the root, which has none around it.
func around(p *compat.Pass, s *compat.Site, visit func(up, s *compat.Site)) {
	if s == p.Trace.Root {
		visit(nil, s)
	}
	for _, kid := range s.Kids {
		visit(s, kid)
	}
}

// declared is the reader's type at s as its schema states it, before a branch of a union was taken.
func declared(p *compat.Pass, up, s *compat.Site) *Type {
	if up == nil {
		if s, ok := p.Trace.Sampler.(*sampler); ok {
			return s.r.Reader.Root.Type
		}
		return typeAt(s.Reader)
	}
	t := typeAt(up.Reader)
	switch {
	case s.Reader == nil:
		return nil
	case ofUnion(up):
		return t
	case t == nil || t.Bare() == nil:
		return typeAt(s.Reader)
	}
	switch t = t.Bare(); t.Kind {
	case Array, Map:
		return t.Items.Type
	case Record:
		if f := t.field(s.Reader.Name); f != nil {
			return f.Type
		}
	}
	return typeAt(s.Reader)
}

// joints is where a rule asks what becomes of a pair of types: the resolver that made the trace, which knows already.
func joints(p *compat.Pass) *Resolver {
	if s, ok := p.Trace.Sampler.(*sampler); ok {
		return s.r.resolver
	}
	return NewResolver(nil)
}

// ofUnion reports whether the kids of up are the branches of the writer's union.
func ofUnion(up *compat.Site) bool {
	if up == nil {
		return false
	}
	w, r := typeAt(up.Writer), typeAt(up.Reader)
	return w != nil && r != nil && w.Kind == Union && !(optional(w) && optional(r))
}

// A crossing is a pair of named types, with the first site at which it is met.
type crossing struct {
	site  *compat.Site
	w, r  *Type
	count int // sites where the same two meet
}

// elsewhere says in how many more places the same two types meet, "" for none.
func (c *crossing) elsewhere() string {
	switch c.count {
	case 1:
		return ""
	case 2:
		return " (the same two types meet in 1 more place)"
	}
	return fmt.Sprintf(" (the same two types meet in %d more places)", c.count-1)
}

// crossings are the pairs of named types of a trace, each once, in the order of the walk: what is wrong between two
// definitions is one cause, however many fields use them. It is empty but for the root of the trace.
func crossings(p *compat.Pass, s *compat.Site) []*crossing {
	if s != p.Trace.Root {
		return nil
	}
	var all []*crossing
	met := map[pairKey]*crossing{}
	p.Trace.Walk(func(s *compat.Site) {
		w, r, ok := single(s)
		if !ok || w.Kind != r.Kind || !w.Kind.Named() || w.id == r.id {
			return
		}
		key := pairKey{w.id, r.id}
		if first := met[key]; first != nil {
			first.count++
			return
		}
		met[key] = &crossing{s, w, r, 1}
		all = append(all, met[key])
	})
	return all
}

// prove gives a finding its sample: a datum that reaches s and holds prefer there. Where no datum can be made, the sample is
// words: what was written, and what comes of it.
func prove(p *compat.Pass, f *compat.Finding, s *compat.Site, prefer, read string, fails bool) {
	f.Sample = p.Sample(s, prefer)
	if f.Sample != nil {
		return
	}
	written := prefer
	switch {
	case s.Writer == nil:
		written = "nothing"
	case written == "":
		written = "any " + s.Writer.Type
	}
	f.Sample = &compat.Sample{Written: written, Read: read, Fails: fails}
}

// proveIn is prove for what is read in some runtimes only, or in words that no schema has.
func proveIn(p *compat.Pass, f *compat.Finding, s *compat.Site, prefer, read string, fails bool) {
	prove(p, f, s, prefer, read, fails)
	shown := *f.Sample
	shown.Read, shown.Fails = read, fails
	f.Sample = &shown
}

// told is a name as it stands in a message: quoted when it has characters that a name may not have.
func told(name string) string {
	if validName(name) {
		return clip(name)
	}
	return quote(name)
}

// takes is a type in a message: a named one with its kind, a union by its branches, unless they would fill the line.
func takes(t *Type) string {
	const most = 72
	if t.Kind.Named() && t.Logical.Name == "" {
		return kindAndName(t)
	}
	if spelled := t.Spelling(); t.Kind != Union || len(spelled) <= most {
		return spelled
	}
	return fmt.Sprintf("union of %d types", len(t.Branches))
}

// telling is a value of t, as JSON, that a person recognises when it comes back changed; "" leaves the choice to the sampler.
func telling(t *Type) string {
	if t = t.Bare(); t == nil || t.Logical.Name != "" {
		return ""
	}
	switch t.Kind {
	case Boolean:
		return "true"
	case Int, Long:
		return "42"
	case Float, Double:
		return "42.5"
	case String:
		return `"written"`
	case Enum:
		if len(t.Symbols) > 0 {
			return strconv.Quote(t.Symbols[len(t.Symbols)-1])
		}
	}
	return ""
}
