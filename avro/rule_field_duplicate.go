package avro

import "github.com/schemavet/schemavet/compat"

var fieldDuplicate = &compat.Rule{
	ID: "avro-field-duplicate", Level: compat.Error, Since: "0.1",
	Title: "A record has two fields of one name",
	Why:   "A reader finds fields by their name, so no parser accepts two of one name.",
	Spec:  "Avro 1.12, Records",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"a","type":"long"}]}`,
		Path:   "R",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"a2","type":"long"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"drop one of the two, or give it another name",
	},
}
