package iceberg

import "github.com/schemavet/schemavet/compat"

var snapshotMissing = &compat.Rule{
	ID:    "iceberg-snapshot-missing",
	Level: compat.Error,
	Title: "A ref or the current snapshot id names a snapshot that is not there, or not the one it must",
	Why:   "Engines refuse to open the table or the branch.",
	Spec:  "Iceberg table specification, Snapshot References",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"current-snapshot-id": 8, "snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "schema-id": 0}]`, columns(0, "1 id! long")),
		Path:    "",
		Written: "the rows of the snapshot",
		Read:    "an error: the snapshot is not in the metadata",
		Fixed:   metadata(2, `"current-snapshot-id": 7, "snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "schema-id": 0}]`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"remove the ref or set it right, or restore the metadata file that has the snapshot"},
}
