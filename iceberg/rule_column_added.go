package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var columnAdded = &compat.Rule{
	ID:    "iceberg-column-added",
	Level: compat.Note,
	Title: "An optional column is added",
	Why:   "Old rows read null, which now says two things: not recorded yet, and no value. SELECT * grows by a column.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long"),
		Reader:  columns(1, "1 id! long", "2 c string"),
		Path:    "c",
		Written: "nothing",
		Read:    "null",
		Fixed:   columns(1, "1 id! long"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"write into the doc of {{field}} what null means, and from when on it is recorded",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if !ownStep(p) || y == nil || y.Required || y.Initial != nil || y.role() != Struct || s.How == byParentDefault {
			return
		}
		where := "at the end"
		if after := followers(pairOf(p), y); after > 0 {
			where = fmt.Sprintf("before %d others, whose positions shift", after)
			if after == 1 {
				where = "before one other, whose position shifts"
			}
		}
		f := p.Report(s, "%s (field id %d, %s) is added %s: null in old rows means not recorded, in new rows no value", s.Path, y.ID, y.Type, where)
		f.Sample = &compat.Sample{Written: "nothing", Read: "null"}
	},
}
