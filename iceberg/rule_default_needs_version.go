package iceberg

import "github.com/schemavet/schemavet/compat"

var defaultNeedsVersion = &compat.Rule{
	ID:    "iceberg-default-needs-version",
	Level: compat.Error,
	Title: "A default stands in a table whose format version has none",
	Why:   "Version 1 and 2 readers return null where no value was written, lenient readers return the default: one column, two histories.",
	Spec:  "Iceberg table specification, Default values",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, "", columns(0, "1 id! long", "2 c int | initial-default 5 | write-default 5")),
		Path:    "c",
		Written: "nothing",
		Read:    "null in one reader, the default in another",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 c int | initial-default 5 | write-default 5")),
		FixedIs: "reader",
	},
	Recipe: []string{"remove the default, or upgrade the table to format version 3 when all its engines can read it"},
}
