package avro

import "github.com/schemavet/schemavet/compat"

var nameUnresolved = &compat.Rule{
	ID: "avro-name-unresolved", Level: compat.Error, Since: "0.1",
	Title: "A named type is declared nowhere",
	Why:   "The schema cannot be parsed on its own, so neither can the data written with it be read.",
	Spec:  "Avro 1.12, Names",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":"Money"}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"fixed","name":"Money","size":8}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"name the files that declare it with --refs or under references: in schemavet.yaml",
		"check the namespace: a name without a dot is looked for in the enclosing one",
	},
}
