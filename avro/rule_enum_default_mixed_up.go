package avro

import (
	"strconv"

	"github.com/schemavet/schemavet/compat"
)

var enumDefaultMixedUp = &compat.Rule{
	ID: "enum-default-mixed-up", Level: compat.Error, Since: "0.1",
	Title: "The default of an enum and the default of its field are mixed up",
	Why: "A field's default stands in when nothing was written. An enum's default stands in when an unknown symbol was. Neither does the " +
		"work of the other, so the reader fails where its author thought it was covered.",
	Spec: "Avro 1.12, Schema Resolution, enums and records",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B","C"]}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B"]},"default":"A"}]}`,
		Path:    "R.v",
		Written: `{"v":"C"}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B","C"]},"default":"A"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"write \"default\": \"{{symbol}}\" {{where}}; at both places where both cases occur",
		"choose a symbol that says \"not known\": readers cannot tell a default from a written value",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, c := range crossings(p, s) {
			lost, fallback := lostSymbols(c), fieldFallback(c)
			if len(lost) == 0 || fallback == "" {
				continue
			}
			enum := clip(c.r.ShortName())
			found := p.Report(c.site, "%s may be written as %s, which this reader's %s lacks; its default %s stands on the field, where it only replaces what was not written%s",
				c.site.Path, list(lost), enum, clip(fallback), c.elsewhere())
			found.Fill("symbol", fallback, "where", "inside the enum "+enum+", beside \"symbols\"")
			reportSymbols(found, c, lost)
			prove(p, found, c.site, strconv.Quote(lost[0]), "the reader's "+enum+" has no symbol "+clip(lost[0]), true)
		}
		for _, kid := range s.Kids {
			f := missing(s, kid)
			if f == nil || !misplacedFallback(f) {
				continue
			}
			fallback := f.Type.Bare().Fallback
			found := p.Report(kid, "%s is never written by this writer, and its default %s stands inside the enum, where it only replaces unknown symbols",
				kid.Path, clip(fallback))
			found.Fill("symbol", fallback, "where", "on the field "+clip(f.Name)+", beside its \"type\"")
			found.Writer = s.Writer.At
			found.From, found.To = "", f.Type.Spelling()+" without default"
			prove(p, found, kid, "", kid.Cause, true)
		}
	},
}

// misplacedFallback reports whether a field without a default has an enum that has one.
func misplacedFallback(f *Field) bool {
	bare := f.Type.Bare()
	return bare != nil && bare.Kind == Enum && bare.Fallback != ""
}
