package iceberg

import "github.com/schemavet/schemavet/compat"

var physicalType = &compat.Rule{
	ID:    "iceberg-physical-type",
	Level: compat.Note,
	Title: "Files of one column now hold different physical types",
	Why:   "A decimal is stored as a 32-bit, 64-bit or fixed value by its precision: readers that decode by the current type only must not be used on old files.",
	Spec:  "Iceberg table specification, Appendix A, Parquet: decimals",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 m decimal(9, 2)"),
		Reader:  columns(1, "1 id! long", "2 m decimal(18, 2)"),
		Path:    "m",
		Written: "\"1.11\", in 32 bits",
		Read:    "\"1.11\"",
		Fixed:   columns(1, "1 id! long", "2 m decimal(9, 2)"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"check consumers that read the files without Iceberg",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if !ownStep(p) || o == nil || y == nil || o.Type.Kind != Decimal || retyped(o, y, versionOf(p)) != promotion || decimalStore(o.Type) == decimalStore(y.Type) {
			return
		}
		f := p.Report(s, "%s goes from %s to %s: old Parquet files store it as %s, new ones as %s", s.Path, o.Type, y.Type, decimalStore(o.Type), decimalStore(y.Type))
		f.Sample = &compat.Sample{Written: sampleValue(o.Type) + " as " + decimalStore(o.Type), Read: sampleValue(o.Type)}
	},
}
