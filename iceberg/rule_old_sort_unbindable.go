package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var oldSortUnbindable = &compat.Rule{
	ID:    "iceberg-old-sort-unbindable",
	Level: compat.Warning,
	Title: "A retired sort order needs a dropped column",
	Why:   "Engines that bind every sort order when they load the table refuse it.",
	Spec:  "Iceberg table specification, Sorting",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, `"default-sort-order-id": 0, "sort-orders": [{"order-id": 0, "fields": []}, {"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long", "2 p string")),
		Reader:  metadata(2, `"default-sort-order-id": 0, "sort-orders": [{"order-id": 0, "fields": []}, {"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, columns(0, "1 id! long")),
		Path:    "p",
		Written: "a table with sort order 1",
		Read:    "an error in engines that bind every order",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 p string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"check that each engine loads tables with an order that does not bind",
		"then drop {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o := dropped(p, s)
		if o == nil || pairOf(p).Younger().Table == nil {
			return
		}
		t := pairOf(p).Younger().Table
		eachInside(o, func(part *Field) {
			for _, order := range t.Orders {
				if order == t.DefaultOrder || binds(order.Fields, part.ID) == nil {
					continue
				}
				f := p.Report(s, "%s (field id %d) is dropped and sort order %d, no longer the default, sorts by it", part.Path, part.ID, order.ID)
				f.Sample = &compat.Sample{Written: fmt.Sprintf("a table with sort order %d", order.ID), Read: "an error in engines that bind every order when they load the table"}
			}
		})
	},
}
