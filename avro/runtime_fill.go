package avro

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/schemavet/schemavet/compat/position"
)

// fills remembers what becomes of the defaults of fields that a record default leaves out.
type fills map[*Field]outcome

// java is what becomes of a default that Java encodes and reads back: the first branch of a union whose kind of JSON
// fits takes it, numbers are cut to their type, a fixed is cut or padded, characters above U+00FF become '?'.
func (m fills) java(v position.Value, t *Type) outcome {
	switch t.Kind {
	case Union:
		for i := range t.Branches {
			if javaTakes(t.Branches[i].Type.Kind, v) {
				return m.java(v, t.Branches[i].Type)
			}
		}
		return doesNotCome
	case Enum:
		if t.symbol(v.Text()) < 0 {
			return doesNotCome
		}
	case Int, Long:
		if v.Kind() != position.Number {
			return doesNotCome
		}
		if integerFits(v.Text(), t.Kind) != nil {
			return comesChanged
		}
	case Fixed, Bytes:
		if strings.ContainsFunc(v.Text(), func(r rune) bool { return r > 0xff }) || t.Kind == Fixed && utf8.RuneCountInString(v.Text()) != t.Size {
			return comesChanged
		}
	case Float, Double:
		if !survives(v.Text(), t.Kind) {
			return comesChanged
		}
	case Array, Map:
		if (t.Kind == Array) != (v.Kind() == position.Array) || v.Kind() < position.Array {
			return comesChanged // it comes out empty
		}
		return m.inside(v, t.Items.Type, m.java)
	case Record:
		return m.record(v, t, m.java)
	}
	return comesThrough
}

// inside is the worst of what becomes of the elements or members of a default.
func (m fills) inside(v position.Value, t *Type, fill func(position.Value, *Type) outcome) outcome {
	worst := comesThrough
	for e := range v.Elements() {
		worst = max(worst, fill(e, t))
	}
	for member := range v.Members() {
		worst = max(worst, fill(member.Value, t))
	}
	return worst
}

func (m fills) record(v position.Value, t *Type, fill func(position.Value, *Type) outcome) outcome {
	worst := comesThrough
	member := v.Lookup()
	for _, f := range t.Fields {
		if value, ok := member(f.Name); ok {
			worst = max(worst, fill(value, f.Type))
			continue
		}
		known, met := m[f]
		if !met {
			m[f] = doesNotCome // while it is looked at: a default that needs itself has no end
			known = doesNotCome
			if f.HasDefault() {
				known = fill(f.Default, f.Type)
			}
			m[f] = known
		}
		worst = max(worst, known)
	}
	return worst
}

// javaTakes is ResolvingGrammarGenerator.isCompatible: which kind of JSON value a branch takes. Records, enums, arrays and
// maps take anything.
func javaTakes(k Kind, v position.Value) bool {
	switch k {
	case Fixed, String, Bytes:
		return v.Kind() == position.String
	case Int, Long, Float, Double:
		return v.Kind() == position.Number
	case Boolean:
		return v.Kind() == position.True || v.Kind() == position.False
	case Null:
		return v.Kind() == position.Null
	}
	return true
}

// survives reports whether a number keeps its exact value in a float or double.
func survives(digits string, k Kind) bool {
	bits := 64
	if k == Float {
		bits = 32
	}
	f, err := strconv.ParseFloat(digits, bits)
	if err != nil {
		return false
	}
	whole, err := strconv.ParseInt(digits, 10, 64)
	return err != nil || f >= -(1<<63) && f < 1<<63 && int64(f) == whole
}

// rounded is what becomes of a default's numbers: all runtimes round what a float cannot hold; those that take JSON numbers
// for doubles cut integers and fractions too.
func (m fills) rounded(v position.Value, t *Type, p *Policy) outcome {
	inside := func(v position.Value, t *Type) outcome { return m.rounded(v, t, p) }
	switch t.Kind {
	case Float, Double:
		return fillChanged(v.Is(position.Number) && !survives(v.Text(), t.Kind))
	case Int, Long:
		return fillChanged(p.DefaultsAreDoubles && v.Is(position.Number) && (integerFits(v.Text(), t.Kind) != nil || !survives(v.Text(), Double)))
	case Fixed:
		return fillChanged(v.Is(position.String) && utf8.RuneCountInString(v.Text()) != t.Size)
	case Union:
		if p.DefaultsAreDoubles && v.Is(position.Number) {
			return inside(v, t.Branches[0].Type)
		}
		branch, problem := (&checker{}).union(v, t)
		if problem != nil {
			return doesNotCome
		}
		return inside(v, t.Branches[branch].Type)
	case Array, Map:
		return m.inside(v, t.Items.Type, inside)
	case Record:
		return m.record(v, t, inside)
	}
	return comesThrough
}
