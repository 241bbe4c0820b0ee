package hazard

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var textOppositeChanged = &compat.Rule{
	ID: "text-opposite-changed", Level: compat.Warning, Since: "0.1",
	Title:  "The doc says the opposite of what it said",
	Why:    "Unit and type stay, and the sentence stays but for one word, which is now its opposite: a net amount is no gross one, and a total that excludes tax is another number than one that includes it.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "text-opposite-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.total",
		Writer:  payment(`{"name":"total","type":"double","doc":"Order total including VAT"}`),
		Reader:  payment(`{"name":"total","type":"double","doc":"Order total excluding VAT"}`),
		Written: `{"id":"p1","total":119}`, Read: `{"id":"p1","total":119}`,
		Fixed: payment(`{"name":"total","type":"double","doc":"The total of the order, including VAT."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as it was and add a new field for the other value, with null as default",
		"if only the doc was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Says.Doc == s.Reader.Says.Doc || carrier(s.Reader) == meaning.Bool { // the codes of a truth value are another rule's
			return
		}
		if !contrary(s.Writer.Says.Doc, s.Reader.Says.Doc) {
			return
		}
		from, to := clip(s.Writer.Says.Doc), clip(s.Reader.Says.Doc)
		f := p.Report(s, "the docs of %s say the opposite of each other: %q as written and %q as read", s.Path, from, to)
		pointMember(f, s, "doc")
		f.From, f.To = "doc="+from, "doc="+to
		f.Sample = &compat.Sample{Written: "a value as " + from, Read: "the same value, taken as " + to}
	},
}

// contrary reports two docs that differ in one word and its opposite. Most docs that differ differ in a few bytes, so that only the words
// there are looked at.
func contrary(a, b string) bool {
	const most = 120
	x, y := differing(a, b)
	if len(x) > most || len(y) > most || len(x) == len(a) && strings.IndexByte(a, ' ') < 0 {
		return false
	}
	return denied(x, y) || exchanged(content(x), content(y), opposite) || len(x) == len(y) && traded(meaning.Words(x), meaning.Words(y), a)
}

// denied reports a "not" that came or went and nothing else: "including the first", "not including the first".
func denied(x, y string) bool {
	if !strings.Contains(x, "not") && !strings.Contains(y, "not") {
		return false
	}
	plain, other := meaning.Words(x), meaning.Words(y)
	if len(plain) > len(other) {
		plain, other = other, plain
	}
	i := slices.Index(other, "not")
	return i >= 0 && len(other) == len(plain)+1 && slices.Equal(slices.Concat(other[:i], other[i+1:]), plain)
}

// traded reports two docs in which two words took each other's place, opposites or numbers beside opposites: "1 (worst) to 5 (best)" and
// "1 (best) to 5 (worst)".
func traded(x, y []string, doc string) bool {
	if len(x) != len(y) || len(x) > 80 {
		return false
	}
	var at []int
	for i := range x {
		if x[i] != y[i] {
			at = append(at, i)
		}
	}
	if len(at) != 2 || x[at[0]] != y[at[1]] || x[at[1]] != y[at[0]] {
		return false
	}
	first, second := x[at[0]], x[at[1]]
	if !numeric(first) || !numeric(second) {
		return poles[first] == second || poles[second] == first
	}
	all := meaning.Words(doc)
	return slices.ContainsFunc(all, func(w string) bool { return poles[w] != "" && slices.Contains(all, poles[w]) })
}

// poles are the two ends of a scale.
var poles = map[string]string{"worst": "best", "low": "high", "lowest": "highest", "bad": "good", "poor": "excellent", "weak": "strong", "never": "always", "easy": "hard", "disagree": "agree"}

// differing are the parts in which two texts differ, in whole words.
func differing(a, b string) (x, y string) {
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	from = strings.LastIndexByte(a[:from], ' ') + 1
	end := 0
	for end < len(a)-from && end < len(b)-from && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	tail := a[len(a)-end:]
	end -= max(0, strings.IndexByte(tail, ' '))
	if strings.IndexByte(tail, ' ') < 0 {
		end = 0
	}
	return a[from : len(a)-end], b[from : len(b)-end]
}

// exchanged reports two sentences that differ in one word, which one of them has the opposite of.
func exchanged(x, y []string, opposite func(a, b string) bool) bool {
	if len(x) != len(y) || len(x) > 40 {
		return false
	}
	differ := -1
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if differ >= 0 {
			return false
		}
		differ = i
	}
	return differ >= 0 && (opposite(x[differ], y[differ]) || opposite(y[differ], x[differ]))
}

// opposites are words that say the opposite of each other, without their endings, in one direction. Both stand for a thing of one kind, so
// that a sentence about it takes either.
var opposites = map[string][]string{
	"includ": {"exclud"}, "include": {"exclude"}, "incl": {"excl"}, "inclusive": {"exclusive"}, "with": {"without"}, "inside": {"outside"}, "gross": {"net"},
	"start": {"end", "finish", "stop"}, "begin": {"end"}, "beginning": {"end"}, "before": {"after"}, "min": {"max"}, "minimum": {"maximum"}, "minimal": {"maximal"}, "lowest": {"highest"}, "smallest": {"largest"}, "shortest": {"longest"}, "lower": {"upper", "higher"},
	"first": {"last"}, "earliest": {"latest"}, "oldest": {"newest"}, "sent": {"receiv"}, "send": {"receiv"}, "sender": {"receiver", "recipient"}, "incom": {"outgo"}, "inbound": {"outbound"}, "ingress": {"egress"}, "upload": {"download"}, "uplink": {"downlink"},
	"source": {"destination", "target"}, "origin": {"destination"}, "buy": {"sell"}, "buyer": {"seller"}, "bid": {"ask"}, "debit": {"credit"}, "payer": {"payee"}, "arrival": {"departure"}, "left": {"right"}, "north": {"south"}, "northern": {"southern"},
	"east": {"west"}, "eastern": {"western"}, "clockwise": {"counterclockwise", "anticlockwise"}, "above": {"below"}, "read": {"written"}, "used": {"free", "available", "unused"}, "plann": {"actual"}, "estimat": {"actual"},
	"fail": {"successful", "succeed"}, "failure": {"success"}, "accept": {"reject"}, "approv": {"reject", "declin"}, "positive": {"negative"}, "increase": {"decrease"}, "profit": {"los"}, "gain": {"los"}, "won": {"lost"}, "refund": {"charg"},
}

// opposite reports whether b says the opposite of a; it looks in one direction.
func opposite(a, b string) bool {
	return listed(opposites, a, b) || (b == "in"+a || b == "un"+a || b == "non"+a || b == "dis"+a) && !slices.Contains(ownWords, b)
}

// ownWords begin as if they denied a word and deny none.
var ownWords = []string{"inbox", "income", "index", "infant", "inform", "inline", "input", "inside", "intake", "intent", "interest", "invoice", "unit", "union", "discharge", "discount", "discover", "dispatch", "display", "dispose", "distance"}

// listed looks for two words as they are and without their endings.
func listed(pairs map[string][]string, a, b string) bool {
	return slices.Contains(pairs[stemmed(a)], stemmed(b)) || slices.Contains(pairs[a], b)
}
