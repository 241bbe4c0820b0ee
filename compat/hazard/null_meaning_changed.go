package hazard

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullMeaningChanged = &compat.Rule{
	ID: "null-meaning-changed", Level: compat.Warning, Since: "0.1",
	Title:  "Null, or the value that stands for none, says something else",
	Why:    "Old records hold null for one reason and new ones for another, and no reader can tell which: what was never measured counts as below the limit.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "null-meaning-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.limit",
		Writer:  payment(`{"name":"limit","type":["null","int"],"default":null,"doc":"Limit of the card, null for prepaid cards"}`),
		Reader:  payment(`{"name":"limit","type":["null","int"],"default":null,"doc":"Limit of the card, null for customers that are blocked today"}`),
		Written: `{"id":"p1","limit":null}`, Read: `{"id":"p1","limit":null}`,
		Fixed: payment(`{"name":"limit","type":["null","int"],"default":null,"doc":"The card's limit; null for prepaid cards."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep what null says in {{field}}, and add a field for the other reason",
		"if only the doc was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Says.Doc == s.Reader.Says.Doc {
			return
		}
		w, r := known(p, s.Writer), known(p, s.Reader)
		if w.Null != nil && r.Null != nil {
			reportReason(p, s, "null", reason{w.Null.Means, w.Null.Text}, reason{r.Null.Means, r.Null.Text})
		}
		for _, a := range declaredSentinels(w) {
			for _, b := range declaredSentinels(r) {
				if canonical(a.Value) == canonical(b.Value) && (w.Codes == nil || r.Codes == nil) { // codes are told by their own rule
					reportReason(p, s, a.Value, reason{a.Means, a.Text}, reason{b.Means, b.Text})
				}
			}
		}
	},
}

// A reason is what a value stands for, and the text that says so.
type reason struct{ means, text string }

// reportReason reports a value that stands for one reason as written and for another as read, unless one of the two says no more than
// that nothing is there. A state is more than that: null that represented ALIVE and is unknown now.
func reportReason(p *compat.Pass, s *compat.Site, value string, w, r reason) {
	from, to := w.means, r.means
	switch {
	case from == "" || to == "" || reworded(from, to) || sameReason(from, to) || boundless(from) && boundless(to):
		return
	case w.state() && unknown(to), r.state() && unknown(from):
	case vacant(from) || vacant(to):
		return
	}
	f := p.Report(s, "%s of %s means %q as written and %q as read", clip(value), s.Path, clip(from), clip(to))
	pointMember(f, s, "doc")
	f.From, f.To = clip(value)+"="+clip(from), clip(value)+"="+clip(to)
	f.Sample = prove(p, s, value, clip(from), clip(to))
}

// state reports a value that is said to be one state, in a word: null represents ALIVE, -1 for unlimited. A condition is none, null if
// inactive: the value may be unknown for that reason.
func (r reason) state() bool {
	if boundless(r.means) {
		return true
	}
	if vacant(r.means) || len(content(r.means)) != 1 {
		return false
	}
	return slices.ContainsFunc(meaning.Words(r.text), func(w string) bool {
		switch w {
		case "represents", "denotes", "signifies", "stands":
			return true
		}
		return false
	})
}

// unknown reports a reason that says that nobody knows the value.
func unknown(means string) bool {
	switch means {
	case "unknown", "not known", "undetermined":
		return true
	}
	return false
}

// boundless reports a reason that says in one word or another that there is no limit.
func boundless(means string) bool {
	all := meaning.Words(means)
	if negated(all) {
		return slices.ContainsFunc(all, func(w string) bool { return strings.HasPrefix(w, "limit") || strings.HasPrefix(w, "expir") })
	}
	return slices.ContainsFunc(all, func(w string) bool {
		switch w {
		case "unlimited", "infinite", "infinity", "unbounded", "forever", "indefinite", "indefinitely", "endless":
			return true
		}
		return false
	})
}

// sameReason reports two reasons that name one thing in sentences of another build: "paid in cash" and "cash payments". Where all but one
// word stay in their places that word is the change: "paid in cash", "paid by card".
func sameReason(a, b string) bool {
	x, y := content(a), content(b)
	return sharedWords(x, y) > 0 && !exchanged(x, y, func(_, _ string) bool { return true })
}

// vacant reports a reason that says only that there is no value.
func vacant(means string) bool {
	all := meaning.Words(means)
	return mere(means) || negated(all) || slices.ContainsFunc(all, func(w string) bool {
		switch w {
		case "unknown", "unset", "missing", "absent", "none", "empty", "unavailable", "undefined", "unspecified", "omitted", "null", "nothing", "optional":
			return true
		}
		return false
	})
}
