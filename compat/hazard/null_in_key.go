package hazard

import "github.com/schemavet/schemavet/compat"

var nullInKey = &compat.Rule{
	ID: "null-in-key", Level: compat.Warning, Since: "0.1",
	Title:  "Null becomes a value of a declared key or metric",
	Why:    "Rows whose key is null join with nothing and fall out of <> and NOT IN; rows whose metric is null fall out of COUNT and AVG. Totals change although no value did.",
	Spec:   "Avro 1.12, Schema Resolution: if the reader's is a union but the writer's is not, the first matching branch is taken",
	Mirror: "null-added",
	Example: compat.Example{
		Format: "avro", Path: "Payment.customer",
		Writer:  payment(`{"name":"customer","type":"string"}`),
		Reader:  payment(`{"name":"customer","type":["null","string"],"default":null}`),
		Written: `{"id":"p1","customer":"c1"}`, Read: `{"id":"p1","customer":"c1"}`,
		Fixed: payment(`{"name":"customer","type":"string"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{field}} without null, or decide what takes null's place (COALESCE) in every query that joins or sums it",
		"write that rule into the doc of {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Nullable || !s.Reader.Nullable {
			return
		}
		switch r := known(p, s.Reader); {
		case r.Key:
			f := p.Report(s, "%s is declared as a key and may be null for the reader: such rows join with nothing, and neither = nor <> finds them", s.Path)
			f.From, f.To = "key not null", "key null"
			f.Sample = &compat.Sample{Written: "null, by a writer of the reader's version", Read: "null = null is not true: the row joins with nothing"}
		case r.Metric:
			f := p.Report(s, "%s is declared as a metric and may be null for the reader: AVG is taken over fewer rows, COUNT counts fewer", s.Path)
			f.From, f.To = "metric not null", "metric null"
			f.Sample = &compat.Sample{Written: "10 and null, by writers of the reader's version", Read: "AVG is 10 over one row, not 5 over two"}
		}
	},
}
