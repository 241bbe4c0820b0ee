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
		if !ok || w.Window == nil || r.Window == nil || unit.Same(w.Window.Length, r.Window.Length) {
			return
		}
		from, to := span(w.Window.Length), span(r.Window.Length)
		f := p.Report(s, "%s is gathered over %s as written and over %s as read", s.Path, from, to)
		f.Writer, f.Reader = where(s.Writer, &w.Window.Evidence), where(s.Reader, &r.Window.Evidence)
		f.From, f.To = "window="+from, "window="+to
		f.Sample = prove(p, s, "250", "over "+from, "over "+to)
	},
}

// span is a window's length in words: 5 min.
func span(u unit.Unit) string { return strings.Replace(u.String(), ".", " ", 1) }
