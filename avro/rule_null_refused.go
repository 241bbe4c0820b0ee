package avro

import "github.com/schemavet/schemavet/compat"

var nullRefused = &compat.Rule{
	ID: "avro-null-refused", Level: compat.Error, Since: "0.1",
	Title: "The writer may write null, which the reader does not take",
	Why: "Records that hold a value are read; the first one that holds null is refused. A default does not help: it stands in for " +
		"what was not written, and null was. Most checkers refuse the whole pair.",
	Spec: "Avro 1.12, Schema Resolution, unions",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":["null","int"]}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":"int"}]}`,
		Path:    "R.v",
		Written: `{"v":null}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":["null","int"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep null in the reader's {{field}} as long as data that holds it is retained",
		"to be rid of it: let writers stop, rewrite or expire the data, count the nulls that are left, then narrow the reader",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		around(p, s, func(up, s *compat.Site) {
			w, r := typeAt(s.Writer), declared(p, up, s)
			if w == nil || r == nil || w.Kind != Union || !w.Nullable() || r.Nullable() || patched(s.Writer) || patched(s.Reader) {
				return
			}
			if wb, rb, ok := single(s); ok && promotion(wb.Kind, rb.Kind) == impossible || !ok && s.Does == compat.Refuse && len(w.Branches) > 1 {
				// Nothing else gets through either, and that is said already.
				return
			}
			found := p.Report(s, "%s may be written as null, which this reader's %s does not take", s.Path, takes(r))
			found.From, found.To = "nullable", "not nullable"
			prove(p, found, s, "null", "null cannot be read as "+r.Spelling(), true)
		})
	},
}
