package hazard

import "github.com/schemavet/schemavet/compat"

var nullSentinelIntroduced = &compat.Rule{
	ID: "null-sentinel-introduced", Level: compat.Warning, Since: "0.1",
	Title: "A value takes the place of null",
	Why: "What was plainly not there now looks like a value, and every query over the field has to know that it is none. Where a retained " +
		"version lacks the field, its records show the value at once.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "null-sentinel-replaced",
	Example: compat.Example{
		Format: "avro", Path: "Payment.country",
		Writer:  payment(`{"name":"country","type":["null","string"],"default":null}`),
		Reader:  payment(`{"name":"country","type":["string","null"],"default":"UNKNOWN"}`),
		Written: `{"id":"p1","country":null}`, Read: `{"id":"p1","country":null}`,
		Fixed: payment(`{"name":"country","type":["null","string"],"default":null,"doc":"Of the card."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep null for \"no value\" in {{field}}",
		"if a value must stand for it, put it into a new field and list it under sentinels: in schemavet.yaml",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) != nullToSentinel {
			return
		}
		value := sentinelOf(known(p, s.Reader), s.Reader)
		f := p.Report(s, "%s says \"no value\" by null as written and by %s as read", s.Path, clip(value))
		if old := lacking(p, s.Path); len(old) > 0 {
			f.Level = compat.Error
			f.Message += ": records of " + versions(old) + " lack the field and read as that value"
		}
		pointDefaults(f, s)
		f.From, f.To = "none=null", "none="+clip(value)
		f.Sample = absent(p, s, value, "the writer's version reads null")
	},
}
