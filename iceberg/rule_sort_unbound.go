package iceberg

import "github.com/schemavet/schemavet/compat"

var sortUnbound = &compat.Rule{
	ID:    "iceberg-sort-unbound",
	Level: compat.Error,
	Title: "The default sort order binds a column that is not there",
	Why:   "Engines refuse to load the table or to write to it.",
	Spec:  "Iceberg table specification, Sorting",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 9, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long")),
		Path:    "",
		Written: "a new row",
		Read:    "an error: the sort order has no source column",
		Fixed:   metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 1, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{"replace the sort order before its source column is dropped"},
}
