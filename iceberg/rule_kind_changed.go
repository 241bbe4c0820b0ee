package iceberg

import "github.com/schemavet/schemavet/compat"

var kindChanged = &compat.Rule{
	ID:    "iceberg-kind-changed",
	Level: compat.Error,
	Title: "A column turns from one kind of type into another",
	Why:   "Only primitives are promoted: no reader can make a struct from a number, a map from a list, or the reverse.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 v int"),
		Reader:  columns(1, "1 id! long", `2 v {"type": "struct", "fields": [{"id": 3, "name": "n", "required": false, "type": "int"}]}`),
		Path:    "v",
		Written: "34",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 v long"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a new column of the new kind beside {{field}}",
		"let writers fill both and backfill the new one",
		"drop {{field}} when no reader asks for it any more",
	},
	Check: func(p *compat.Pass, s *compat.Site) { reportRetype(p, s, kindChange) },
}
