package iceberg

import "github.com/schemavet/schemavet/compat"

var metadataInvalid = &compat.Rule{
	ID:    "iceberg-metadata-invalid",
	Level: compat.Error,
	Title: "The metadata says what no table can be",
	Why:   "One id or name for two things: Java refuses to open the table, and others open it and take one thing for the other.",
	Spec:  "Iceberg table specification, Table Metadata Fields",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"snapshots": [{"snapshot-id": 7, "timestamp-ms": 0}, {"snapshot-id": 7, "timestamp-ms": 1}]`, columns(0, "1 id! long")),
		Path:    "",
		Written: "the table",
		Read:    "an error: engines that hold to the specification refuse the file",
		Fixed:   metadata(2, `"snapshots": [{"snapshot-id": 7, "timestamp-ms": 0}, {"snapshot-id": 8, "timestamp-ms": 1}]`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"restore the file from the catalog's copy, or have the engine write it again"},
}
