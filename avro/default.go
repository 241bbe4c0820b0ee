package avro

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/schemavet/schemavet/compat/position"
)

// settle checks what can only be checked when every name is known: defaults, and whether the types have any finite value.
func (p *parser) settle() {
	for _, t := range p.schema.Types {
		p.defaults(t)
	}
	if !p.recursive {
		return
	}
	for _, t := range endless(p.schema.Types) {
		p.path = append(p.path[:0], t.ShortName())
		p.remark("avro-recursion-endless", t.At, "every value of %s holds another one, so no value can be written", quote(t.Name))
	}
}

func (p *parser) defaults(t *Type) {
	if t.Kind != Record {
		return
	}
	p.path = append(p.path[:0], t.ShortName())
	c := checker{}
	for _, f := range t.Fields {
		if !f.HasDefault() {
			continue
		}
		p.path = append(p.path, "."+f.Name)
		if problem := c.field(f); problem != nil {
			p.fault(problem.rule, f.Default, "the default %s does not fit %s: %s", clip(f.Default.Raw()), f.Type.Spelling(), problem.text)
		} else if f.Type.Kind == Union && f.Branch > 0 {
			p.remark("avro-default-branch", f.Default, "the default %s belongs to branch %d of the union, %s; readers before Avro 1.12 take only the first branch", clip(f.Default.Raw()), f.Branch+1, f.Type.Branches[f.Branch].Type.Spelling())
		}
		p.path = p.path[:len(p.path)-1]
	}
}

// A misfitting is why a default does not fit its type.
type misfitting struct{ rule, text string }

func no(format string, args ...any) *misfitting {
	return &misfitting{"avro-default-invalid", fmt.Sprintf(format, args...)}
}

// checker validates defaults (Avro 1.12, Records, table of field default values). A record default may leave out fields
// that have a default of their own; that default is then needed too, and must end somewhere.
type checker map[*Field]bool // true: fits; false: being checked right now

func (c checker) field(f *Field) *misfitting {
	done, met := c[f]
	switch {
	case done:
		return nil
	case met:
		return &misfitting{"avro-default-endless", "it needs itself, so its value has no end"}
	}
	c[f] = false
	branch, problem := c.fits(f.Default, f.Type)
	if problem == nil {
		c[f] = true
		f.Branch = branch
	} else {
		delete(c, f)
	}
	return problem
}

// fits checks one JSON value against a type; branch is the first union branch that it fits.
func (c checker) fits(v position.Value, t *Type) (branch int, problem *misfitting) {
	switch t.Kind {
	case Union:
		return c.union(v, t)
	case Record:
		return 0, c.record(v, t)
	case Array:
		if v.Kind() != position.Array {
			return 0, no("an array is needed, not %s", article(v.Kind().String()))
		}
		for e := range v.Elements() {
			if _, problem := c.fits(e, t.Items.Type); problem != nil {
				return 0, problem
			}
		}
		return 0, nil
	case Map:
		if v.Kind() != position.Object {
			return 0, no("an object is needed, not %s", article(v.Kind().String()))
		}
		for m := range v.Members() {
			if _, problem := c.fits(m.Value, t.Items.Type); problem != nil {
				return 0, problem
			}
		}
		return 0, nil
	}
	return 0, scalarFits(v, t)
}

func (c checker) union(v position.Value, t *Type) (int, *misfitting) {
	var first *misfitting
	for i := range t.Branches {
		_, problem := c.fits(v, t.Branches[i].Type)
		if problem == nil {
			return i, nil
		}
		if first == nil || problem.rule == "avro-default-endless" {
			first = problem
		}
	}
	if first == nil || len(t.Branches) > 1 && first.rule != "avro-default-endless" {
		return 0, no("no branch of the union takes it")
	}
	return 0, first
}

func (c checker) record(v position.Value, t *Type) *misfitting {
	if v.Kind() != position.Object {
		return no("an object is needed, not %s", article(v.Kind().String()))
	}
	for _, f := range t.Fields {
		m, ok := v.Member(f.Name)
		switch {
		case ok:
			if _, problem := c.fits(m, f.Type); problem != nil {
				return &misfitting{problem.rule, fmt.Sprintf("field %s: %s", quote(f.Name), problem.text)}
			}
		case !f.HasDefault():
			return no("the field %s has no value there and no default of its own", quote(f.Name))
		default:
			if problem := c.field(f); problem != nil {
				return problem
			}
		}
	}
	return nil
}

func scalarFits(v position.Value, t *Type) *misfitting {
	switch t.Kind {
	case Boolean:
		if v.Kind() != position.True && v.Kind() != position.False {
			return no("true or false is needed, not %s", article(v.Kind().String()))
		}
	case Bytes, Fixed:
		return bytesFit(v, t)
	case String:
		if v.Kind() != position.String {
			return no("a string is needed, not %s", article(v.Kind().String()))
		}
	case Enum:
		if v.Kind() != position.String || t.symbol(v.Text()) < 0 {
			return no("it is none of the enum's symbols")
		}
	case Null:
		if v.Kind() != position.Null {
			return no("null is needed, not %s", article(v.Kind().String()))
		}
	default:
		if v.Kind() != position.Number {
			return no("a number is needed, not %s", article(v.Kind().String()))
		}
		return integerFits(v.Text(), t.Kind)
	}
	return nil
}

// integerFits checks the digits of an int or long default: whole, and in range. No float64 on the way.
func integerFits(digits string, k Kind) *misfitting {
	if k != Int && k != Long {
		return nil
	}
	bits := 32
	if k == Long {
		bits = 64
	}
	_, err := strconv.ParseInt(digits, 10, bits)
	switch {
	case err == nil:
		return nil
	case err.(*strconv.NumError).Err == strconv.ErrRange:
		return no("it is outside the range of %s", article(k.String()))
	}
	return no("a whole number without point or exponent is needed")
}

// bytesFit checks a bytes or fixed default: a string whose code points 0 to 255 stand for the bytes.
func bytesFit(v position.Value, t *Type) *misfitting {
	if v.Kind() != position.String {
		return no("a string of code points U+0000 to U+00FF is needed, not %s", article(v.Kind().String()))
	}
	text := v.Text()
	for _, r := range text {
		if r > 0xff {
			return no("the character U+%04X stands for no byte", r)
		}
	}
	if n := utf8.RuneCountInString(text); t.Kind == Fixed && n != t.Size {
		return no("it has %d bytes, the type %d", n, t.Size)
	}
	return nil
}

// endless finds the records of which no value ends: some field of theirs always holds another one. Arrays and maps can be
// empty, and a union ends when one of its branches does. Each field waits for the records it may hold; a record ends when
// no field of it waits any more.
func endless(types []*Type) []*Type {
	mine := make(map[*Type]bool) // types of other files are judged there
	for _, t := range types {
		mine[t] = true
	}
	waiting := make(map[*Type]int)    // fields that are not known to end
	freed := make(map[*Type][]*Field) // by the record that they wait for
	owner := make(map[*Field]*Type)   // of fields that wait
	var ends []*Type
	for _, t := range types {
		if t.Kind != Record {
			continue
		}
		for _, f := range t.Fields {
			if records := held(f.Type, mine); len(records) > 0 {
				waiting[t]++
				owner[f] = t
				for _, r := range records {
					freed[r] = append(freed[r], f)
				}
			}
		}
		if waiting[t] == 0 {
			ends = append(ends, t)
		}
	}
	ended := make(map[*Type]bool)
	for len(ends) > 0 {
		t := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		ended[t] = true
		for _, f := range freed[t] {
			record := owner[f]
			if record == nil {
				continue
			}
			delete(owner, f)
			if waiting[record]--; waiting[record] == 0 {
				ends = append(ends, record)
			}
		}
	}
	var never []*Type
	for _, t := range types {
		if t.Kind == Record && !ended[t] {
			never = append(never, t)
		}
	}
	return never
}

// held are the records among mine of which a value of t holds one, none when t has a value without any.
func held(t *Type, mine map[*Type]bool) []*Type {
	switch t.Kind {
	case Record:
		if mine[t] {
			return []*Type{t}
		}
	case Union:
		var records []*Type
		for i := range t.Branches {
			if !mine[t.Branches[i].Type] || t.Branches[i].Type.Kind != Record {
				return nil
			}
			records = append(records, t.Branches[i].Type)
		}
		return records
	}
	return nil
}
