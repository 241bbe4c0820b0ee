package iceberg

import "github.com/schemavet/schemavet/compat"

var defaultFillsHistory = &compat.Rule{
	ID:    "iceberg-default-fills-history",
	Level: compat.Warning,
	Title: "A column is added with a default that old rows now claim",
	Why:   "Every row from before reads as if somebody had recorded the value; engines that do not know defaults read null instead.",
	Spec:  "Iceberg table specification, Default values",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long")),
		Reader:  metadata(3, "", columns(0, "1 id! long", `2 cur! string | initial-default "EUR" | write-default "EUR"`)),
		Path:    "cur",
		Written: "nothing",
		Read:    "\"EUR\"",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 cur string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add {{field}} as optional without a default, so that not recorded stays visible",
		"backfill what is known, and let readers decide what null means",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if y == nil || y.Initial == nil || y.Initial.Problem != "" || s.How == byParentDefault {
			return
		}
		f := p.Report(s, "%s (field id %d) is added with initial-default %s: every old row reads it as recorded", s.Path, y.ID, jsonOf(y.Initial))
		f.Sample = &compat.Sample{Written: "nothing", Read: jsonOf(y.Initial)}
		f.From, f.To = "", "initial-default="+jsonOf(y.Initial)
	},
}
