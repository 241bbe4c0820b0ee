package iceberg

import "github.com/schemavet/schemavet/compat"

var identifierInvalid = &compat.Rule{
	ID:    "iceberg-identifier-invalid",
	Level: compat.Error,
	Title: "A column cannot be an identifier field",
	Why:   "An identifier tells rows apart: it is required, primitive, no float or double, and stands in no list, map or optional struct.",
	Spec:  "Iceberg table specification, Identifier Field IDs",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  `{"type": "struct", "schema-id": 0, "identifier-field-ids": [1], "fields": [{"id": 1, "name": "id", "required": false, "type": "long"}]}`,
		Path:    "id",
		Written: "an upsert of a row",
		Read:    "an error, or another row than the one that was meant",
		Fixed:   `{"type": "struct", "schema-id": 0, "identifier-field-ids": [1], "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}]}`,
		FixedIs: "reader",
	},
	Recipe: []string{"take {{field}} out of the identifier fields first"},
}
