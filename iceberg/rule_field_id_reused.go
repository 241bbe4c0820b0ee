package iceberg

import (
	"strconv"

	"github.com/schemavet/schemavet/compat"
)

var idReused = &compat.Rule{
	ID:    "iceberg-field-id-reused",
	Level: compat.Error,
	Title: "A field id is used again for another column",
	Why:   "Old files still hold the dropped column under that id: every reader returns its values as the new column. last-column-id only goes up so that this cannot happen.",
	Spec:  "Iceberg table specification, Schema Evolution: adding a field assigns a new id",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, "", columns(0, "1 id! long", "2 a string", "3 b string"), columns(1, "1 id! long", "2 a string")),
		Reader:  metadata(2, "", columns(0, "1 id! long", "2 a string", "3 b string"), columns(1, "1 id! long", "2 a string"), columns(2, "1 id! long", "2 a string", "3 c string")),
		Path:    "c",
		Written: "\"a\", in the column that was b",
		Read:    "\"a\", as c",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 a string", "3 b string"), columns(1, "1 id! long", "2 a string"), columns(2, "1 id! long", "2 a string", "4 c string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"give {{field}} an id above last-column-id",
		"if files were written with the reused id already, rewrite them first",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := forward(p)
		if pair == nil || s.Reader == nil || fieldOf(s.Reader) == nil || pair.returned() {
			return
		}
		y := fieldOf(s.Reader)
		switch was, low := reused(pair, s, y); {
		case was != nil:
			f := p.Report(s, "%s takes field id %d, which was %s (%s) before it was dropped: old files return its values", s.Path, y.ID, was.Path, was.Type)
			f.Writer = was.At
			f.Sample = &compat.Sample{Written: sampleValue(was.Type) + " as " + string(was.Path), Read: "the same value as " + string(y.Path), Fails: false}
			f.From, f.To = string(was.Path), string(y.Path)
		case low > 0:
			f := p.Report(s, "%s takes field id %d, and ids up to %d were given out before: the id may have belonged to a column that was dropped", s.Path, y.ID, low)
			f.Sample = &compat.Sample{Written: "a file from before, with some column under id " + strconv.Itoa(y.ID), Read: "that column's value as " + string(y.Path)}
		}
	},
}
