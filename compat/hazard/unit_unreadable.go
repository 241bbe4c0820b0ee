package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var unitUnreadable = &compat.Rule{
	ID: "unit-unreadable", Level: compat.Note, Since: "0.1",
	Title: "A declared unit cannot be parsed",
	Why:   "It is kept as text: a change of the text will be reported, but not whether the number then means something else.",
	Spec:  "Avro 1.12, Schema Declaration: attributes that the specification does not define are permitted as metadata",
	Example: compat.Example{
		Format: "avro", Path: "Payment.salinity",
		Reader:  payment(`{"name":"salinity","type":"double","unit":"practical saltiness"}`),
		Fixed:   payment(`{"name":"salinity","type":"double","unit":"g/kg"}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"spell the unit as a UCUM code or in plain words: ms, km/h, USD/100, milligrams per litre"},
	Inspect: inspectFaults(meaning.UnreadableUnit),
}
