package iceberg

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
)

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
		Path:    "",
		Written: "nothing",
		Read:    "null or an error, in engines without defaults",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 cur string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"name the engines that read the table: --as iceberg-java,trino,…",
		"add the column without a default while one of them does not honour it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if atTop(p, s) == nil {
			return
		}
		var columns []string
		var topics []string
		p.Trace.Walk(func(s *compat.Site) {
			if y := added(p, s); y != nil && y.Initial != nil && y.Initial.Problem == "" && s.How != byParentDefault {
				columns = append(columns, string(y.Path))
				if topic := defaultTopic(y); !slices.Contains(topics, topic) {
					topics = append(topics, topic)
				}
			}
		})
		if len(columns) == 0 {
			return
		}
		var engines []string
		reasons := ""
		for _, e := range Profiles().List {
			for _, topic := range topics {
				c := Profiles().Cell(topic, e.Name)
				if c.Reads != "fails" && c.Reads != "changed" && c.Accepts != "no" {
					continue
				}
				if !slices.Contains(engines, e.Name) {
					engines = append(engines, e.Name)
				}
				if c.Reads == "fails" && c.Why != "" {
					reasons += "; " + e.Name + ": " + c.Why
				}
			}
		}
		f := p.Report(s, "initial-default of %s: not honoured in full by %s%s", few(columns), joined(engines), reasons)
		f.Runtimes, f.To = engines, few(columns)
		f.Sample = &compat.Sample{Written: "nothing", Read: "the default by the specification; null or an error in " + joined(engines)}
	},
}
