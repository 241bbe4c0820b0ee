package hazard

import (
	"github.com/schemavet/schemavet/compat"
)

// side is a record with an enum of two documented symbols.
func side(docs string) string {
	return payment(`{"name":"kind","type":{"type":"enum","name":"Kind","symbols":["CARD","CASH"],"symbolDocs":` + docs + `}}`)
}

var enumSymbolRepurposed = &compat.Rule{
	ID: "enum-symbol-repurposed", Level: compat.Warning, Since: "0.1",
	Title:  "A symbol is kept and documented as something else",
	Why:    "Stored symbols do not move when their doc does. If the doc tells the truth on both sides, old records say one thing and mean another.",
	Spec:   "Avro 1.12, Schema Resolution: enums resolve by symbol",
	Mirror: "enum-symbol-repurposed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.kind",
		Writer:  side(`{"CARD":"Paid by credit or debit card at the terminal","CASH":"Notes and coins"}`),
		Reader:  side(`{"CARD":"Gift voucher redeemed online","CASH":"Notes and coins"}`),
		Written: `{"id":"p1","kind":"CARD"}`, Read: `{"id":"p1","kind":"CARD"}`,
		Fixed: side(`{"CARD":"Paid at the terminal by credit or debit card.","CASH":"Notes and coins"}`), FixedIs: "reader",
	},
	Recipe: []string{"leave the symbol for what it meant and append a new one; give the enum a default that means \"unknown\" first"},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if !ok || w.Symbols == nil || r.Symbols == nil {
			return
		}
		changed := codeChanges(w.Symbols, r.Symbols)
		if len(changed) == 0 {
			return
		}
		f := p.Report(s, "%s documents %s", s.Path, changed.spell())
		f.Writer, f.Reader = where(s.Writer, &w.Symbols.Evidence), where(s.Reader, &r.Symbols.Evidence)
		f.From, f.To = changed.transition()
		f.Sample = prove(p, s, `"`+changed[0].value+`"`, changed[0].from, changed[0].to)
	},
}
