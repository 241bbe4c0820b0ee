package meaning

import "strings"

// decimal is a JSON number's text, or "" when it is none.
func decimal(s string) string {
	if n := numberLen(s); n > 0 && n == len(s) {
		return s
	}
	return ""
}

// numberLen measures a signed decimal at the start of s; 0 when there is none.
func numberLen(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	digits := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9') {
		if s[i] != '.' {
			digits++
		}
		i++
	}
	if digits == 0 {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if j < len(s) && s[j] >= '0' && s[j] <= '9' {
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			i = j
		}
	}
	return i
}

// interval reads "[0, 100]", "0-100", "-90 to 90", "0..1", "0 and 1" as two bounds; what follows the second is not looked at.
func interval(s string) (low, high string, ok bool) {
	s = strings.TrimLeft(s, " [({")
	n := numberLen(s)
	if n == 0 {
		return "", "", false
	}
	low, s = s[:n], strings.TrimLeft(s[n:], " %°")
	for _, sep := range [...]string{"...", "..", "…", ",", "to ", "and ", "–", "-", ";"} {
		if rest, cut := strings.CutPrefix(s, sep); cut {
			rest = strings.TrimLeft(rest, " ")
			n = numberLen(rest)
			return low, rest[:n], n > 0
		}
	}
	return "", "", false
}

// docRange reads "range [-90, 90]", "between 0 and 1", "(0-100)".
func (w *work) docRange() {
	if w.f.Range != nil {
		return
	}
	doc := w.s.Doc
	if len(doc) > maxDoc {
		doc = doc[:maxDoc]
	}
	for i := 0; i < len(doc); i++ {
		at := -1
		switch c := doc[i]; {
		case c == '(' || c == '[':
			at = i + 1
		case (c == 'r' || c == 'R' || c == 'b' || c == 'B') && (i == 0 || isSpace(doc[i-1])):
			for _, word := range [...]string{"range ", "range: ", "ranges from ", "range of ", "between "} {
				if len(doc)-i > len(word) && strings.EqualFold(doc[i:i+len(word)], word) {
					at = i + len(word)
				}
			}
		case (c == 'f' || c == 'F') && (i == 0 || isSpace(doc[i-1])) && len(doc)-i > 5 && strings.EqualFold(doc[i:i+5], "from "):
			at = i + 5
		case c == '0' && i > 1 && isSpace(doc[i-1]) && strings.IndexByte(",:;-", doc[i-2]) >= 0: // "Confidence, 0-100"
			at = i
		}
		if at < 0 {
			continue
		}
		if low, high, ok := interval(doc[at:min(len(doc), at+40)]); ok && less(low, high) {
			w.f.Range = &Range{Min: low, Max: high, Evidence: evidence(FromDocSlot, doc[i:min(len(doc), at+len(low)+len(high)+4)], "field doc", Phrase)}
			return
		}
	}
}
