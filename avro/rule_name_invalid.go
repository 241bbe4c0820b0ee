package avro

import "github.com/schemavet/schemavet/compat"

var nameInvalid = &compat.Rule{
	ID: "avro-name-invalid", Level: compat.Error, Since: "0.1",
	Title: "A name has characters that Avro does not allow",
	Why:   "Go, JavaScript and current Java parsers refuse the schema. Others accept it and write data that these can never read.",
	Spec:  "Avro 1.12, Names",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"unit-price","type":"int"}]}`,
		Path:   "R.unit-price",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"unit_price","type":"int","aliases":["unit-price"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"rename it with letters, digits and underscores, not starting with a digit",
		"when data was written under the old name, list that in \"aliases\": an alias may be any text",
	},
}
