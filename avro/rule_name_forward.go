package avro

import "github.com/schemavet/schemavet/compat"

var nameForward = &compat.Rule{
	ID: "avro-name-forward", Level: compat.Error, Since: "0.1",
	Title: "A named type is used before its declaration",
	Why:   "Names are declared in the order of the text, depth first. Most parsers refuse a name that they have not met yet, though some look ahead.",
	Spec:  "Avro 1.12, Names",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":"F"},{"name":"b","type":{"type":"fixed","name":"F","size":2}}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":2}},{"name":"b","type":"F"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"move the whole definition to the first place that uses the name, and write the name alone at the others",
	},
}
