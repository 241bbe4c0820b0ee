package iceberg

import "github.com/schemavet/schemavet/compat"

var boundRefused = &compat.Rule{
	ID:    "iceberg-bound-refused",
	Level: compat.Error,
	Title: "A reader without field ids gets no value",
	Why:   "A consumer that goes by name, by position or by the name mapping finds no column, or one of another type.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Recipe: []string{
		"let the consumer read through Iceberg, by field id",
		"or keep names, order and mapping as the files have them",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := pairOf(p)
		if pair != nil && pair.Asked && s == p.Trace.Root && pair.Reader.Schema.Unnumbered { // a history is told of its files
			f := p.Report(s, unnumbered)
			f.Sample = &compat.Sample{Written: "a value in a column", Read: "no value: the reader has no ids to ask for columns by", Fails: true}
			return
		}
		if pair == nil || pair.Bind == ByID || pair.Bind == "" || s.Does < compat.Depends {
			return
		}
		f := p.Report(s, "a reader that binds by %s gets no value for %s: %s", string(pair.Bind), s.Path, s.Cause)
		f.Sample = p.Trace.Sampler.Sample(s, "")
	},
}
