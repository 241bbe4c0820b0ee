package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var codeMeaningChanged = &compat.Rule{
	ID: "code-meaning-changed", Level: compat.Error, Since: "0.1",
	Title: "A numeric code means something else",
	Why: "The doc lists what each number stands for, and the two lists give one number two meanings. The type is the same, so old records are " +
		"taken for another operation, state or kind. Adding codes is fine; a code that was dropped must not be used again.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "code-meaning-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.operation",
		Writer:  payment(`{"name":"operation","type":"int","doc":"0 => StoreCreation, 1 => KeySchemaCreation, 2 => ValueSchemaCreation"}`),
		Reader:  payment(`{"name":"operation","type":"int","doc":"0 => StoreCreation, 1 => ValueSchemaCreation"}`),
		Written: `{"id":"p1","operation":1}`, Read: `{"id":"p1","operation":1}`,
		Fixed: payment(`{"name":"operation","type":"int","doc":"0 => StoreCreation, 2 => ValueSchemaCreation, 3 => StorePause"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"keep every code that was ever written for what it meant; give new meanings new numbers",
		"leave dropped codes in the doc, marked as no longer used",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if ok && carrier(s.Writer) == meaning.Bool && carrier(s.Reader) == meaning.Bool && flipped(s.Writer.Says.Doc, s.Reader.Says.Doc) {
			reportFlip(p, s)
			return
		}
		if !ok || w.Codes == nil || r.Codes == nil {
			return
		}
		changed := codeChanges(w.Codes, r.Codes)
		const most = 4 // codes that are told one by one, so that each is a transition of its own; more are a renumbering
		if len(changed) > most {
			reportCodes(p, s, w, r, changed)
			return
		}
		for i := range changed {
			reportCodes(p, s, w, r, changed[i:i+1])
		}
	},
}

// reportFlip reports a truth value whose doc says the opposite.
func reportFlip(p *compat.Pass, s *compat.Site) {
	from, to := clip(s.Writer.Says.Doc), clip(s.Reader.Says.Doc)
	f := p.Report(s, "the docs of %s say the opposite of each other: %q as written and %q as read", s.Path, from, to)
	f.Level = compat.Warning
	pointMember(f, s, "doc")
	f.From, f.To = "true="+from, "true="+to
	f.Sample = prove(p, s, "true", from, to)
}

// flipped reports two sentences that differ in a negation alone, or in one word and its opposite.
func flipped(a, b string) bool {
	x, y := content(a), content(b)
	if negated(x) != negated(y) {
		return len(x) >= 2 && len(y) >= 2 && len(x) <= 40 && len(y) <= 40 && slices.Equal(affirmed(x), affirmed(y))
	}
	return len(x) >= 2 && exchanged(x, y, func(a, b string) bool { return opposite(a, b) || listed(truths, a, b) })
}

// affirmed are the words without the first negation.
func affirmed(all []string) []string {
	i := slices.IndexFunc(all, func(w string) bool { return negated([]string{w}) })
	if i < 0 {
		return all
	}
	return slices.Concat(all[:i], all[i+1:])
}

// truths are words that make a truth value its opposite; of other values they tell how they are handled.
var truths = map[string][]string{
	"enabl": {"disabl"}, "enable": {"disable"}, "allow": {"deny"}, "open": {"clos"}, "public": {"private"}, "requir": {"optional"}, "visible": {"hidden"}, "present": {"absent"}, "true": {"false"},
	"accept": {"reject"}, "success": {"failure"}, "succeed": {"fail"}, "on": {"off"}, "opt-in": {"opt-out"}, "connect": {"disconnect"}, "pass": {"fail"},
}

// reportCodes reports the changed codes as one finding, with both lists.
func reportCodes(p *compat.Pass, s *compat.Site, w, r *meaning.Facts, changed codeChangeList) {
	first := changed[0]
	sentence := fmt.Sprintf("code %s of %s means %s as written and %s as read", first.value, s.Path, first.from, first.to)
	if len(changed) > 1 {
		sentence = fmt.Sprintf("%s gives %s another meaning", s.Path, changed.spell())
	}
	f := p.Report(s, "%s: the writer's doc lists %s; the reader's lists %s", sentence, list(w.Codes), list(r.Codes))
	if min(w.Codes.Confidence, r.Codes.Confidence) < meaning.Phrase {
		f.Level = compat.Warning
	}
	f.Writer, f.Reader = where(s.Writer, &w.Codes.Evidence), where(s.Reader, &r.Codes.Evidence)
	f.From, f.To = changed.transition()
	f.Sample = prove(p, s, first.value, first.from, first.to)
	f.Fill("code", first.value)
}

// A codeChange is one code with two meanings.
type codeChange struct{ value, from, to string }

type codeChangeList []codeChange

// codeChanges are the codes that both lists have and that mean something else in each.
func codeChanges(w, r *meaning.CodeList) codeChangeList {
	means := make(map[string]string, len(r.Codes))
	for _, b := range r.Codes {
		means[b.Value] = b.Means
	}
	var all codeChangeList
	for _, a := range w.Codes {
		if b, kept := means[a.Value]; kept && !reworded(a.Means, b) {
			all = append(all, codeChange{a.Value, clip(a.Means), clip(b)})
		}
	}
	return all
}

// transition is all changes, before and after: accepting them accepts no further one.
func (l codeChangeList) transition() (from, to string) {
	var a, b []string
	for _, c := range l {
		a, b = append(a, c.value+"="+c.from), append(b, c.value+"="+c.to)
	}
	return strings.Join(a, ", "), strings.Join(b, ", ")
}

// spell is the changes as one clause, the first few of them.
func (l codeChangeList) spell() string {
	const most = 3
	parts := make([]string, 0, most)
	for i, c := range l {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d more", len(l)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s → %s)", c.value, c.from, c.to))
	}
	return strings.Join(parts, ", ")
}

// list is a code list as one clause.
func list(l *meaning.CodeList) string {
	const most = 8
	var b strings.Builder
	for i, c := range l.Codes {
		if i == most {
			fmt.Fprintf(&b, ", … %d more", len(l.Codes)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.Value + "=" + clip(c.Means))
	}
	return b.String()
}
