package avro

import "github.com/schemavet/schemavet/compat"

var orderChanged = &compat.Rule{
	ID: "avro-order-changed", Level: compat.Note, Since: "0.1",
	Title: "A field sorts in another order for the reader",
	Why:   "Values come through unchanged. Programs that compare or merge sorted records by the schema put them in another order.",
	Spec:  "Avro 1.12, Sort Order",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int","order":"descending"}]}`,
		Path:    "R.a",
		Written: `{"a":1}`,
		Read:    `{"a":1}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"a","type":"int","order":"ascending"}]}`, FixedIs: "reader",
	},
	Recipe: []string{"do not merge files that were sorted under the two schemas without sorting them again"},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r := fieldOf(s.Writer), fieldOf(s.Reader)
		if w == nil || r == nil || sortOrder(w) == sortOrder(r) {
			return
		}
		found := p.Report(s, "%s sorts %s as written and %s as read", s.Path, clip(sortOrder(w)), clip(sortOrder(r)))
		found.From, found.To = sortOrder(w), sortOrder(r)
	},
}

func sortOrder(f *Field) string {
	if f.Order == "" {
		return "ascending"
	}
	return f.Order
}
