package avro

import "github.com/schemavet/schemavet/compat"

var defaultBranch = &compat.Rule{
	ID: "avro-default-branch", Level: compat.Warning, Since: "0.1",
	Title: "A default belongs to a later branch of its union",
	Why:   "Since Avro 1.12 a default may be of any branch. Readers before that, hamba/avro and avsc take the first branch only: they refuse the schema, or squeeze the value into that branch.",
	Spec:  "Avro 1.12, Records, field default values",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":["string","null"],"default":null}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":["null","string"],"default":null}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"put the branch of the default first: values are found by their branch, so written data stays readable",
	},
}
