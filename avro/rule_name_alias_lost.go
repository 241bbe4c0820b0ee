package avro

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

var nameAliasLost = &compat.Rule{
	ID: "name-alias-lost", Level: compat.Error, Since: "0.1",
	Title: "A field alias stops working because the record moved",
	Why: "Java's checker and every registry built on it call the pair compatible. Java's decoder looks up field aliases by the record's full " +
		"name, finds none after a move, and takes the default or fails.",
	Spec: "Avro 1.12, Aliases",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","namespace":"n1","fields":[{"name":"x","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","namespace":"n2","fields":[{"name":"y","type":"int","aliases":["x"],"default":-1}]}`,
		Path:    "R.y",
		Written: `{"x":42}`,
		Read:    `{"y":-1}`,
		Fixed:   `{"type":"record","name":"R","namespace":"n2","aliases":["n1.R"],"fields":[{"name":"y","type":"int","aliases":["x"],"default":-1}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"add the record's old full name as an alias of the record: \"aliases\": [\"{{record}}\"]",
		"rename fields and move namespaces in two releases, so that one mistake does not hide in the other",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := single(s)
		if !ok || w.Kind != Record || r.Kind != Record || joined(w, r) || specification.namesMatch(w, r) == "" {
			return
		}
		for _, kid := range s.Kids {
			wf, rf := fieldOf(kid.Writer), memberOf(r, kid.Reader)
			if wf == nil || rf == nil || wf.Name == rf.Name || rf.HasDefault() && (onlyValue(wf.Type, rf.Default.Text()) || readAlike(kid, rf)) {
				continue
			}
			outcome, read, fails := "fails on", "missing required field "+clip(rf.Name), true
			if rf.HasDefault() {
				outcome, read, fails = "reads the default "+clip(rf.Default.Raw())+" for", clip(rf.Default.Raw()), false
			}
			found := p.Report(kid, "Java %s %s, although %s was written, because its field aliases do not reach from %s to %s",
				outcome, kid.Path, clip(wf.Name), clip(w.Name), clip(r.Name))
			found.Fill("record", clip(w.Name))
			found.From, found.To = w.Name+"."+wf.Name, r.Name+"."+rf.Name
			found.Runtimes = []string{"java"}
			proveIn(p, found, kid, telling(wf.Type), read+" in java", fails)
		}
	},
}

// onlyValue reports a type that has no other value than a default.
func onlyValue(t *Type, text string) bool {
	return t.Kind == Null || t.Kind == Enum && len(t.Symbols) == 1 && t.Symbols[0] == text
}

// readAlike reports a record of which the reader asks for nothing that was written, so that it reads what its fields have for defaults, and
// whose own default says the same.
func readAlike(s *compat.Site, f *Field) bool {
	_, r, ok := single(s)
	if !ok || r.Kind != Record || s.Again != nil || !f.Default.Is(position.Object) {
		return false
	}
	for _, kid := range s.Kids {
		if kid.Writer != nil && kid.Reader != nil {
			return false
		}
	}
	for _, inner := range r.Fields {
		if stated, ok := f.Default.Member(inner.Name); ok && stated.Raw() != inner.Default.Raw() {
			return false
		}
	}
	return true
}

// memberOf is the field of record that a site's reader stands for, also where a branch of its union was taken.
func memberOf(record *Type, n *compat.Node) *Field {
	if n == nil {
		return nil
	}
	if f := fieldOf(n); f != nil {
		return f
	}
	return record.field(n.Name)
}
