package hazard

import "github.com/schemavet/schemavet/compat"

var unitTagChanged = &compat.Rule{
	ID: "unit-tag-changed", Level: compat.Error, Since: "0.1",
	Title:  "The declared meaning of a number is another one",
	Why:    "Net and gross, list price and paid price are amounts in one unit. Only a tag can tell them apart, and the tag changed.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define never change how data is read",
	Mirror: "unit-tag-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  payment(`{"name":"amount","type":"long","unit":"USD","meaning":"net-of-tax"}`),
		Reader:  payment(`{"name":"amount","type":"long","unit":"USD","meaning":"tax-included"}`),
		Written: `{"id":"p1","amount":1999}`, Read: `{"id":"p1","amount":1999}`,
		Fixed: payment(`{"name":"amount","type":"long","unit":"USD","meaning":"net-of-tax","doc":"Before tax."}`), FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if !ok || w.Tag == nil || r.Tag == nil || w.Tag.Value == r.Tag.Value {
			return
		}
		f := p.Report(s, "%s means %q as written and %q as read", s.Path, clip(w.Tag.Value), clip(r.Tag.Value))
		f.Writer, f.Reader = where(s.Writer, &w.Tag.Evidence), where(s.Reader, &r.Tag.Evidence)
		f.From, f.To = "meaning="+clip(w.Tag.Value), "meaning="+clip(r.Tag.Value)
		f.Sample = prove(p, s, example(w.Unit, carrier(s.Writer)), clip(w.Tag.Value), clip(r.Tag.Value))
	},
}
