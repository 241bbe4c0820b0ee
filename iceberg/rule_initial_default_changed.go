package iceberg

import "github.com/schemavet/schemavet/compat"

var initialDefaultChanged = &compat.Rule{
	ID:    "iceberg-initial-default-changed",
	Level: compat.Error,
	Title: "The initial-default of a column changes",
	Why:   "It is what rows from before the column read: changing it, or setting it later, rewrites history for every old file.",
	Spec:  "Iceberg table specification, Schema Evolution: initial-default must be set when a field is added and cannot change",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 cur string")),
		Reader:  metadata(3, "", columns(0, "1 id! long", `2 cur string | initial-default "EUR" | write-default "EUR"`)),
		Path:    "cur",
		Written: "nothing",
		Read:    "\"EUR\", and null before the change",
		Fixed:   metadata(3, "", columns(0, "1 id! long", `2 cur string | write-default "EUR"`)),
		FixedIs: "reader",
	},
	Recipe: []string{
		"leave initial-default of {{field}} as it was when the column was added",
		"set write-default for rows written from now on",
		"backfill old rows where the value is known",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || sameDefault(o.Initial, y.Initial) {
			return
		}
		f := p.Report(s, "the initial-default of %s (field id %d) goes from %s to %s: every row written before the column changes its value", s.Path, y.ID, jsonOf(o.Initial), jsonOf(y.Initial))
		f.Sample = &compat.Sample{Written: "nothing", Read: jsonOf(y.Initial) + ", and " + jsonOf(o.Initial) + " before the change"}
		f.From, f.To = "initial-default="+jsonOf(o.Initial), "initial-default="+jsonOf(y.Initial)
	},
}
