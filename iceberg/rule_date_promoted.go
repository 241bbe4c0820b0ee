package iceberg

import "github.com/schemavet/schemavet/compat"

var datePromoted = &compat.Rule{
	ID:    "iceberg-date-promoted",
	Level: compat.Warning,
	Title: "A date becomes a timestamp",
	Why:   "Old rows are midnight, of no stated zone, new rows are moments: equality with a date, GROUP BY day and joins on the day change their answer.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 d date")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 d timestamp")),
		Path:    "d",
		Written: "\"2024-10-04\"",
		Read:    "\"2024-10-04T00:00:00\"",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 d date")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a timestamp column beside {{field}} and keep the date",
		"or teach the consumers to cut to the day before the first time of day is written",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.Type.Kind != Date || retyped(o, y, versionOf(p)) != promotion {
			return
		}
		f := p.Report(s, "%s (field id %d) goes from date to %s: old rows are midnight, new rows any time of day%s", s.Path, y.ID, y.Type, hourPossible(pairOf(p), y))
		f.Sample = &compat.Sample{Written: sampleValue(o.Type), Read: promoted(sampleValue(o.Type), o.Type, y.Type)}
		f.From, f.To = "type=date", "type="+y.Type.String()
	},
}
