package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var oldSpecUnbindable = &compat.Rule{
	ID:    "iceberg-old-spec-unbindable",
	Level: compat.Warning,
	Title: "A retired partition spec needs a dropped column",
	Why:   "Files of that spec are still there: Java 1.9 and engines on it throw in several places when they load the spec, by its transform; 1.11 and later read them.",
	Spec:  "Iceberg table specification, Partitioning",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, `"default-spec-id": 1, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": 2, "field-id": 1000, "name": "p", "transform": "bucket[8]"}]}, {"spec-id": 1, "fields": []}]`, columns(0, "1 id! long", "2 p string")),
		Reader:  metadata(2, `"default-spec-id": 1, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": 2, "field-id": 1000, "name": "p", "transform": "bucket[8]"}]}, {"spec-id": 1, "fields": []}]`, columns(0, "1 id! long")),
		Path:    "p",
		Written: "a file of spec 0",
		Read:    "an error in engines that bind every spec",
		Fixed:   metadata(2, "", columns(0, "1 id! long", "2 p string")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"rewrite the files of the old spec",
		"expire the snapshots that hold them, and remove the spec",
		"then drop {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o := dropped(p, s)
		if o == nil {
			return
		}
		current := pairOf(p).Younger().spec()
		eachInside(o, func(part *Field) {
			for _, spec := range specsOf(pairOf(p)) {
				if current != nil && spec.ID == current.ID || binds(spec.Fields, part.ID) == nil {
					continue
				}
				f := p.Report(s, "%s (field id %d) is dropped and partition spec %d, no longer the default, derives %s from it", part.Path, part.ID, spec.ID, quoted(binds(spec.Fields, part.ID).Name))
				f.Sample = &compat.Sample{Written: fmt.Sprintf("a file of partition spec %d", spec.ID), Read: "an error in engines that bind every spec when they load the table"}
			}
		})
	},
}
