package avro

import (
	twmb "github.com/twmb/avro"

	"github.com/schemavet/schemavet/compat"
)

// twmbReads is how github.com/twmb/avro v1.9 reads where it departs from the specification: a nullable field that was not
// written becomes null without a default, and a branch of the reader's union is chosen by name before it is chosen by fit.
var twmbReads = Policy{Runtime: "twmb", NullableFills: true, Choice: NameThenPromotion, AliasAnyNamespace: true}

// askTwmb asks the real library: its parser, its checker and its resolver.
func askTwmb(r *Resolution) compat.Reading {
	parse := func(s *Schema) (schema *twmb.Schema, err error) {
		err = guard(func() (err error) {
			schema, err = twmb.Parse(s.Bundle())
			return err
		})
		return schema, err
	}
	writer, err := parse(r.Writer)
	if err != nil {
		return rejected("twmb", "writer", err)
	}
	reader, err := parse(r.Reader)
	if err != nil {
		return rejected("twmb", "reader", err)
	}
	reading := compat.Reading{Runtime: "twmb", Check: compatible}
	if err := guard(func() error { return twmb.CheckCompatibility(writer, reader) }); err != nil {
		reading.Check, reading.Reason = incompatible, clip(err.Error())
	}
	err = guard(func() error {
		resolved, err := twmb.Resolve(writer, reader)
		if datum := r.plainDatum(); err == nil && datum != nil {
			var v any
			_, err = resolved.Decode(datum, &v)
		}
		return err
	})
	if err != nil {
		reading.Read = readFails
		if reading.Reason == "" {
			reading.Reason = clip(err.Error())
		}
		return reading
	}
	reading.Read = r.read(&twmbReads)
	return reading
}
