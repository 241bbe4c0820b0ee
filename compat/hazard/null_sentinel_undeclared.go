package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullSentinelUndeclared = &compat.Rule{
	ID: "null-sentinel-undeclared", Level: compat.Note, Since: "0.1",
	Title: "The doc promises a \"no value\" that the type or the default contradicts",
	Why:   "The doc says null if unknown and the type takes no null, or the doc says -1 and the default is another. Readers that trust the doc test for a value that never comes.",
	Spec:  "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Example: compat.Example{
		Format: "avro", Path: "Payment.length",
		Reader:  payment(`{"name":"length","type":"int","doc":"Length of the text. Null if unknown."}`),
		Fixed:   payment(`{"name":"length","type":["null","int"],"default":null,"doc":"Length of the text. Null if unknown."}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"make doc, type and default of {{field}} say the same; prefer null"},
	Inspect: inspectFaults(meaning.SentinelUndeclared),
}
