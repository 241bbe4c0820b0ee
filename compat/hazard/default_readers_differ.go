package hazard

import "github.com/schemavet/schemavet/compat"

var defaultReadersDiffer = &compat.Rule{
	ID: "default-readers-differ", Level: compat.Warning, Since: "0.1",
	Title: "Two versions make up different values for the same missing field",
	Why: "While both are in use, a record without the field means one thing to the one and another thing to the other. Generated builders " +
		"take the same default, so new records that leave the field alone hold another value than before.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "default-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.channel",
		Writer:  payment(`{"name":"channel","type":"string","default":"web"}`),
		Reader:  payment(`{"name":"channel","type":"string","default":"app"}`),
		Written: `{"id":"p1","channel":"web"}`, Read: `{"id":"p1","channel":"web"}`,
		Fixed: payment(`{"name":"channel","type":"string","default":"web","doc":"Where it was paid."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep one default for {{field}}, or let writers always state the value",
		"where no retained record lacks {{field}} and no builder leaves it out, accept this one transition",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) != defaultOther || !settled(p, s.Path) || len(lacking(p, s.Path)) > 0 || len(lackingAround(p, s.Path)) > 0 {
			return
		}
		f := p.Report(s, "the default of %s is %s for the writer and %s for the reader: the two versions make different values of a record without it", s.Path, noted(s.Writer.Default), noted(s.Reader.Default))
		moved(f, s)
		f.Sample = absent(p, s, s.Reader.Default.JSON, "the writer's version reads "+noted(s.Writer.Default))
	},
}
