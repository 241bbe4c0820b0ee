package iceberg

import "github.com/schemavet/schemavet/compat"

var writeDefaultRemoved = &compat.Rule{
	ID:    "iceberg-write-default-removed",
	Level: compat.Error,
	Title: "A required column loses its write-default",
	Why:   "A writer that leaves the column out must fail from now on. The specification is silent about the removal; PyIceberg and iceberg-go refuse it.",
	Spec:  "Iceberg table specification, Default values: if the write default for a required field is not set, the writer must fail",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", `2 cur! string | initial-default "EUR" | write-default "EUR"`)),
		Reader:  metadata(3, "", columns(0, "1 id! long", `2 cur! string | initial-default "EUR"`)),
		Path:    "cur",
		Written: "a row without cur",
		Read:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long", `2 cur! string | initial-default "EUR" | write-default "EUR"`)),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep a write-default, or change it",
		"make {{field}} optional before you remove it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || !y.Required || o.Write == nil || y.Write != nil {
			return
		}
		f := p.Report(s, "%s (field id %d) is required and loses its write-default %s: writers that leave it out fail", s.Path, y.ID, jsonOf(o.Write))
		f.Sample = &compat.Sample{Written: "a row without " + y.Name, Read: "no value: the writer must fail", Fails: true}
	},
}
