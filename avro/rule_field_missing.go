package avro

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var fieldMissingRule = &compat.Rule{
	ID: "avro-field-missing", Level: compat.Error, Since: "0.1", Mirror: "avro-value-dropped",
	Title: "The reader needs a field that was never written",
	Why:   "The reader cannot make the value up: every record of this writer is refused. Nullable is not enough, a field needs a default.",
	Spec:  "Avro 1.12, Schema Resolution, records",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"b","type":"int"}]}`,
		Path:    "R.b",
		Written: `{"a":1}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"b","type":["null","int"],"default":null}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"give {{field}} a default that means \"not recorded\": the type [\"null\", {{type}}] with default null",
		"release readers with that default, then let writers fill {{field}}",
		"drop the default only when the last data without {{field}} has left retention",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		var hints map[*compat.Site]string
		for _, kid := range s.Kids {
			f := missing(s, kid)
			if f == nil || misplacedFallback(f) {
				continue
			}
			if hints == nil {
				hints = missingHints(p, s)
			}
			found := p.Report(kid, "%s is never written by this writer, and the reader has no default for it%s", kid.Path, hints[kid])
			found.Fill("type", spelledType(f))
			found.Writer = s.Writer.At
			found.To = f.Type.Spelling() + " without default"
			prove(p, found, kid, "", kid.Cause, true)
		}
	},
}

// spelledType is the type of an optional field without null, as its schema spells it when that fits into a sentence.
func spelledType(f *Field) string {
	const most = 60
	slot := &f.Slot
	if f.Type.Kind == Union && f.Type.Bare() != nil {
		for i := range f.Type.Branches {
			if f.Type.Branches[i].Type.Kind != Null {
				slot = &f.Type.Branches[i]
			}
		}
	}
	if slot.Type.Kind == Union || slot.At.IsZero() {
		return "…"
	}
	text := slot.At.Raw()
	if len(text) > most || strings.ContainsAny(text, "\r\n\t") {
		return "…"
	}
	return text
}

// missingHints say, by reader's field, which written field it looks like.
func missingHints(p *compat.Pass, s *compat.Site) map[*compat.Site]string {
	hints := map[*compat.Site]string{}
	for _, like := range renamings(p, s) {
		if like.joinable {
			hints[like.filled] = "; " + told(like.written.Writer.Name) + " is (" + like.why + "), and an alias would join the two"
		}
	}
	return hints
}

// missing is the reader's field at kid when it is neither written nor has a default, nil otherwise.
func missing(s, kid *compat.Site) *Field {
	f := fieldOf(kid.Reader)
	w := typeAt(s.Writer)
	if kid.Writer != nil || f == nil || f.HasDefault() || w == nil || w.Bare() == nil || len(claimed(w.Bare(), f)) > 1 {
		return nil
	}
	return f
}
