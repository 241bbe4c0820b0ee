package hazard

import "github.com/schemavet/schemavet/compat"

var defaultAdded = &compat.Rule{
	ID: "default-added", Level: compat.Note, Since: "0.1",
	Title:  "An existing field gets a default that is not null",
	Why:    "Records that lack the field were refused before; now they are read with a made-up value. It is a warning where a retained version lacks it.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "default-removed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.channel",
		Writer:  payment(`{"name":"channel","type":"string"}`),
		Reader:  payment(`{"name":"channel","type":"string","default":"web"}`),
		Written: `{"id":"p1","channel":"app"}`, Read: `{"id":"p1","channel":"app"}`,
		Fixed: payment(`{"name":"channel","type":["null","string"],"default":null}`), FixedIs: "reader",
	},
	Recipe: []string{"prefer null as the default of {{field}}, and decide in the reader what its absence means"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) != defaultCame {
			return
		}
		f := p.Report(s, "%s has the default %s for the reader alone", s.Path, noted(s.Reader.Default))
		if old := lacking(p, s.Path); len(old) > 0 {
			f.Level = compat.Warning
			f.Message += ": records of " + versions(old) + " lack it; without the default they are refused, with it they read as that value"
		}
		moved(f, s)
		f.Sample = absent(p, s, s.Reader.Default.JSON, "")
	},
}
