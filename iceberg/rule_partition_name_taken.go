package iceberg

import "github.com/schemavet/schemavet/compat"

var partitionNameTaken = &compat.Rule{
	ID:    "iceberg-partition-name-taken",
	Level: compat.Error,
	Title: "A column has the name of a partition field that is derived from another one",
	Why:   "Java opens a table with all its partition specs, and refuses one whose field has the name of a column that is not its source: a column added as ts_day under day(ts), or the old name of an identity partition given to another column, stops every job on the table. PyIceberg refuses such a change, the specification and other libraries let it through.",
	Spec:  "Iceberg table specification, Partitioning",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, partitionedBy(1, "bucket[4]"), columns(0, "1 id! long", "2 p string")),
		Path:    "p",
		Written: "the table",
		Read:    "an error: a partition field and a column that is not its source have one name",
		Fixed:   metadata(2, partitionedBy(1, "bucket[4]"), columns(0, "1 id! long", "2 q string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"give {{field}} another name: ids stay, so old files are read as before",
		"or rename the partition field first, where the engine can, and remove the retired specs that have its name",
	},
}
