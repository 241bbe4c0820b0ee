package iceberg

import "github.com/schemavet/schemavet/compat"

var boundElsewhere = &compat.Rule{
	ID:    "iceberg-bound-elsewhere",
	Level: compat.Error,
	Title: "A reader without field ids takes one column for another",
	Why:   "A consumer that goes by name or by position gets the values of another column, without an error.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Recipe: []string{
		"let the consumer read through Iceberg, by field id",
		"or make names and order the same in both schemas",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := pairOf(p)
		if pair == nil || !s.Lossy || pair.Bind != ByName && pair.Bind != ByPosition {
			return
		}
		w, f := fieldOf(s.Writer), fieldOf(s.Reader)
		found := p.Report(s, "%s %s takes %s (field id %d) for %s (field id %d)", "a reader", string(s.How), w.Path, w.ID, f.Path, f.ID)
		found.Sample = &compat.Sample{Written: sampleValue(w.Type) + " as " + string(w.Path), Read: promoted(sampleValue(w.Type), w.Type, f.Type) + " as " + string(f.Path)}
	},
}
