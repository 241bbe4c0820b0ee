package hazard

import "github.com/schemavet/schemavet/compat"

var textEventChanged = &compat.Rule{
	ID: "text-event-changed", Level: compat.Note, Since: "0.1", Quiet: true,
	Title:  "The doc names another event",
	Why:    "Unit and type stay, but the sentence exchanges one defining word: a time of submission is no time of starting. Most such edits are corrections, so this is only shown when asked for.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "text-event-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.time",
		Writer:  payment(`{"name":"time","type":"double","doc":"Timestamp in UTC (s) when the questionnaire is submitted to the subject."}`),
		Reader:  payment(`{"name":"time","type":"double","doc":"Timestamp in UTC (s) when the questionnaire is started by the subject."}`),
		Written: `{"id":"p1","time":1.5}`, Read: `{"id":"p1","time":1.5}`,
		Fixed: payment(`{"name":"time","type":"double","doc":"Time stamp in UTC (s) when the questionnaire is submitted to the subject"}`), FixedIs: "reader",
	},
	Recipe: []string{"if the event did change, give it a field of its own"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Says.Doc == s.Reader.Says.Doc || s.Writer.Says.Doc == "" || s.Reader.Says.Doc == "" {
			return
		}
		from, to, ok := rated(s.Writer.Says.Doc, s.Reader.Says.Doc)
		if !ok {
			if c := unitChange(p, s); c.class != steady {
				return
			}
			if contrary(s.Writer.Says.Doc, s.Reader.Says.Doc) {
				return // text-opposite-changed says so
			}
			for _, t := range [...]*topic{aStatistic, aPeriod, aReference} {
				if was, is := t.changed(s.Writer.Says.Doc, s.Reader.Says.Doc); was != is {
					return // number-statistic-changed says so, unit-window-changed, number-reference-changed
				}
			}
			from, to, ok = swapped(s.Writer.Says.Doc, s.Reader.Says.Doc)
		}
		if ok {
			f := p.Report(s, "the doc of %s says %q for the writer and %q for the reader", s.Path, clip(from), clip(to))
			pointMember(f, s, "doc")
			f.From, f.To = "doc="+clip(from), "doc="+clip(to)
		}
	},
}
