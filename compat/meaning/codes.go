package meaning

import (
	"slices"
	"strings"
)

// maxCodes bounds an enumeration in prose.
const maxCodes = 512

// codes reads an enumeration in prose: "0 => A, 1 => B", "0: A; 1: B", "(1=g; 2=R)", "0 - off, 1 - on", "0 means off, 1 means on",
// "NEW(0), PAID(1)".
func (w *work) codes() {
	doc := w.s.Doc[:min(len(w.s.Doc), maxDoc)]
	if !strings.ContainsAny(doc, "0123456789") {
		return
	}
	if list := readCodes(doc, numberCode); list != nil {
		w.f.Codes = list
	} else {
		w.f.Codes = numberedNames(doc)
	}
}

// letterCodes reads what a text's doc says of short values: "Y = yes, N = no". Letters stand for much else, so they are weak.
func (w *work) letterCodes() {
	doc := w.s.Doc[:min(len(w.s.Doc), maxDoc)]
	if !strings.ContainsAny(doc, "=:>") {
		return
	}
	if list := readCodes(doc, letterCode); list != nil {
		list.Confidence = WeakName
		w.f.Codes = list
	}
}

// symbolCodes reads what the doc of the field or of its enum says of the symbols: "A = approved, B = blocked".
func (w *work) symbolCodes() {
	if w.f.Symbols != nil || len(w.s.Symbols) == 0 || len(w.s.Symbols) > maxCodes {
		return
	}
	for _, doc := range [...]string{w.s.Doc, w.s.TypeDoc} {
		doc = doc[:min(len(doc), maxDoc)]
		if !strings.ContainsAny(doc, "=:>") {
			continue
		}
		list := readCodes(doc, func(doc string, i int) int {
			n := nameLen(doc, i)
			if n > 0 && slices.Contains(w.s.Symbols, doc[i:i+n]) {
				return n
			}
			return 0
		})
		if list != nil {
			w.f.Symbols = list
			return
		}
	}
}

// numberCode, letterCode and nameLen measure the value of a code at doc[i]; 0 where there is none.
func numberCode(doc string, i int) int {
	j := i
	if doc[j] == '-' {
		j++
	}
	from := j
	for j < len(doc) && doc[j] >= '0' && doc[j] <= '9' {
		j++
	}
	if j == from || j-from > 9 {
		return 0
	}
	return j - i
}

func letterCode(doc string, i int) int {
	n := nameLen(doc, i)
	if n > 3 || n == 0 || abbreviations[doc[i:i+n]] || doc[i:i+n] != strings.ToUpper(doc[i:i+n]) || kind(doc[i]) != 'U' {
		return 0
	}
	return n
}

func nameLen(doc string, i int) int {
	j := i
	for j < len(doc) && (kind(doc[j]) != 0 || doc[j] == '_') && j-i < maxName {
		j++
	}
	return j - i
}

// numberedNames reads codes whose names come first: "NEW(0), PAID(1)", "NEW=0, PAID=1".
func numberedNames(doc string) *CodeList {
	list := &CodeList{}
	first, last := 0, 0
	for i := 0; i < len(doc) && len(list.Codes) < maxCodes; {
		n := nameLen(doc, i)
		if n == 0 || i > 0 && !codeBoundary(doc[i-1]) {
			i++
			continue
		}
		if value, end, ok := numberAfter(doc, i+n); ok && kind(doc[i]) == 'U' && !list.has(value) {
			if len(list.Codes) == 0 {
				first = i
			}
			list.Codes = append(list.Codes, Code{value, clip(doc[i : i+n])})
			last = end
		}
		i += n
	}
	if len(list.Codes) < 2 {
		return nil
	}
	list.Evidence = evidence(FromDocSlot, doc[first:last], "field doc", Slot)
	return list
}

// numberAfter reads "(0)" or "=0" behind a name that ends before doc[i], and tells where the number ends.
func numberAfter(doc string, i int) (value string, end int, ok bool) {
	i = spaces(doc, i)
	if i >= len(doc) || doc[i] != '(' && doc[i] != '=' {
		return "", 0, false
	}
	if i = spaces(doc, i+1); i >= len(doc) {
		return "", 0, false
	}
	end = i + numberCode(doc, i)
	return doc[i:end], end, end > i && (end == len(doc) || strings.IndexByte("),;.]} \n", doc[end]) >= 0)
}

// spaces is where the spaces at doc[i] end.
func spaces(doc string, i int) int {
	for i < len(doc) && doc[i] == ' ' {
		i++
	}
	return i
}

// readCodes reads an enumeration whose values valueLen measures. One code alone is none; examples ("e.g. 80: http") are weak.
func readCodes(doc string, valueLen func(doc string, i int) int) *CodeList {
	list := &CodeList{}
	first, last := 0, 0
	for i := 0; i < len(doc) && len(list.Codes) < maxCodes; {
		value, at, ok := codeAt(doc, i, valueLen)
		if !ok {
			i++
			continue
		}
		end := at
		for end < len(doc) && !endsMeaning(doc, end, valueLen) {
			end++
		}
		means := strings.Trim(doc[at:end], " \t.\"'`*-–")
		if means != "" && !list.has(value) {
			if len(list.Codes) == 0 {
				first = i
			}
			list.Codes = append(list.Codes, Code{value, clip(means)})
			last = end
		}
		i = max(end, i+1)
	}
	if len(list.Codes) < 2 {
		return nil
	}
	list.Evidence = evidence(FromDocSlot, doc[first:last], "field doc", Slot)
	if before := strings.ToLower(strings.TrimRight(doc[:first], " ,:.(")); strings.HasSuffix(before, "e.g") || strings.HasSuffix(before, "for example") || strings.HasSuffix(before, "such as") {
		list.Confidence = WeakName
	}
	return list
}

func (l *CodeList) has(value string) bool {
	for i := range l.Codes {
		if l.Codes[i].Value == value {
			return true
		}
	}
	return false
}

// codeAt reads a value and a sign of equality at doc[i], and tells where the meaning begins. A letter or quote must follow: 12:30
// and 0 = 0 are no codes.
func codeAt(doc string, i int, valueLen func(doc string, i int) int) (value string, at int, ok bool) {
	if i > 0 && !codeBoundary(doc[i-1]) {
		return "", 0, false
	}
	n := valueLen(doc, i)
	if n == 0 {
		return "", 0, false
	}
	j := i + n
	value = doc[i:j]
	for j < len(doc) && (doc[j] == ' ' || doc[j] == '\'' || doc[j] == '"' || doc[j] == ')' && doc[i] != ')') {
		j++
	}
	rest := doc[j:]
	switch {
	case strings.HasPrefix(rest, "=>"), strings.HasPrefix(rest, "->"):
		j += 2
	case strings.HasPrefix(rest, "="), strings.HasPrefix(rest, ":"):
		j++
	case doc[j-1] == ' ' && strings.HasPrefix(rest, "- "):
		j++
	case doc[j-1] == ' ' && strings.HasPrefix(rest, "– "):
		j += len("–")
	case doc[j-1] == ' ' && strings.HasPrefix(rest, "means "):
		j += len("means")
	case doc[j-1] == ' ' && strings.HasPrefix(rest, "denotes "):
		j += len("denotes")
	default:
		return "", 0, false
	}
	for j < len(doc) && (doc[j] == ' ' || doc[j] == '"' || doc[j] == '\'' || doc[j] == '`') {
		j++
	}
	if j == len(doc) || kind(doc[j]) != 'l' && kind(doc[j]) != 'U' && doc[j] < 0x80 {
		return "", 0, false
	}
	return value, j, true
}

func codeBoundary(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == ',' || c == ';' || c == '(' || c == '[' || c == '{' || c == '"' || c == '\'' || c == '`' || c == '|' || c == '/' || c == ':'
}

// endsMeaning reports whether the meaning of a code ends at doc[i]: at punctuation, a line's end, or where the next code begins.
func endsMeaning(doc string, i int, valueLen func(doc string, i int) int) bool {
	switch doc[i] {
	case ',', ';', '\n', '(', ')', ']', '}', '|':
		return true
	case '.':
		return i+1 == len(doc) || isSpace(doc[i+1])
	case ' ':
		next := i + 1
		for next < len(doc) && (doc[next] == '\'' || doc[next] == '"' || doc[next] == '`') {
			next++
		}
		if next == len(doc) {
			return false
		}
		_, _, ok := codeAt(doc, next, valueLen)
		return ok
	}
	return false
}
