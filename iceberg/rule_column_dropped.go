package iceberg

import "github.com/schemavet/schemavet/compat"

var columnDropped = &compat.Rule{
	ID:    "iceberg-column-dropped",
	Level: compat.Note,
	Title: "A column is dropped",
	Why:   "The values stay in old files and under old snapshots only. Rolling a snapshot back does not bring the column back, and adding it again gives it a new id.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 a string"),
		Reader:  columns(1, "1 id! long"),
		Path:    "a",
		Written: "\"a\"",
		Read:    "nothing: the reader does not ask for it",
		Fixed:   columns(1, "1 id! long", "2 a string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"prove that nothing needs the column: schemavet table why-keep METADATA {{field}}",
		"drop it in a release of its own, after the readers and writers",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o := dropped(p, s)
		if !ownStep(p) || o == nil || o.role() != Struct {
			return
		}
		f := p.Report(s, "%s (field id %d, %s) is dropped: a snapshot rollback does not bring it back, and added again it is another column", s.Path, o.ID, o.Type)
		f.Sample = p.Trace.Sampler.Sample(s, "")
	},
}
