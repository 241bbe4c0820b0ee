package iceberg

import "github.com/schemavet/schemavet/compat"

var columnMoved = &compat.Rule{
	ID:    "iceberg-column-moved",
	Level: compat.Note,
	Title: "Columns change their order",
	Why:   "Readers by field id see no difference; INSERT by position, SELECT *, CSV exports and readers that fall back to positions take one column for another.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 a string", "3 b string"),
		Reader:  columns(1, "1 id! long", "3 b string", "2 a string"),
		Path:    "",
		Written: "\"a\" in the second column",
		Read:    "\"a\" in the third column",
		Fixed:   columns(1, "1 id! long", "2 a string", "3 b string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"name the columns wherever something is inserted or exported",
		"append new columns instead of placing them in between",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !ownStep(p) {
			return
		}
		moved := overtaken(s)
		if len(moved) == 0 {
			return
		}
		shown := few(moved)
		f := p.Report(s, "the order of columns changes, %s now stand%s further forward: consumers by position take one for another", shown, map[bool]string{true: "s"}[len(moved) == 1])
		f.To = shown
	},
}
