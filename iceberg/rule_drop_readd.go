package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var dropReadd = &compat.Rule{
	ID:    "iceberg-drop-readd",
	Level: compat.Warning,
	Title: "A column is dropped and another one is added under its name",
	Why:   "Readers by field id see null for every old row, readers by name see the old values again: one name, two histories, and time travel shows a third.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 x string"),
		Reader:  columns(1, "1 id! long", "3 x string"),
		Path:    "x",
		Written: "\"a\"",
		Read:    "null",
		Fixed:   columns(1, "1 id! long", "2 x string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"promote {{field}} in place where the specification allows it",
		"else choose another name for the new column",
		"backfill the new column from the old one before the old one leaves the last snapshot",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if y == nil {
			return
		}
		was := formerOf(pairOf(p), y)
		if was == nil {
			return
		}
		if y.Parent != nil && y.Parent.role() == Struct && formerOf(pairOf(p), y.Parent) != nil {
			return // its struct was dropped and added again with all that stands in it
		}
		f := p.Report(s, "%s is now field id %d (%s) and was field id %d (%s): by id old rows read %s, by name they read the old values", s.Path, y.ID, y.Type, was.ID, was.Type, jsonOf(y.Initial))
		f.Writer = was.At
		f.Sample = &compat.Sample{Written: sampleValue(was.Type), Read: jsonOf(y.Initial)}
		f.From, f.To = fmt.Sprintf("field-id=%d", was.ID), fmt.Sprintf("field-id=%d", y.ID)
	},
}

// formerOf is the dropped column whose name an added one has; nil without one.
func formerOf(pair *Pair, y *Field) *Field {
	if pair.Writer.Schema.Field(y.ID) != nil {
		return nil
	}
	was := borneBefore(pair, y)
	if was == nil || pair.Reader.Schema.Field(was.ID) != nil {
		return nil
	}
	return was
}
