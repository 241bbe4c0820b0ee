package iceberg

import "github.com/schemavet/schemavet/compat"

var schemaExpired = &compat.Rule{
	ID:    "iceberg-schema-expired",
	Level: compat.Error,
	Title: "A snapshot names a schema that is no longer there",
	Why:   "Time travel, tags and rollback to that snapshot fail: its schema was removed while it was still named.",
	Spec:  "Iceberg table specification, Table Metadata Fields",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "schema-id": 5}]`, columns(0, "1 id! long")),
		Path:    "",
		Written: "the rows of the snapshot",
		Read:    "an error: its schema is not in the metadata",
		Fixed:   metadata(2, `"snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "schema-id": 0}]`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"expire the snapshots first, then remove the schemas that nothing names"},
}
