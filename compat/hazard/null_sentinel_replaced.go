package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullSentinelReplaced = &compat.Rule{
	ID: "null-sentinel-replaced", Level: compat.Warning, Since: "0.1",
	Title: "Null takes the place of a value that stood for \"no value\"",
	Why: "Old records hold the value, new ones hold null. A sum over both counts -1 as a number, NaN spreads, and a filter for the one " +
		"misses the other.",
	Spec:   "Avro 1.12, Schema Resolution: a reader's field that was not written takes the reader's default",
	Mirror: "null-sentinel-introduced",
	Example: compat.Example{
		Format: "avro", Path: "Payment.length",
		Writer:  payment(`{"name":"length","type":"int","default":-1,"doc":"Characters in the message (-1 if unknown)"}`),
		Reader:  payment(`{"name":"length","type":["null","int"],"default":null,"doc":"Characters in the message (null if unknown)"}`),
		Written: `{"id":"p1","length":-1}`, Read: `{"id":"p1","length":-1}`,
		Fixed: payment(`{"name":"length","type":"int","default":-1,"doc":"Characters in the message, -1 if not known"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"let every reader of {{field}} take the old value and null for the same, for as long as both are read",
		"or turn the old value into null in a backfill, and compare by key before and after",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if defaultTurn(p, s) != sentinelToNull {
			return
		}
		value := sentinelOf(known(p, s.Writer), s.Writer)
		f := p.Report(s, "%s says \"no value\" by %s as written and by null as read: records of the two versions hold the one or the other", s.Path, clip(value))
		pointDefaults(f, s)
		f.From, f.To = "none="+clip(value), "none=null"
		f.Sample = prove(p, s, value, "no value", "")
		f.Sample.Read = clip(value) + ", a number to SUM and AVG, which leave null out"
		if c := carrier(s.Writer); !c.Numeric() {
			f.Sample.Read = clip(value) + ", which IS NULL does not find"
		}
	},
}

// sentinelOf is the value that stands for "no value" on a side, as JSON.
func sentinelOf(facts *meaning.Facts, n *compat.Node) string {
	if n.Default != nil && n.Default.JSON != "null" {
		return n.Default.JSON
	}
	if len(facts.Sentinels) > 0 {
		return facts.Sentinels[0].Value
	}
	return "null"
}
