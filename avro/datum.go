package avro

import "math"

// A Value is one datum: exact, with every record's fields in the order of its schema and every map's entries in the order
// in which they were written. Values share structure and are not changed once made.
type Value struct {
	Type  *Type
	Parts []Value  // record: one per field; array: the items; map: the values; union: the one value of its branch
	Keys  []string // map: one per part

	bits uint64 // boolean, int, long; float and double as IEEE bits; the ordinal of a symbol or of a branch
	text string // string, bytes and fixed
}

// Inner is the value without the unions around it.
func (v Value) Inner() Value {
	for v.Type.Kind == Union && len(v.Parts) == 1 {
		v = v.Parts[0]
	}
	return v
}

// Bool is a boolean's value.
func (v Value) Bool() bool { return v.bits != 0 }

// Int is the value of an int or a long.
func (v Value) Int() int64 { return int64(v.bits) }

// Float is the value of a float or a double; a float is kept as the float32 that it is.
func (v Value) Float() float64 {
	if v.Type.Kind == Float {
		return float64(math.Float32frombits(uint32(v.bits)))
	}
	return math.Float64frombits(v.bits)
}

// Text is the content of a string, bytes or fixed. A string read from hostile bytes need not be valid UTF-8.
func (v Value) Text() string { return v.text }

// Symbol is an enum's symbol.
func (v Value) Symbol() string { return v.Type.Symbols[v.bits] }

// Branch is the ordinal of the branch that a union's value belongs to.
func (v Value) Branch() int { return int(v.bits) }

func boolean(t *Type, b bool) Value {
	if b {
		return Value{Type: t, bits: 1}
	}
	return Value{Type: t}
}

func integer(t *Type, n int64) Value { return Value{Type: t, bits: uint64(n)} }

// floating makes a float or a double; a float takes the nearest float32.
func floating(t *Type, f float64) Value {
	if t.Kind == Float {
		return Value{Type: t, bits: uint64(math.Float32bits(float32(f)))}
	}
	return Value{Type: t, bits: math.Float64bits(f)}
}

func textual(t *Type, s string) Value { return Value{Type: t, text: s} }

func symbolic(t *Type, ordinal int) Value { return Value{Type: t, bits: uint64(ordinal)} }

func branched(union *Type, branch int, v Value) Value {
	return Value{Type: union, bits: uint64(branch), Parts: []Value{v}}
}
