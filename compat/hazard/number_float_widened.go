package hazard

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var numberFloatWidened = &compat.Rule{
	ID: "number-float-widened", Level: compat.Note, Since: "0.1",
	Title:  "A float is read as a double and shows digits that nobody wrote",
	Why:    "0.1 as a float is not 0.1 as a double, so old and new values that look the same do not compare equal. It matters where the field is joined or grouped by: declared as a key, it is a warning.",
	Spec:   "Avro 1.12, Schema Resolution: float is promotable to double",
	Mirror: "number-precision-lost",
	Example: compat.Example{
		Format: "avro", Path: "Payment.rate",
		Writer:  payment(`{"name":"rate","type":"float"}`),
		Reader:  payment(`{"name":"rate","type":"double"}`),
		Written: `{"id":"p1","rate":0.1}`, Read: `{"id":"p1","rate":0.10000000149011612}`,
		Fixed: payment(`{"name":"rate","type":"float","doc":"Of exchange."}`), FixedIs: "reader",
	},
	Recipe: []string{"compare {{field}} with a tolerance, or round old values to seven digits when they are read"},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if !ok || carrier(s.Writer) != meaning.Float || carrier(s.Reader) != meaning.Double || leftToElement(s) {
			return
		}
		f := p.Report(s, "%s is written as float and read as double: 0.1 comes out as 0.10000000149011612", s.Path)
		if w.Key || r.Key {
			f.Level = compat.Warning
		}
		pointMember(f, s, "type")
		f.From, f.To = "type=float", "type=double"
		f.Sample = prove(p, s, "0.1", "", "")
		if f.Sample.Read == "0.1" {
			f.Sample.Read = "0.10000000149011612"
		}
	},
}

// leftToElement reports whether the numbers of a container are those of a field of their own, as Iceberg's elements and map
// values are.
func leftToElement(s *compat.Site) bool {
	return slices.ContainsFunc(s.Kids, func(kid *compat.Site) bool { return passes(kid) && carrier(kid.Writer) == carrier(s.Writer) })
}
