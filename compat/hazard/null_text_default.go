package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullTextDefault = &compat.Rule{
	ID: "null-text-default", Level: compat.Warning, Since: "0.1",
	Title: "A default is the text \"null\" and not null",
	Why:   "Records without the field read as four letters. They pass every test for null, and show up as a customer called null.",
	Spec:  "Avro 1.12, Complex Types, records: default values are JSON of the field's type",
	Example: compat.Example{
		Format: "avro", Path: "Payment.source",
		Reader:  payment(`{"name":"source","type":["string","null"],"default":"null"}`),
		Fixed:   payment(`{"name":"source","type":["null","string"],"default":null}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"write the default of {{field}} without quotes, and put null first in the union"},
	Inspect: inspectFaults(meaning.TextNullDefault),
}
