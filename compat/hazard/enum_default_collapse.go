package hazard

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var enumDefaultCollapse = &compat.Rule{
	ID: "enum-default-collapse", Level: compat.Error, Since: "0.1",
	Title: "A written symbol reads as the enum's default",
	Why: "The reader's enum lacks the symbol and its default takes the place. Nothing fails, and the record says something that nobody wrote. " +
		"It is a warning where the default itself says \"unknown\".",
	Spec:   "Avro 1.12, Schema Resolution: if the writer's symbol is not in the reader's enum and the reader has a default, it is used",
	Mirror: "enum-default-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.state",
		Writer: states(`"OPEN","PAID","REFUNDED"`, "OPEN"), Reader: states(`"OPEN","PAID"`, "OPEN"),
		Written: `{"id":"p1","state":"REFUNDED"}`, Read: `{"id":"p1","state":"OPEN"}`,
		Fixed: states(`"OPEN","PAID","REFUNDED","VOID"`, "OPEN"), FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{symbol}} in the reader's enum for as long as records with it are read",
		"make the enum's default a symbol that no writer means, such as UNKNOWN, and let readers report it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if s.Writer == nil || s.Reader == nil || s.Does == compat.Refuse {
			return
		}
		to := s.Reader.Says.SymbolDefault
		if to == "" || len(s.Writer.Says.Symbols) == 0 {
			return
		}
		missing := without(s.Writer.Says.Symbols, s.Reader.Says.Symbols)
		if len(missing) == 0 {
			return
		}
		f := p.Report(s, "%s: %s as written reads as %s", s.Path, versions(missing), clip(to))
		if vague(to) {
			f.Level = compat.Warning
		}
		f.From, f.To = strings.Join(missing[:min(3, len(missing))], ","), to
		f.Sample = prove(p, s, `"`+missing[0]+`"`, "", "")
		f.Sample.Read = `"` + to + `"`
		f.Fill("symbol", missing[0])
	},
}

// without are the strings of a that b does not have, in order.
func without(a, b []string) []string {
	if slices.Equal(a, b) {
		return nil
	}
	has := make(map[string]bool, len(b))
	for _, s := range b {
		has[s] = true
	}
	var missing []string
	for _, s := range a {
		if !has[s] {
			missing = append(missing, s)
		}
	}
	return missing
}

// vague reports whether a symbol says that the true one is not known.
func vague(symbol string) bool {
	for _, word := range words(symbol) {
		switch word {
		case "unknown", "unspecified", "undefined", "unrecognized", "unset", "other", "none", "invalid", "missing", "undetermined":
			return true
		}
	}
	return false
}
