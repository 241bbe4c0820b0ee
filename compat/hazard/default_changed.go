package hazard

import "github.com/schemavet/schemavet/compat"

// defaultChanged needs a population: the pair alone cannot show a record that lacks the field, since its writer has it.
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
		if defaultTurn(p, s) != defaultOther {
			return
		}
		old := lacking(p, s.Path)
		if len(old) == 0 {
			return
		}
		reportDefault(p, s, old)
	},
}

// reportDefault reports that records of the versions old read as another value.
func reportDefault(p *compat.Pass, s *compat.Site, old []string) {
	f := p.Report(s, "the default of %s was %s and is %s: records of %s, which lack it, read as another value from now on",
		s.Path, noted(s.Writer.Default), noted(s.Reader.Default), versions(old))
	moved(f, s)
	f.Sample = absent(p, s, s.Reader.Default.JSON, "a record of "+old[0]+"; it read as "+noted(s.Writer.Default))
	f.Sample.Written = "nothing (a record of " + old[0] + ")"
	f.Sample.Read = clip(s.Reader.Default.JSON) + " (it read as " + noted(s.Writer.Default) + " before)"
}
