package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var defaultEpochZero = &compat.Rule{
	ID: "default-epoch-zero", Level: compat.Warning, Since: "0.1",
	Title:  "Old records happened on 1 January 1970",
	Why:    "Zero is a point in time like any other. Where no time was recorded the reader shows one, and the oldest records seem to be the ones that have none.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default; Timestamps",
	Mirror: "null-sentinel-replaced",
	Example: compat.Example{
		Format: "avro", Path: "Payment.settled",
		Writer:  payment(`{"name":"sku","type":"string"}`),
		Reader:  payment(`{"name":"sku","type":"string"},{"name":"settled","type":{"type":"long","logicalType":"timestamp-millis"},"default":0}`),
		Written: `{"id":"p1","sku":"a"}`, Read: `{"id":"p1","sku":"a","settled":0}`,
		Fixed: payment(`{"name":"sku","type":"string"},{"name":"settled","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"default":null}`), FixedIs: "reader",
	},
	Recipe: []string{"make {{field}} nullable with null as default"},
	Check: func(p *compat.Pass, s *compat.Site) {
		facts := filled(p, s)
		if facts == nil || facts.Default.Sense != meaning.DefaultEpoch {
			return
		}
		f := p.Report(s, "records that lack %s read as 1970-01-01", s.Path)
		pointDefaults(f, s)
		f.From, f.To = "absent", "default="+noted(s.Reader.Default)
		f.Sample = absent(p, s, s.Reader.Default.JSON, "1970-01-01")
	},
}
