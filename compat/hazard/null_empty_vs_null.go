package hazard

import "github.com/schemavet/schemavet/compat"

var nullEmptyVsNull = &compat.Rule{
	ID: "null-empty-vs-null", Level: compat.Warning, Since: "0.1",
	Title:  "Null and empty change places",
	Why:    "\"Not known\" and \"none\" are two answers. Where the default goes from one to the other, records without the field change from one to the other, and where null goes away the two are merged for good.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "null-empty-vs-null",
	Example: compat.Example{
		Format: "avro", Path: "Payment.labels",
		Writer:  payment(`{"name":"labels","type":["null",{"type":"array","items":"string"}],"default":null}`),
		Reader:  payment(`{"name":"labels","type":[{"type":"array","items":"string"},"null"],"default":[]}`),
		Written: `{"id":"p1","labels":null}`, Read: `{"id":"p1","labels":null}`,
		Fixed: payment(`{"name":"labels","type":["null",{"type":"array","items":"string"}],"default":null,"doc":"Of the sender."}`), FixedIs: "reader",
	},
	Recipe: []string{"pick one for \"no value\" in {{field}}, say so in its doc, and let readers take both for it while old records are read"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) == emptyAndNull {
			reportNullTurn(p, s)
		}
	},
}
