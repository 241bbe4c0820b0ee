package iceberg

import "github.com/schemavet/schemavet/compat"

var olderReader = &compat.Rule{
	ID:    "iceberg-older-reader",
	Level: compat.Note,
	Title: "A reader that stayed behind cannot read what is written now",
	Why:   "A job that holds on to an older schema fails on files of the younger one. Readers of the table itself use the current schema and are not affected.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Recipe: []string{
		"move the jobs that pin a schema before the table changes",
		"or let them read a tag, which keeps its own schema",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := pairOf(p)
		if pair == nil || !pair.Behind || pair.Bind != ByID && pair.Bind != "" || s.Does < compat.Depends {
			return
		}
		f := p.Report(s, "a reader that still has the older schema gets no value for %s: %s", s.Path, s.Cause)
		f.Sample = p.Trace.Sampler.Sample(s, "")
		if pair.Asked {
			f.Level = compat.Error
		}
	},
}
