package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/unit"
)

var unitWindowChanged = &compat.Rule{
	ID: "unit-window-changed", Level: compat.Warning, Since: "0.1",
	Title:  "A quantity is gathered over another span of time",
	Why:    "Bytes of the last 5 minutes and bytes of the last 15 are both bytes; a threshold or a chart over both is wrong by three.",
	Spec:   "Avro 1.12, Aliases: the writer's field is renamed, its values are taken as they are",
	Mirror: "unit-window-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.BytesReadLast15Minutes",
		Writer:  payment(`{"name":"BytesReadLast5Minutes","type":"long"}`),
		Reader:  payment(`{"name":"BytesReadLast15Minutes","type":"long","aliases":["BytesReadLast5Minutes"]}`),
		Written: `{"id":"p1","BytesReadLast5Minutes":250}`, Read: `{"id":"p1","BytesReadLast15Minutes":250}`,
		Fixed: payment(`{"name":"bytesReadLast5Minutes","type":"long","aliases":["BytesReadLast5Minutes"]}`), FixedIs: "reader",
	},
	Recipe: []string{"give the other span a field of its own; keep writing {{field}} until its readers are gone"},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if !ok {
			return
		}
		from, to, told := "", "", ""
		if w.Window != nil && r.Window != nil {
			if unit.Same(w.Window.Length, r.Window.Length) {
				return
			}
			from, to = span(w.Window.Length), span(r.Window.Length)
		} else if carrier(s.Writer).Numeric() && carrier(s.Reader).Numeric() {
			from, to, told = otherPeriod(s)
		}
		if from == to {
			return
		}
		f := p.Report(s, "%s is gathered over %s as written and over %s as read", s.Path, from, to)
		if told != "" {
			pointMember(f, s, told)
		} else {
			f.Writer, f.Reader = where(s.Writer, &w.Window.Evidence), where(s.Reader, &r.Window.Evidence)
		}
		f.From, f.To = "window="+from, "window="+to
		f.Sample = prove(p, s, "250", "over "+from, "over "+to)
	},
}

// otherPeriod names the periods of two docs, or of two joined names, that say the same but for those: monthly and daily users. told is the
// member that says so.
func otherPeriod(s *compat.Site) (from, to, told string) {
	if from, to = aPeriod.changed(s.Writer.Says.Doc, s.Reader.Says.Doc); from != to {
		return from, to, "doc"
	}
	from, to = aPeriod.changed(s.Writer.Name, s.Reader.Name)
	return from, to, "name"
}

// aPeriod is what otherPeriod looks for.
var aPeriod = &topic{periods, period}

// periods are the words for what is gathered in each hour, day, …
var periods = map[string]string{
	"hourly": "an hour", "daily": "a day", "weekly": "a week", "monthly": "a month", "quarterly": "a quarter", "yearly": "a year", "annual": "a year",
}

// period is the one period of which words speak, and the other words that carry sense. A period before no word, or behind what is done
// in it, is a schedule: "updated daily".
func period(words []string) (name string, rest []string) {
	for i, w := range words {
		found := periods[w]
		switch {
		case found != "" && (name != "" || i+1 == len(words) || small[words[i+1]] || i > 0 && strings.HasSuffix(words[i-1], "ed")):
			return "", nil
		case found != "":
			name = found
		case !small[w]:
			rest = append(rest, w)
		}
	}
	return name, rest
}

// span is a window's length in words: 5 min.
func span(u unit.Unit) string { return strings.Replace(u.String(), ".", " ", 1) }
