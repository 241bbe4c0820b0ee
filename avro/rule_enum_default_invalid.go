package avro

import "github.com/schemavet/schemavet/compat"

var enumDefaultInvalid = &compat.Rule{
	ID: "avro-enum-default-invalid", Level: compat.Error, Since: "0.1",
	Title: "The default of an enum is none of its symbols",
	Why:   "The default is what a reader takes for a symbol that it does not know; it must know this one. Parsers refuse the schema.",
	Spec:  "Avro 1.12, Enums",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"enum","name":"E","symbols":["A","B"],"default":"UNKNOWN"}`,
		Path:   "E",
		Fixed:  `{"type":"enum","name":"E","symbols":["A","B","UNKNOWN"],"default":"UNKNOWN"}`, FixedIs: "reader",
	},
	Recipe: []string{
		"add the symbol at the end of \"symbols\", or name one that stands there",
	},
}
