package iceberg

import "github.com/schemavet/schemavet/compat"

var typeChanged = &compat.Rule{
	ID:    "iceberg-type-changed",
	Level: compat.Error,
	Title: "A column changes to a type that is no promotion of the old one",
	Why:   "No reader of the specification can read the old files as the new type.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 k int"),
		Reader:  columns(1, "1 id! long", "2 k string"),
		Path:    "k",
		Written: "34",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 k long"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a new column of the new type beside {{field}}",
		"let writers fill both and backfill the new one",
		"drop {{field}} when no reader asks for it any more",
	},
	Check: func(p *compat.Pass, s *compat.Site) { reportRetype(p, s, otherChange) },
}
