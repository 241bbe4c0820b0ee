package avro

import "github.com/schemavet/schemavet/compat"

var orderInvalid = &compat.Rule{
	ID: "avro-order-invalid", Level: compat.Error, Since: "0.1",
	Title: "The sort order of a field is none that Avro knows",
	Why:   "Parsers refuse the schema.",
	Spec:  "Avro 1.12, Records",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":"int","order":"desc"}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int","order":"descending"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"write ascending, descending or ignore, or leave it out",
	},
}
