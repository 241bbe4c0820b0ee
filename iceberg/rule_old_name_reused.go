package iceberg

import (
	"fmt"
	"strconv"

	"github.com/schemavet/schemavet/compat"
)

var oldNameReused = &compat.Rule{
	ID:    "iceberg-old-name-reused",
	Level: compat.Warning,
	Title: "A name that another column had is used again",
	Why:   "A writer that still sends the old name lands in the new column, and a reader by name finds other values there, without an error on either side.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 a string"),
		Reader:  columns(1, "1 id! long", "2 b string", "3 a string"),
		Path:    "a",
		Written: "\"a\", sent by a writer that knows a as field id 2",
		Read:    "\"a\" in field id 3",
		Fixed:   columns(1, "1 id! long", "2 b string", "3 c string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"choose a name that no column of the table ever had",
		"or wait until every writer of the old schema is gone, and check that none writes by name",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := forward(p)
		if pair == nil || s.Reader == nil || fieldOf(s.Reader) == nil {
			return
		}
		y := fieldOf(s.Reader)
		was := takenOver(pair, s, y)
		if was == nil {
			return
		}
		now := "is dropped"
		if kept := pair.Reader.Schema.Field(was.ID); kept != nil {
			now = "is now " + string(kept.Path)
		}
		f := p.Report(s, "%s names field id %d, and named field id %d before, which %s: writers and readers by name take one for the other", s.Path, y.ID, was.ID, now)
		f.Writer = was.At
		f.Sample = &compat.Sample{Written: sampleValue(was.Type) + " under the name " + was.Name + ", meant for field id " + strconv.Itoa(was.ID), Read: "the value in field id " + strconv.Itoa(y.ID)}
		f.From, f.To = fmt.Sprintf("field-id=%d", was.ID), fmt.Sprintf("field-id=%d", y.ID)
	},
}
