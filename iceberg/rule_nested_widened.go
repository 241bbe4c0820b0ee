package iceberg

import "github.com/schemavet/schemavet/compat"

var nestedWidened = &compat.Rule{
	ID:    "iceberg-nested-widened",
	Level: compat.Note,
	Title: "A struct inside a list or map gets another column",
	Why:   "Engines show it by a longer name (element.b, value.b) and flatten it each in its own way: code generated for the element must follow.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", `2 m {"type": "map", "key-id": 3, "key": "string", "value-id": 4, "value": {"type": "struct", "fields": [{"id": 5, "name": "a", "required": false, "type": "int"}]}, "value-required": false}`),
		Reader:  columns(1, "1 id! long", `2 m {"type": "map", "key-id": 3, "key": "string", "value-id": 4, "value": {"type": "struct", "fields": [{"id": 5, "name": "a", "required": false, "type": "int"}, {"id": 6, "name": "b", "required": false, "type": "int"}]}, "value-required": false}`),
		Path:    "m{}.b",
		Written: "nothing",
		Read:    "null",
		Fixed:   columns(1, "1 id! long"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"regenerate what was generated from the element's schema",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		y := added(p, s)
		if !ownStep(p) || y == nil || s.How == byParentDefault || y.Parent == nil || !insideCollection(y) || insideKey(y) || y.role() != Struct {
			return
		}
		p.Report(s, "%s (field id %d) is added inside the %s of a collection", s.Path, y.ID, y.Parent.Name)
	},
}
