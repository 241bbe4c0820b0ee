package avro

import "github.com/schemavet/schemavet/compat"

var recursionEndless = &compat.Rule{
	ID: "avro-recursion-endless", Level: compat.Warning, Since: "0.1",
	Title: "No value of the type ever ends",
	Why:   "Every value holds another one of the same type, so nothing can be written with the schema; encoders overflow or refuse.",
	Spec:  "Avro 1.12, Records",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"N","fields":[{"name":"next","type":"N"}]}`,
		Path:   "N",
		Fixed:  `{"type":"record","name":"N","fields":[{"name":"next","type":["null","N"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"let the chain end: [\"null\", T], an array or a map",
	},
}
