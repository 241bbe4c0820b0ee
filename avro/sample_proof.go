package avro

import (
	"encoding/binary"
	"math"
	"strings"
)

// A showing says what a value shows of what happens to its type.
type showing uint8

const (
	showsNothing showing = iota // there is no finite value
	showsPlain                  // it comes through
	showsOther                  // it comes out as another value, or in another sense
	showsFailure                // the reader fails
)

// maxProofDepth bounds how deep arrays of arrays are filled to show something.
const maxProofDepth = 64

// proof is the value of the writer's type that shows best what the reader makes of it: where failing is what the site is
// about, how it fails, else rather one that is read. r is nil when nobody reads it.
func (s *sampler) proof(w, r *Type, failing bool) (Value, bool) {
	var j *joint
	if r != nil {
		j = s.r.resolver.join(w, r)
	}
	p := prover{s, failing}
	v, shown := p.prove(w, r, j, 0)
	return v, shown != showsNothing
}

type prover struct {
	*sampler
	failing bool
}

// better reports whether one showing is worth more than another.
func (p prover) better(a, b showing) bool {
	if !p.failing && (a == showsFailure || b == showsFailure) {
		return a != showsNothing && (b == showsNothing || b == showsFailure && a != showsFailure)
	}
	return a > b
}

func (p prover) prove(w, r *Type, j *joint, depth int) (Value, showing) {
	if j == &identical {
		j = nil
	}
	switch {
	case j != nil && j.form == readerUnion:
		if j.choice >= 0 {
			part := j.parts[j.choice]
			return p.prove(w, r.Branches[part.r].Type, part.joint, depth)
		}
		v, shown := p.prove(w, nil, nil, depth)
		return v, worst(shown, showsFailure)
	case w.Kind == Union:
		return p.branch(w, r, j, depth)
	case (w.Kind == Array || w.Kind == Map) && depth < maxProofDepth:
		return p.container(w, r, j, depth)
	case w.Kind == Record || w.Kind == Array || w.Kind == Map:
		return p.smallest(w, j)
	}
	return p.scalar(w, r, j)
}

// worst raises what an existing value shows.
func worst(shown, to showing) showing {
	if shown == showsNothing {
		return shown
	}
	return max(shown, to)
}

func refusedHere(j *joint, shown showing) showing {
	if j != nil && j.refused {
		return worst(shown, showsFailure)
	}
	return shown
}

// branch takes the branch that shows most; among equals the first that is not null. Only that one is made.
func (p prover) branch(w, r *Type, j *joint, depth int) (Value, showing) {
	best, shown := p.lookInto(w, r, j, depth)
	if best < 0 {
		return Value{}, showsNothing
	}
	v, shows := p.prove(w.Branches[best].Type, r, j.branch(best), depth+1)
	if shows == showsNothing {
		return Value{}, showsNothing
	}
	return branched(w, best, v), shown
}

// branch is the joint of a written branch, nil where no reader cares.
func (j *joint) branch(i int) *joint {
	if j == nil {
		return nil
	}
	return j.parts[i].joint
}

// lookInto finds the best branch of a union, -1 when none has a finite value.
func (p prover) lookInto(w, r *Type, j *joint, depth int) (best int, shown showing) {
	best = -1
	for i := range w.Branches {
		b := w.Branches[i].Type
		shows := p.look(b, r, j.branch(i), depth+1)
		if p.better(shows, shown) || shows == shown && shows > showsNothing && w.Branches[best].Type.Kind == Null {
			best, shown = i, shows
		}
	}
	return best, shown
}

// look is what prove would show, without making records.
func (p prover) look(w, r *Type, j *joint, depth int) showing {
	if j == &identical {
		j = nil
	}
	switch {
	case j != nil && j.form == readerUnion:
		if j.choice >= 0 {
			part := j.parts[j.choice]
			return p.look(w, r.Branches[part.r].Type, part.joint, depth)
		}
		return worst(p.look(w, nil, nil, depth), showsFailure)
	case w.Kind == Union:
		_, shown := p.lookInto(w, r, j, depth)
		return shown
	case w.Kind == Array || w.Kind == Map:
		_, element, part := p.inside(w, r, j)
		if depth < maxProofDepth {
			if shown := p.look(w.Items.Type, element, part, depth+1); shown != showsNothing {
				return refusedHere(j, shown)
			}
		}
		return refusedHere(j, showsPlain)
	case w.Kind == Record:
		if !p.minimals.finite(p.minimals.of(w, j)) {
			return showsNothing
		}
		return refusedHere(j, showsPlain)
	}
	_, shown := p.scalar(w, r, j)
	return shown
}

// inside are the types of a container's elements, and their joint.
func (p prover) inside(w, r *Type, j *joint) (written, read *Type, part *joint) {
	if r != nil && r.Kind == w.Kind {
		read = r.Items.Type
		if j != nil && len(j.parts) > 0 {
			part = j.parts[0].joint
		}
	}
	return w.Items.Type, read, part
}

// container holds one element, unless there is none.
func (p prover) container(w, r *Type, j *joint, depth int) (Value, showing) {
	written, read, part := p.inside(w, r, j)
	v, shown := p.prove(written, read, part, depth+1)
	if shown == showsNothing {
		return Value{Type: w}, refusedHere(j, showsPlain)
	}
	made := Value{Type: w, Parts: []Value{v}}
	if w.Kind == Map {
		made.Keys = []string{"k"}
	}
	return made, refusedHere(j, shown)
}

// smallest is the smallest datum of a type.
func (p prover) smallest(w *Type, j *joint) (Value, showing) {
	at := p.minimals.of(w, j)
	if !p.minimals.finite(at) {
		return Value{}, showsNothing
	}
	d := &decoder{data: p.minimals.append(nil, at), left: math.MaxInt}
	v, err := d.read(w)
	if err != nil {
		return Value{}, showsNothing
	}
	return v, refusedHere(j, showsPlain)
}

func (p prover) scalar(w, r *Type, j *joint) (Value, showing) {
	var best Value
	shown := showsNothing
	for _, v := range candidates(w, r, j) {
		if shows := p.shows(v, r, j); p.better(shows, shown) {
			best, shown = v, shows
		}
	}
	return best, shown
}

// shows tries a scalar on its joint.
func (p prover) shows(v Value, r *Type, j *joint) showing {
	if j == nil || r == nil {
		return showsPlain
	}
	got, err := p.decode(v, v.Type, r)
	switch {
	case err != nil:
		return showsFailure
	case v.Type.Kind == Enum && v.Symbol() != got.Inner().Symbol(), !sameScalar(v, got.Inner()):
		return showsOther
	}
	return showsPlain
}

// sameScalar reports whether a scalar came out of its promotion as it went in.
func sameScalar(v, got Value) bool {
	switch got.Type.Kind {
	case Float, Double:
		if v.Type.Kind == Int || v.Type.Kind == Long {
			f := got.Float()
			return f < math.MaxInt64 && int64(f) == v.Int()
		}
		return v.Float() == got.Float() || math.IsNaN(v.Float())
	case Int, Long:
		return v.Int() == got.Int()
	case String, Bytes, Fixed:
		return v.text == got.text && (got.Type.Kind != String || validText(v.text))
	}
	return true
}

func validText(s string) bool { return strings.ToValidUTF8(s, "") == s }

// candidates are the scalars worth showing, the most telling first.
func candidates(w, r *Type, j *joint) []Value {
	first := tellingScalar(w, r)
	if w.Kind == Enum {
		return symbols(w, j)
	}
	if w.Kind == Fixed && w.Size > maxValues {
		return nil
	}
	values := []Value{first}
	if r == nil {
		return values
	}
	switch bare := r.Bare(); {
	case bare == nil:
	case w.Kind == Bytes && bare.Kind == String:
		values = append(values, textual(w, "\xff\xfe"))
	case (w.Kind == Int || w.Kind == Long) && bare.Kind == Float:
		values = append(values, integer(w, 1<<24+1))
	case w.Kind == Long && bare.Kind == Double:
		values = append(values, integer(w, 1<<53+1))
	}
	return values
}

// symbols are an enum's symbols that the reader lacks, then the first of the others.
func symbols(w *Type, j *joint) []Value {
	var values []Value
	if j != nil && j.r != nil && j.r.Kind == Enum {
		if missing := j.missingSymbols(); len(missing) > 0 {
			// One that collapses into the default proves nothing when it is the default's namesake; any other does.
			values = append(values, symbolic(w, w.symbol(missing[0])))
		}
	}
	if len(w.Symbols) > 0 {
		values = append(values, symbolic(w, 0))
	}
	return values
}

// The moment that samples of times show: 2023-11-14T22:13:20Z.
const moment = 1_700_000_000

// tellingScalar is a value that looks like what the type is for, on either side.
func tellingScalar(w, r *Type) Value {
	switch w.Kind {
	case Boolean:
		return boolean(w, true)
	case Int, Long:
		return integer(w, tellingInteger(w, r))
	case Float, Double:
		return floating(w, 0.1)
	case String:
		return textual(w, tellingString(w, r))
	case Bytes, Fixed:
		return tellingBytes(w)
	}
	return Value{Type: w}
}

func tellingInteger(w, r *Type) int64 {
	switch w.Logical.Name {
	case "date":
		return moment / 86400
	case "time-millis":
		return 45_296_789 // 12:34:56.789
	case "time-micros":
		return 45_296_789_012
	case "timestamp-millis", "local-timestamp-millis":
		return moment * 1000
	case "timestamp-micros", "local-timestamp-micros":
		return moment * 1000_000
	case "timestamp-nanos", "local-timestamp-nanos":
		return moment*1000_000_000 + 123_456_789
	}
	if r != nil {
		if bare := r.Bare(); bare != nil && bare.Logical.Name != "" && !strings.HasPrefix(bare.Logical.Name, "time-") {
			return moment // a number that counted seconds until now
		}
	}
	return 1999
}

func tellingString(w, r *Type) string {
	if w.Logical.Name == "uuid" {
		return "0f8fad5b-d9cb-469f-a165-70867728950e"
	}
	if r != nil {
		if bare := r.Bare(); bare != nil && bare.Logical.Name == "decimal" {
			return "12.34"
		}
	}
	return "text"
}

func tellingBytes(w *Type) Value {
	switch w.Logical.Name {
	case "decimal":
		for _, digits := range []string{"1234", "7"} {
			if len(digits) <= w.Logical.Precision {
				if v, ok := unscaledDecimal(w, digits); ok {
					return v
				}
			}
		}
	case "big-decimal":
		return textual(w, "\x04\x04\xd2\x04") // 1234 as two bytes, then the scale 2
	case "duration":
		return textual(w, string(binary.LittleEndian.AppendUint32([]byte{1, 0, 0, 0, 2, 0, 0, 0}, 3)))
	}
	n := 3
	if w.Kind == Fixed {
		n = w.Size
	}
	if n > maxValues {
		return Value{Type: w}
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i%0x7f + 1)
	}
	return textual(w, string(b))
}

// decimal is a decimal number as a value of a decimal type.
func decimal(t *Type, number string) (Value, bool) {
	digits, ok := unscaled(number, t.Logical.Scale)
	return ofDigits(t, digits, ok)
}

func unscaledDecimal(t *Type, digits string) (Value, bool) {
	encoded, ok := unscaled(digits, 0)
	return ofDigits(t, encoded, ok)
}

// ofDigits widens two's complement bytes to the size of a fixed.
func ofDigits(t *Type, encoded string, ok bool) (Value, bool) {
	if t.Kind != Fixed || !ok {
		return textual(t, encoded), ok
	}
	if len(encoded) > t.Size || t.Size > maxValues {
		return Value{}, false
	}
	pad := "\x00"
	if encoded[0]&0x80 != 0 {
		pad = "\xff"
	}
	return textual(t, strings.Repeat(pad, t.Size-len(encoded))+encoded), true
}
