package iceberg

import "github.com/schemavet/schemavet/compat"

var partitionFieldReused = &compat.Rule{
	ID:    "iceberg-partition-field-reused",
	Level: compat.Warning,
	Title: "A partition field id stands for two things",
	Why:   "From format version 2 on an id belongs to one source and one transform in all specs. Scans go by the spec of each manifest and do not notice; Java's metadata tables, position deletes and rewrites join all specs by id and fail: Conflicting partition fields.",
	Spec:  "Iceberg table specification, Partitioning: a partition field id is unique across all partition specs",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"default-spec-id": 1, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": 1, "field-id": 1000, "name": "p", "transform": "bucket[8]"}]}, {"spec-id": 1, "fields": [{"source-id": 1, "field-id": 1000, "name": "p", "transform": "bucket[16]"}]}]`, columns(0, "1 id! long")),
		Path:    "",
		Written: "a file of spec 0, in bucket 7 of 8",
		Read:    "an error in metadata tables, or bucket 7 of 16",
		Fixed:   metadata(2, `"default-spec-id": 1, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": 1, "field-id": 1000, "name": "p", "transform": "bucket[8]"}]}, {"spec-id": 1, "fields": [{"source-id": 1, "field-id": 1001, "name": "p", "transform": "bucket[16]"}]}]`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"give the new partition field an id above last-partition-id, before files are written with it",
		"else rewrite the files of one of the two specs, and let the snapshots that hold them expire",
	},
}
