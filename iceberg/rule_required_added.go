package iceberg

import "github.com/schemavet/schemavet/compat"

var requiredAdded = &compat.Rule{
	ID:    "iceberg-required-added",
	Level: compat.Error,
	Title: "A required column is added without defaults",
	Why:   "Files from before it have no value and the reader may not return null: reading them fails, and some Parquet readers return null all the same.",
	Spec:  "Iceberg table specification, Schema Evolution, default values",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long"),
		Reader:  columns(1, "1 id! long", "2 c! int"),
		Path:    "c",
		Written: "nothing",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 c int"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add {{field}} as optional",
		"or, from format version 3 on, with both initial-default and write-default",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if y == nil || !y.Required || y.Initial != nil || y.role() != Struct || s.How == byParentDefault {
			return
		}
		f := p.Report(s, "%s (field id %d, %s) is required and has no initial-default: files written before it have no value for it", s.Path, y.ID, y.Type)
		f.Sample = &compat.Sample{Written: "nothing", Read: "no value: the column is required and has no initial-default", Fails: true}
	},
}
