package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

var numberPrecisionLost = &compat.Rule{
	ID: "number-precision-lost", Level: compat.Warning, Since: "0.1",
	Title: "A whole number is read into a float that cannot hold all of them",
	Why: "From some number on, neighbours become one: keys collide, amounts round, times jump. It is an error where present values are " +
		"that large: times in steps below what the float resolves, or a declared key.",
	Spec:   "Avro 1.12, Schema Resolution: int is promotable to float, long to float or double",
	Mirror: "number-float-widened",
	Example: compat.Example{
		Format: "avro", Path: "Payment.sequence",
		Writer:  payment(`{"name":"sequence","type":"long"}`),
		Reader:  payment(`{"name":"sequence","type":"double"}`),
		Written: `{"id":"p1","sequence":9007199254740993}`, Read: `{"id":"p1","sequence":9007199254740992}`,
		Fixed: payment(`{"name":"sequence","type":"long","doc":"Counts up."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{writer}} for {{field}}, or read it as a decimal or a string",
		"where every value is known to be small, say so: check the accepted records with the pair, then accept this one transition",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) {
			return
		}
		lost := firstLost(carrier(s.Writer), carrier(s.Reader))
		if lost == nil {
			return
		}
		w, r, _ := both(p, s)
		f := p.Report(s, "%s is written as %s and read as %s: %s comes out as %s, and so do others from there on", s.Path, s.Writer.Type, s.Reader.Type, lost.written, lost.read)
		if w.Key || r.Key || pastResolution(w.Unit, lost.bits) {
			f.Level = compat.Error
		}
		pointMember(f, s, "type")
		f.From, f.To = "type="+s.Writer.Type, "type="+s.Reader.Type
		f.Sample = prove(p, s, lost.written, "", "")
		if f.Sample.Read == lost.written {
			f.Sample.Read = lost.read
		}
	},
}

// A loss is the first whole number that a float type cannot hold, and its neighbour that comes out instead.
type loss struct {
	bits          uint
	written, read string
}

var (
	float32Loss = loss{24, "16777217", "16777216"}
	float64Loss = loss{53, "9007199254740993", "9007199254740992"}
)

func firstLost(w, r meaning.Carrier) *loss {
	switch {
	case (w == meaning.Int || w == meaning.Long) && r == meaning.Float:
		return &float32Loss
	case w == meaning.Long && r == meaning.Double:
		return &float64Loss
	}
	return nil
}

// pastResolution reports whether present times in the unit are larger than what a float of so many bits resolves.
func pastResolution(u *meaning.UnitFact, bits uint) bool {
	if u == nil || u.Kind != unit.Instant && u.Kind != unit.LocalInstant {
		return false
	}
	n, ok := count(moment, u.Factor)
	return !ok && !u.Factor.IsZero() || n > 1<<bits
}
