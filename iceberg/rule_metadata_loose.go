package iceberg

import "github.com/schemavet/schemavet/compat"

var metadataLoose = &compat.Rule{
	ID:    "iceberg-metadata-loose",
	Level: compat.Warning,
	Title: "Parts of the metadata are not as Java asks for them",
	Why:   "A sort field without direction, a ref without type, a property that is no string: some libraries pass over it, and Java refuses to open the table.",
	Spec:  "Iceberg table specification, Appendix C, JSON serialization",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(1, `"location": "s3://b/t", "table-uuid": "d20125c8-7284-442c-9aea-15fee620737c", "last-updated-ms": 0, "last-column-id": 1, "partition-spec": [], "properties": {"owner": 7}`, columns(0, "1 id! long")),
		Path:    "",
		Written: "the table",
		Read:    "an error in Java; the same table elsewhere",
		Fixed:   metadata(1, `"location": "s3://b/t", "table-uuid": "d20125c8-7284-442c-9aea-15fee620737c", "last-updated-ms": 0, "last-column-id": 1, "partition-spec": [], "properties": {"owner": "7"}`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"have the engine that owns the table write the file again"},
}
