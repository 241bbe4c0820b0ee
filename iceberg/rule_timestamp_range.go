package iceberg

import "github.com/schemavet/schemavet/compat"

var timestampRange = &compat.Rule{
	ID:    "iceberg-timestamp-range",
	Level: compat.Warning,
	Title: "Dates that the nanosecond type cannot hold",
	Why:   "Nanoseconds since 1970 in 64 bits end in 1677 and 2262: a date outside must fail at read time.",
	Spec:  "Iceberg table specification, Schema Evolution: values outside the promoted type's range must result in a runtime failure",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 d date")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 d timestamp_ns")),
		Path:    "d",
		Written: "\"1600-01-01\"",
		Read:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 d timestamp")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"look at the bounds of {{field}}: schemavet table why-keep METADATA {{field}}",
		"promote to timestamp instead, which holds every date",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.Type.Kind != Date || y.Type.Kind != TimestampNs || retyped(o, y, versionOf(p)) != promotion {
			return
		}
		f := p.Report(s, "%s (field id %d) goes from date to timestamp_ns: reading fails where %s", s.Path, y.ID, outsideNs)
		f.Sample = &compat.Sample{Written: `"1600-01-01"`, Read: "no value: the date does not fit timestamp_ns", Fails: true}
	},
}
