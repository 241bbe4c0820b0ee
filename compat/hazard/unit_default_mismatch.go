package hazard

import (
	"math/big"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/unit"
)

var unitDefaultMismatch = &compat.Rule{
	ID: "unit-default-mismatch", Level: compat.Warning, Since: "0.1",
	Title: "The unit changed and the default did not follow",
	Why: "The default is a number too: 5000 milliseconds and 5000 seconds differ as much as written values do. A default that did follow " +
		"the factor shows that the change was meant, and is not reported here.",
	Spec:   "Avro 1.12, Complex Types, records: default is used when the field is not in the writer's schema",
	Mirror: "unit-scale-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.timeout",
		Writer:  payment(`{"name":"timeout","type":"int","default":5000,"doc":"Timeout in milliseconds"}`),
		Reader:  payment(`{"name":"timeout","type":"int","default":5000,"doc":"Timeout in seconds"}`),
		Written: `{"id":"p1","timeout":250}`, Read: `{"id":"p1","timeout":250}`,
		Fixed: payment(`{"name":"timeout","type":"int","default":5000,"doc":"Timeout (ms)"}`), FixedIs: "reader",
	},
	Recipe: []string{"give the new unit a new field with a default of its own; leave {{field}} and its default alone"},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if !ok || w.Unit == nil || r.Unit == nil || s.Writer.Default == nil || s.Reader.Default == nil {
			return
		}
		rel := unit.Compare(w.Unit.Unit, r.Unit.Unit)
		if rel.Verdict != unit.OtherScale && rel.Verdict != unit.OtherKind || rel.Times.IsZero() || rel.Times == unit.One {
			return
		}
		a, okA := number(s.Writer.Default.JSON)
		b, okB := number(s.Reader.Default.JSON)
		if !okA || !okB || a.Sign() <= 0 || b.Sign() <= 0 || a.Cmp(new(big.Rat).Mul(b, rel.Times.Rat())) == 0 {
			return
		}
		if a.Cmp(b) != 0 {
			return // the default changed otherwise, which is a finding of its own
		}
		f := p.Report(s, "the default of %s is %s on both sides, in %s for the writer and in %s for the reader", s.Path, clip(s.Reader.Default.JSON), spelled(w.Unit), spelled(r.Unit))
		pointDefaults(f, s)
		f.From, f.To = "default="+clip(s.Writer.Default.JSON)+" "+code(w.Unit), "default="+clip(s.Reader.Default.JSON)+" "+code(r.Unit)
		f.Sample = absent(p, s, s.Reader.Default.JSON, spelled(r.Unit)+", "+times(rel.Times, r.Unit.Unit))
	},
}

// number is a JSON number, exactly; ok is false for other values and for exponents that nobody writes, which would fill the memory.
func number(json string) (*big.Rat, bool) {
	if json == "" || len(json) > 40 || json[0] != '-' && (json[0] < '0' || json[0] > '9') {
		return nil, false
	}
	if i := strings.IndexAny(json, "eE"); i >= 0 && len(strings.TrimLeft(json[i+1:], "+-0")) > 3 {
		return nil, false
	}
	return new(big.Rat).SetString(json)
}
