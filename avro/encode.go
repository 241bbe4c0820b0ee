package avro

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// maxEncoded bounds what AppendBinary writes: defaults that share their parts can stand for far more than they hold.
const maxEncoded = 64 << 20

var (
	errTooLong = errors.New("encode the value: it has more than 64 MiB")
	errTooDeep = fmt.Errorf("encode the value: it is nested deeper than %d levels", maxDepth)
)

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
