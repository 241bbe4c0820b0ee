package iceberg

import "github.com/schemavet/schemavet/compat"

var identifierChanged = &compat.Rule{
	ID:    "iceberg-identifier-changed",
	Level: compat.Warning,
	Title: "The identifier fields change",
	Why:   "Engines upsert and merge by them: with fewer fields different rows become one, with more fields one row becomes several.",
	Spec:  "Iceberg table specification, Identifier Field IDs",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  `{"type": "struct", "schema-id": 0, "identifier-field-ids": [1, 2], "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}, {"id": 2, "name": "k", "required": true, "type": "string"}]}`,
		Reader:  `{"type": "struct", "schema-id": 1, "identifier-field-ids": [1], "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}, {"id": 2, "name": "k", "required": true, "type": "string"}]}`,
		Path:    "",
		Written: "rows (1, \"a\") and (1, \"b\")",
		Read:    "one row after an upsert",
		Fixed:   `{"type": "struct", "schema-id": 1, "identifier-field-ids": [1, 2], "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}, {"id": 2, "name": "k", "required": true, "type": "string"}]}`,
		FixedIs: "reader",
	},
	Recipe: []string{
		"stop the upserting writers, change the set, check the table for duplicates by the new key, start them again",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := atTop(p, s)
		if pair == nil {
			return
		}
		gone, come := identifiersLess(pair.Writer.Schema, pair.Reader.Schema), identifiersLess(pair.Reader.Schema, pair.Writer.Schema)
		if len(gone)+len(come) == 0 || len(pair.Writer.Schema.Identifiers) == 0 {
			return
		}
		f := p.Report(s, "the identifier fields change: %s", changeOfSet(gone, come))
		f.Sample = &compat.Sample{Written: "two rows that differ in " + joined(append(gone, come...)) + " only", Read: "one row or two after an upsert, by the set that the engine goes by"}
	},
}
