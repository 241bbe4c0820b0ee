package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nameIDSpaceChanged = &compat.Rule{
	ID: "name-id-space-changed", Level: compat.Note, Since: "0.1", Quiet: true,
	Title:  "An identifier is drawn from another space",
	Why:    "An account's number in a field that held a customer's joins with the wrong rows, or with none.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "name-id-space-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.owner_id",
		Writer:  payment(`{"name":"owner_id","type":"string","doc":"The customer id"}`),
		Reader:  payment(`{"name":"owner_id","type":"string","doc":"The account id"}`),
		Written: `{"id":"p1","owner_id":"17"}`, Read: `{"id":"p1","owner_id":"17"}`,
		Fixed: payment(`{"name":"owner_id","type":"string","doc":"The customer id."}`), FixedIs: "reader",
	},
	Recipe: []string{"add a field for the new identifier; keep {{field}} for the old one"},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if !ok || !documented(w.Identifier) || !documented(r.Identifier) || reworded(w.Identifier.Value, r.Identifier.Value) {
			return
		}
		f := p.Report(s, "%s is an identifier, of %s (%q) as written and of %s (%q) as read", s.Path, clip(w.Identifier.Value), clip(w.Identifier.Text), clip(r.Identifier.Value), clip(r.Identifier.Text))
		f.From, f.To = "id="+clip(w.Identifier.Value), "id="+clip(r.Identifier.Value)
	},
}

// documented reports whether the doc or a type says what an identifier is drawn from, not its name alone.
func documented(id *meaning.Text) bool {
	return id != nil && id.Value != "" && id.Source != meaning.FromName && id.Source != meaning.FromWeakName
}
