package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullSentinelChanged = &compat.Rule{
	ID: "null-sentinel-changed", Level: compat.Warning, Since: "0.1",
	Title: "Another value stands for \"no value\"",
	Why: "Old records hold the one value, new ones the other, and each version takes the other's marker for a number: ages of -1 enter the " +
		"average, and a true 0 is taken for unknown.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "null-sentinel-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.age",
		Writer:  payment(`{"name":"age","type":"int","doc":"Age of the payer, -1 when unknown"}`),
		Reader:  payment(`{"name":"age","type":"int","doc":"Age of the payer, 0 when unknown"}`),
		Written: `{"id":"p1","age":-1}`, Read: `{"id":"p1","age":-1}`,
		Fixed: payment(`{"name":"age","type":"int","doc":"Age of the payer; -1 if it is not known"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep the old value for \"no value\" in {{field}}, and list it under sentinels: in schemavet.yaml",
		"or add a new nullable field, backfill it with null where {{field}} holds the old value, and compare by key",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Nullable != s.Reader.Nullable {
			return
		}
		w, r := known(p, s.Writer), known(p, s.Reader)
		from, to := declaredSentinels(w), declaredSentinels(r)
		if len(from) == 0 || len(to) == 0 || followsUnit(w, r, from[0].Value, to[0].Value) {
			return
		}
		for _, a := range from {
			for _, b := range to {
				if canonical(a.Value) == canonical(b.Value) {
					return
				}
			}
		}
		value := from[0].Value
		f := p.Report(s, "%s says \"no value\" by %s as written and by %s as read", s.Path, clip(value), clip(to[0].Value))
		f.Writer, f.Reader = where(s.Writer, &from[0].Evidence), where(s.Reader, &to[0].Evidence)
		f.From, f.To = "none="+clip(value), "none="+clip(to[0].Value)
		if strings.ContainsAny(value, "NI") { // NaN and the infinities have no number to show
			f.Sample = &compat.Sample{Written: clip(value) + " (no value)", Read: clip(value) + " (a value like any other)"}
			return
		}
		f.Sample = prove(p, s, value, "no value", "a value like any other")
	},
}

// declaredSentinels are the values that a doc or the configuration says stand for no value.
func declaredSentinels(f *meaning.Facts) []meaning.Sentinel {
	var all []meaning.Sentinel
	for _, v := range f.Sentinels {
		if v.Source == meaning.FromDocSlot || v.Source == meaning.FromConfig {
			all = append(all, v)
		}
	}
	return all
}
