package iceberg

import (
	"fmt"
	"strconv"

	"github.com/schemavet/schemavet/compat"
)

var mappingRebound = &compat.Rule{
	ID:    "iceberg-name-mapping-rebound",
	Level: compat.Warning,
	Title: "The name mapping gives a name to another field id than before",
	Why:   "Files without field ids move from one column to the other when the mapping changes, without being touched.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": 2}]"}`, columns(0, "1 id! long", "2 a string")),
		Reader:  metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": 3}]"}`, columns(0, "1 id! long", "2 b string", "3 a string")),
		Path:    "a",
		Written: "\"a\" in a file without ids, read as field id 2",
		Read:    "\"a\" as field id 3",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 b string", "3 c string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep the old id in the mapping for the old name",
		"rewrite the files without ids before the name is used again",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := forward(p)
		if pair == nil || s.Reader == nil || fieldOf(s.Reader) == nil || pair.Reader.Table == nil {
			return
		}
		y := fieldOf(s.Reader)
		was := formerOwner(pair, s, y)
		if was == nil && pair.Writer.Table != nil {
			if id := pair.Writer.Table.Mapping.ID(y); id != y.ID {
				was = pair.Writer.Schema.Field(id)
			}
		}
		if was == nil || pair.Reader.Table.Mapping.ID(y) != y.ID {
			return
		}
		f := p.Report(s, "the name mapping gives %s to field id %d, and files without ids had it as field id %d", s.Path, y.ID, was.ID)
		f.Sample = &compat.Sample{Written: sampleValue(was.Type) + " in column " + y.Name + " of a file without ids", Read: "the value as field id " + strconv.Itoa(y.ID)}
		f.From, f.To = fmt.Sprintf("field-id=%d", was.ID), fmt.Sprintf("field-id=%d", y.ID)
	},
}
