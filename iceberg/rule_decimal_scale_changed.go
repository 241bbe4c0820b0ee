package iceberg

import "github.com/schemavet/schemavet/compat"

var decimalScaleChanged = &compat.Rule{
	ID:    "iceberg-decimal-scale-changed",
	Level: compat.Error,
	Title: "A decimal changes its scale",
	Why:   "The files store unscaled numbers: a reader that accepts the change reads 1.23 as 0.0123.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 m decimal(9, 2)"),
		Reader:  columns(1, "1 id! long", "2 m decimal(18, 4)"),
		Path:    "m",
		Written: "\"1.11\"",
		Read:    "",
		Fixed:   columns(1, "1 id! long", "2 m decimal(18, 2)"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a column with the new scale beside {{field}} and fill both",
		"backfill it from {{field}}, reconcile by key",
		"drop {{field}} when no reader asks for it any more",
	},
	Check: func(p *compat.Pass, s *compat.Site) { reportRetype(p, s, scaleChange) },
}
