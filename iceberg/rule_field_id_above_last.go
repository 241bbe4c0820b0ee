package iceberg

import "github.com/schemavet/schemavet/compat"

var idAboveLast = &compat.Rule{
	ID:    "iceberg-field-id-above-last",
	Level: compat.Error,
	Title: "A field id is above last-column-id",
	Why:   "The next column that is added gets last-column-id + 1, an id that is in use already.",
	Spec:  "Iceberg table specification, Table Metadata Fields",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"last-column-id": 1`, columns(0, "1 id! long", "2 a string")),
		Path:    "a",
		Written: "a value in the next column that is added",
		Read:    "the same id holds both columns",
		Fixed:   metadata(2, `"last-column-id": 2`, columns(0, "1 id! long", "2 a string")),
		FixedIs: "reader",
	},
	Recipe: []string{"set last-column-id to the highest id that any schema of the table ever had"},
}
