package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/unit"
)

var unitKindChanged = &compat.Rule{
	ID: "unit-kind-changed", Level: compat.Error, Since: "0.1",
	Title:  "A length of time becomes a point in time, or the like",
	Why:    "Seconds that passed and seconds since an epoch have one unit and nothing else in common: one can be added up, the other cannot.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define never change how data is read",
	Mirror: "unit-kind-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.waited",
		Writer:  payment(`{"name":"waited","type":"long","unit":"s","unitKind":"duration","doc":"Time elapsed before the payment."}`),
		Reader:  payment(`{"name":"waited","type":"long","unit":"s","unitKind":"instant"}`),
		Written: `{"id":"p1","waited":250}`, Read: `{"id":"p1","waited":250}`,
		Fixed:   payment(`{"name":"waited","type":"long","unit":"seconds","unitKind":"duration"}`),
		FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, kindChanged, func(c change) string {
			if spelled(c.w) == spelled(c.r) {
				return fmt.Sprintf("%s is written as %s and read as %s, in %s (%s → %s)", s.Path, kinds[c.w.Kind], kinds[c.r.Kind], spelled(c.w), source(c.w), source(c.r))
			}
			return inOut(s, c)
		})
	},
}

// kinds are the kinds of numbers in words.
var kinds = map[unit.Kind]string{
	unit.None: "a number without unit", unit.Quantity: "an amount", unit.Instant: "a point in time", unit.LocalInstant: "a local time",
	unit.TimeOfDay: "a time of day", unit.Difference: "a difference", unit.Log: "a level", unit.Fraction: "a ratio", unit.Count: "a count",
}
