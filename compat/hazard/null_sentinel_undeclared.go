package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullSentinelUndeclared = &compat.Rule{
	ID: "null-sentinel-undeclared", Level: compat.Note, Since: "0.1",
	Title: "Doc, type and default do not say the same about \"no value\"",
	Why: "The doc says null if unknown and the type takes no null, or a default such as -1 or UNKNOWN stands for no value and nothing says so. Readers " +
		"that trust the doc test for a value that never comes, and sums take the default for a number.",
	Spec: "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Example: compat.Example{
		Format: "avro", Path: "Payment.length",
		Reader:  payment(`{"name":"length","type":"int","doc":"Length of the text. Null if unknown."}`),
		Fixed:   payment(`{"name":"length","type":["null","int"],"default":null,"doc":"Length of the text. Null if unknown."}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"make doc, type and default of {{field}} say the same; prefer null", "or say in the doc what the value means, or list it under sentinels: in schemavet.yaml"},
	Inspect: inspectFaults(meaning.SentinelUndeclared),
}
