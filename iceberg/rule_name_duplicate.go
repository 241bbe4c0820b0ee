package iceberg

import "github.com/schemavet/schemavet/compat"

var nameDuplicate = &compat.Rule{
	ID:    "iceberg-name-duplicate",
	Level: compat.Error,
	Title: "One name stands twice in a struct",
	Why:   "A query by name cannot say which of the two it means; libraries refuse the schema.",
	Spec:  "Iceberg table specification, Nested Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2 a string", "3 a string"),
		Path:    "a",
		Written: "a value in each of the two columns",
		Read:    "an error: the name is ambiguous",
		Fixed:   columns(0, "1 id! long", "2 a string", "3 b string"),
		FixedIs: "reader",
	},
	Recipe: []string{"rename one of the two"},
}
