package hazard

import "github.com/schemavet/schemavet/compat"

var nullBranchMoved = &compat.Rule{
	ID: "null-branch-moved", Level: compat.Warning, Since: "0.1",
	Title: "Another branch of the union stands first, and the default went with it",
	Why: "The order of branches changes no written value. But the default belongs to one of them, and putting null first to give it the " +
		"default turns \"no\" into \"not known\" for every record without the field.",
	Spec:   "Avro 1.12, Complex Types, records: the default of a union field belongs to a branch of the union",
	Mirror: "null-missing-vs-null",
	Example: compat.Example{
		Format: "avro", Path: "Payment.duplicate",
		Writer:  payment(`{"name":"duplicate","type":["boolean","null"],"default":false}`),
		Reader:  payment(`{"name":"duplicate","type":["null","boolean"],"default":null}`),
		Written: `{"id":"p1","duplicate":{"boolean":true}}`, Read: `{"id":"p1","duplicate":true}`,
		Fixed: payment(`{"name":"duplicate","type":["boolean","null"],"default":false,"doc":"Seen before."}`), FixedIs: "reader",
	},
	Recipe: []string{"keep the order and the default of {{field}}; where null is meant, let writers write it"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) == branchMoved {
			reportNullTurn(p, s)
		}
	},
}
