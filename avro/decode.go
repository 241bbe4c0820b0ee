package avro

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// The limits of one datum. A datum beyond them is refused with an error that says so.
const (
	maxValues = 1 << 20 // values made from one datum, defaults counted once
	maxDepth  = 1 << 16 // records, arrays, maps and unions inside each other
)

// A DecodeError says where and why a datum cannot be read.
type DecodeError struct {
	Path   compat.Path // in the datum, as the reader names it: R.next.next.v
	Offset int         // bytes of the datum read so far
	Reason string      // one clause
	Cause  DecodeCause
}

// A DecodeCause says whose fault a DecodeError is.
type DecodeCause uint8

// The causes.
const (
	ReaderRefuses DecodeCause = iota // the datum is the writer's, and the reader's schema does not take it
	BadBytes                         // the bytes are no datum of the writer's schema
	OverLimit                        // the datum is larger than this decoder reads
)

func (e *DecodeError) Error() string {
	return fmt.Sprintf("decode %s at byte %d: %s", e.Path, e.Offset, e.Reason)
}

// Decode reads one datum that the writer wrote, as the reader sees it: the same joints that explain the verdict choose
// branches, promote, fill in defaults, replace symbols and skip. The error is a *DecodeError. It is not safe for concurrent use.
func (r *Resolution) Decode(data []byte) (Value, error) {
	d := r.decoder(data)
	w, rd := r.Writer.Root.Type, r.Reader.Root.Type
	d.path = append(d.path, step{"", rootName(rd)})
	v, err := d.value(w, rd, r.joint)
	if err != nil {
		return Value{}, err
	}
	return v, d.end()
}

// decoder is one run over bytes, with what earlier runs have prepared.
func (r *Resolution) decoder(data []byte) *decoder {
	if r.prepared == nil {
		r.prepared = &prepared{records: map[*joint]*recordPlan{}, symbols: map[*joint][]int32{}, defaults: newOfJSON()}
	}
	return &decoder{resolver: r.resolver, prepared: r.prepared, data: data, left: maxValues}
}

// DecodeAsWritten reads one datum with the schema that it was written with.
func (s *Schema) DecodeAsWritten(data []byte) (Value, error) {
	d := &decoder{data: data, left: maxValues, path: []step{{"", rootName(s.Root.Type)}}}
	v, err := d.read(s.Root.Type)
	if err != nil {
		return Value{}, err
	}
	return v, d.end()
}

// prepared is what decoding a pair again and again needs to work out only once.
type prepared struct {
	records  map[*joint]*recordPlan
	symbols  map[*joint][]int32 // by writer symbol: the reader's, -1 without one
	defaults *ofJSON
}

// A recordPlan is a pair of records in the order of the bytes.
type recordPlan struct {
	fields []fieldPlan // by writer field
	filled []int32     // the reader's fields that are not written
}

// A fieldPlan says what becomes of one written field.
type fieldPlan struct {
	reader int32 // the reader's field, -1: skip
	joint  *joint
}

type decoder struct {
	resolver *Resolver
	*prepared
	data  []byte
	pos   int
	left  int // values that may still be made
	depth int
	path  []step
}

// A step is one part of a path, put together only when something fails.
type step struct{ sign, name string }

func (d *decoder) fail(cause DecodeCause, format string, args ...any) error {
	path := ""
	for i, step := range d.path {
		if len(path) > 400 {
			path += fmt.Sprintf("… %d more steps", len(d.path)-i)
			break
		}
		path += step.sign + clip(step.name)
		if step.sign == "<" {
			path += ">"
		}
	}
	return &DecodeError{Path: compat.Path(path), Offset: d.pos, Reason: fmt.Sprintf(format, args...), Cause: cause}
}

func (d *decoder) end() error {
	if left := len(d.data) - d.pos; left > 0 {
		return d.fail(BadBytes, "%d bytes are left over", left)
	}
	return nil
}

// enter goes one level down; every enter that returns nil needs a leave.
func (d *decoder) enter(sign, name string) error {
	if d.depth++; d.depth > maxDepth {
		return d.fail(OverLimit, "nested deeper than %d levels", maxDepth)
	}
	d.path = append(d.path, step{sign, name})
	return nil
}

func (d *decoder) leave() {
	d.depth--
	d.path = d.path[:len(d.path)-1]
}

func (d *decoder) spend(n int) error {
	if d.left -= n; d.left < 0 {
		return d.fail(OverLimit, "the datum has more than %d values", maxValues)
	}
	return nil
}

// value reads a value of w as one of r. j is their joint.
func (d *decoder) value(w, r *Type, j *joint) (Value, error) {
	if j == &identical {
		return d.read(r)
	}
	switch j.form {
	case writerUnion:
		return d.writerUnion(w, r, j)
	case readerUnion:
		return d.readerUnion(w, r, j)
	}
	if err := d.spend(1); err != nil {
		return Value{}, err
	}
	switch {
	case j.refused && j.cause.kind != none:
		return Value{}, d.refuse(r, j)
	case j.form == items:
		return d.blocks(r, w.Items.Type, func() (Value, error) { return d.value(w.Items.Type, r.Items.Type, j.parts[0].joint) })
	case j.form == fields:
		return d.record(w, r, j)
	case w.Kind == Enum:
		return d.enum(w, r, j)
	}
	v, err := d.scalar(w)
	if err != nil {
		return Value{}, err
	}
	return promote(v, r), nil
}

// refuse is the error of a joint that lets no value through by itself.
func (d *decoder) refuse(r *Type, j *joint) error {
	if (j.cause.kind == fieldMissing || j.cause.kind == ambiguousAlias) && int(j.cause.field) < len(r.Fields) {
		d.path = append(d.path, step{".", r.Fields[j.cause.field].Name})
	}
	return d.fail(ReaderRefuses, "%s", j.why())
}

func (d *decoder) writerUnion(w, r *Type, j *joint) (Value, error) {
	i, err := d.ordinal(len(w.Branches), "branch", w)
	if err != nil {
		return Value{}, err
	}
	sign, name := "", ""
	if w.Branches[i].Type.Kind != Null && !(optional(w) && optional(r)) { // as the trace names it
		sign, name = "<", w.Branches[i].Type.branchName()
	}
	if err := d.enter(sign, name); err != nil {
		return Value{}, err
	}
	defer d.leave()
	return d.value(w.Branches[i].Type, r, j.parts[i].joint)
}

func (d *decoder) readerUnion(w, r *Type, j *joint) (Value, error) {
	if j.choice < 0 {
		return Value{}, d.fail(ReaderRefuses, "%s", j.why())
	}
	if err := d.spend(1); err != nil {
		return Value{}, err
	}
	if err := d.enter("", ""); err != nil {
		return Value{}, err
	}
	defer d.leave()
	p := j.parts[j.choice]
	v, err := d.value(w, r.Branches[p.r].Type, p.joint)
	if err != nil {
		return Value{}, err
	}
	return branched(r, int(p.r), v), nil
}

func (d *decoder) record(w, r *Type, j *joint) (Value, error) {
	plan := d.plan(w, r, j)
	v := Value{Type: r, Parts: make([]Value, len(r.Fields))}
	for i, p := range plan.fields {
		wf := w.Fields[i]
		if p.reader < 0 {
			if err := d.skipField(wf); err != nil {
				return Value{}, err
			}
			continue
		}
		rf := r.Fields[p.reader]
		if err := d.enter(".", rf.Name); err != nil {
			return Value{}, err
		}
		part, err := d.value(wf.Type, rf.Type, p.joint)
		if err != nil {
			return Value{}, err
		}
		v.Parts[p.reader] = part
		d.leave()
	}
	for _, i := range plan.filled {
		part, err := d.fill(r.Fields[i])
		if err != nil {
			return Value{}, err
		}
		v.Parts[i] = part
	}
	return v, nil
}

func (d *decoder) skipField(wf *Field) error {
	if err := d.enter(".", wf.Name); err != nil {
		return err
	}
	defer d.leave()
	return d.skip(wf.Type)
}

// plan turns a joint of records round: from what the reader asks for to what the bytes hold.
func (d *decoder) plan(w, r *Type, j *joint) *recordPlan {
	if plan := d.records[j]; plan != nil {
		return plan
	}
	plan := &recordPlan{fields: make([]fieldPlan, len(w.Fields))}
	for i := range plan.fields {
		plan.fields[i].reader = -1
	}
	for ri, wi := range d.resolver.match(w, r).source {
		if wi >= 0 {
			if taken := plan.fields[wi].reader; taken >= 0 { // in an invalid schema two fields can claim one
				plan.filled = append(plan.filled, taken)
			}
			plan.fields[wi] = fieldPlan{int32(ri), &identical}
		} else {
			plan.filled = append(plan.filled, int32(ri))
		}
	}
	for _, p := range j.parts {
		if plan.fields[p.w].reader == p.r {
			plan.fields[p.w].joint = p.joint
		}
	}
	d.records[j] = plan
	return plan
}

// fill makes up the value of a field that is not written.
func (d *decoder) fill(f *Field) (Value, error) {
	if err := d.spend(1); err != nil {
		return Value{}, err
	}
	if !f.HasDefault() { // a policy fills nullable fields without a default
		for i := range f.Type.Branches {
			if t := f.Type.Branches[i].Type; t.Kind == Null {
				return branched(f.Type, i, Value{Type: t}), nil
			}
		}
	}
	v, err := d.defaults.field(f)
	if err != nil {
		d.path = append(d.path, step{".", f.Name})
		return Value{}, d.fail(ReaderRefuses, "%s", err)
	}
	return v, nil
}

// enum takes the reader's symbol of the same name, or the reader's default for a symbol that it lacks.
func (d *decoder) enum(w, r *Type, j *joint) (Value, error) {
	known := d.symbols[j]
	if known == nil {
		at := make(map[string]int32, len(r.Symbols))
		for i, s := range r.Symbols {
			at[s] = int32(i)
		}
		known = make([]int32, len(w.Symbols))
		for i, s := range w.Symbols {
			known[i] = -1
			if ordinal, ok := at[s]; ok {
				known[i] = ordinal
			} else if ordinal, ok := at[r.Fallback]; ok && r.Fallback != "" {
				known[i] = ordinal
			}
		}
		d.symbols[j] = known
	}
	i, err := d.ordinal(len(w.Symbols), "symbol", w)
	if err != nil {
		return Value{}, err
	}
	if known[i] < 0 {
		return Value{}, d.fail(ReaderRefuses, "the reader's enum %s has no symbol %s and no default", clip(r.Name), clip(w.Symbols[i]))
	}
	return symbolic(r, int(known[i])), nil
}

// promote turns a primitive or fixed into the reader's type (Avro 1.12, Schema Resolution): integers widen, to the nearest
// float or double where there is none that is equal; strings and bytes keep their bytes.
func promote(v Value, r *Type) Value {
	integral := v.Type.Kind == Int || v.Type.Kind == Long
	switch {
	case r.Kind == Float && integral:
		return floating(r, float64(float32(v.Int())))
	case r.Kind == Double && integral:
		return floating(r, float64(v.Int()))
	case r.Kind == Double && v.Type.Kind == Float:
		return floating(r, v.Float())
	}
	v.Type = r
	return v
}
