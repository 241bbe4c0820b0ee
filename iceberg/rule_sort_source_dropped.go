package iceberg

import "github.com/schemavet/schemavet/compat"

var sortSourceDropped = &compat.Rule{
	ID:    "iceberg-sort-source-dropped",
	Level: compat.Error,
	Title: "A column is dropped that the default sort order needs",
	Why:   "Java, iceberg-go and Trino refuse the change; tables where it got through do not load.",
	Spec:  "Iceberg table specification, Sorting: source columns are selected by ids from the table's schema",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long", "2 p string")),
		Reader:  metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long")),
		Path:    "p",
		Written: "\"a\"",
		Read:    "",
		Fixed:   metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long", "2 p string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"replace the sort order first",
		"then drop {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := dropped(p, s)
		if y == nil || pairOf(p).Younger().Table == nil {
			return
		}
		order := pairOf(p).Younger().Table.DefaultOrder
		eachInside(y, func(part *Field) {
			if order == nil || binds(order.Fields, part.ID) == nil {
				return
			}
			f := p.Report(s, "%s (field id %d) is dropped and sort order %d, the default, sorts by it", part.Path, part.ID, order.ID)
			f.Sample = &compat.Sample{Written: "a new row", Read: "no sort key: the order's source column is gone", Fails: true}
		})
	},
}
