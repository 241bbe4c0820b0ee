package avro

import (
	"fmt"

	hamba "github.com/hamba/avro/v2"

	"github.com/schemavet/schemavet/compat"
)

// hambaReads is how github.com/hamba/avro v2.31 reads: as the specification says, but it takes no notice of what decimals
// say about themselves, and cuts the numbers of defaults.
var hambaReads = Policy{Runtime: "hamba", IgnoresDecimals: true, DefaultsAreDoubles: true}

// askHamba asks the real library: its parser, its checker and its resolver, each with nothing remembered, since its caches
// are keyed by a canonical form that drops defaults and aliases. Its resolver is not asked where it would never come back:
// it follows every reference of a named type without a guard, and dies of a stack that Go cannot recover.
func askHamba(r *Resolution) compat.Reading {
	writer, err := parseHamba(r.Writer)
	if err != nil {
		return rejected("hamba", "writer", err)
	}
	reader, err := parseHamba(r.Reader)
	if err != nil {
		return rejected("hamba", "reader", err)
	}
	reading := compat.Reading{Runtime: "hamba", Check: compatible}
	if err := guard(func() error { return hamba.NewSchemaCompatibility().Compatible(reader, writer) }); err != nil {
		reading.Check, reading.Reason = incompatible, clip(err.Error())
	}
	const most = 50_000 // types that its resolver would visit; past that it takes minutes
	if expansion(r.Writer.Root.Type, most) >= most || expansion(r.Reader.Root.Type, most) >= most {
		reading.Read = readFails
		reading.Reason = "its resolver follows named types without a guard and does not come back from this schema"
		return reading
	}
	err = guard(func() error {
		resolved, err := hamba.NewSchemaCompatibility().Resolve(reader, writer)
		if datum := r.plainDatum(); err == nil && datum != nil {
			var v any // what a default comes to shows only when something is read
			err = hamba.Config{}.Freeze().Unmarshal(resolved, datum, &v)
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
	reading.Read = r.read(&hambaReads)
	return reading
}

func parseHamba(s *Schema) (schema hamba.Schema, err error) {
	err = guard(func() (err error) {
		schema, err = hamba.ParseBytesWithCache([]byte(s.Bundle()), "", &hamba.SchemaCache{})
		return err
	})
	return schema, err
}

// guard turns a panic of somebody else's code into an error.
func guard(ask func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panics: %v", p)
		}
	}()
	return ask()
}

// expansion counts the types that a walk meets which follows every reference, up to a limit; recursion reaches any limit.
func expansion(t *Type, most int) int {
	count := 0
	depth := 0
	var walk func(t *Type)
	walk = func(t *Type) {
		if count++; count >= most || depth > 5000 {
			count = max(count, most)
			return
		}
		depth++
		t.eachSlot(func(s *Slot) {
			if count < most {
				walk(s.Type)
			}
		})
		depth--
	}
	walk(t)
	return count
}
