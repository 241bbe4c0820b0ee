package iceberg

import "github.com/schemavet/schemavet/compat"

var mappingStale = &compat.Rule{
	ID:    "iceberg-name-mapping-stale",
	Level: compat.Warning,
	Title: "The name mapping gives a column's name to another field id",
	Why:   "Files without ids give their values to the other column, and the column of that name reads null.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": 2}]"}`, columns(0, "1 id! long", "3 a string")),
		Path:    "a",
		Fixed:   metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": 3}]"}`, columns(0, "1 id! long", "3 a string")),
		FixedIs: "reader",
	},
	Recipe: []string{"decide which column the files without ids mean, and write the mapping so"},
}
