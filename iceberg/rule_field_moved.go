package iceberg

import "github.com/schemavet/schemavet/compat"

var fieldMoved = &compat.Rule{
	ID:    "iceberg-field-moved",
	Level: compat.Error,
	Title: "A column moves to another struct",
	Why:   "A column keeps its struct for life: grouping columns into a struct, or taking them out, leaves the values where no reader of the new schema looks.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 a string"),
		Reader:  columns(1, "1 id! long", `3 s {"type": "struct", "fields": [{"id": 2, "name": "a", "required": false, "type": "string"}]}`),
		Path:    "s.a",
		Written: "\"a\"",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 a string", `3 s {"type": "struct", "fields": [{"id": 4, "name": "a", "required": false, "type": "string"}]}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add the new place as a new column with a new id",
		"let writers fill both and backfill",
		"drop the old place when no reader asks for it any more",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := forward(p)
		if pair == nil || s.Writer != nil || s.Reader == nil {
			return
		}
		y := fieldOf(s.Reader)
		o := pair.Writer.Schema.Field(y.ID)
		if o == nil {
			return
		}
		f := p.Report(s, "%s is the column with field id %d, which the older schema has as %s: a column cannot move between structs", s.Path, y.ID, o.Path)
		f.Writer = o.At
		f.Sample = &compat.Sample{Written: sampleValue(o.Type) + " as " + string(o.Path), Read: "null or an error: the file has no " + string(y.Path), Fails: true}
		f.From, f.To = string(o.Path), string(y.Path)
	},
}
