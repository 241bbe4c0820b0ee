package hazard

import "github.com/schemavet/schemavet/compat"

var unitCurrencyChanged = &compat.Rule{
	ID: "unit-currency-changed", Level: compat.Error, Since: "0.1",
	Title:  "The same amount is money of another currency",
	Why:    "Amounts of two currencies stand in one field after this, and a sum over them means nothing.",
	Spec:   "Avro 1.12, Schema Declaration: attributes that the specification does not define never change how data is read",
	Mirror: "unit-currency-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.amount",
		Writer:  payment(`{"name":"amount","type":"long","unit":"USD"}`),
		Reader:  payment(`{"name":"amount","type":"long","unit":"EUR"}`),
		Written: `{"id":"p1","amount":1999}`, Read: `{"id":"p1","amount":1999}`,
		Fixed:   payment(`{"name":"amount","type":"long","unit":"{USD}"},{"name":"amount_eur","type":["null","long"],"default":null,"unit":"EUR"}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"add a field for the new currency, or a record of amount and currency, with null as default",
		"let writers fill both; backfill with the rate of each record's own day",
		"move readers, then stop writing {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, currencyChanged, func(c change) string { return inOut(s, c) })
	},
}
