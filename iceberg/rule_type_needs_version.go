package iceberg

import "github.com/schemavet/schemavet/compat"

var typeNeedsVersion = &compat.Rule{
	ID:    "iceberg-type-needs-version",
	Level: compat.Error,
	Title: "A type is newer than the table's format version",
	Why:   "Engines of the table's format version do not know the type and refuse the schema.",
	Spec:  "Iceberg table specification, Primitive Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, "", columns(0, "1 id! long", "2 t timestamp_ns")),
		Path:    "t",
		Written: "a value in the column",
		Read:    "an error: the format version does not have the type",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 t timestamp_ns")),
		FixedIs: "reader",
	},
	Recipe: []string{"upgrade the table's format version when all its engines can read the new one", "or use a type of the present version"},
}
