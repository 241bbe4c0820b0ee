package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

var unitDropAdd = &compat.Rule{
	ID: "unit-drop-add", Level: compat.Warning, Since: "0.1",
	Title: "A field goes and another comes for the same thing in another unit",
	Why: "Nothing joins the two, so old records lose the value; and an alias, which would join them, would take the number over unconverted. " +
		"Both must stand side by side while either kind of record is read.",
	Spec:   "Avro 1.12, Schema Resolution: a writer's field that the reader does not have is skipped, a reader's field that was not written takes its default",
	Mirror: "unit-rename",
	Example: compat.Example{
		Format: "avro", Path: "Payment.price_cents",
		Writer:  payment(`{"name":"price_usd","type":"long"}`),
		Reader:  payment(`{"name":"price_cents","type":["null","long"],"default":null}`),
		Written: `{"id":"p1","price_usd":20}`, Read: `{"id":"p1","price_cents":null}`,
		Fixed: payment(`{"name":"price_usd","type":"long"},{"name":"price_cents","type":["null","long"],"default":null}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep the old field beside {{field}} while records of either kind are read; no alias, it would copy the number unconverted",
		"backfill {{field}} from the old field converted, and compare by key",
		"drop the old field when no retained record needs it",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if s.Writer == nil || s.Reader == nil {
			return
		}
		var gone map[string][]*compat.Site // by stem; made when the first new field has a unit
		for _, came := range s.Kids {
			if came.Writer != nil || came.Reader == nil {
				continue
			}
			if u := known(p, came.Reader).Unit; u != nil {
				if gone == nil {
					gone = goneByStem(p, s.Kids)
				}
				dropAdd(p, gone[stemOf(came.Reader.Name, u)], came, u)
			}
		}
	},
}

// goneByStem are the sites of fields with a unit that the reader does not have.
func goneByStem(p *compat.Pass, sites []*compat.Site) map[string][]*compat.Site {
	gone := map[string][]*compat.Site{}
	for _, s := range sites {
		if s.Reader != nil || s.Writer == nil {
			continue
		}
		if u := known(p, s.Writer).Unit; u != nil {
			const most = 16 // names that differ in their unit alone; more are not meant
			if stem := stemOf(s.Writer.Name, u); stem != "" && len(gone[stem]) < most {
				gone[stem] = append(gone[stem], s)
			}
		}
	}
	return gone
}

// dropAdd reports the first written field that came replaces in another unit.
func dropAdd(p *compat.Pass, sites []*compat.Site, came *compat.Site, to *meaning.UnitFact) {
	for _, gone := range sites {
		from := known(p, gone.Writer).Unit
		rel := unit.Compare(from.Unit, to.Unit)
		if rel.Verdict != unit.OtherScale && rel.Verdict != unit.OtherOffset && rel.Verdict != unit.OtherCurrency {
			continue
		}
		f := p.Report(came, "%s (%s) is only written and %s (%s) only read: the value does not arrive, and an alias would take the number over unconverted",
			clip(gone.Writer.Name), spelled(from), came.Path, spelled(to))
		f.Writer = gone.Writer.At
		f.From, f.To = clip(gone.Writer.Name)+" "+code(from), clip(came.Reader.Name)+" "+code(to)
		value := example(from, carrier(gone.Writer))
		f.Sample = &compat.Sample{Written: clip(gone.Writer.Name) + " = " + value + " (" + spelled(from) + ")", Read: clip(came.Reader.Name) + " = its default; the value is lost"}
		return
	}
}

// stemOf is a name without its unit, in lower case without separators: price for price_usd, priceInCents and price.
func stemOf(name string, u *meaning.UnitFact) string {
	stem := squeeze(name)
	if byName(u) {
		stem = strings.TrimSuffix(stem, squeeze(u.Text))
		stem = strings.TrimSuffix(stem, "in")
	}
	if len(stem) < 2 {
		return ""
	}
	return stem
}

func squeeze(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
