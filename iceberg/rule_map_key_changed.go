package iceberg

import "github.com/schemavet/schemavet/compat"

var mapKeyChanged = &compat.Rule{
	ID:    "iceberg-map-key-changed",
	Level: compat.Error,
	Title: "The key of a map changes",
	Why:   "Only structs evolve: another key type or another field in a struct key changes which keys are equal, and all libraries refuse it.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "string", "value-required": false}`),
		Reader:  columns(1, "1 id! long", `2 m {"type": "map", "key-id": 3, "key": "long", "value-id": 4, "value": "string", "value-required": false}`),
		Path:    "m<key>",
		Written: "34",
		Read:    "",
		Fixed:   columns(1, "1 id! long", `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "string", "value-required": false}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a new map column with the new key and fill both",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || y.role() != Map || y.Name != "key" {
			return
		}
		what := keyChange(o, y)
		if what == "" {
			return
		}
		f := p.Report(s, "the key of the map %s changes: %s; only structs outside of keys evolve", y.Parent.Path, what)
		f.Sample = &compat.Sample{Written: "an entry under a key of " + o.Type.String(), Read: "libraries refuse the schema, or look the key up by other parts", Fails: true}
	},
}
