package iceberg

import "github.com/schemavet/schemavet/compat"

var versionNew = &compat.Rule{
	ID:    "iceberg-version-new",
	Level: compat.Warning,
	Title: "The format version is not adopted yet",
	Why:   "What the new version adds was not looked at: the answer covers the adopted part only.",
	Spec:  "Iceberg table specification, Format Versioning",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(4, "", columns(0, "1 id! long")),
		Path:    "",
		Fixed:   metadata(3, "", columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"check the table again with a release that knows the version"},
}
