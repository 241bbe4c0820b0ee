package iceberg

import "github.com/schemavet/schemavet/compat"

var dateBounds = &compat.Rule{
	ID:    "iceberg-date-bounds",
	Level: compat.Warning,
	Title: "Bounds of old files are days, those of new files are not",
	Why:   "A reader that takes the 4-byte bound for microseconds skips files that match, without an error: iceberg-java does, where a catalog lets the promotion through.",
	Spec:  "Iceberg table specification, Schema Evolution, length of bounds",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 d date")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 d timestamp")),
		Path:    "d",
		Written: "\"2024-10-04\", with the bound 20000",
		Read:    "no row: the bound is read as 20 ms after 1970",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 d date")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"rewrite the old files right after the promotion, and expire the snapshots with the old ones",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.Type.Kind != Date || retyped(o, y, versionOf(p)) != promotion {
			return
		}
		f := p.Report(s, "%s (field id %d): bounds of files from before are days, and a reader that decodes them as %s skips files that match", s.Path, y.ID, y.Type)
		f.Runtimes = Profiles().that(retypeTopic(o.Type, y.Type), func(c Cell) bool { return c.Reads == "changed" })
		f.Sample = &compat.Sample{Written: sampleValue(o.Type) + ", with a bound of 20000 days", Read: "no row from a filter on 2024: the bound is taken for a moment in 1970"}
	},
}
