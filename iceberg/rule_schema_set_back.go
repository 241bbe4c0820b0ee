package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var schemaSetBack = &compat.Rule{
	ID:    "iceberg-schema-set-back",
	Level: compat.Warning,
	Title: "The table goes back to an older schema",
	Why:   "Files written since then keep what they have: columns added since are hidden, columns promoted since do not fit. It is only safe while no such file exists.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, "", columns(0, "1 id! long", "2 a string"), columns(1, "1 id! long", "2 a string", "3 b string")),
		Reader:  `{"format-version": 2, "current-schema-id": 0, "schemas": [` + columns(0, "1 id! long", "2 a string") + `, ` + columns(1, "1 id! long", "2 a string", "3 b string") + `]}`,
		Path:    "",
		Written: "\"b\", written with schema 1",
		Read:    "nothing: schema 0 has no b",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 a string"), columns(1, "1 id! long", "2 a string", "3 b string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"prove that no live file was written since: schemavet table show METADATA",
		"else undo the change forward, as a new schema",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := atTop(p, s)
		if pair == nil || !pair.returned() || !pair.Reader.Table.Current.same(pair.Reader.Schema) {
			return
		}
		f := p.Report(s, "the table goes back from schema %d to schema %d: files written since keep what schema %d has", pair.Writer.Schema.ID, pair.Reader.Schema.ID, pair.Writer.Schema.ID)
		f.Sample = &compat.Sample{Written: fmt.Sprintf("a row of schema %d", pair.Writer.Schema.ID), Read: fmt.Sprintf("the columns of schema %d, where they fit", pair.Reader.Schema.ID)}
		f.From, f.To = fmt.Sprintf("schema=%d", pair.Writer.Schema.ID), fmt.Sprintf("schema=%d", pair.Reader.Schema.ID)
	},
}
