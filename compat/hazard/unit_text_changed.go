package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var unitTextChanged = &compat.Rule{
	ID: "unit-text-changed", Level: compat.Warning, Since: "0.1",
	Title: "A unit that cannot be parsed is spelled otherwise",
	Why: "The text where the unit stands changed and at least one of the two spellings is no unit that schemavet knows, so it cannot " +
		"say whether the number still means the same. The same goes for logical types that no reader heeds.",
	Spec:   "Avro 1.12, Logical Types: an unknown or invalid logical type is ignored, and the underlying type is read",
	Mirror: "unit-text-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  payment(`{"name":"amount","type":{"type":"long","logicalType":"acme-lots"}}`),
		Reader:  payment(`{"name":"amount","type":{"type":"long","logicalType":"acme-batches"}}`),
		Written: `{"id":"p1","amount":1999}`, Read: `{"id":"p1","amount":1999}`,
		Fixed:   payment(`{"name":"amount","type":{"type":"long","logicalType":"acme-lots"},"doc":"As sold."}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"state the unit of both versions in a form that parses: \"unit\": \"uV\" on the field, or a row under meanings: in schemavet.yaml",
		"if the unit did change, leave {{field}} as it was and add a new field",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		c := unitChange(p, s)
		switch c.class {
		case textChanged:
			f := p.Report(s, "the unit of %s is %s as written and %s as read (%s → %s); at least one of them cannot be parsed", s.Path, spelled(c.w), spelled(c.r), source(c.w), source(c.r))
			f.Level, f.From, f.To = c.level, code(c.w), code(c.r)
			pointUnits(f, s, c.w, c.r)
			f.Sample = unitSample(p, s, c)
		case mislabelled:
			from, to := label(&s.Writer.Says), label(&s.Reader.Says)
			f := p.Report(s, "%s is labelled with the logical type %q as written and %q as read, which decoders ignore: the value is the same, what people take it for is not", s.Path, clip(from), clip(to))
			pointMember(f, s, "logicalType")
			f.From, f.To = "logicalType="+clip(from), "logicalType="+clip(to)
			value := "" // a text's own
			if carrier(s.Writer).Numeric() {
				value = example(nil, carrier(s.Writer))
			}
			f.Sample = prove(p, s, value, fmt.Sprintf("labelled %q", clip(from)), fmt.Sprintf("labelled %q", clip(to)))
		}
	},
}
