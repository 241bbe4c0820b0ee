package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var namesSwapped = &compat.Rule{
	ID:    "iceberg-names-swapped",
	Level: compat.Warning,
	Title: "Columns exchange their names",
	Why:   "Nothing fails anywhere: every consumer by name reads the other column from now on.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 a string", "3 b string"),
		Reader:  columns(1, "1 id! long", "2 b string", "3 a string"),
		Path:    "b",
		Written: "\"a\" in field id 2, called a",
		Read:    "\"a\", called b",
		Fixed:   columns(1, "1 id! long", "2 a string", "3 b string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"rename one step at a time through names that nobody uses, with all consumers moved in between",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.Name == y.Name || y.role() != Struct {
			return
		}
		other := namedBeside(pairOf(p), o, y.Name)
		if other == nil || other.ID == y.ID || pairOf(p).Reader.Schema.Field(other.ID) == nil {
			return
		}
		f := p.Report(s, "field id %d goes from %s to %s, the name that field id %d had: consumers by name read the other column", y.ID, o.Path, y.Path, other.ID)
		f.Sample = &compat.Sample{Written: fmt.Sprintf("%s in field id %d, under the name %s", sampleValue(other.Type), other.ID, y.Name), Read: fmt.Sprintf("what field id %d holds, under the name %s", y.ID, y.Name)}
		f.From, f.To = string(o.Path), string(y.Path)
	},
}
