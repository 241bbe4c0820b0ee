package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var unitSiblingDiffers = &compat.Rule{
	ID: "unit-sibling-differs", Level: compat.Note, Since: "0.1",
	Title: "An error or a mean has another dimension than what it is of",
	Why:   "The error of a length is a length. Where it is stated in another dimension one of the two docs is wrong.",
	Spec:  "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Example: compat.Example{
		Format: "avro", Path: "Payment.lengthErr",
		Reader:  payment(`{"name":"length","type":"double","doc":"Length of the trail [arcsec]"},{"name":"lengthErr","type":"double","doc":"Error of the length [nJy]"}`),
		Fixed:   payment(`{"name":"length","type":"double","doc":"Length of the trail [arcsec]"},{"name":"lengthErr","type":"double","doc":"Error of the length [arcsec]"}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"correct the doc of the one that is wrong"},
	Inspect: inspectFaults(meaning.OtherDimension),
}
