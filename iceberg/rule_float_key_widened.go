package iceberg

import "github.com/schemavet/schemavet/compat"

var floatKeyWidened = &compat.Rule{
	ID:    "iceberg-float-key-widened",
	Level: compat.Warning,
	Title: "A float that rows are found by becomes a double",
	Why:   "0.1 as a float is 0.10000000149011612 as a double: equality, joins, partitions and deletes no longer find the rows of old files.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, partitionedBy(2, "identity"), columns(0, "1 id! long", "2 k float")),
		Reader:  metadata(2, partitionedBy(2, "identity"), columns(0, "1 id! long", "2 k double")),
		Path:    "k",
		Written: "0.1",
		Read:    "0.10000000149011612",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 k float")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"do not find rows by a floating-point value: use a decimal or a key of its own",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.Type.Kind != Float || y.Type.Kind != Double {
			return
		}
		how := use(pairOf(p), y.ID)
		if how == "" {
			return
		}
		f := p.Report(s, "%s (field id %d) is %s and goes from float to double: an old 0.1 reads 0.10000000149011612", s.Path, y.ID, how)
		f.Sample = &compat.Sample{Written: "0.1", Read: "0.10000000149011612"}
	},
}
