package iceberg

import "github.com/schemavet/schemavet/compat"

var typeNarrowed = &compat.Rule{
	ID:    "iceberg-type-narrowed",
	Level: compat.Error,
	Title: "A column becomes narrower",
	Why:   "Files hold values that the narrower type cannot: a reader fails on them or cuts them off. Going back to an older schema after a promotion is the same.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 n long"),
		Reader:  columns(1, "1 id! long", "2 n int"),
		Path:    "n",
		Written: "3000000000",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 n long"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{reader}} out: leave {{field}} as {{writer}}",
		"if the narrow type is needed, add a new column and prove by the files' bounds that all values fit",
	},
	Check: func(p *compat.Pass, s *compat.Site) { reportRetype(p, s, narrowing) },
}
