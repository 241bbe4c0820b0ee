package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

var defaultInDomain = &compat.Rule{
	ID: "default-in-domain", Level: compat.Note, Since: "0.1",
	Title: "Old records get a value that somebody could have meant",
	Why: "Where nothing was recorded the reader sees a plausible value, and no query can tell the two apart. It is a warning where " +
		"the field states the unit that it measures in, or is declared as a key or a metric: counts and averages over the history change.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "default-out-of-domain",
	Example: compat.Example{
		Format: "avro", Path: "Payment.quantity",
		Writer:  payment(`{"name":"sku","type":"string"}`),
		Reader:  payment(`{"name":"sku","type":"string"},{"name":"quantity","type":"int","default":1}`),
		Written: `{"id":"p1","sku":"a"}`, Read: `{"id":"p1","sku":"a","quantity":1}`,
		Fixed: payment(`{"name":"sku","type":"string"},{"name":"quantity","type":["null","int"],"default":null}`), FixedIs: "reader",
	},
	Recipe: []string{
		"give {{field}} null as default, or a value that no writer stores",
		"or say under meanings: in schemavet.yaml what the default means (default: in-domain)",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		facts := filled(p, s)
		if facts == nil || facts.Default.Sense != meaning.DefaultDomain && facts.Default.Sense != meaning.DefaultZero && facts.Default.Sense != meaning.DefaultFlag {
			return
		}
		f := p.Report(s, "records that lack %s read as %s, which a writer could have meant", s.Path, noted(s.Reader.Default))
		if facts.Key || facts.Metric || measured(facts) {
			f.Level = compat.Warning
		}
		pointDefaults(f, s)
		f.From, f.To = "absent", "default="+noted(s.Reader.Default)
		f.Sample = absent(p, s, s.Reader.Default.JSON, "")
	},
}

// measured reports whether the field is declared to hold a measured quantity: a made-up temperature or price is a false one, where a
// made-up setting may be the right one.
func measured(facts *meaning.Facts) bool {
	return facts.Unit != nil && facts.Unit.Confidence >= meaning.Slot && facts.Unit.Known() && facts.Unit.Kind != unit.None
}
