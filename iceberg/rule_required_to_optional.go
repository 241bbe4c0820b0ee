package iceberg

import "github.com/schemavet/schemavet/compat"

var RequiredToOptional = &compat.Rule{
	ID:     "iceberg-required-to-optional",
	Level:  compat.Warning,
	Title:  "A required column becomes optional",
	Why:    "The first null meets consumers that never saw one: primitive fields in generated code, COUNT and averages that skip rows, NOT IN that returns nothing.",
	Spec:   "Iceberg table specification, Schema Evolution",
	Since:  "0.1",
	Mirror: "iceberg-optional-to-required",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 c! int"),
		Reader:  columns(1, "1 id! long", "2 c int"),
		Path:    "c",
		Written: "null",
		Read:    "null",
		Fixed:   columns(1, "1 id! long", "2 c! int"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"move the consumers first, then the table, then the writers",
		"write into the doc of {{field}} what null means",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || !o.Required || y.Required || y.role() == Map && y.Name == "key" {
			return
		}
		f := p.Report(s, "%s (field id %d) goes from required to optional: consumers meet their first null", s.Path, y.ID)
		f.Sample = &compat.Sample{Written: "null, by a writer of the new schema", Read: "null, where consumers of the old schema expect a value"}
		f.From, f.To = "required", "optional"
	},
}
