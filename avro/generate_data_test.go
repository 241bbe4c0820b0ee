package avro

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"
)

// data makes values of a parsed type.
type data struct {
	*rand.Rand
	minimals minimals
}

func (d *data) value(t *Type, depth int) Value {
	if depth > 6 {
		if at := d.minimals.of(t, nil); d.minimals.finite(at) {
			v, err := (&decoder{data: d.minimals.append(nil, at), left: maxValues}).read(t)
			if err != nil {
				panic(err)
			}
			return v
		}
	}
	switch t.Kind {
	case Record:
		v := Value{Type: t}
		for _, f := range t.Fields {
			v.Parts = append(v.Parts, d.value(f.Type, depth+1))
		}
		return v
	case Union:
		i := d.IntN(len(t.Branches))
		for !d.minimals.finite(d.minimals.of(t.Branches[i].Type, nil)) {
			i = d.IntN(len(t.Branches))
		}
		return branched(t, i, d.value(t.Branches[i].Type, depth+1))
	case Array, Map:
		v := Value{Type: t}
		if !d.minimals.finite(d.minimals.of(t.Items.Type, nil)) {
			return v
		}
		for i := range d.IntN(4) {
			v.Parts = append(v.Parts, d.value(t.Items.Type, depth+1))
			if t.Kind == Map {
				v.Keys = append(v.Keys, "k"+strconv.Itoa(i))
			}
		}
		return v
	case Enum:
		return symbolic(t, d.IntN(len(t.Symbols)))
	}
	return d.scalar(t)
}

func (d *data) scalar(t *Type) Value {
	g := &maker{Rand: d.Rand}
	switch t.Kind {
	case Boolean:
		return boolean(t, d.IntN(2) == 0)
	case Int:
		return integer(t, pick(g, []int64{0, -1, 1999, 1<<24 + 1, math.MinInt32, math.MaxInt32, int64(int32(d.Uint32()))}))
	case Long:
		return integer(t, pick(g, []int64{0, -1, 1 << 40, 1<<53 + 1, math.MinInt64, math.MaxInt64, int64(d.Uint64())}))
	case Float:
		return floating(t, pick(g, []float64{0, math.Copysign(0, -1), 0.1, math.Inf(1), math.NaN(), d.NormFloat64()}))
	case Double:
		return floating(t, pick(g, []float64{0, math.Copysign(0, -1), 0.1, math.Inf(-1), math.NaN(), 1e300, d.NormFloat64()}))
	case String:
		return textual(t, pick(g, []string{"", "text", "é\x00\n", "日本", strings.Repeat("long ", 30)}))
	case Bytes:
		return textual(t, pick(g, []string{"", "text", "\xff\xfe", "\x00", "é"}))
	case Fixed:
		b := make([]byte, t.Size)
		for i := range b {
			b[i] = byte(d.Uint32())
		}
		return textual(t, string(b))
	}
	return Value{Type: t}
}

// arrivesAs reports whether what was read is what was written, as far as the reader asks for it: fields by the reader's
// names and aliases, numbers by their value, texts by their bytes. It knows nothing of joints.
func arrivesAs(w, r Value) bool {
	w, r = w.Inner(), r.Inner()
	switch r.Type.Kind {
	case Record:
		return recordArrivesAs(w, r)
	case Array:
		if len(w.Parts) != len(r.Parts) {
			return false
		}
		for i := range w.Parts {
			if !arrivesAs(w.Parts[i], r.Parts[i]) {
				return false
			}
		}
		return true
	case Map:
		if len(w.Parts) != len(r.Parts) {
			return false
		}
		for i := range w.Parts {
			if w.Keys[i] != r.Keys[i] || !arrivesAs(w.Parts[i], r.Parts[i]) {
				return false
			}
		}
		return true
	case Enum:
		return w.Symbol() == r.Symbol()
	case Float, Double:
		if w.Type.Kind == Int || w.Type.Kind == Long {
			f := r.Float()
			return f < math.MaxInt64 && int64(f) == w.Int()
		}
		return w.Float() == r.Float() || math.IsNaN(w.Float()) && math.IsNaN(r.Float())
	case String:
		return w.text == r.text && (w.Type.Kind == String || utf8.ValidString(w.text))
	}
	return w.bits == r.bits && w.text == r.text
}

func recordArrivesAs(w, r Value) bool {
	for i, rf := range r.Type.Fields {
		for k, wf := range w.Type.Fields {
			same := wf.Name == rf.Name
			for _, a := range rf.Aliases {
				same = same || a == wf.Name
			}
			if same && !arrivesAs(w.Parts[k], r.Parts[i]) {
				return false
			}
		}
	}
	return true
}
