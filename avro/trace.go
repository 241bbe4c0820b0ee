package avro

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// A Resolution is what is known about one pair of schemas. It is cheap: sites are made when Trace is called.
type Resolution struct {
	Writer, Reader *Schema
	resolver       *Resolver
	joint          *joint
	prepared       *prepared // for decoding, once somebody decodes
}

// Resolve joins a writer's schema with a reader's.
func (r *Resolver) Resolve(w, rd *Schema) *Resolution {
	return &Resolution{Writer: w, Reader: rd, resolver: r, joint: r.join(w.Root.Type, rd.Root.Type)}
}

// Resolve joins a writer's schema with a reader's, by the specification.
func Resolve(w, r *Schema) *Resolution { return NewResolver(nil).Resolve(w, r) }

// Verdict says what the pair comes to.
func (r *Resolution) Verdict() compat.Verdict {
	switch j := r.joint; {
	case !r.Writer.Valid() || !r.Reader.Valid():
		return compat.Invalid
	case j.refused:
		return compat.Refused
	case j.depends:
		return compat.DependsOnData
	case j.lossy:
		return compat.Changed
	}
	return compat.Same
}

// Identical reports whether the two schemas say the same, up to layout: nothing can be found between them.
func (r *Resolution) Identical() bool { return r.Writer.Root.Type.full == r.Reader.Root.Type.full }

// Trace makes the sites of the pair. Unless whole is set, parts that are identical on both sides, docs and properties
// included, are left out.
func (r *Resolution) Trace(whole bool) *compat.Trace {
	t := tracer{resolver: r.resolver, whole: whole, seen: map[pairKey]*compat.Site{}}
	w, rd := &r.Writer.Root, &r.Reader.Root
	root := &compat.Site{Path: compat.Path(rootName(rd.Type)), Writer: t.nodes.slot(w), Reader: t.nodes.slot(rd), How: ByType}
	root.Writer.Name, root.Reader.Name = w.Type.ShortName(), rd.Type.ShortName()
	t.slot(root, w.Type, rd.Type)
	return &compat.Trace{Root: root, Verdict: r.Verdict(), Sampler: &sampler{r: r, root: root}}
}

// rootName is how a path begins: the record's name, or the type when it has none.
func rootName(t *Type) string {
	if t.Kind.Named() {
		return clip(t.ShortName())
	}
	if bare := t.Bare(); bare != nil && bare.Kind.Named() {
		return clip(bare.ShortName())
	}
	return t.Kind.String()
}

// tracer turns joints into sites.
type tracer struct {
	nodes
	resolver *Resolver
	whole    bool
	seen     map[pairKey]*compat.Site // where a pair of records was spelled out
}

// slot fills in a site whose two nodes are set.
func (t *tracer) slot(s *compat.Site, w, r *Type) {
	switch {
	case w.id == r.id:
		if w.full != r.full || t.whole {
			t.alike(s, w, r)
		} else {
			s.How = Identical
		}
	case optional(w) && optional(r):
		t.optional(s, w, r)
	case w.Kind == Union:
		t.writerUnion(s, w, r)
	case r.Kind == Union:
		t.readerUnion(s, w, r)
	default:
		t.bare(s, w, r)
	}
}

// optional reports whether t is one type that may be null, or just one type: what a site shows as one thing.
func optional(t *Type) bool {
	bare := t.Bare()
	return bare != nil && bare.Kind != Null
}

// optional spells out a pair of single types, each perhaps nullable, as one site: the branches of ["null", T] would
// only repeat it.
func (t *tracer) optional(s *compat.Site, w, r *Type) {
	wb, rb := w.Bare(), r.Bare()
	if w.Kind != Union && r.Kind != Union {
		t.bare(s, wb, rb)
		return
	}
	j := t.resolver.join(wb, rb)
	t.bare(s, wb, rb)
	if fails := j.refused || r.Kind == Union && j.unmatched; fails {
		s.Does, s.When = compat.Refuse, ""
		if s.Cause == "" {
			s.Cause = j.why()
		}
		if w.Nullable() && r.Nullable() {
			s.Does, s.When = compat.Depends, s.Path.Last()+" is not null"
		}
		return
	}
	if w.Nullable() && !r.Nullable() {
		s.When = either(s.When, s.Path.Last()+" is null")
		s.Does = compat.Depends
		s.Cause = either(s.Cause, fmt.Sprintf("the reader's %s does not take null", r.Spelling()))
	}
}

func either(a, b string) string {
	if a == "" {
		return b
	}
	return a + " or " + b
}

// writerUnion spells out one kid per written branch.
func (t *tracer) writerUnion(s *compat.Site, w, r *Type) {
	var fails []string
	for i := range w.Branches {
		b := &w.Branches[i]
		path := s.Path
		if b.Type.Kind != Null {
			path = path.Branch(b.Type.branchName())
		}
		kid := &compat.Site{Path: path, Writer: t.branch(b, s.Writer), Reader: s.Reader, How: ByBranch}
		t.slot(kid, b.Type, r)
		s.Kids = append(s.Kids, kid)
		if t.resolver.join(b.Type, r).refused {
			fails = append(fails, b.Type.branchName())
		}
	}
	switch len(fails) {
	case 0:
		return
	case len(w.Branches):
		s.Does = compat.Refuse
	default:
		s.Does, s.When = compat.Depends, fmt.Sprintf("%s is %s", s.Path.Last(), list(fails))
	}
	s.Cause = fmt.Sprintf("%s does not take %s", r.Spelling(), list(fails))
}

func (t *Type) branchName() string {
	if t.Kind.Named() {
		return clip(t.Name)
	}
	return t.Spelling()
}

// readerUnion follows the branch that the value takes. Where none takes it, the only branch that could have is followed all
// the same, so that its parts tell what is wrong; several are told in the cause, for a finding inside one of them would be
// none inside another.
func (t *tracer) readerUnion(s *compat.Site, w, r *Type) {
	j := t.resolver.join(w, r)
	chosen := j.choice
	if chosen < 0 && len(j.parts) == 1 {
		chosen = 0
	}
	if chosen >= 0 {
		b := &r.Branches[j.parts[chosen].r]
		s.Reader = t.branch(b, s.Reader)
		s.How = ByBranch
		t.slot(s, w, b.Type)
		if j.choice < 0 && s.Does != compat.Refuse {
			s.Does, s.When, s.Cause = compat.Refuse, "", j.why()
		}
		return
	}
	s.Does, s.How, s.Cause = compat.Refuse, Unmatched, j.why()
}

// bare spells out a pair of which neither is a union.
func (t *tracer) bare(s *compat.Site, w, r *Type) {
	if w.id == r.id {
		if w.full != r.full || t.whole {
			t.alike(s, w, r)
		}
		return
	}
	j := t.resolver.join(w, r)
	s.Lossy = j.form == leaf && j.lossy
	switch {
	case j.cause.kind == symbolMissing && !j.refused:
		s.Does, s.Cause = compat.Depends, j.why()
		s.When = fmt.Sprintf("%s is %s", s.Path.Last(), list(j.missingSymbols()))
	case j.refused && j.cause.kind != fieldMissing && j.cause.kind != ambiguousAlias:
		if j.cause.kind != none {
			s.Does, s.How, s.Cause = compat.Refuse, Unmatched, j.why()
		}
	case j.promotes:
		s.Does = compat.Promote
		if s.How == ByType {
			s.How = ByPromotion
		}
	}
	switch {
	case j.form == items:
		t.items(s, w, r)
	case j.form == fields && j.cause.kind != nameMismatch:
		t.fields(s, w, r)
	}
}

func (t *tracer) items(s *compat.Site, w, r *Type) {
	path := s.Path.Item()
	if w.Kind == Map {
		path = s.Path.Entry()
	}
	kid := &compat.Site{Path: path, Writer: t.inner(&w.Items), Reader: t.inner(&r.Items), How: ByType}
	t.slot(kid, w.Items.Type, r.Items.Type)
	if kid.How != Identical || t.whole {
		s.Kids = append(s.Kids, kid)
	}
	if t.resolver.join(w.Items.Type, r.Items.Type).refused && s.Does < compat.Depends {
		s.Does, s.Cause = compat.Depends, fmt.Sprintf("the %s do not match", map[Kind]string{Array: "items", Map: "values"}[w.Kind])
		s.When = s.Path.Last() + " is not empty"
	}
}

// fields spells out a pair of records: the reader's fields in order, then what the reader does not ask for.
func (t *tracer) fields(s *compat.Site, w, r *Type) {
	key := pairKey{w.full, r.full}
	if first := t.seen[key]; first != nil {
		s.Again = first
		return
	}
	t.seen[key] = s
	m := t.resolver.match(w, r)
	read := make([]bool, len(w.Fields))
	for i, rf := range r.Fields {
		if source := m.source[i]; source >= 0 {
			read[source] = true
			t.field(s, w, r, w.Fields[source], rf, m.how(int32(i)))
			continue
		}
		kid := &compat.Site{Path: s.Path.Field(clip(rf.Name)), Reader: t.nodes.field(r, rf), How: ByDefault, Does: compat.Fill}
		switch {
		case m.source[i] == ambiguous:
			kid.Does, kid.How, kid.Cause = compat.Refuse, Unmatched, (&joint{w: w, r: r, cause: cause{ambiguousAlias, int32(i)}}).why()
		case !t.resolver.policy.fills(rf):
			kid.Does, kid.How, kid.Cause = compat.Refuse, Unmatched, (&joint{w: w, r: r, cause: cause{fieldMissing, int32(i)}}).why()
		}
		s.Kids = append(s.Kids, kid)
	}
	for i, wf := range w.Fields {
		if !read[i] {
			s.Kids = append(s.Kids, &compat.Site{Path: s.Path.Field(clip(wf.Name)), Writer: t.nodes.field(w, wf), How: Unread, Does: compat.Skip})
		}
	}
}

func (t *tracer) field(s *compat.Site, w, r *Type, wf, rf *Field, how compat.Mechanism) {
	if !t.whole && (wf.full == rf.full || how == ByName && t.repeats(wf, rf)) {
		return
	}
	kid := &compat.Site{Path: s.Path.Field(clip(rf.Name)), Writer: t.nodes.field(w, wf), Reader: t.nodes.field(r, rf), How: how}
	t.slot(kid, wf.Type, rf.Type)
	if kid.How == Identical {
		kid.How = how
	}
	s.Kids = append(s.Kids, kid)
}

// repeats reports whether a site for the two fields would only point at a pair of records that is spelled out already.
func (t *tracer) repeats(wf, rf *Field) bool {
	w, r := wf.Type.Bare(), rf.Type.Bare()
	return w != nil && r != nil && w.Kind == Record && r.Kind == Record && wf.Type.Nullable() == rf.Type.Nullable() &&
		t.seen[pairKey{w.full, r.full}] != nil && wf.ownContent() == rf.ownContent()
}

// alike spells out two types that resolve alike and differ only in docs, properties or order, part by part.
func (t *tracer) alike(s *compat.Site, w, r *Type) {
	switch w.Kind {
	case Array, Map:
		t.items(s, w, r)
	case Union:
		if optional(w) {
			t.alike(s, w.Bare(), r.Bare())
			return
		}
		for i := range w.Branches {
			wb, rb := &w.Branches[i], &r.Branches[i]
			if wb.Type.full == rb.Type.full && !t.whole {
				continue
			}
			kid := &compat.Site{Path: s.Path.Branch(wb.Type.branchName()), Writer: t.branch(wb, s.Writer), Reader: t.branch(rb, s.Reader), How: ByBranch}
			t.slot(kid, wb.Type, rb.Type)
			s.Kids = append(s.Kids, kid)
		}
	case Record:
		key := pairKey{w.full, r.full}
		if first := t.seen[key]; first != nil {
			s.Again = first
			return
		}
		t.seen[key] = s
		for i, wf := range w.Fields {
			t.field(s, w, r, wf, r.Fields[i], ByName)
		}
	}
}
