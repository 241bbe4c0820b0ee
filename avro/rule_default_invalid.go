package avro

import "github.com/schemavet/schemavet/compat"

var defaultInvalid = &compat.Rule{
	ID: "avro-default-invalid", Level: compat.Error, Since: "0.1",
	Title: "A default does not fit the type of its field",
	Why:   "Java and twmb/avro refuse the schema when they check defaults; Java without that check and hamba/avro cut, pad or wrap the value instead, each in its own way.",
	Spec:  "Avro 1.12, Records, field default values",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"R","fields":[{"name":"a","type":"int","default":"0"}]}`,
		Path:   "R.a",
		Fixed:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int","default":0}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"write the default as a JSON value of the type: a number without quotes, null without quotes, bytes as code points U+0000 to U+00FF",
		"a logical type changes nothing here: a timestamp's default is a number",
		"when no honest default exists, use [\"null\", T] with default null",
	},
}
