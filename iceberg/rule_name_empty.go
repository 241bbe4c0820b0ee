package iceberg

import "github.com/schemavet/schemavet/compat"

var nameEmpty = &compat.Rule{
	ID:    "iceberg-name-empty",
	Level: compat.Error,
	Title: "A column has an empty name",
	Why:   "No query can name it, and no engine shows it.",
	Spec:  "Iceberg table specification, Nested Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2  string"),
		Path:    "",
		Written: "a value in the column",
		Read:    "nothing: no query can name it",
		Fixed:   columns(0, "1 id! long", "2 a string"),
		FixedIs: "reader",
	},
	Recipe: []string{"name the column"},
}
