package avro

import (
	"slices"
	"sort"

	"github.com/schemavet/schemavet/compat"
)

// What a reader's field can find in place of a writer field's ordinal.
const (
	unwritten int32 = -1 // no writer field
	ambiguous int32 = -2 // more than one
)

// A matching says which writer field each reader field takes.
type matching struct {
	source  []int32 // by reader field: writer field, or unwritten, or ambiguous
	aliased []int32 // reader fields that were found by an alias, in order
	taken   int     // writer fields that some reader field takes
}

// match joins the fields of two records by name and by the reader's aliases. A writer's own aliases never count.
func (r *Resolver) match(w, rd *Type) matching {
	m := matching{source: make([]int32, len(rd.Fields))}
	next := 0
	for i, f := range rd.Fields {
		// Fields mostly stand in one order on both sides: look at the neighbour before searching.
		source := unwritten
		if next < len(w.Fields) && w.Fields[next].Name == f.Name {
			source = int32(next)
		} else {
			source = w.fieldIndex(f.Name)
		}
		if len(f.Aliases) > 0 {
			source = m.byAlias(w, f, source, int32(i))
		}
		m.source[i] = source
		if source >= 0 {
			m.taken++
			next = int(source) + 1
		}
	}
	return m
}

func (m *matching) byAlias(w *Type, f *Field, source, ordinal int32) int32 {
	for _, a := range f.Aliases {
		found := w.fieldIndex(a)
		switch {
		case found < 0 || found == source:
		case source >= 0:
			return ambiguous
		default:
			source = found
			m.aliased = append(m.aliased, ordinal)
		}
	}
	return source
}

func (m *matching) how(ordinal int32) compat.Mechanism {
	if _, aliased := slices.BinarySearch(m.aliased, ordinal); aliased {
		return ByAlias
	}
	return ByName
}

// fieldIndex is the ordinal of the first field called name, unwritten without one.
func (t *Type) fieldIndex(name string) int32 {
	i := sort.Search(len(t.byName), func(i int) bool { return t.Fields[t.byName[i]].Name >= name })
	if i < len(t.byName) && t.Fields[t.byName[i]].Name == name {
		return t.byName[i]
	}
	return unwritten
}

// A promotes says what becomes of a value when its type is read as another one.
type promotes uint8

const (
	impossible promotes = iota
	unchanged
	exact // the value comes out as it is
	lossy // some values come out as others
)

// promotion is the table of Avro 1.12, Schema Resolution: int, long and float widen; string and bytes read as each other.
func promotion(w, r Kind) promotes {
	switch {
	case w == r:
		return unchanged
	case w == Int && (r == Long || r == Double), w == Float && r == Double, w == String && r == Bytes:
		return exact
	case w == Int && r == Float, w == Long && (r == Float || r == Double), w == Bytes && r == String:
		return lossy
	}
	return impossible
}

// scalar decides a pair in which no record, union or container decides.
func (j *joint) scalar(p *Policy) {
	switch promotion(j.w.Kind, j.r.Kind) {
	case impossible:
		j.refuse(cause{kind: typeMismatch})
	case exact:
		j.promotes = true
	case lossy:
		j.promotes, j.lossy = true, true
	}
	if j.w.Logical.Name == "decimal" && j.r.Logical.Name == "decimal" &&
		(j.w.Logical.Precision != j.r.Logical.Precision || j.w.Logical.Scale != j.r.Logical.Scale) {
		// Avro 1.12, Decimal: two decimals match when scale and precision do.
		if p.IgnoresDecimals {
			j.lossy = true
		} else {
			j.refuse(cause{kind: decimalMismatch})
		}
	}
	if j.r.Logical.Name != "" && j.w.Logical.Name != j.r.Logical.Name {
		j.lossy = true // the number is read in another sense
	}
}

// named checks names, and what else decides between named types: size and symbols.
func (r *Resolver) named(j *joint) {
	if j.w.Kind != j.r.Kind || !j.w.Kind.Named() {
		return
	}
	if r.policy.namesMatch(j.w, j.r) == "" {
		j.refuse(cause{kind: nameMismatch})
	}
	switch {
	case j.w.Kind == Fixed && j.w.Size != j.r.Size:
		j.refuse(cause{kind: sizeMismatch})
	case j.w.Kind == Enum:
		j.enum()
	}
}

// enum looks for writer symbols that the reader lacks. Only the reader's enum default can stand in for them.
func (j *joint) enum() {
	missing := j.missingSymbols()
	switch {
	case len(missing) == 0:
	case j.r.Fallback != "":
		j.lossy = true
	case len(missing) == len(j.w.Symbols):
		j.refuse(cause{kind: symbolMissing})
	default:
		j.depends = true
		j.cause = cause{kind: symbolMissing}
	}
}

// missingSymbols are the writer's symbols that the reader's enum does not have, in the writer's order.
func (j *joint) missingSymbols() []string {
	var missing []string
	for i, s := range j.w.Symbols {
		same := i < len(j.r.Symbols) && j.r.Symbols[i] == s // symbols mostly stand in one order on both sides
		if !same && j.r.symbol(s) < 0 {
			missing = append(missing, s)
		}
	}
	return missing
}
