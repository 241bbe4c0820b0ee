package iceberg

import "github.com/schemavet/schemavet/compat"

var engineDefaults = &compat.Rule{
	ID:    "iceberg-engine-defaults",
	Level: compat.Warning,
	Title: "Some engines do not honour column defaults",
	Why:   "An engine that ignores initial-default returns null, even in a required column, or refuses the table.",
	Spec:  "Iceberg table specification, Default values",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long")),
		Reader:  metadata(3, "", columns(0, "1 id! long", `2 cur string | initial-default "EUR" | write-default "EUR"`)),
		Path:    "cur",
		Written: "nothing",
		Read:    "null or an error, in engines without defaults",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 cur string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"name the engines that read the table: --as iceberg-java,trino,…",
		"add {{field}} without a default while one of them does not honour it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if y == nil || y.Initial == nil || s.How == byParentDefault {
			return
		}
		engines := Profiles().that("initial-default", func(c Cell) bool { return c.Reads == "fails" || c.Reads == "changed" || c.Accepts == "no" })
		f := p.Report(s, "%s has an initial-default, not honoured in full by %s", s.Path, joined(engines))
		f.Runtimes = engines
		f.Sample = &compat.Sample{Written: "nothing", Read: jsonOf(y.Initial) + " by the specification; null or an error in " + joined(engines)}
	},
}
