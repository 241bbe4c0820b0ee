package iceberg

import "github.com/schemavet/schemavet/compat"

var writeDefaultMissing = &compat.Rule{
	ID:    "iceberg-write-default-missing",
	Level: compat.Error,
	Title: "A required column is added without a write-default",
	Why:   "A writer that does not know the column has nothing to store: its writes fail.",
	Spec:  "Iceberg table specification, Schema Evolution, default values",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long")),
		Reader:  metadata(3, "", columns(0, "1 id! long", `2 cur! string | initial-default "EUR"`)),
		Path:    "cur",
		Written: "nothing",
		Read:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long", `2 cur! string | initial-default "EUR" | write-default "EUR"`)),
		FixedIs: "reader",
	},
	Recipe: []string{
		"set write-default of {{field}} together with initial-default",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if y == nil || !y.Required || y.Initial == nil || y.Write != nil || s.How == byParentDefault {
			return
		}
		f := p.Report(s, "%s (field id %d) is added as required with an initial-default and no write-default: writers that leave it out fail", s.Path, y.ID)
		f.Sample = &compat.Sample{Written: "a row without " + y.Name, Read: "no value: the writer must fail", Fails: true}
	},
}
