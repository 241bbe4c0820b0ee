package iceberg

import "github.com/schemavet/schemavet/compat"

var mappingLost = &compat.Rule{
	ID:    "iceberg-name-mapping-lost",
	Level: compat.Warning,
	Title: "The name mapping no longer gives a name to a column",
	Why:   "Files without field ids have that name only: their values read null from now on, without an error, and without any mapping some engines fail and others take columns by position.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": 2}]"}`, columns(0, "1 id! long", "2 a string")),
		Reader:  metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"b\"], \"field-id\": 2}]"}`, columns(0, "1 id! long", "2 b string")),
		Path:    "b",
		Written: "\"a\" in a file without ids, under the name a",
		Read:    "null",
		Fixed:   metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\", \"b\"], \"field-id\": 2}]"}`, columns(0, "1 id! long", "2 b string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep every name that files without ids have for {{field}}: a renamed column has both",
		"or rewrite those files first, and let the snapshots that hold them expire",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := forward(p)
		if pair == nil || pair.sameMapping() || !ownStep(p) || s.Writer == nil || s.Reader == nil || pair.Writer.Table == nil || pair.Reader.Table == nil {
			return
		}
		older, younger := pair.Writer.Table.Mapping, pair.Reader.Table.Mapping
		switch y := fieldOf(s.Reader); {
		case older == nil:
		case y == nil && s == p.Trace.Root && younger == nil && pair.Reader.Table.Property(mappingProperty) == "": // else it is mappingInvalid's
			f := p.Report(s, "the table has no name mapping any more: files without field ids were read by it")
			f.Sample = &compat.Sample{Written: "a value in a file without field ids", Read: "null, an error, or another column's value, by the engine"}
		case y != nil && younger != nil:
			lost := older.lost(younger, y)
			if len(lost) == 0 {
				return
			}
			f := p.Report(s, "the name mapping no longer gives %s to field id %d (%s): files without field ids have it under that name", joined(lost), y.ID, s.Path)
			f.Sample = &compat.Sample{Written: sampleValue(fieldOf(s.Writer).Type) + " in column " + lost[0] + " of a file without ids", Read: jsonOf(y.Initial)}
			f.From = "names=" + joined(lost)
		}
	},
}
