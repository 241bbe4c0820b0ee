package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// nullRemoved adds to the format's own finding what that does not say, and keeps silent where there is nothing to add.
var nullRemoved = &compat.Rule{
	ID: "null-removed", Level: compat.Warning, Since: "0.1",
	Title: "A null that meant something has no place in the reader, and its default does not help",
	Why: "Records that hold null cannot be read. A default fills a field that was not written; it never replaces a null that was. So the sense " +
		"that null had must be given a value first.",
	Spec:   "Avro 1.12, Schema Resolution: if the writer's is a union but the reader's is not, the branch in use must match",
	Mirror: "null-added",
	Example: compat.Example{
		Format: "avro", Path: "Payment.discount",
		Writer:  payment(`{"name":"discount","type":["null","int"],"default":null,"doc":"In percent, null if the customer was never asked"}`),
		Reader:  payment(`{"name":"discount","type":"int","default":0,"doc":"In percent"}`),
		Written: `{"id":"p1","discount":null}`,
		Fixed:   payment(`{"name":"discount","type":["null","int"],"default":null,"doc":"In percent, null if the customer was never asked"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"count the records that hold null in {{field}}, in every place where data is retained",
		"backfill a value that says the same, verify that no null is left, then narrow the type",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if s.Writer == nil || s.Reader == nil || !s.Writer.Nullable || s.Reader.Nullable || s.Does != compat.Depends {
			return
		}
		w := known(p, s.Writer)
		if t := defaultTurn(p, s); t == nullToSentinel || t == emptyAndNull {
			return
		}
		said := w.Null != nil && w.Null.Means != ""
		if !said && s.Reader.Default == nil && !w.Key && !w.Metric {
			return
		}
		message := fmt.Sprintf("%s may be null as written, which the reader does not take", s.Path)
		if said {
			message += "; null means " + clip(w.Null.Means)
		}
		if s.Reader.Default != nil {
			message += fmt.Sprintf("; the default %s fills only fields that were not written, never a null that was", noted(s.Reader.Default))
		}
		f := p.Report(s, "%s", message)
		pointMember(f, s, "type")
		f.From, f.To = "null", "not null"
		f.Sample = prove(p, s, "null", "", "")
		f.Sample.Read, f.Sample.Fails = "an error; the default is not used", true
	},
}
