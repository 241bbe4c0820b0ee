package avro

import "github.com/schemavet/schemavet/compat"

var unionNested = &compat.Rule{
	ID: "avro-union-nested", Level: compat.Error, Since: "0.1",
	Title: "A union stands directly inside a union",
	Why:   "The encoding has one branch number a union; parsers refuse a union as a branch.",
	Spec:  "Avro 1.12, Unions",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":["null",["int","string"]]}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":["null","int","string"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"write all branches in one list",
	},
}
