package hazard

import "github.com/schemavet/schemavet/compat"

// defaultRemoved keeps silent where a retained version lacks the field: the pair with that version is refused, and says so.
var defaultRemoved = &compat.Rule{
	ID: "default-removed", Level: compat.Note, Since: "0.1",
	Title:  "A field loses its default",
	Why:    "No record that is known of lacks the field, so nothing fails; but the next older record to turn up will be refused.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written and has no default is an error",
	Mirror: "default-added",
	Example: compat.Example{
		Format: "avro", Path: "Payment.channel",
		Writer:  payment(`{"name":"channel","type":"string","default":"web"}`),
		Reader:  payment(`{"name":"channel","type":"string"}`),
		Written: `{"id":"p1","channel":"app"}`, Read: `{"id":"p1","channel":"app"}`,
		Fixed: payment(`{"name":"channel","type":"string","default":"web"}`), FixedIs: "reader",
	},
	Recipe: []string{"keep the default of {{field}} until the last record without it has left retention"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) != defaultGone || len(lacking(p, s.Path)) > 0 {
			return
		}
		f := p.Report(s, "%s has no default for the reader, and has %s for the writer", s.Path, noted(s.Writer.Default))
		moved(f, s)
	},
}
