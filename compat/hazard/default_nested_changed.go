package hazard

import (
	"encoding/json"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// defaultNestedChanged finds what changes when a whole record is missing: the default of the record leaves members to the defaults
// of its own fields.
var defaultNestedChanged = &compat.Rule{
	ID: "default-nested-changed", Level: compat.Warning, Since: "0.1",
	Title:  "A record's default is the same text and another value",
	Why:    "A default such as {} takes what it does not name from the defaults of the record's own fields. Changing one of those changes what a missing record reads as.",
	Spec:   "Avro 1.12, Complex Types, records: default values for record fields that are not given take the default of the field",
	Mirror: "default-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.terms",
		Writer:  payment(`{"name":"terms","type":{"type":"record","name":"Terms","fields":[{"name":"days","type":"int","default":30}]},"default":{}}`),
		Reader:  payment(`{"name":"terms","type":{"type":"record","name":"Terms","fields":[{"name":"days","type":"int","default":60}]},"default":{}}`),
		Written: `{"id":"p1","terms":{"days":30}}`, Read: `{"id":"p1","terms":{"days":30}}`,
		Fixed: payment(`{"name":"terms","type":{"type":"record","name":"Terms","fields":[{"name":"days","type":"int","default":60}]},"default":{"days":30}}`), FixedIs: "reader",
	},
	Recipe: []string{"state the old value in the default of {{field}}, or leave the inner default alone"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if s.Writer == nil || s.Reader == nil || s.Does == compat.Refuse || !recordDefault(s.Writer) || !recordDefault(s.Reader) {
			return
		}
		kid := effective(s, s.Writer.Default.JSON, s.Reader.Default.JSON)
		if kid == nil {
			return
		}
		f := p.Report(s, "the default of %s leaves %s to its own default, which was %s and is %s", s.Path, kid.Reader.Name, noted(kid.Writer.Default), noted(kid.Reader.Default))
		if old := lacking(p, s.Path); len(old) > 0 {
			f.Level = compat.Error
			f.Message += ": records of " + versions(old) + " read as another value from now on"
		}
		f.From, f.To = kid.Reader.Name+"="+noted(kid.Writer.Default), kid.Reader.Name+"="+noted(kid.Reader.Default)
		f.Sample = &compat.Sample{Written: "nothing", Read: kid.Reader.Name + " = " + noted(kid.Reader.Default) + " (it read as " + noted(kid.Writer.Default) + " before)"}
	},
}

func recordDefault(n *compat.Node) bool {
	return n.Default != nil && n.Says.Carrier == meaning.Record
}

// effective is the first inner field whose own default shows through the record's default on both sides, and differs.
func effective(s *compat.Site, a, b string) *compat.Site {
	for _, kid := range s.Kids {
		if kid.Writer == nil || kid.Reader == nil || kid.Writer.Default == nil || kid.Reader.Default == nil {
			continue
		}
		if names(a, kid.Writer.Name) || names(b, kid.Reader.Name) {
			continue
		}
		if canonical(kid.Writer.Default.JSON) != canonical(kid.Reader.Default.JSON) {
			return kid
		}
	}
	return nil
}

// names reports whether a record's default gives a member.
func names(object, member string) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(object), &members) != nil {
		return true // null or no record: the inner defaults do not show
	}
	_, given := members[member]
	return given
}
