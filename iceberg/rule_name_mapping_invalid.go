package iceberg

import "github.com/schemavet/schemavet/compat"

var mappingInvalid = &compat.Rule{
	ID:    "iceberg-name-mapping-invalid",
	Level: compat.Error,
	Title: "The name mapping cannot be read",
	Why:   "Files without field ids read as null everywhere, or not at all.",
	Spec:  "Iceberg table specification, Name Mapping Serialization",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": \"id\"}]"}`, columns(0, "1 id! long")),
		Path:    "",
		Written: "a row in a file without field ids",
		Read:    "null in every column, or an error",
		Fixed:   metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"id\"], \"field-id\": 1}]"}`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"write the mapping as a list of {\"field-id\", \"names\", \"fields\"}"},
}
