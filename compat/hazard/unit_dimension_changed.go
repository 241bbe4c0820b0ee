package hazard

import "github.com/schemavet/schemavet/compat"

var unitDimensionChanged = &compat.Rule{
	ID: "unit-dimension-changed", Level: compat.Error, Since: "0.1",
	Title:  "The same number measures something else",
	Why:    "The two sides measure different things, so there is no factor that repairs an old value.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define never change how data is read",
	Mirror: "unit-dimension-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.weight",
		Writer:  payment(`{"name":"weight","type":"double","unit":"kg"}`),
		Reader:  payment(`{"name":"weight","type":"double","unit":"m3"}`),
		Written: `{"id":"p1","weight":250}`, Read: `{"id":"p1","weight":250}`,
		Fixed:   payment(`{"name":"weight","type":"double","unit":"kg"},{"name":"volume","type":["null","double"],"default":null,"unit":"m3"}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"give the new quantity a field of its own, with null as default",
		"keep writing {{field}} in {{from}} until its readers are gone",
		"if the unit was only written down wrongly before, say so in schemavet.yaml and accept this one transition",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, dimensionChanged, func(c change) string { return inOut(s, c) + "; no factor converts the one into the other" })
	},
}
