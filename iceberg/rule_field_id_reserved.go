package iceberg

import "github.com/schemavet/schemavet/compat"

var idReserved = &compat.Rule{
	ID:    "iceberg-field-id-reserved",
	Level: compat.Error,
	Title: "A field id lies in the reserved range",
	Why:   "Ids above 2147483447 belong to metadata columns such as _file and _row_id: a reader returns those instead of the column.",
	Spec:  "Iceberg table specification, Reserved Field IDs",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2147483546 a string"),
		Path:    "a",
		Written: "a value in the column",
		Read:    "the metadata column of that id, or an error",
		Fixed:   columns(0, "1 id! long", "2 a string"),
		FixedIs: "reader",
	},
	Recipe: []string{"give {{field}} the id after last-column-id, before any file is written with it"},
}
