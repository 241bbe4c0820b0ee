package avro

import "github.com/schemavet/schemavet/compat"

var jsonComment = &compat.Rule{
	ID: "avro-json-comment", Level: compat.Note, Since: "0.1",
	Title: "The schema file has comments",
	Why:   "JSON has no comments. The Java parser skips them; parsers in Go and Python refuse the text.",
	Spec:  "Avro 1.12, Schema Declaration",
	Example: compat.Example{
		Format: "avro",
		Reader: `// orders
{"type":"record","name":"R","fields":[]}`,
		Path:  "",
		Fixed: `{"type":"record","name":"R","fields":[]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"say it in \"doc\", which travels with the schema",
	},
}
