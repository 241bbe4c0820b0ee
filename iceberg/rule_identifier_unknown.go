package iceberg

import "github.com/schemavet/schemavet/compat"

var identifierUnknown = &compat.Rule{
	ID:    "iceberg-identifier-unknown",
	Level: compat.Error,
	Title: "An identifier field id names no column",
	Why:   "Upserts have no key to go by, and libraries refuse the schema.",
	Spec:  "Iceberg table specification, Identifier Field IDs",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  `{"type": "struct", "schema-id": 0, "identifier-field-ids": [9], "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}]}`,
		Path:    "",
		Written: "an upsert of a row",
		Read:    "an error: there is no key to find the row by",
		Fixed:   `{"type": "struct", "schema-id": 0, "identifier-field-ids": [1], "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}]}`,
		FixedIs: "reader",
	},
	Recipe: []string{"name the id of a required primitive column, or leave it out"},
}
