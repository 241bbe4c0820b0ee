package hazard

import "github.com/schemavet/schemavet/compat"

var unitRemoved = &compat.Rule{
	ID: "unit-removed", Level: compat.Note, Since: "0.1",
	Title:  "The unit is no longer stated",
	Why:    "The number is the same, but whoever reads this schema has to guess what it counts. It is a warning when the unit stood in a property or a declaration, where tools look for it.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define are permitted as metadata",
	Mirror: "unit-added",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  payment(`{"name":"amount","type":"long","unit":"USD/100"}`),
		Reader:  payment(`{"name":"amount","type":"long"}`),
		Written: `{"id":"p1","amount":1999}`, Read: `{"id":"p1","amount":1999}`,
		Fixed:   payment(`{"name":"amount","type":"long","doc":"Amount in US cents."}`),
		FixedIs: "reader",
	},
	Recipe: []string{"keep \"unit\" on {{field}}, or declare it under meanings: in schemavet.yaml"},
	Check: func(p *compat.Pass, s *compat.Site) {
		c := unitChange(p, s)
		if c.class != removed || c.level == compat.Off || p.Forward || rangeStands(p, s) {
			return // first documentation, seen from the older side; or the reader's range says it
		}
		f := p.Report(s, "%s is stated in %s by the writer (%s); the reader does not say what it counts", s.Path, spelled(c.w), source(c.w))
		f.Level, f.From, f.To = c.level, code(c.w), "unit=unstated"
		pointUnits(f, s, c.w, nil)
		f.Sample = prove(p, s, example(c.w, carrier(s.Writer)), spelled(c.w), "of what is not said")
	},
}
