package hazard

import (
	"encoding/json"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// defaultChanged lives on the population: the pair alone cannot show a record that lacks the field, since its writer has it.
// Where some retained version lacks it, it is an error; where nobody knows, a warning; where none does, the finding is
// default-readers-differ.
var defaultChanged = &compat.Rule{
	ID: "default-changed", Level: compat.Error, Since: "0.1",
	Title: "Old records that lack the field get another value from today on",
	Why: "A default is never stored. Every record of a retained version that lacks the field is read with the reader's default of the day, so " +
		"changing the default rewrites history: yesterday's report and today's differ over the same data.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "default-readers-differ",
	Example: compat.Example{
		Format: "avro", Path: "Payment.channel",
		Writer:  payment(`{"name":"channel","type":"string","default":"web"}`),
		Reader:  payment(`{"name":"channel","type":"string","default":"app"}`),
		Written: `{"id":"p1","channel":"web"}`, Read: `{"id":"p1","channel":"web"}`,
		Fixed: payment(`{"name":"channel","type":"string","default":"web","doc":"Where it was paid."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave the default of {{field}} as it is and add a new field for the new sense",
		"or write the old value into the records that lack {{field}} first, verify that none is left, then change the default",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		old := lacking(p, s.Path)
		if len(old) > 0 && passes(s) && !byID(s) && recordDefault(s.Writer) && recordDefault(s.Reader) {
			effective(s, s.Writer.Default.JSON, s.Reader.Default.JSON, func(inner *compat.Site) { reportDefault(p, inner, old) })
		}
		switch {
		case defaultTurn(p, s) != defaultOther:
		case len(old) > 0:
			reportDefault(p, s, old)
		case !settled(p, s.Path):
			f := p.Report(s, "the default of %s is %s for the writer and %s for the reader; whether some retained record lacks the field is not known", s.Path, noted(s.Writer.Default), noted(s.Reader.Default))
			f.Level = compat.Warning
			moved(f, s)
			f.Sample = absent(p, s, s.Reader.Default.JSON, "")
			f.Sample.Written, f.Sample.Read = "nothing (by a version that lacks the field)", clip(s.Reader.Default.JSON)+" (the writer's version reads "+noted(s.Writer.Default)+")"
		}
	},
}

// reportDefault reports that records of the versions old read as another value.
func reportDefault(p *compat.Pass, s *compat.Site, old []string) {
	f := p.Report(s, "records of %s lack %s: they read as %s by the reader's default, and as %s by the writer's",
		versions(old), s.Path, noted(s.Reader.Default), noted(s.Writer.Default))
	moved(f, s)
	f.Sample = &compat.Sample{
		Written: "nothing (a record of " + old[0] + ")",
		Read:    clip(s.Reader.Default.JSON) + " (the writer's version reads " + noted(s.Writer.Default) + ")",
	}
}

func recordDefault(n *compat.Node) bool { return n.Default != nil && n.Says.Carrier == meaning.Record }

// effective visits the inner fields whose own defaults show through the defaults a and b of a record, and differ. A default such
// as {} takes what it does not name from the defaults of the record's own fields.
func effective(s *compat.Site, a, b string, visit func(*compat.Site)) {
	writer, reader := members(a), members(b)
	if writer == nil || reader == nil {
		return // null or no record: the inner defaults do not show
	}
	for _, kid := range s.Kids {
		if kid.Writer == nil || kid.Reader == nil || kid.Writer.Default == nil || kid.Reader.Default == nil || writer[kid.Writer.Name] || reader[kid.Reader.Name] {
			continue
		}
		if canonical(kid.Writer.Default.JSON) != canonical(kid.Reader.Default.JSON) {
			visit(kid)
		} else if recordDefault(kid.Writer) && recordDefault(kid.Reader) {
			effective(kid, kid.Writer.Default.JSON, kid.Reader.Default.JSON, visit)
		}
	}
}

// members are the fields that a record's default names, nil when it is no record.
func members(object string) map[string]bool {
	var given map[string]json.RawMessage
	if json.Unmarshal([]byte(object), &given) != nil || given == nil {
		return nil
	}
	names := make(map[string]bool, len(given))
	for name := range given {
		names[name] = true
	}
	return names
}
