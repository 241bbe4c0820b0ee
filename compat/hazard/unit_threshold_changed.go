package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

var unitThresholdChanged = &compat.Rule{
	ID: "unit-threshold-changed", Level: compat.Warning, Since: "0.1",
	Title: "A quantity is taken against another bound",
	Why: "Requests slower than 500 ms and requests slower than one second are both counts, a magnitude in an aperture of 8 pixels and one in " +
		"14 are both magnitudes. Old and new values stand in one column and cannot be compared.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "unit-threshold-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.slow",
		Writer:  payment(`{"name":"slow","type":"int","doc":"Number of retries slower than 500 ms"}`),
		Reader:  payment(`{"name":"slow","type":"int","doc":"Number of retries slower than 1000 ms"}`),
		Written: `{"id":"p1","slow":3}`, Read: `{"id":"p1","slow":3}`,
		Fixed: payment(`{"name":"slow","type":"int","doc":"The number of retries that were slower than 500 ms"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"give what is taken against the other bound a field of its own; keep writing {{field}} until its readers are gone",
		"if only the doc was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Says.Doc == s.Reader.Says.Doc || !carrier(s.Writer).Numeric() || !carrier(s.Reader).Numeric() {
			return
		}
		from, to := otherBound(s.Writer.Says.Doc, s.Reader.Says.Doc)
		if from == to {
			return
		}
		f := p.Report(s, "%s is taken against %s as written and against %s as read", s.Path, from, to)
		pointMember(f, s, "doc")
		f.From, f.To = "bound="+from, "bound="+to
		f.Sample = prove(p, s, "3", "against "+from, "against "+to)
	},
}

// otherBound names the bounds of two docs that differ in one number, with the unit behind it, where that number bounds what is counted or
// measured; else they are equal.
func otherBound(a, b string) (from, to string) {
	if x, y := differing(a, b); !startsWithDigit(x) || !startsWithDigit(y) {
		return "", ""
	}
	x, y := meaning.Words(a), meaning.Words(b)
	if len(x) != len(y) || len(x) > 80 {
		return "", ""
	}
	at := -1
	for i := range x {
		switch {
		case x[i] == y[i]:
		case at >= 0 || !numeric(x[i]) || !numeric(y[i]):
			return "", ""
		default:
			at = i
		}
	}
	if at < 0 || !bounds(x, at) {
		return "", ""
	}
	named := ""
	if at+1 < len(x) && measures(x[at+1]) {
		named = " " + x[at+1]
	}
	return clip(x[at] + named), clip(y[at] + named)
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// bounds reports whether number i of a doc tells which things are counted, or in which surroundings something is measured. A limit of the
// field's own values is none: "Timeout in s, at most 30".
func bounds(words []string, i int) bool {
	word := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i]
	}
	before, behind := word(i-1), word(i+1)
	u, known := unit.Lookup(behind)
	known = known && u.Kind == unit.Quantity
	switch {
	case before == "within":
		return known
	case before == "than" && counting(words[:i]):
		return true
	case before == "above" || before == "below" || before == "over" || before == "under" || before == "exceeding":
		return known && counting(words[:i])
	}
	if !known {
		return false
	}
	for _, next := range [...]string{word(i + 2), word(i + 3)} {
		switch next {
		case "aperture", "radius", "diameter":
			return true
		}
	}
	return false
}

// counting reports words that count things or take a share of them, and limit nothing.
func counting(words []string) bool {
	counts := false
	for _, w := range words {
		switch w {
		case "number", "count", "fraction", "share", "percentage", "proportion", "portion":
			counts = true
		case "must", "should", "cannot", "limit", "max", "maximum", "allowed":
			return false
		}
	}
	return counts
}
