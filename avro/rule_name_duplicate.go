package avro

import "github.com/schemavet/schemavet/compat"

var nameDuplicate = &compat.Rule{
	ID: "avro-name-duplicate", Level: compat.Error, Since: "0.1",
	Title: "A type is declared twice under one full name",
	Why:   "A name means one definition inside a schema, so no parser can tell which of the two a reference means, and all refuse the file.",
	Spec:  "Avro 1.12, Names",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":2}},{"name":"b","type":{"type":"fixed","name":"F","size":2}}]}`,
		Path:   "R.b",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":2}},{"name":"b","type":"F"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"where the two are the same, write the name alone the second time",
		"where they differ, give one of them another name or namespace",
	},
}
