package hazard

import (
	"math"
	"strconv"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

var timeReinterpreted = &compat.Rule{
	ID: "time-reinterpreted", Level: compat.Error, Since: "0.1",
	Title: "A plain number is read as a time, or a time as another kind of time",
	Why: "The count in the bytes stays as it is and is taken for something else: seconds in an int become milliseconds in a timestamp, " +
		"days become milliseconds. It is a warning where the plain side does not say what it counts.",
	Spec:   "Avro 1.12, Schema Resolution: logical types take no part in it; Date, Time, Timestamps",
	Mirror: "time-reinterpreted",
	Example: compat.Example{
		Format: "avro", Path: "Payment.at",
		Writer:  payment(`{"name":"at","type":"int","doc":"Seconds since the epoch"}`),
		Reader:  clocks("timestamp-millis"),
		Written: `{"id":"p1","at":1700000000}`, Read: `{"id":"p1","at":1700000000}`,
		Fixed: payment(`{"name":"at","type":"long","doc":"Seconds since the epoch"}`), FixedIs: "reader",
	},
	Recipe: append([]string{"state what the plain number counts, in its doc (\"milliseconds since the epoch\") or as \"unit\"; where both agree nothing is reported"}, newField...),
	Check: func(p *compat.Pass, s *compat.Site) {
		c := unitChange(p, s)
		if c.class != reinterpreted {
			return
		}
		from, to := clockOf(s.Writer.Says.Logical.Name), clockOf(s.Reader.Says.Logical.Name)
		n := countedMoment(from, to, c.w, carrier(s.Writer))
		said, taken := from.meaning(c.w, n), to.meaning(c.r, n)
		f := p.Report(s, "%s is written as %s and read as %s: %d (%s) comes out as %s", s.Path, s.Writer.Type, s.Reader.Type, n, said, taken)
		f.Level, f.From, f.To = c.level, "type="+s.Writer.Type, "type="+s.Reader.Type
		pointMember(f, s, "type")
		f.Sample = prove(p, s, strconv.FormatInt(n, 10), said, taken)
	},
}

// countedMoment is the count that a writer stores for an ordinary time, by its logical type or else by its stated unit.
func countedMoment(from, to clock, u *meaning.UnitFact, carried meaning.Carrier) int64 {
	if from.sort != "" {
		return from.moment(carried)
	}
	if to.sort == "time" || u != nil && u.Kind == unit.TimeOfDay {
		if u == nil || u.Dim[unit.Time] != 1 {
			return noon
		}
		if n, ok := count(noon, u.Factor); ok {
			return n
		}
	}
	if u != nil && u.Dim[unit.Time] == 1 {
		if n, ok := count(moment, u.Factor); ok && (carried != meaning.Int || n <= math.MaxInt32) {
			return n
		}
	}
	return moment
}

// meaning is what a count means on one side: a time, or a plain number with or without a stated unit.
func (c clock) meaning(u *meaning.UnitFact, n int64) string {
	switch {
	case c.sort != "":
		return c.spell(n)
	case u == nil:
		return "a number that nobody says the unit of"
	case u.Kind == unit.Instant && !u.Factor.IsZero():
		return spellTime(n, u.Factor, "timestamp")
	}
	return u.Words()
}
