package avro

import "github.com/schemavet/schemavet/compat"

var enumSymbolDuplicate = &compat.Rule{
	ID: "avro-enum-symbol-duplicate", Level: compat.Error, Since: "0.1",
	Title: "An enum lists one symbol twice",
	Why:   "The same symbol would have two numbers in the data; parsers refuse the schema.",
	Spec:  "Avro 1.12, Enums",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"enum","name":"E","symbols":["A","B","A"]}`,
		Path:   "E",
		Fixed:  `{"type":"enum","name":"E","symbols":["A","B"]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep the first of the two: its number is the one in written data",
	},
}
