package iceberg

import "github.com/schemavet/schemavet/compat"

var idInvalid = &compat.Rule{
	ID:    "iceberg-field-id-invalid",
	Level: compat.Error,
	Title: "A field id is missing, zero or negative",
	Why:   "Readers select columns by id and ids start at 1: zero and negative ids are what broken writers leave.",
	Spec:  "Iceberg table specification, Schemas and Data Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "0 a string"),
		Path:    "a",
		Written: "a value in the column",
		Read:    "no value: libraries refuse the schema, or find no column of that id",
		Fixed:   columns(0, "1 id! long", "2 a string"),
		FixedIs: "reader",
	},
	Recipe: []string{"give {{field}} the id after last-column-id, before any file is written with it"},
}

// unnumbered says why a schema without ids is that of a file only.
const unnumbered = "no field of the schema has an id: it is that of a file written without them, which readers join by a name mapping, and no table's"
