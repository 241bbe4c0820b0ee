package iceberg

import "github.com/schemavet/schemavet/compat"

var zoneChanged = &compat.Rule{
	ID:    "iceberg-zone-changed",
	Level: compat.Error,
	Title: "A date or timestamp gains or loses its time zone",
	Why:   "The same number means another moment: which zone the old values were in is written nowhere.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 t date")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 t timestamptz")),
		Path:    "t",
		Written: "\"2024-10-04\"",
		Read:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 t date")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"decide which zone the old values are in, and write it into the doc",
		"add a column of the new type and backfill it with that zone",
	},
	Check: func(p *compat.Pass, s *compat.Site) { reportRetype(p, s, zoneChange) },
}
