package avro

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// A library is an implementation that is linked in and can be asked itself, which no model can better. S is its schema.
type library[S any] struct {
	reads *Policy                          // how values come out where it reads them
	parse func(text string) (S, error)     // its parser, with nothing remembered
	check func(w, r S) error               // its compatibility checker
	read  func(w, r S, datum []byte) error // its resolver, and its decoder when there is a datum
	stuck func(r *Resolution) (why string) // why its resolver must not be asked, "" when it may
}

// ask asks the library about a pair.
func (l *library[S]) ask(r *Resolution) compat.Reading {
	name := l.reads.Runtime
	var schemas [2]S
	for i, side := range []struct {
		name   string
		schema *Schema
	}{{"writer", r.Writer}, {"reader", r.Reader}} {
		err := guard(func() (err error) {
			schemas[i], err = l.parse(side.schema.bundle())
			return err
		})
		if err != nil {
			return rejected(name, side.name, err)
		}
	}
	w, rd := schemas[0], schemas[1]
	reading := compat.Reading{Runtime: name, Check: compatible}
	if err := guard(func() error { return l.check(w, rd) }); err != nil {
		reading.Check, reading.Reason = incompatible, clip(err.Error())
	}
	if why := l.stuck(r); why != "" {
		reading.Read, reading.Reason = readFails, why
		return reading
	}
	if err := guard(func() error { return l.read(w, rd, r.plainDatum()) }); err != nil {
		reading.Read = readFails
		if reading.Reason == "" {
			reading.Reason = clip(err.Error())
		}
		return reading
	}
	reading.Read = r.read(l.reads)
	return reading
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
