package iceberg

import "github.com/schemavet/schemavet/compat"

var partitionUnbound = &compat.Rule{
	ID:    "iceberg-partition-unbound",
	Level: compat.Error,
	Title: "The default partition spec binds a column that is not there",
	Why:   "Java refuses to load the table, and no writer can compute the partition of a row.",
	Spec:  "Iceberg table specification, Partitioning",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, partitionedBy(9, "identity"), columns(0, "1 id! long")),
		Path:    "",
		Written: "a new row",
		Read:    "an error: the partition has no source column",
		Fixed:   metadata(2, partitionedBy(1, "identity"), columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"replace the partition field before its source column is dropped"},
}
