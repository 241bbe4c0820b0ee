package hazard

import "github.com/schemavet/schemavet/compat"

var timeZoneChanged = &compat.Rule{
	ID: "time-zone-changed", Level: compat.Error, Since: "0.1",
	Title:  "A point in time becomes a wall-clock time, or the reverse",
	Why:    "A timestamp is one moment everywhere; a local timestamp is what a clock on some wall showed. Which wall is written nowhere, so the two cannot be turned into each other afterwards.",
	Spec:   "Avro 1.12, Timestamps; Local Timestamps",
	Mirror: "time-zone-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.at",
		Writer: clocks("timestamp-micros"), Reader: clocks("local-timestamp-micros"),
		Written: `{"id":"p1","at":1700000000000000}`, Read: `{"id":"p1","at":1700000000000000}`,
		Fixed: clocks("timestamp-micros"), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as it was and add a new field, with null as default, whose doc names the zone that applies",
		"let writers fill both, move readers, then stop writing {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		reportClock(p, s, zone)
	},
}
