package iceberg

import "github.com/schemavet/schemavet/compat"

var dropUndone = &compat.Rule{
	ID:    "iceberg-drop-undone",
	Level: compat.Error,
	Title: "A required column that was dropped comes back",
	Why:   "Rows written while it was gone have no value and the reader may not return null: a drop can only be undone for optional columns, or while no snapshot was added.",
	Spec:  "Iceberg table specification, Schema Evolution: deletion cannot be rolled back unless nullable",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, "", columns(0, "1 id! long", "2 a! string"), columns(1, "1 id! long")),
		Reader:  metadata(2, "", columns(0, "1 id! long", "2 a! string"), columns(1, "1 id! long"), columns(2, "1 id! long", "2 a! string")),
		Path:    "a",
		Written: "nothing",
		Read:    "",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 a! string"), columns(1, "1 id! long"), columns(2, "1 id! long", "3 a string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"bring {{field}} back as a new optional column with a new id, and backfill it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := forward(p)
		if pair == nil || s.Reader == nil || fieldOf(s.Reader) == nil {
			return
		}
		y := fieldOf(s.Reader)
		if y.Initial != nil || !y.Required || undone(pair, s, y) == nil {
			return
		}
		f := p.Report(s, "%s (field id %d) was dropped and comes back as required: rows written in between have no value for it", s.Path, y.ID)
		f.Sample = &compat.Sample{Written: "nothing", Read: "no value: the column is required", Fails: true}
	},
}
