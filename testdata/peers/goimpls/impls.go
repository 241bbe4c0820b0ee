package main

import (
	hambaavro "github.com/hamba/avro/v2"
	twmbavro "github.com/twmb/avro"
)

// hamba gets a fresh parser cache, a fresh checker and a fresh decoder cache for each question: all three are keyed by
// forms that drop defaults and aliases, so what one question left behind would change the next answer.
var hamba = peer{
	parse: func(text string) (any, error) {
		return hambaavro.ParseBytesWithCache([]byte(text), "", &hambaavro.SchemaCache{})
	},
	check: func(writer, reader any) error {
		return hambaavro.NewSchemaCompatibility().Compatible(reader.(hambaavro.Schema), writer.(hambaavro.Schema))
	},
	decoder: func(writer, reader any) (func([]byte) (any, int, error), error) {
		s, err := hambaavro.NewSchemaCompatibility().Resolve(reader.(hambaavro.Schema), writer.(hambaavro.Schema))
		if err != nil {
			return nil, err
		}
		api := hambaavro.Config{}.Freeze()
		return func(data []byte) (any, int, error) {
			var v any
			err := api.Unmarshal(s, data, &v) // swallows io.EOF: what a short datum gives is what an application sees
			return v, 0, err
		}, nil
	},
}

var twmb = peer{
	parse: func(text string) (any, error) { return twmbavro.Parse(text) },
	check: func(writer, reader any) error {
		return twmbavro.CheckCompatibility(writer.(*twmbavro.Schema), reader.(*twmbavro.Schema))
	},
	decoder: func(writer, reader any) (func([]byte) (any, int, error), error) {
		s, err := twmbavro.Resolve(writer.(*twmbavro.Schema), reader.(*twmbavro.Schema))
		if err != nil {
			return nil, err
		}
		return func(data []byte) (any, int, error) {
			var v any
			rest, err := s.Decode(data, &v, twmbavro.TaggedUnions())
			return v, len(rest), err
		}, nil
	},
}
