package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// clocks is the example of a record with a time.
func clocks(logical string) string {
	return payment(`{"name":"at","type":{"type":"long","logicalType":"` + logical + `"}}`)
}

var timeResolutionChanged = &compat.Rule{
	ID: "time-resolution-changed", Level: compat.Error, Since: "0.1",
	Title: "A time is read in steps of another size",
	Why: "The bytes hold a bare count. Readers take it in the steps of their own schema, so a time of 2023 comes out in January 1970 or " +
		"tens of thousands of years away. Some runtimes go by the writer's logical type instead and read it right, which hides the fault in tests.",
	Spec:   "Avro 1.12, Schema Resolution: logical types take no part in it; Timestamps",
	Mirror: "time-resolution-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.at",
		Writer: clocks("timestamp-millis"), Reader: clocks("timestamp-micros"),
		Written: `{"id":"p1","at":1700000000000}`, Read: `{"id":"p1","at":1700000000000}`,
		Fixed: clocks("timestamp-millis"), FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		reportClock(p, s, resolution)
	},
}

// reportClock reports a change of a time's logical type with both times.
func reportClock(p *compat.Pass, s *compat.Site, want class) {
	c := unitChange(p, s)
	if c.class != want {
		return
	}
	a, b := s.Writer.Says.Logical.Name, s.Reader.Says.Logical.Name
	from, to := clockOf(a), clockOf(b)
	n := from.moment(carrier(s.Writer))
	f := p.Report(s, "%s is written as %s and read as %s: %s comes out as %s", s.Path, a, b, from.spell(n), to.spell(n))
	f.Level, f.From, f.To = c.level, "logicalType="+a, "logicalType="+b
	pointMember(f, s, "logicalType")
	f.Sample = prove(p, s, fmt.Sprint(n), from.spell(n), to.spell(n))
	f.Fill("from", a, "to", b)
}
