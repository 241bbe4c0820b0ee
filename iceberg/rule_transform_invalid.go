package iceberg

import "github.com/schemavet/schemavet/compat"

var transformInvalid = &compat.Rule{
	ID:    "iceberg-transform-invalid",
	Level: compat.Error,
	Title: "A transform does not apply to its source column",
	Why:   "No writer can compute the value: the transform is not defined for the type, or the column stands in a list or map.",
	Spec:  "Iceberg table specification, Partition Transforms",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, partitionedBy(1, "hour"), columns(0, "1 d! date")),
		Path:    "d",
		Written: "a new row",
		Read:    "an error: the transform is not defined for the column",
		Fixed:   metadata(2, partitionedBy(1, "day"), columns(0, "1 d! date")),
		FixedIs: "reader",
	},
	Recipe: []string{"choose a transform that the specification defines for the type"},
}
