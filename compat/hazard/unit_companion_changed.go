package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// shipment is a record of an amount and its currency.
func shipment(currency string) string {
	return payment(`{"name":"amount","type":"long","doc":"Amount in minor units of the currency.","unitField":"currency"}` + currency)
}

var unitCompanionChanged = &compat.Rule{
	ID: "unit-companion-changed", Level: compat.Warning, Since: "0.1",
	Title: "The field that tells a number's unit changed",
	Why: "An amount beside its currency, or a value beside its unit, means nothing alone. Once that field is gone, renamed or of another " +
		"type, old numbers are taken in one fixed unit.",
	Spec:   "Avro 1.12, Schema Resolution: a writer's field that the reader does not have is skipped",
	Mirror: "unit-companion-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  shipment(`,{"name":"currency","type":"string"}`),
		Reader:  payment(`{"name":"amount","type":"long","doc":"Amount in minor units."}`),
		Written: `{"id":"p1","amount":1999,"currency":"JPY"}`, Read: `{"id":"p1","amount":1999}`,
		Fixed: shipment(`,{"name":"currency","type":"string","doc":"ISO 4217."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep the field that tells the unit of {{field}}, without a default, for as long as old records are read",
		"or add a new field in one fixed unit, backfill it by converting, and then drop both old fields",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		companionKids(p, s)
		w, r, ok := both(p, s)
		if !ok || w.Companion == nil || w.Companion.Missing {
			return
		}
		what := companionChange(w.Companion, r.Companion, s)
		if what == "" {
			return
		}
		f := p.Report(s, "the %s of %s stands in %s, %s", w.Companion.Role, s.Path, clip(w.Companion.Field), what)
		f.From, f.To = companionName(w.Companion), companionName(r.Companion)
		f.Sample = prove(p, s, "1999", "in whatever "+clip(w.Companion.Field)+" says", companionTaken(r))
	},
}

func companionChange(w, r *meaning.Companion, s *compat.Site) string {
	siblings := s.Reader.Says.Family.Fields()
	const most = 4096 // of a wider record not every field can look at every other one; what is named may stand there
	stays := len(siblings) > most || slices.ContainsFunc(siblings, func(f meaning.Sibling) bool { return f.Name == w.Field })
	switch {
	case !stays && (r == nil || r.Missing):
		return "which the reader does not have"
	case r == nil:
		return ""
	case r.Field != w.Field && (!stays || w.Source <= meaning.FromProperty && r.Source <= meaning.FromProperty):
		return "and the reader looks in " + clip(r.Field)
	case r.Field == w.Field && r.Carrier != w.Carrier && r.Carrier != meaning.NoCarrier && w.Carrier != meaning.NoCarrier:
		return fmt.Sprintf("which is %s as written and %s as read", w.Carrier, r.Carrier)
	}
	return ""
}

func companionName(c *meaning.Companion) string {
	if c == nil {
		return "companion=none"
	}
	return strings.TrimSpace("companion=" + clip(c.Field) + " " + c.Carrier.String())
}

func companionTaken(r *meaning.Facts) string {
	if r.Unit != nil {
		return spelled(r.Unit) + ", always"
	}
	return "in a unit that nothing tells"
}

// companionKids looks among a record's fields for one that tells the unit of another and goes, comes or gets a default. The number
// itself is the same on both sides and has no site of its own then.
func companionKids(p *compat.Pass, s *compat.Site) {
	if s.Writer == nil || s.Reader == nil {
		return
	}
	const most = 16 // companions worth looking at in one record: each costs a look at its siblings
	looked := 0
	for _, kid := range s.Kids {
		n, fate := companionFate(kid)
		if fate == "" {
			continue
		}
		if looked++; looked > most {
			return
		}
		number := dependent(n)
		if number == "" || slices.ContainsFunc(s.Kids, func(k *compat.Site) bool {
			return k.Writer != nil && k.Reader != nil && k.Reader.Name == number
		}) {
			continue
		}
		f := p.Report(kid, "%s tells the unit of %s and %s", kid.Path, clip(number), fate)
		f.Path = s.Path.Field(clip(number))
		f.From, f.To = "companion="+clip(n.Name)+" "+noted(defaultOf(kid.Writer)), "companion="+clip(n.Name)+" "+noted(defaultOf(kid.Reader))
		if kid.Reader == nil {
			f.To = "companion=none"
			f.Sample = &compat.Sample{Written: "1999 (in whatever " + clip(n.Name) + " says)", Read: "1999 (in a unit that nothing tells)"}
			continue
		}
		value := noted(kid.Reader.Default)
		if kid.Writer == nil {
			f.From = "companion=none"
		}
		f.Sample = &compat.Sample{Written: "1999, and nothing for " + clip(n.Name), Read: "1999 (" + value + ", made up)"}
	}
}

// companionFate says what happens to a field that may tell another's unit, "" when nothing does or it tells none.
func companionFate(s *compat.Site) (*compat.Node, string) {
	n := s.Reader
	if n == nil {
		n = s.Writer
	}
	if c := n.Says.Carrier; c != meaning.String && c != meaning.Enum || s.Reader != nil && s.Reader.Default == nil || !tellsUnit(n.Name) {
		return nil, ""
	}
	made := s.Reader != nil && s.Reader.Default.JSON != "null" && s.Reader.Default.JSON != `""` && !vague(strings.Trim(s.Reader.Default.JSON, `"`))
	switch {
	case s.Reader == nil:
		return n, "is not read"
	case s.Writer == nil && made:
		return n, "is not written: all numbers are taken as " + noted(s.Reader.Default)
	case s.Writer != nil && s.Writer.Default == nil && made:
		return n, "may be left out: such numbers are taken as " + noted(s.Reader.Default)
	}
	return nil, ""
}

func defaultOf(n *compat.Node) *compat.Value {
	if n == nil {
		return nil
	}
	return n.Default
}

// tellsUnit reports whether a name is that of a unit or a currency: currency, priceCurrencyCode, windowUnit.
func tellsUnit(name string) bool {
	all := meaning.Words(name)
	if n := len(all); n > 1 && all[n-1] == "code" {
		all = all[:n-1]
	}
	if len(all) == 0 {
		return false
	}
	switch all[len(all)-1] {
	case "currency", "ccy", "unit", "units", "uom":
		return true
	}
	return false
}

// dependent is the sibling that cannot be read without n, "" when there is none.
func dependent(n *compat.Node) string {
	siblings := n.Says.Family.Fields()
	const most = 200 // wider records than any that people keep by hand
	for i := range siblings[:min(len(siblings), most)] {
		if !siblings[i].Carrier.Numeric() {
			continue
		}
		alone := meaning.Statement{Field: siblings[i].Name, Doc: siblings[i].Doc, Carrier: siblings[i].Carrier, Family: n.Says.Family}
		if c := meaning.Infer(&alone).Companion; c != nil && c.Field == n.Name {
			return siblings[i].Name
		}
	}
	return ""
}

// vague reports whether a symbol says that the true one is not known.
func vague(symbol string) bool {
	for _, word := range meaning.Words(symbol) {
		switch word {
		case "unknown", "unspecified", "undefined", "unset", "other", "none", "missing":
			return true
		}
	}
	return false
}
