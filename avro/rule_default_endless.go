package avro

import "github.com/schemavet/schemavet/compat"

var defaultEndless = &compat.Rule{
	ID: "avro-default-endless", Level: compat.Error, Since: "0.1",
	Title: "A default needs itself",
	Why:   "The value that a reader would have to make up never ends: Java overflows its stack when it reads, hamba/avro when it parses.",
	Spec:  "Avro 1.12, Records, field default values",
	Example: compat.Example{
		Format: "avro",
		Reader: `{"type":"record","name":"N","fields":[{"name":"v","type":"int"},{"name":"next","type":["N","null"],"default":{"v":1}}]}`,
		Path:   "N.next",
		Fixed:  `{"type":"record","name":"N","fields":[{"name":"v","type":"int"},{"name":"next","type":["null","N"],"default":null}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"make the field [\"null\", T] with default null, so that the chain can end",
	},
}
