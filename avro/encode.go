package avro

import (
	"encoding/binary"
	"errors"
	"math"
)

// maxEncoded bounds what AppendBinary writes: defaults that share their parts can stand for far more than they hold.
const maxEncoded = 64 << 20

var errTooLong = errors.New("encode the value: it has more than 64 MiB")

// AppendBinary appends the value in Avro's binary encoding. Arrays and maps are written as one block without a size.
func (v Value) AppendBinary(b []byte) ([]byte, error) {
	e := encoder{out: b, most: len(b) + maxEncoded}
	if e.value(v); e.err != nil {
		return nil, e.err
	}
	return e.out, nil
}

type encoder struct {
	out   []byte
	most  int
	depth int
	err   error
}

func (e *encoder) value(v Value) {
	switch {
	case e.err != nil:
		return
	case len(e.out)+len(v.text) > e.most:
		e.err = errTooLong
		return
	case e.depth > maxDepth:
		e.err = errTooDeep
		return
	}
	switch v.Type.Kind {
	case Boolean:
		e.out = append(e.out, byte(v.bits))
	case Int, Long, Enum:
		e.out = binary.AppendVarint(e.out, int64(v.bits))
	case Float:
		e.out = binary.LittleEndian.AppendUint32(e.out, uint32(v.bits))
	case Double:
		e.out = binary.LittleEndian.AppendUint64(e.out, v.bits)
	case Bytes, String:
		e.out = append(binary.AppendVarint(e.out, int64(len(v.text))), v.text...)
	case Fixed:
		e.out = append(e.out, v.text...)
	case Union:
		e.out = binary.AppendVarint(e.out, int64(v.bits))
		e.parts(v)
	case Record:
		e.parts(v)
	case Array, Map:
		if len(v.Parts) > 0 {
			e.out = binary.AppendVarint(e.out, int64(len(v.Parts)))
			e.parts(v)
		}
		e.out = append(e.out, 0)
	}
}

func (e *encoder) parts(v Value) {
	e.depth++
	for i := range v.Parts {
		if v.Type.Kind == Map {
			e.value(textual(primitives[String], v.Keys[i]))
		}
		e.value(v.Parts[i])
	}
	e.depth--
}

// equal reports whether two values are the same value of one content: floats by their bits, maps in any order.
func (v Value) equal(u Value) bool {
	if v.Type.Kind != u.Type.Kind || v.text != u.text || len(v.Parts) != len(u.Parts) {
		return false
	}
	switch {
	case v.Type.Kind == Enum:
		return v.Symbol() == u.Symbol()
	case v.Type.Kind == Map:
		return v.equalMap(u)
	case v.bits != u.bits && !(v.bothNaN(u)):
		return false
	}
	for i := range v.Parts {
		if !v.Parts[i].equal(u.Parts[i]) {
			return false
		}
	}
	return true
}

func (v Value) bothNaN(u Value) bool {
	return (v.Type.Kind == Float || v.Type.Kind == Double) && math.IsNaN(v.Float()) && math.IsNaN(u.Float())
}

func (v Value) equalMap(u Value) bool {
	at := make(map[string]int, len(u.Keys))
	for i, k := range u.Keys {
		at[k] = i
	}
	for i, k := range v.Keys {
		if j, ok := at[k]; !ok || !v.Parts[i].equal(u.Parts[j]) {
			return false
		}
	}
	return true
}
