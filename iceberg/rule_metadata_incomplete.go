package iceberg

import "github.com/schemavet/schemavet/compat"

var metadataIncomplete = &compat.Rule{
	ID:    "iceberg-metadata-incomplete",
	Level: compat.Error,
	Title: "The metadata lacks what its format version requires",
	Why:   "Java and other engines refuse to open the table.",
	Spec:  "Iceberg table specification, Table Metadata Fields",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"table-uuid": "d20125c8-7284-442c-9aea-15fee620737c", "location": "s3://b/t"`, columns(0, "1 id! long")),
		Path:    "",
		Written: "the table",
		Read:    "an error: engines that hold to the specification refuse the file",
		Fixed:   metadata(2, "", columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"restore the file from the catalog's copy, or have the engine write it again"},
}
