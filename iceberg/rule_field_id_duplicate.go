package iceberg

import "github.com/schemavet/schemavet/compat"

var idDuplicate = &compat.Rule{
	ID:    "iceberg-field-id-duplicate",
	Level: compat.Error,
	Title: "Two columns have one field id",
	Why:   "Columns are told apart by id alone: two columns with one id read the same values, and libraries refuse the schema.",
	Spec:  "Iceberg table specification, Nested Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2 a string", "2 b string"),
		Path:    "b",
		Written: "a value in each of the two columns",
		Read:    "one of the two for both, or an error",
		Fixed:   columns(0, "1 id! long", "2 a string", "3 b string"),
		FixedIs: "reader",
	},
	Recipe: []string{"give {{field}} an id of its own, above last-column-id"},
}
