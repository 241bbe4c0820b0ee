package avro

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/compat"
)

var nameNamespaceMoved = &compat.Rule{
	ID: "name-namespace-moved", Level: compat.Warning, Since: "0.1",
	Title: "Types have the same name in another namespace",
	Why: "By the specification only the unqualified name counts. Readers in Python, Java before 1.9, avsc in its strict mode and Redpanda's " +
		"check compare full names and refuse. Java's decoder stops applying field aliases.",
	Spec: "Avro 1.12, Schema Resolution; Names",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","namespace":"n1","fields":[{"name":"a","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","namespace":"n2","fields":[{"name":"a","type":"int"}]}`,
		Path:    "R",
		Written: `{"a":42}`,
		Read:    `{"a":42}`,
		Fixed:   `{"type":"record","name":"R","namespace":"n2","aliases":["n1.R"],"fields":[{"name":"a","type":"int"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"add the old full name as an alias: \"aliases\": [\"{{written}}\"]",
		"or leave the namespace as it is: nothing in the data needs the new one",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		type move struct{ from, to string }
		moved := map[move]*crossing{}
		var all []*crossing
		for _, c := range crossings(p, s) {
			if specification.namesMatch(c.w, c.r) != ByShortName || joined(c.w, c.r) {
				continue
			}
			m := move{namespaceOf(c.w.Name), namespaceOf(c.r.Name)}
			if first := moved[m]; first != nil {
				first.count++
				continue
			}
			c.count = 1
			moved[m] = c
			all = append(all, c)
		}
		for _, c := range all {
			types := fmt.Sprintf("%s is", clip(c.w.Name))
			switch {
			case c.count == 2:
				types = fmt.Sprintf("%s and 1 more type are", clip(c.w.Name))
			case c.count > 2:
				types = fmt.Sprintf("%s and %d more types are", clip(c.w.Name), c.count-1)
			}
			found := p.Report(c.site, "%s read as %s, of the same name in another namespace; readers that compare full names refuse: Python, Java before 1.9, avsc when strict, Redpanda's check",
				types, clip(c.r.Name))
			found.Fill("written", clip(c.w.Name))
			found.From, found.To = "namespace "+namespaceOf(c.w.Name), "namespace "+namespaceOf(c.r.Name)
			found.Runtimes = []string{"python", "java before 1.9", "avsc strict", "redpanda"}
		}
	},
}

// joined reports whether an alias of the reader's type is the writer's full name.
func joined(w, r *Type) bool { return w.Name == r.Name || slices.Contains(r.Aliases, w.Name) }
