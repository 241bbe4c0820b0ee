package iceberg

import "github.com/schemavet/schemavet/compat"

var unknownRequired = &compat.Rule{
	ID:    "iceberg-unknown-required",
	Level: compat.Error,
	Title: "A column of unknown type is required",
	Why:   "A column of unknown type holds null only, so no row can ever satisfy it.",
	Spec:  "Iceberg table specification, Primitive Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 x! unknown")),
		Path:    "x",
		Written: "a row",
		Read:    "an error: the column is required and can only be null",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 x unknown")),
		FixedIs: "reader",
	},
	Recipe: []string{"make {{field}} optional"},
}
