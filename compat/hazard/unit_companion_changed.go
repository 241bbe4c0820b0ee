package hazard

import (
	"fmt"
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
		w, r, ok := both(p, s)
		if !ok || w.Companion == nil || w.Companion.Missing {
			return
		}
		what := companionChange(w.Companion, r.Companion, s)
		if what == "" {
			return
		}
		f := p.Report(s, "the %s of %s stands in %s, %s", w.Companion.Role, s.Path, w.Companion.Field, what)
		f.From, f.To = companionName(w.Companion), companionName(r.Companion)
		f.Sample = prove(p, s, "1999", "in whatever "+w.Companion.Field+" says", companionTaken(r))
	},
}

func companionChange(w, r *meaning.Companion, s *compat.Site) string {
	stays := false
	for i := range s.Reader.Says.Siblings {
		stays = stays || s.Reader.Says.Siblings[i].Name == w.Field
	}
	switch {
	case !stays && (r == nil || r.Missing):
		return "which the reader does not have"
	case r == nil:
		return ""
	case r.Field != w.Field && !stays:
		return "and the reader looks in " + r.Field
	case r.Field == w.Field && r.Carrier != w.Carrier && r.Carrier != meaning.NoCarrier && w.Carrier != meaning.NoCarrier:
		return fmt.Sprintf("which was %s and is %s", w.Carrier, r.Carrier)
	}
	return ""
}

func companionName(c *meaning.Companion) string {
	if c == nil {
		return "companion=none"
	}
	return strings.TrimSpace("companion=" + c.Field + " " + c.Carrier.String())
}

func companionTaken(r *meaning.Facts) string {
	if r.Unit != nil {
		return spelled(r.Unit) + ", always"
	}
	return "in a unit that nothing tells"
}
