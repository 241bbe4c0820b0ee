package avro

import "github.com/schemavet/schemavet/compat"

var typeNested = &compat.Rule{
	ID: "avro-type-nested", Level: compat.Warning, Since: "0.1",
	Title: "A schema object wraps another schema instead of naming a type",
	Why:   "The specification has the name of a type as the value of \"type\" here. Parsers that take it literally refuse the schema, and what stands on the outer object may be ignored.",
	Spec:  "Avro 1.12, Schema Declaration",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":["null",{"type":{"type":"string"}}]}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":["null",{"type":"string"}]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"put the inner schema where the outer object stands",
		"move attributes of the outer object to the inner one",
	},
}
