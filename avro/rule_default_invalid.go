package avro

import (
	"strconv"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

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

// byDefault are the fields of a schema by the place of their defaults.
func (s *Schema) byDefault() map[position.Value]*Field {
	fields := map[position.Value]*Field{}
	for _, t := range s.Types {
		for _, f := range t.Fields {
			if f.HasDefault() {
				fields[f.Default] = f
			}
		}
	}
	return fields
}

// invalidDefault says what runtimes fill in that take the schema all the same.
func invalidDefault(f *Field, otherwise *compat.Sample) *compat.Sample {
	if f == nil {
		return otherwise
	}
	v, read := f.Default, ""
	switch kind := f.Type.Kind; {
	case (kind == Int || kind == Long) && v.Kind() == position.Number:
		number, _ := squeeze(v, f.Type)
		read = "java refuses the schema; hamba fills in " + number
	case kind == Fixed && v.Kind() == position.String:
		read = "twmb and avsc refuse the schema; java and hamba fill in " + strconv.Itoa(f.Type.Size) + " bytes, padded or cut"
	case kind == Bytes && v.Kind() == position.String:
		read = "twmb and hamba refuse the schema; java fills in a ? for each character above U+00FF, avsc its lowest byte"
	case (kind == Float || kind == Double) && v.Kind() == position.String:
		read = "hamba and avsc refuse the schema; java and twmb read the text as a number"
	default:
		return otherwise
	}
	return &compat.Sample{Written: nothing, Read: read, Fails: true}
}
