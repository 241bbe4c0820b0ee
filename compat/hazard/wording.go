package hazard

import (
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// reworded reports whether two texts that name one thing plausibly say the same. A name of a few words must keep all of them, or
// gain or lose some; a sentence must keep a quarter of the words that carry sense.
func reworded(a, b string) bool {
	x, y := meaning.Words(a), meaning.Words(b)
	if squeezed(x) == squeezed(y) {
		return true
	}
	if len(x) == 0 || len(y) == 0 {
		return true // nothing is said on one side
	}
	if negated(x) != negated(y) {
		return false
	}
	shared := sharedWords(x, y)
	if shared == len(set(x)) || shared == len(set(y)) {
		return true
	}
	if typo(squeezed(x), squeezed(y)) {
		return true
	}
	const sentence = 5
	if len(x) < sentence && len(y) < sentence {
		return false
	}
	x, y = content(a), content(b)
	return 4*sharedWords(x, y) >= min(len(set(x)), len(set(y)))
}

func squeezed(words []string) string { return strings.Join(words, "") }

func set(words []string) map[string]bool {
	all := make(map[string]bool, len(words))
	for _, w := range words {
		all[stemmed(w)] = true
	}
	return all
}

// stemmed is a word without the endings that wording changes: started and start, copies and copy.
func stemmed(word string) string {
	for _, ending := range []string{"ing", "ed", "es", "s"} {
		if stem, ok := strings.CutSuffix(word, ending); ok && len(stem) > 2 {
			return stem
		}
	}
	return word
}

func sharedWords(a, b []string) int {
	x, n := set(a), 0
	for w := range set(b) {
		if x[w] {
			n++
		}
	}
	return n
}

// typo reports whether two words differ by a slip: one letter in six, two in ten. A prefix is none: inactive is not active.
func typo(a, b string) bool {
	if strings.HasSuffix(a, b) || strings.HasSuffix(b, a) {
		return false
	}
	allowed := 0
	switch short := min(len(a), len(b)); {
	case short >= 10:
		allowed = 2
	case short >= 6:
		allowed = 1
	}
	return within(allowed, a, b) && !digitsDiffer(a, b)
}

// negated reports whether a text says no.
func negated(all []string) bool {
	for _, w := range all {
		switch w {
		case "not", "no", "non", "never", "without", "isn", "cannot":
			return true
		}
	}
	return false
}

func digitsDiffer(a, b string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s)
	}
	return digits(a) != digits(b)
}

// within reports whether no more than a few letters have to be inserted, deleted or replaced. Of words that nobody writes it says no,
// since to compare them costs the product of their lengths.
func within(few int, a, b string) bool {
	const longest = 64
	return max(len(a), len(b)) <= longest && distance(a, b) <= few
}

// distance is the number of letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// small are words without which a sentence still says the same.
var small = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "to": true, "in": true, "on": true, "at": true, "for": true, "by": true, "is": true, "are": true, "was": true, "were": true, "be": true, "been": true,
	"this": true, "that": true, "these": true, "it": true, "its": true, "and": true, "or": true, "as": true, "with": true, "from": true, "when": true, "which": true, "will": true, "has": true, "have": true, "had": true,
	"field": true, "value": true, "should": true, "can": true, "may": true, "e": true, "g": true, "i": true, "s": true, "if": true, "any": true, "all": true, "we": true, "our": true, "do": true, "does": true,
}

// swapped are the defining words that two texts exchanged for each other in the same place, when nothing else changed: a sentence in
// which "submitted" became "started". ok is false when the texts differ otherwise, or only in form.
func swapped(a, b string) (from, to string, ok bool) {
	x, y := content(a), content(b)
	if len(x) != len(y) || len(x) < 3 || len(x) > 80 {
		return "", "", false
	}
	var out, in []string
	for i := range x {
		if x[i] != y[i] {
			out, in = append(out, x[i]), append(in, y[i])
		}
	}
	if len(out) == 0 || len(out) > 2 {
		return "", "", false
	}
	for i := range out {
		if stemmed(out[i]) == stemmed(in[i]) || within(1, out[i], in[i]) || small[out[i]] || small[in[i]] || numeric(out[i]) || numeric(in[i]) || measures(out[i]) || measures(in[i]) {
			return "", "", false
		}
	}
	return strings.Join(out, " "), strings.Join(in, " "), true
}

// A topic is something that a text speaks of in one word of several: a statistic, a period.
type topic struct {
	words map[string]string // to the name that reports use
	// find is the name that words speak of, "" for none and for several, and the other words that carry sense.
	find func(words []string) (name string, rest []string)
}

// changed names what each of two texts speaks of, where both say the same of it; else the names are equal.
func (t *topic) changed(a, b string) (from, to string) {
	if a == b || a == "" || b == "" {
		return "", ""
	}
	if x, y := differing(a, b); !t.maybe(x) || !t.maybe(y) {
		return "", ""
	}
	from, x := t.find(meaning.Words(a))
	to, y := t.find(meaning.Words(b))
	if from == "" || to == "" || len(x) == 0 || len(y) == 0 || sharedWords(x, y) < min(len(set(x)), len(set(y))) {
		return "", ""
	}
	return from, to
}

// maybe is a cheap look at the part in which a text differs: a word of the topic, or a number, since percentiles are told by theirs.
func (t *topic) maybe(part string) bool {
	var word [16]byte
	n, small := 0, false
	for i := range len(part) {
		c := part[i]
		switch {
		case c >= '0' && c <= '9':
			return true
		case c >= 'a' && c <= 'z':
			small = true
		default:
			if n <= len(word) && t.words[string(word[:min(n, len(word))])] != "" && (small || c < 'A' || c > 'Z') {
				return true
			}
			if small || c < 'A' || c > 'Z' { // a hump, or the word's end
				n, small = 0, false
			}
			if c < 'A' || c > 'Z' {
				continue
			}
		}
		if n < len(word) {
			word[n] = c | 0x20
		}
		n++
	}
	return n <= len(word) && t.words[string(word[:min(n, len(word))])] != ""
}

// content are the words of a sentence that carry sense.
func content(text string) []string {
	var all []string
	for _, w := range meaning.Words(text) {
		if !small[w] {
			all = append(all, w)
		}
	}
	return all
}

// measures reports whether a word is a unit, whose change is another rule's business.
func measures(word string) bool {
	_, known := unit.Lookup(word)
	return known
}

func numeric(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// rated reports whether one of two texts, and not the other, makes a rate of the same thing: "battery charge rate" and "battery charge
// rate, level change per hour".
func rated(a, b string) (from, to string, ok bool) {
	if strings.Contains(a, "per ") == strings.Contains(b, "per ") {
		return "", "", false
	}
	x, y := meaning.Words(a), meaning.Words(b)
	from, to = rate(x), rate(y)
	if (from == "") == (to == "") || 4*sharedWords(x, y) < 3*min(len(set(x)), len(set(y))) {
		return "", "", false
	}
	plain := func(rate string) string {
		if rate == "" {
			return "no rate"
		}
		return rate
	}
	return plain(from), plain(to), true
}

// rate is "per hour" in a text, "" without one.
func rate(all []string) string {
	for i := 0; i+1 < len(all); i++ {
		if all[i] != "per" {
			continue
		}
		if u, known := unit.Lookup(all[i+1]); known && u.Dim[unit.Time] == 1 {
			return "per " + all[i+1]
		}
	}
	return ""
}
