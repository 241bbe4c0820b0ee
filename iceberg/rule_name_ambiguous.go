package iceberg

import "github.com/schemavet/schemavet/compat"

var nameAmbiguous = &compat.Rule{
	ID:    "iceberg-name-ambiguous",
	Level: compat.Error,
	Title: "Two columns have one full name",
	Why:   "A column called a.b and a column b inside the struct a have the same full name: libraries fail when they index the schema.",
	Spec:  "Iceberg table specification, Nested Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, `2 a {"type": "struct", "fields": [{"id": 3, "name": "b", "required": false, "type": "int"}]}`, "4 a.b int"),
		Path:    "a.b",
		Written: "a value in each of the two columns",
		Read:    "an error: the full name is ambiguous",
		Fixed:   columns(0, `2 a {"type": "struct", "fields": [{"id": 3, "name": "b", "required": false, "type": "int"}]}`, "4 a_b int"),
		FixedIs: "reader",
	},
	Recipe: []string{"rename the column whose name has a dot"},
}
