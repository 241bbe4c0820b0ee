package iceberg

import "github.com/schemavet/schemavet/compat"

var elementReplaced = &compat.Rule{
	ID:    "iceberg-element-replaced",
	Level: compat.Error,
	Title: "The element, key or value of a collection gets another field id",
	Why:   "Readers select it by id: the values in the files belong to the old id and no reader of the new one finds them.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false}`),
		Reader:  columns(1, "1 id! long", `2 l {"type": "list", "element-id": 4, "element": "int", "element-required": false}`),
		Path:    "l[]",
		Written: "34",
		Read:    "",
		Fixed:   columns(1, "1 id! long", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep the element's field id",
		"for another element type add a new column",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.ID == y.ID {
			return
		}
		f := p.Report(s, "%s goes from field id %d to %d: what the files hold belongs to the old id", s.Path, o.ID, y.ID)
		f.Sample = p.Trace.Sampler.Sample(s, "")
	},
}
