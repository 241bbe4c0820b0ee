package avro

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var fixedSize = &compat.Rule{
	ID: "avro-fixed-size", Level: compat.Error, Since: "0.1",
	Title: "A fixed has another size for the reader",
	Why:   "A fixed is its bytes and nothing else, so two sizes never match; every record that holds one is refused.",
	Spec:  "Avro 1.12, Schema Resolution, fixed",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"fixed","name":"F","size":2}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"fixed","name":"F","size":3}}]}`,
		Path:    "R.v",
		Written: `{"v":"\u0001\u0002"}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"fixed","name":"F","size":2}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep the size, and add a field with a fixed of another name for the new one",
		"bytes with a note in \"doc\" is the type for values whose length may change",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, c := range crossings(p, s) {
			if c.w.Kind != Fixed || c.w.Size == c.r.Size || specification.namesMatch(c.w, c.r) == "" {
				continue
			}
			found := p.Report(c.site, "%s is written in %d bytes and read in %d%s", c.site.Path, c.w.Size, c.r.Size, c.elsewhere())
			found.From, found.To = fmt.Sprint(c.w.Size), fmt.Sprint(c.r.Size)
			prove(p, found, c.site, "", fmt.Sprintf("%d bytes cannot be read as %d", c.w.Size, c.r.Size), true)
		}
	},
}
