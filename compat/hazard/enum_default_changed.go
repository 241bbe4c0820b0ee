package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// states is a record with an enum.
func states(symbols, fallback string) string {
	return payment(`{"name":"state","type":{"type":"enum","name":"State","symbols":[` + symbols + `],"default":"` + fallback + `"}}`)
}

var enumDefaultChanged = &compat.Rule{
	ID: "enum-default-changed", Level: compat.Warning, Since: "0.1",
	Title:  "Symbols that the reader does not know read as another symbol",
	Why:    "The enum's default stands in for every symbol that a newer writer adds. After the change the same written symbol reads as something else than it did.",
	Spec:   "Avro 1.12, Schema Resolution: if the writer's symbol is not in the reader's enum and the reader has a default, it is used",
	Mirror: "enum-default-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.state",
		Writer: states(`"OPEN","PAID","OTHER","UNKNOWN"`, "OTHER"), Reader: states(`"OPEN","PAID","OTHER","UNKNOWN"`, "UNKNOWN"),
		Written: `{"id":"p1","state":"PAID"}`, Read: `{"id":"p1","state":"PAID"}`,
		Fixed: states(`"OPEN","PAID","OTHER","UNKNOWN","VOID"`, "OTHER"), FixedIs: "reader",
	},
	Recipe: []string{"keep the default of the enum; let readers that care tell unknown symbols apart in a new field"},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) {
			return
		}
		a, b := s.Writer.Says.SymbolDefault, s.Reader.Says.SymbolDefault
		if a == b || a == "" {
			return
		}
		if b == "" {
			if s.Reader.Says.Carrier != meaning.Enum || p.Forward { // an older reader refused such symbols before
				return
			}
			f := p.Report(s, "%s: a symbol that neither version knows reads as %s by the writer's version and is refused by the reader's, which has no default", s.Path, clip(a))
			f.From, f.To = "enum default="+clip(a), "enum default=none"
			f.Sample = &compat.Sample{Written: "a symbol that only a newer writer has", Read: "refused (the writer's version reads " + clip(a) + ")", Fails: true}
			return
		}
		f := p.Report(s, "%s: a symbol that neither version knows reads as %s by the writer's version and as %s by the reader's", s.Path, clip(a), clip(b))
		f.From, f.To = "enum default="+clip(a), "enum default="+clip(b)
		f.Sample = &compat.Sample{Written: "a symbol that only a newer writer has", Read: clip(b) + " (the writer's version reads " + clip(a) + ")"}
	},
}
