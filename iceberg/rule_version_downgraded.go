package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var versionDowngraded = &compat.Rule{
	ID:    "iceberg-version-downgraded",
	Level: compat.Error,
	Title: "The format version goes down",
	Why:   "A table cannot go back: what the newer version wrote (deletion vectors, defaults, new types, row ids) has no place in the older one.",
	Spec:  "Iceberg table specification, Format Versioning",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long")),
		Reader:  metadata(2, "", columns(0, "1 id! long")),
		Path:    "",
		Written: "a table of version 3",
		Read:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep the newer version",
		"to serve an engine that cannot read it, copy the data into a new table of the older version",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := atTop(p, s)
		if pair == nil || pair.Writer.Table == nil || pair.Reader.Table == nil {
			return
		}
		from, to := pair.Writer.Table.FormatVersion, pair.Reader.Table.FormatVersion
		if from == 0 || to == 0 || to >= from {
			return
		}
		f := p.Report(s, "the table goes from format version %d to %d: there is no way back", from, to)
		f.Sample = &compat.Sample{Written: fmt.Sprintf("metadata of format version %d", from), Read: fmt.Sprintf("no table: version %d has no place for what version %d wrote", to, from), Fails: true}
		f.From, f.To = fmt.Sprintf("format-version=%d", from), fmt.Sprintf("format-version=%d", to)
	},
}
