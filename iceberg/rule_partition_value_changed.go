package iceberg

import "github.com/schemavet/schemavet/compat"

var partitionValueChanged = &compat.Rule{
	ID:    "iceberg-partition-value-changed",
	Level: compat.Error,
	Title: "A promotion changes what a partition transform produces",
	Why:   "Files lie under the value of the old type: a filter looks under the value of the new type and finds nothing, without an error.",
	Spec:  "Iceberg table specification, Schema Evolution, promotion and partition transforms",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, partitionedBy(2, "bucket[16]"), columns(0, "1 id! long", "2 d date")),
		Reader:  metadata(3, partitionedBy(2, "bucket[16]"), columns(0, "1 id! long", "2 d timestamp")),
		Path:    "d",
		Written: "\"2024-10-04\", in bucket 8",
		Read:    "no row: the filter looks in bucket 14",
		Fixed:   metadata(3, partitionedBy(2, "day"), columns(0, "1 id! long", "2 d timestamp")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a new column of the new type instead of promoting {{field}}",
		"or replace the partition field by year, month or day, and rewrite the files of the old spec first",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || retyped(o, y, versionOf(p)) != promotion {
			return
		}
		for _, spec := range specsOf(pairOf(p)) {
			b := binds(spec.Fields, y.ID)
			if b == nil || parseTransform(b.Transform).survives(o.Type, y.Type) {
				continue
			}
			f := p.Report(s, "%s (field id %d) goes from %s to %s, and %s of partition spec %d gives another value for it", s.Path, y.ID, o.Type, y.Type, b.Transform, spec.ID)
			f.Sample = &compat.Sample{Written: sampleValue(o.Type) + ", in the partition that " + b.Transform + " gives the " + o.Type.String(),
				Read: "no row: a filter looks in the partition that " + b.Transform + " gives the " + y.Type.String()}
			f.From, f.To = "type="+o.Type.String(), "type="+y.Type.String()
		}
	},
}
