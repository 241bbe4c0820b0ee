package avro

import "github.com/schemavet/schemavet/compat"

var unionDuplicate = &compat.Rule{
	ID: "avro-union-duplicate", Level: compat.Error, Since: "0.1",
	Title: "A union has two branches of one type",
	Why:   "The branch that a value belongs to could not be told, so no parser accepts it. Only named types may stand twice, under different full names.",
	Spec:  "Avro 1.12, Unions",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":["string","string"]}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":["null","string"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep one branch of each type",
		"to tell two meanings of one type apart, wrap each in a record of its own name",
	},
}
