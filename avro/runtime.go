package avro

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// An implementation is one of the Avro libraries that people use.
type implementation struct {
	name string
	ask  func(*Resolution) compat.Reading
}

// implementations are the implementations that can be asked, in the order of reports. hamba and twmb are the real ones, linked
// in; java, python and avsc are models of what the real ones answered to the vectors in testdata/vectors.
var implementations = []implementation{
	{"java", askJava},
	{"hamba", hambaLibrary.ask},
	{"twmb", twmbLibrary.ask},
	{"python", askPython},
	{"avsc", askAvsc},
}

// Runtimes are the names that Readings knows beside "spec".
func Runtimes() []string {
	names := make([]string, len(implementations))
	for i, r := range implementations {
		names[i] = r.name
	}
	return names
}

// Readings asks runtimes what they make of the pair, in the order of Runtimes. "spec" may stand among the names; it is the
// trace's own verdict and yields no Reading. The error names an unknown runtime.
func (r *Resolution) Readings(names []string) ([]compat.Reading, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var readings []compat.Reading
	for _, rt := range implementations {
		if wanted[rt.name] {
			ask := rt.ask
			if widest(r.Writer.Root.Type)*widest(r.Reader.Root.Type) > mostBranches {
				ask = func(r *Resolution) compat.Reading { return r.unasked(rt.name) }
			}
			readings = append(readings, ask(r))
			delete(wanted, rt.name)
		}
	}
	delete(wanted, "spec")
	for _, name := range names {
		if wanted[name] {
			return nil, fmt.Errorf("unknown runtime %q; known are spec, %s", name, strings.Join(Runtimes(), ", "))
		}
	}
	return readings, nil
}

// mostBranches bounds the pairs of union branches that runtimes are asked about: all of them compare each branch of the one
// union with each of the other, some writing out whole schemas each time.
const mostBranches = 250_000

// unasked is the reading of a runtime that would not answer in any time that somebody waits: what the specification says.
func (r *Resolution) unasked(runtime string) compat.Reading {
	reading := compat.Reading{Runtime: runtime, Check: compatible, Read: r.read(&specification),
		Reason: "it is not asked, since its unions are so large that it would take minutes; this is the specification's answer"}
	if reading.Read == readFails {
		reading.Check = incompatible
	}
	return reading
}

// widest is the number of branches of the largest union that is part of a type, at least 1.
func widest(t *Type) int {
	most := 1
	t.eachPart(func(t *Type) { most = max(most, len(t.Branches)) })
	return most
}

// The words of a Reading.
const (
	compatible   = "compatible"
	incompatible = "incompatible"
	rejects      = "rejects"

	readsSame    = "same"
	readsChanged = "changed"
	readFails    = "fails"
)

// rejected is the answer of a runtime whose parser takes one of the schemas for invalid: nothing is read.
func rejected(runtime, side string, reason any) compat.Reading {
	return compat.Reading{Runtime: runtime, Check: rejects, Read: readFails, Reason: clip(fmt.Sprintf("it rejects the %s: %v", side, reason))}
}

// read is what a reader under a policy makes of the pair's worst datum.
func (r *Resolution) read(p *Policy) string {
	u := r.under(p)
	switch j := u.joint; {
	case j.refused, j.depends:
		return readFails
	case j.lossy:
		return readsChanged
	}
	worst := comesThrough
	u.Trace(false).Walk(func(s *compat.Site) {
		if f := fieldOf(s.Reader); f != nil && s.Does == compat.Fill && f.HasDefault() {
			worst = max(worst, fills{}.rounded(f.Default, f.Type, p))
		}
	})
	return worst.String()
}

// under is the same pair resolved by another policy.
func (r *Resolution) under(p *Policy) *Resolution { return NewResolver(p).Resolve(r.Writer, r.Reader) }

// plainDatum is the smallest datum of the writer's schema, nil when it has none, when a schema is not valid (what its types
// hold is then anybody's guess), or when a fixed on either side is so large that reading it would only cost time.
func (r *Resolution) plainDatum() []byte {
	if !r.Writer.Valid() || !r.Reader.Valid() || huge(r.Writer.Root.Type) || huge(r.Reader.Root.Type) {
		return nil
	}
	trace := r.Trace(false)
	if sample := trace.Sampler.Sample(trace.Root, ""); sample != nil {
		return sample.Datum
	}
	return nil
}

// huge reports whether a fixed of more than a megabyte is part of the type.
func huge(t *Type) bool {
	found := false
	t.eachPart(func(t *Type) { found = found || t.Size > 1<<20 })
	return found
}

// eachPart visits every type that t is made of once, t first.
func (t *Type) eachPart(visit func(*Type)) {
	seen := map[*Type]bool{}
	todo := []*Type{t}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[t] {
			seen[t] = true
			visit(t)
			t.eachSlot(func(s *Slot) { todo = append(todo, s.Type) })
		}
	}
}

// dressed reports whether a slot refers to a named type by an object with a name in it, where several parsers take a name alone.
func (s *Slot) dressed() bool {
	return s.At.Is(position.Object) && s.Type.Kind.Named() && s.At != s.Type.At
}

// encloses reports whether the declaration of a record stands around a field's: while the field is parsed, the record is not
// complete.
func (t *Type) encloses(f *Field) bool {
	if t.At.IsZero() || t.At.Document() != f.Decl.Document() {
		return false
	}
	from, to := t.At.Place().Offsets()
	start, end := f.Decl.Place().Offsets()
	return from <= start && end <= to
}
