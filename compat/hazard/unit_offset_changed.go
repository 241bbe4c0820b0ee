package hazard

import "github.com/schemavet/schemavet/compat"

var unitOffsetChanged = &compat.Rule{
	ID: "unit-offset-changed", Level: compat.Error, Since: "0.1",
	Title:  "The same number is counted from another zero",
	Why:    "Degrees Celsius read as Fahrenheit, or days since another day, are plausible numbers and wrong ones. Zero and every sentinel move as well.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define never change how data is read",
	Mirror: "unit-offset-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.temperature",
		Writer:  payment(`{"name":"temperature","type":"double","doc":"Sensor temperature [degC]"}`),
		Reader:  payment(`{"name":"temperature","type":"double","doc":"Sensor temperature [degF]"}`),
		Written: `{"id":"p1","temperature":20}`, Read: `{"id":"p1","temperature":20}`,
		Fixed:   payment(`{"name":"temperature","type":"double","doc":"Temperature of the sensor in degrees Celsius"}`),
		FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, offsetChanged, func(c change) string { return inOut(s, c) })
	},
}
