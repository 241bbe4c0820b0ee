package iceberg

import "github.com/schemavet/schemavet/compat"

var partitionSourceDropped = &compat.Rule{
	ID:    "iceberg-partition-source-dropped",
	Level: compat.Error,
	Title: "A column is dropped that the default partition spec needs",
	Why:   "No writer can compute the partition of a new row, and Java refuses to load the table.",
	Spec:  "Iceberg table specification, Partitioning: source columns are selected by ids from the table's schema",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, partitionedBy(2, "identity"), columns(0, "1 id! long", "2 p string")),
		Reader:  metadata(2, partitionedBy(2, "identity"), columns(0, "1 id! long")),
		Path:    "p",
		Written: "\"a\"",
		Read:    "",
		Fixed:   metadata(2, partitionedBy(2, "identity"), columns(0, "1 id! long", "2 p string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"replace the partition field first, so that a new spec is the default",
		"rewrite the files of the old spec and expire its snapshots",
		"then drop {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := dropped(p, s)
		if y == nil {
			return
		}
		eachInside(y, func(part *Field) {
			spec := pairOf(p).Younger().spec()
			if spec == nil || binds(spec.Fields, part.ID) == nil {
				return
			}
			f := p.Report(s, "%s (field id %d) is dropped and partition spec %d, the default, derives %s from it", part.Path, part.ID, spec.ID, quoted(binds(spec.Fields, part.ID).Name))
			f.Sample = &compat.Sample{Written: "a new row", Read: "no partition value: the spec's source column is gone", Fails: true}
		})
	},
}
