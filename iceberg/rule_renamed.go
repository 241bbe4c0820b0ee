package iceberg

import "github.com/schemavet/schemavet/compat"

var renamed = &compat.Rule{
	ID:    "iceberg-renamed",
	Level: compat.Note,
	Title: "A column is renamed",
	Why:   "Readers by field id see no difference; queries, jobs and exports by name must follow.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 a string"),
		Reader:  columns(1, "1 id! long", "2 b string"),
		Path:    "b",
		Written: "\"a\" as a",
		Read:    "\"a\" as b",
		Fixed:   columns(1, "1 id! long", "2 a string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"find the consumers that ask for the old name",
		"leave the old name unused for as long as one of them may run",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if !ownStep(p) || o == nil || y == nil || o.Name == y.Name || y.role() != Struct {
			return
		}
		f := p.Report(s, "field id %d is renamed from %s to %s: consumers by name must follow", y.ID, o.Name, y.Name)
		f.From, f.To = o.Name, y.Name
	},
}
