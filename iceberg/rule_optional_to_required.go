package iceberg

import "github.com/schemavet/schemavet/compat"

var optionalToRequired = &compat.Rule{
	ID:     "iceberg-optional-to-required",
	Level:  compat.Error,
	Title:  "An optional column becomes required",
	Why:    "Files may hold null: a reader fails on them, or returns null in a column that its consumers take for never null. Time travel keeps the nulls even after a backfill.",
	Spec:   "Iceberg table specification, Schema Evolution",
	Since:  "0.1",
	Mirror: "iceberg-required-to-optional",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 c int"),
		Reader:  columns(1, "1 id! long", "2 c! int"),
		Path:    "c",
		Written: "null",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 c int"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} optional",
		"or backfill, prove zero nulls in all live files, and let every snapshot with nulls expire first",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.Required || !y.Required || insideKey(y) {
			return
		}
		f := p.Report(s, "%s (field id %d) goes from optional to required: files may hold null", s.Path, y.ID)
		f.Sample = &compat.Sample{Written: "null", Read: "no value: the reader requires one", Fails: true}
		f.From, f.To = "optional", "required"
	},
}
