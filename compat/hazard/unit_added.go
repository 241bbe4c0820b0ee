package hazard

import "github.com/schemavet/schemavet/compat"

// unitAdded is quiet: documenting a unit is what everybody should do. Its findings all carry the transition from unit=unstated,
// by which a report may fold them into one line.
var unitAdded = &compat.Rule{
	ID: "unit-added", Level: compat.Note, Since: "0.1", Quiet: true,
	Title:  "The unit is stated for the first time",
	Why:    "It is taken to describe what was written all along. Should the number have changed with it, nothing but the author's word can tell.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define are permitted as metadata",
	Mirror: "unit-removed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  payment(`{"name":"amount","type":"long"}`),
		Reader:  payment(`{"name":"amount","type":"long","unit":"USD/100"}`),
		Written: `{"id":"p1","amount":1999}`, Read: `{"id":"p1","amount":1999}`,
		Fixed: payment(`{"name":"amount","type":"long","unit":"US cents"}`), FixedIs: "writer",
	},
	Recipe: []string{"nothing to do when the unit is what writers always wrote"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if c := unitChange(p, s); c.class == added && !p.Forward {
			f := p.Report(s, "%s is stated in %s by the reader alone (%s)", s.Path, spelled(c.r), source(c.r))
			pointUnits(f, s, nil, c.r)
			f.From, f.To = "unit=unstated", code(c.r)
		}
	},
}
