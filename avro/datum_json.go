package avro

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

// ofJSON makes the value of type t that a default's JSON states (Avro 1.12, Records, table of field default values): a union
// takes the first branch that fits, a record's missing fields their own defaults. It must fit; what does not is an error.
type ofJSON struct {
	filled  map[*Field]Value // defaults made already
	filling map[*Field]bool
	checker *checker // for the defaults being filled in now; nil: to be made
}

func newOfJSON() *ofJSON {
	return &ofJSON{filled: map[*Field]Value{}, filling: map[*Field]bool{}}
}

// field is the value of a field's default. Each is made once, however often it is filled in.
func (o *ofJSON) field(f *Field) (Value, error) {
	if v, ok := o.filled[f]; ok {
		return v, nil
	}
	if !f.HasDefault() {
		return Value{}, fmt.Errorf("the field %s has no default", quote(f.Name))
	}
	if o.filling[f] {
		return Value{}, fmt.Errorf("the default of %s needs itself, so its value has no end", quote(f.Name))
	}
	o.filling[f], o.checker = true, nil
	defer func() {
		delete(o.filling, f)
		o.checker = nil
	}()
	v, err := o.value(f.Default, f.Type)
	if err != nil {
		return Value{}, fmt.Errorf("the default %s of %s does not fit: %w", clip(f.Default.Raw()), quote(f.Name), err)
	}
	o.filled[f] = v
	return v, nil
}

func (o *ofJSON) value(v position.Value, t *Type) (Value, error) {
	switch t.Kind {
	case Union:
		branch, problem := o.fits().fits(v, t)
		if problem != nil {
			return Value{}, fmt.Errorf("%s", problem.text)
		}
		inner, err := o.value(v, t.Branches[branch].Type)
		return branched(t, branch, inner), err
	case Record:
		return o.record(v, t)
	case Array:
		return o.items(v, t)
	case Map:
		return o.entries(v, t)
	}
	if problem := scalarFits(v, t); problem != nil {
		return Value{}, fmt.Errorf("%s", problem.text)
	}
	return scalarOf(v, t)
}

// fits is a checker that knows which defaults are being made: a branch that needs one of them would have no end.
func (o *ofJSON) fits() *checker {
	if o.checker == nil {
		o.checker = &checker{}
		for f := range o.filling {
			o.checker.check(f)
		}
	}
	return o.checker
}

func (o *ofJSON) record(v position.Value, t *Type) (Value, error) {
	if v.Kind() != position.Object {
		return Value{}, fmt.Errorf("an object is needed, not %s", article(v.Kind().String()))
	}
	member := v.Lookup()
	record := Value{Type: t, Parts: make([]Value, len(t.Fields))}
	for i, f := range t.Fields {
		var err error
		if m, ok := member(f.Name); ok {
			record.Parts[i], err = o.value(m, f.Type)
		} else {
			record.Parts[i], err = o.field(f)
		}
		if err != nil {
			return Value{}, err
		}
	}
	return record, nil
}

func (o *ofJSON) items(v position.Value, t *Type) (Value, error) {
	if v.Kind() != position.Array {
		return Value{}, fmt.Errorf("an array is needed, not %s", article(v.Kind().String()))
	}
	array := Value{Type: t, Parts: make([]Value, 0, v.Len())}
	for e := range v.Elements() {
		item, err := o.value(e, t.Items.Type)
		if err != nil {
			return Value{}, err
		}
		array.Parts = append(array.Parts, item)
	}
	return array, nil
}

func (o *ofJSON) entries(v position.Value, t *Type) (Value, error) {
	if v.Kind() != position.Object {
		return Value{}, fmt.Errorf("an object is needed, not %s", article(v.Kind().String()))
	}
	m := Value{Type: t, Parts: make([]Value, 0, v.Len()), Keys: make([]string, 0, v.Len())}
	for e := range v.Members() {
		entry, err := o.value(e.Value, t.Items.Type)
		if err != nil {
			return Value{}, err
		}
		m.Keys, m.Parts = append(m.Keys, e.Key), append(m.Parts, entry)
	}
	return m, nil
}

// scalarOf makes a scalar from JSON that fits.
func scalarOf(v position.Value, t *Type) (Value, error) {
	switch t.Kind {
	case Boolean:
		return boolean(t, v.Kind() == position.True), nil
	case Int, Long:
		n, err := strconv.ParseInt(v.Text(), 10, 64)
		return integer(t, n), err
	case Float:
		f, _ := strconv.ParseFloat(v.Text(), 32) // out of range is infinite, as in every runtime
		return floating(t, f), nil
	case Double:
		f, _ := strconv.ParseFloat(v.Text(), 64)
		return floating(t, f), nil
	case Bytes, Fixed:
		return textual(t, codePoints(v.Text())), nil
	case String:
		return textual(t, v.Text()), nil
	case Enum:
		return symbolic(t, t.symbol(v.Text())), nil
	}
	return Value{Type: t}, nil
}

// codePoints are the bytes that a string of code points up to U+00FF stands for.
func codePoints(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
	}
	return b.String()
}
