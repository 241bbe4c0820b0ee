package avro

import "github.com/schemavet/schemavet/compat"

var nameOutside = &compat.Rule{
	ID: "avro-name-outside", Level: compat.Warning, Since: "0.1",
	Title: "A name without a namespace reaches outside the namespace around it",
	Why:   "A name without a dot belongs to the namespace around it. Where it is not declared there twmb looks outside, and so does Java once the declaration has ended; Python and hamba do so only for a type with an empty namespace of its own, which they take for the enclosing one; avsc, fastavro and strict parsers refuse the schema.",
	Spec:  "Avro 1.12, Names",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"n.R","fields":[{"name":"a","type":{"type":"fixed","name":"F","namespace":"","size":2}},{"name":"b","type":"F"}]}`,
		Path:   "R.b",
		Fixed:  `{"type":"record","name":"n.R","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":2}},{"name":"b","type":"F"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"give the declared type the namespace in which it is used",
	},
}
