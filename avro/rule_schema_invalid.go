package avro

import "github.com/schemavet/schemavet/compat"

var schemaInvalid = &compat.Rule{
	ID: "avro-schema-invalid", Level: compat.Error, Since: "0.1",
	Title: "The text is no Avro schema",
	Why:   "No runtime can parse the schema: whatever is built from this file does not start, and a registry refuses the version.",
	Spec:  "Avro 1.12, Schema Declaration",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a"}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"write what the message asks for at the place it shows",
		"parse the file once with the library that your services use",
	},
}
