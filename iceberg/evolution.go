package iceberg

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

// Evolution says whether the change from the older to the younger side of a pair is legal by the specification.
type Evolution struct {
	Legal  bool
	Breaks []*compat.Finding // what makes it illegal: rules with their clause, at their site
}

// judged reports whether a pair is a change of one table's schema, which a file without field ids has no part in.
func (p *Pair) judged() bool { return !p.Writer.Schema.Unnumbered && !p.Reader.Schema.Unnumbered }

// EvolutionWord is "legal" or "illegal" for the change of a trace, "" where there is none to judge.
func EvolutionWord(t *compat.Trace) string {
	if !PairOf(t).judged() {
		return ""
	}
	return EvolutionOf(t).String()
}

// String is "legal" or "illegal".
func (e Evolution) String() string {
	if e.Legal {
		return "legal"
	}
	return "illegal"
}

// Evolve judges the change between the two sides of a pair. It is the same for both directions of reading: the older
// schema comes first.
func Evolve(p *Pair) Evolution {
	if p.Behind || p.Bind != ByID && p.Bind != "" {
		h, older, younger := p.history()
		p = &Pair{Writer: p.Older(), Reader: p.Younger(), History: h, older: older, younger: younger, placed: true, ofLineage: p.ofLineage}
	}
	return evolve(Resolve(p), p)
}

// EvolutionOf judges the change of a trace that was resolved forward in time, by field id, without resolving again.
func EvolutionOf(t *compat.Trace) Evolution {
	p := PairOf(t)
	if p.Behind || p.Bind != ByID && p.Bind != "" {
		return Evolve(p)
	}
	return evolve(t, p)
}

func evolve(t *compat.Trace, p *Pair) Evolution {
	breaks := compat.Pass{Trace: t}.Run(Illegal)
	for _, problem := range p.newProblems() {
		breaks = append(breaks, problem.Finding(""))
	}
	return Evolution{Legal: len(breaks) == 0, Breaks: breaks}
}

// newProblems are the errors that the younger schema has by itself and the older one did not have: a change that brings
// them is no legal evolution.
func (p *Pair) newProblems() []*Problem {
	var fresh []*Problem
	for _, y := range p.Younger().Schema.Problems {
		if y.Rule.Level != compat.Error {
			continue
		}
		known := false
		for _, o := range p.Older().Schema.Problems {
			known = known || o.Rule == y.Rule && o.id == y.id
		}
		if !known {
			fresh = append(fresh, y)
		}
	}
	return fresh
}

// forward is the pair of a pass when it goes with time and by field id, the only way in which the specification speaks of
// evolution; nil otherwise.
func forward(p *compat.Pass) *Pair {
	pair := pairOf(p)
	if pair == nil || pair.Behind || pair.Bind != ByID && pair.Bind != "" {
		return nil
	}
	return pair
}

// kept are the two sides of a column that both schemas have, going forward; nil without one of the two.
func kept(p *compat.Pass, s *compat.Site) (older, younger *Field) {
	if forward(p) == nil || s.Writer == nil || s.Reader == nil {
		return nil, nil
	}
	return fieldOf(s.Writer), fieldOf(s.Reader)
}

// added is the column that the younger schema brings; nil for another site. Columns inside an added struct count.
func added(p *compat.Pass, s *compat.Site) *Field {
	pair := forward(p)
	if pair == nil || s.Writer != nil || s.Reader == nil {
		return nil
	}
	f := fieldOf(s.Reader)
	if pair.Writer.Schema.Field(f.ID) != nil {
		return nil // it moved
	}
	return f
}

// dropped is the column that the younger schema no longer has; nil for another site. Only the outermost counts: what
// stands inside goes with it.
func dropped(p *compat.Pass, s *compat.Site) *Field {
	pair := forward(p)
	if pair == nil || s.Reader != nil || s.Writer == nil {
		return nil
	}
	f := fieldOf(s.Writer)
	if pair.Reader.Schema.Field(f.ID) != nil {
		return nil
	}
	return f
}

// ownStep reports whether a site's pair is one step of its history. What is for the changelog only is told of the step that
// did it, not again for every older schema.
func ownStep(p *compat.Pass) bool {
	pair := forward(p)
	if pair == nil {
		return false
	}
	return !pair.ofLineage || pair.younger-pair.older == 1
}

// atTop is the pair of a pass at the root of its trace, going forward; nil elsewhere.
func atTop(p *compat.Pass, s *compat.Site) *Pair {
	if s != p.Trace.Root {
		return nil
	}
	return forward(p)
}

// A retype is how a type changed under one id.
type retype uint8

const (
	sameType retype = iota
	promotion
	kindChange // between primitive, struct, list and map
	narrowing
	scaleChange
	parameterChange // another reference system or algorithm
	zoneChange
	otherChange
)

// retyped classifies the change of a column's type by itself: nested parts have their own sites.
func retyped(older, younger *Field, version int) retype {
	from, to := older.Type, younger.Type
	if from.Same(to) {
		return sameType
	}
	if ok, _ := promotes(from, to, version); ok {
		return promotion
	}
	switch {
	case (from.Nested() || to.Nested()) && from.Kind != Unknown:
		return kindChange
	case narrows(from, to):
		return narrowing
	case from.Kind == Decimal && to.Kind == Decimal:
		return scaleChange
	case from.Kind == to.Kind && (from.Kind == Geometry || from.Kind == Geography):
		return parameterChange
	case zoned(from.Kind) != zoned(to.Kind) && isInstant(from.Kind) && isInstant(to.Kind):
		return zoneChange
	}
	return otherChange
}

func zoned(k Kind) bool     { return k == Timestamptz || k == TimestamptzNs }
func isInstant(k Kind) bool { return k == Date || isTimestamp(k) }

// reportRetype reports a column whose type changed in one illegal way.
func reportRetype(p *compat.Pass, s *compat.Site, kind retype) {
	o, y := kept(p, s)
	if o == nil || y == nil || o.ID != y.ID || retyped(o, y, versionOf(p)) != kind {
		return
	}
	f := p.Report(s, "%s (field id %d) goes from %s to %s: %s", s.Path, y.ID, o.Type, y.Type, refusal(o.Type, y.Type, versionOf(p)))
	f.From, f.To = "type="+o.Type.String(), "type="+y.Type.String()
	f.Sample = p.Trace.Sampler.Sample(s, "")
}

func versionOf(p *compat.Pass) int {
	pair := pairOf(p)
	return max(pair.Writer.version(), pair.Reader.version())
}

// insideKey reports whether a column is, or stands inside, the key of a map.
func insideKey(f *Field) bool {
	for ; f != nil; f = f.Parent {
		if f.role() == Map && f.Name == "key" {
			return true
		}
	}
	return false
}

// use names how a table's layout uses a column by its value: keys of partitions, orders and rows.
func use(pair *Pair, id int) string {
	var uses []string
	y := pair.Younger()
	if y.Schema.IsIdentifier(id) {
		uses = append(uses, "an identifier field")
	}
	if t := y.Table; t != nil {
		for _, s := range t.Specs {
			if binds(s.Fields, id) != nil {
				uses = append(uses, fmt.Sprintf("a source of partition spec %d", s.ID))
			}
		}
		for _, o := range t.Orders {
			if binds(o.Fields, id) != nil {
				uses = append(uses, fmt.Sprintf("a source of sort order %d", o.ID))
			}
		}
		for _, equality := range t.EqualityIDs {
			if equality == id {
				uses = append(uses, "an equality delete column")
			}
		}
	}
	return strings.Join(uses, " and ")
}

// binds is the first bound field, void ones left out, that has a column as source.
func binds(fields []*Bound, id int) *Bound {
	for _, b := range fields {
		if parseTransform(b.Transform).kind == voidTransform {
			continue
		}
		for _, source := range b.Sources {
			if source == id {
				return b
			}
		}
	}
	return nil
}

// specsOf are the partition specs known on either side of a pair, each id once, the younger table's first.
func specsOf(pair *Pair) []*Spec {
	var all []*Spec
	seen := map[int]bool{}
	for _, v := range [...]View{pair.Younger(), pair.Older()} {
		if v.Table == nil {
			continue
		}
		for _, s := range v.Table.Specs {
			if !seen[s.ID] {
				seen[s.ID] = true
				all = append(all, s)
			}
		}
	}
	return all
}
