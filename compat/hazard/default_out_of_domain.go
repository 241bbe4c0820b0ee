package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var defaultOutOfDomain = &compat.Rule{
	ID: "default-out-of-domain", Level: compat.Note, Since: "0.1",
	Title:  "A default lies outside the declared range",
	Why:    "It stands for \"no value\" then, and nothing says so: sums and averages take it for a number.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "default-in-domain",
	Example: compat.Example{
		Format: "avro", Path: "Payment.age",
		Writer:  payment(`{"name":"sku","type":"string"}`),
		Reader:  payment(`{"name":"sku","type":"string"},{"name":"age","type":"int","minimum":0,"maximum":150,"default":999}`),
		Written: `{"id":"p1","sku":"a"}`, Read: `{"id":"p1","sku":"a","age":999}`,
		Fixed: payment(`{"name":"sku","type":"string"},{"name":"age","type":["null","int"],"minimum":0,"maximum":150,"default":null}`), FixedIs: "reader",
	},
	Recipe: []string{"prefer null as the default of {{field}}, or list the value under sentinels: in schemavet.yaml"},
	Check: func(p *compat.Pass, s *compat.Site) {
		facts := filled(p, s)
		if facts == nil || facts.Default.Sense != meaning.DefaultBeyond {
			return
		}
		f := p.Report(s, "records that lack %s read as %s, outside the declared range", s.Path, noted(s.Reader.Default))
		pointDefaults(f, s)
		f.From, f.To = "absent", "default="+noted(s.Reader.Default)
		f.Sample = absent(p, s, s.Reader.Default.JSON, "")
	},
}
