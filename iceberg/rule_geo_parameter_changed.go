package iceberg

import "github.com/schemavet/schemavet/compat"

var geoParameterChanged = &compat.Rule{
	ID:    "iceberg-geo-parameter-changed",
	Level: compat.Error,
	Title: "A geometry or geography changes its reference system",
	Why:   "Coordinates are plain numbers: degrees would be read as metres, and no promotion exists.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long", "2 g geometry(OGC:CRS84)")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 g geometry(EPSG:3857)")),
		Path:    "g",
		Written: "a geometry value",
		Read:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 g geometry(OGC:CRS84)")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a column with the new reference system and transform the coordinates into it",
	},
	Check: func(p *compat.Pass, s *compat.Site) { reportRetype(p, s, parameterChange) },
}
