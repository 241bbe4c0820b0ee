package hazard

import "github.com/schemavet/schemavet/compat"

var nullMissingVsNull = &compat.Rule{
	ID: "null-missing-vs-null", Level: compat.Warning, Since: "0.1",
	Title: "A missing field and null no longer mean the same",
	Why: "Records without the field read as null under one version and as a value under the other. Where null stays a value of its own, three " +
		"states (absent, null, a value) have become two, and which two depends on the reader.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "null-missing-vs-null",
	Example: compat.Example{
		Format: "avro", Path: "Payment.retries",
		Writer:  payment(`{"name":"retries","type":["null","int"],"default":null}`),
		Reader:  payment(`{"name":"retries","type":["long","null"],"default":3}`),
		Written: `{"id":"p1","retries":{"int":2}}`, Read: `{"id":"p1","retries":2}`,
		Fixed: payment(`{"name":"retries","type":["null","int"],"default":null,"doc":"So far."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep null as the default of {{field}}, and put the value that applies then into the reader's code",
		"if absent and null must differ, say which is meant in a field of its own",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) == nullAndValue {
			reportNullTurn(p, s)
		}
	},
}

// reportNullTurn reports a default that was null and is a value, or the reverse.
func reportNullTurn(p *compat.Pass, s *compat.Site) {
	f := p.Report(s, "records without %s read as %s by the writer's version and as %s by the reader's", s.Path, noted(s.Writer.Default), noted(s.Reader.Default))
	if old := lacking(p, s.Path); len(old) > 0 {
		f.Level = compat.Error
		f.Message += "; records of " + versions(old) + " are such"
	}
	moved(f, s)
	f.Sample = absent(p, s, s.Reader.Default.JSON, "the writer's version reads "+noted(s.Writer.Default))
}
