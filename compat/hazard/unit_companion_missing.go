package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var unitCompanionMissing = &compat.Rule{
	ID: "unit-companion-missing", Level: compat.Warning, Since: "0.1",
	Title: "The field that should tell a number's unit does not exist",
	Why:   "The number is declared to be read by another field of the record, and there is none of that name.",
	Spec:  "Avro 1.12, Schema Declaration: attributes that the specification does not define are permitted as metadata",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Reader:  payment(`{"name":"amount","type":"long","unitField":"currency"}`),
		Fixed:   payment(`{"name":"amount","type":"long","unitField":"currency"},{"name":"currency","type":"string"}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"add the field, or correct \"unitField\" of {{field}}"},
	Inspect: inspectFaults(meaning.MissingCompanion),
}
