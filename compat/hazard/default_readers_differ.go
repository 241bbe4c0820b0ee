package hazard

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

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
		if stamps(s) {
			f.Level = compat.Note
		}
		moved(f, s)
		f.Sample = absent(p, s, s.Reader.Default.JSON, "the writer's version reads "+noted(s.Writer.Default))
	},
}

// stamps reports a field by whose default a schema says its own version, so that it is another one with every release.
func stamps(s *compat.Site) bool {
	named := slices.ContainsFunc(meaning.Words(s.Reader.Name), func(w string) bool { return strings.HasPrefix(w, "version") || strings.HasSuffix(w, "vsn") })
	return named && versionText(s.Writer.Default.JSON) && versionText(s.Reader.Default.JSON)
}

// versionText reports a text like "1.0.4-SNAPSHOT", as JSON.
func versionText(json string) bool {
	text, quoted := strings.CutPrefix(json, `"`)
	major, _, dotted := strings.Cut(strings.TrimPrefix(text, "v"), ".")
	return quoted && dotted && major != "" && strings.Trim(major, "0123456789") == ""
}
