package iceberg

import "github.com/schemavet/schemavet/compat"

var engineRefuses = &compat.Rule{
	ID:    "iceberg-engine-refuses",
	Level: compat.Warning,
	Title: "Engines refuse a promotion that the specification allows",
	Why:   "The change is legal, and an engine that has not implemented it cannot read the table any more, or reads old files wrong.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 d date")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 d timestamp")),
		Path:    "d",
		Written: "\"2024-10-04\"",
		Read:    "an error, in engines without the promotion",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 d date")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"name the engines that read the table: --as iceberg-java,trino,…",
		"wait with the promotion until all of them have it, or add a new column",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || insideKey(y) || retyped(o, y, versionOf(p)) != promotion {
			return
		}
		topic := retypeTopic(o.Type, y.Type)
		engines := Profiles().that(topic, func(c Cell) bool { return c.Accepts == "no" })
		if len(engines) == 0 {
			return
		}
		f := p.Report(s, "%s (field id %d) goes from %s to %s, legal by the specification and refused by %s", s.Path, y.ID, o.Type, y.Type, joined(engines))
		f.Runtimes = engines
		f.Sample = &compat.Sample{Written: sampleValue(o.Type), Read: promoted(sampleValue(o.Type), o.Type, y.Type) + " by the specification; " + "not with " + joined(engines)}
		f.From, f.To = "type="+o.Type.String(), "type="+y.Type.String()
	},
}
