package hazard

import "github.com/schemavet/schemavet/compat"

var unitScaleChanged = &compat.Rule{
	ID: "unit-scale-changed", Level: compat.Error, Since: "0.1",
	Title: "The same number means another amount",
	Why: "Both sides measure the same thing in steps of another size. Every value decodes, and every value is wrong by the same " +
		"factor; no reader can tell old records from new ones.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define are permitted as metadata and never change how data is read",
	Mirror: "unit-scale-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  payment(`{"name":"amount","type":"long","doc":"Amount in cents."}`),
		Reader:  payment(`{"name":"amount","type":"long","doc":"Amount in dollars."}`),
		Written: `{"id":"p1","amount":1999}`, Read: `{"id":"p1","amount":1999}`,
		Fixed:   payment(`{"name":"amount","type":"long","doc":"The amount in cents."},{"name":"amount_dollars","type":["null","double"],"default":null,"doc":"Amount in dollars."}`),
		FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, scaleChanged, func(c change) string { return inOut(s, c) })
	},
}
