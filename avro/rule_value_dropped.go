package avro

import "github.com/schemavet/schemavet/compat"

var valueDropped = &compat.Rule{
	ID: "avro-value-dropped", Level: compat.Note, Since: "0.1", Mirror: "avro-field-missing",
	Title: "The reader does not ask for a written field",
	Why:   "The value is skipped. That is safe for reading, but a program that reads records and writes them again loses it for good.",
	Spec:  "Avro 1.12, Schema Resolution, records",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"note","type":"string"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}`,
		Path:    "R.note",
		Written: `{"a":1,"note":"written"}`,
		Read:    `{"a":1}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"note","type":"string"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"check that no program reads with this schema and writes the record on",
		"before writers stop writing {{field}}: readers without a default for it fail then",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		var taken map[string]bool
		for _, kid := range s.Kids {
			if kid.Reader != nil || kid.Writer == nil {
				continue
			}
			if taken == nil {
				taken = toldOf(p, s)
			}
			if taken[kid.Writer.Name] {
				continue
			}
			found := p.Report(kid, "%s is written and this reader does not ask for it", kid.Path)
			found.From, found.To = "written", "not read"
		}
	},
}

// toldOf are the written fields of which another finding already says that they are not read: renamed, or claimed by a reader's
// field that claims others too.
func toldOf(p *compat.Pass, s *compat.Site) map[string]bool {
	names := map[string]bool{}
	for _, like := range renamings(p, s) {
		if like.level() != compat.Off {
			names[like.written.Writer.Name] = true
		}
	}
	w, _, ok := single(s)
	for _, kid := range s.Kids {
		if f := fieldOf(kid.Reader); ok && f != nil && kid.Does == compat.Refuse && w.Kind == Record {
			for _, name := range claimed(w, f) {
				names[name] = true
			}
		}
	}
	return names
}
