package avro

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/schemavet/schemavet/compat/position"
)

// settle checks what can only be checked when every name is known: defaults, and whether the types have any finite value.
func (p *parser) settle() {
	c := &checker{}
	for _, t := range p.schema.Types {
		p.defaults(c, t)
	}
	if !p.recursive {
		return
	}
	for _, t := range endless(p.schema.Types) {
		p.path = append(p.path[:0], t.ShortName())
		p.remark("avro-recursion-endless", t.At, "every value of %s holds another one, so no value can be written", quote(t.Name))
	}
}

func (p *parser) defaults(c *checker, t *Type) {
	if t.Kind != Record {
		return
	}
	p.path = append(p.path[:0], t.ShortName())
	for _, f := range t.Fields {
		if !f.HasDefault() {
			continue
		}
		p.path = append(p.path, ".", f.Name)
		if problem := c.field(f); problem != nil {
			p.fault(problem.rule, f.Default, "the default %s does not fit %s: %s", clip(f.Default.Raw()), f.Type.Spelling(), problem.text)
		} else if f.Type.Kind == Union && f.Branch > 0 {
			p.remark("avro-default-branch", f.Default, "the default %s belongs to branch %d of the union, %s; readers before Avro 1.12 take only the first branch", clip(f.Default.Raw()), f.Branch+1, f.Type.Branches[f.Branch].Type.Spelling())
		}
		p.path = p.path[:len(p.path)-2]
	}
}

// A misfitting is why a default does not fit its type.
type misfitting struct{ rule, text string }

func no(format string, args ...any) *misfitting {
	return &misfitting{"avro-default-invalid", fmt.Sprintf(format, args...)}
}

// checker validates defaults (Avro 1.12, Records, table of field default values). A record default may leave out fields
// that have a default of their own; that default is then needed too, and must end somewhere.
//
// Unions inside each other are tried branch by branch at every level. What is known about a value and a type is kept, and
// there is a limit, for what depends on a default that is being checked can be known only there.
type checker struct {
	fields map[*Field]bool         // true: fits; false: being checked right now
	known  map[fitting]*misfitting // nil: fits
	met    int                     // how often a default was needed that is being checked
	steps  int
}

type fitting struct {
	value position.Value
	t     *Type
}

// mostSteps bounds the work on the defaults of one schema: more than the longest text has values.
const mostSteps = 1 << 25

func (c *checker) field(f *Field) *misfitting {
	done, met := c.fields[f]
	switch {
	case done:
		return nil
	case met:
		c.met++
		return &misfitting{"avro-default-endless", "it needs itself, so its value has no end"}
	}
	c.check(f)
	branch, problem := c.fits(f.Default, f.Type)
	if problem == nil {
		c.fields[f] = true
		f.Branch = branch
	} else {
		delete(c.fields, f)
	}
	return problem
}

// check notes that a field's default is being checked.
func (c *checker) check(f *Field) {
	if c.fields == nil {
		c.fields = map[*Field]bool{}
	}
	c.fields[f] = false
}

// fits checks one JSON value against a type; branch is the first union branch that it fits.
func (c *checker) fits(v position.Value, t *Type) (branch int, problem *misfitting) {
	if c.steps++; c.steps > mostSteps {
		return 0, no("the defaults of this schema need more than %d steps to check", mostSteps)
	}
	switch t.Kind {
	case Union:
		return c.union(v, t)
	case Record, Array, Map:
		return 0, c.remembered(v, t)
	}
	return 0, scalarFits(v, t)
}

// remembered checks a value against a type with parts, once.
func (c *checker) remembered(v position.Value, t *Type) *misfitting {
	key := fitting{v, t}
	if problem, ok := c.known[key]; ok {
		return problem
	}
	met := c.met
	problem := c.parts(v, t)
	if met == c.met && c.steps <= mostSteps {
		if c.known == nil {
			c.known = map[fitting]*misfitting{}
		}
		c.known[key] = problem
	}
	return problem
}

func (c *checker) parts(v position.Value, t *Type) *misfitting {
	switch {
	case t.Kind == Record:
		return c.record(v, t)
	case t.Kind == Array && v.Kind() != position.Array:
		return no("an array is needed, not %s", article(v.Kind().String()))
	case t.Kind == Map && v.Kind() != position.Object:
		return no("an object is needed, not %s", article(v.Kind().String()))
	}
	for e := range v.Elements() {
		if _, problem := c.fits(e, t.Items.Type); problem != nil {
			return problem
		}
	}
	for m := range v.Members() {
		if _, problem := c.fits(m.Value, t.Items.Type); problem != nil {
			return problem
		}
	}
	return nil
}

func (c *checker) union(v position.Value, t *Type) (int, *misfitting) {
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

func (c *checker) record(v position.Value, t *Type) *misfitting {
	if v.Kind() != position.Object {
		return no("an object is needed, not %s", article(v.Kind().String()))
	}
	member := v.Lookup()
	for _, f := range t.Fields {
		m, ok := member(f.Name)
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
			records := held(f.Type, mine)
			if len(records) == 0 {
				continue
			}
			waiting[t]++
			owner[f] = t
			for _, r := range records {
				freed[r] = append(freed[r], f)
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
