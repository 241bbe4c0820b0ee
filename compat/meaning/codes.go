package meaning

import "strings"

// maxCodes bounds an enumeration in prose.
const maxCodes = 512

// codes reads an enumeration in prose: "0 => A, 1 => B", "0: A; 1: B", "(1=g; 2=R)", "0 - off, 1 - on", "0 means off, 1 means on". One
// code alone is no enumeration.
func (w *work) codes() {
	doc := w.s.Doc
	if len(doc) > maxDoc {
		doc = doc[:maxDoc]
	}
	if !strings.ContainsAny(doc, "0123456789") {
		return
	}
	var list CodeList
	first, last := 0, 0
	for i := 0; i < len(doc) && len(list.Codes) < maxCodes; {
		value, at, ok := codeAt(doc, i)
		if !ok {
			i++
			continue
		}
		end := at
		for end < len(doc) && !endsMeaning(doc, end) {
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
		return
	}
	list.Evidence = evidence(FromDocSlot, doc[first:last], "field doc", Slot)
	w.f.Codes = &list
}

func (l *CodeList) has(value string) bool {
	for i := range l.Codes {
		if l.Codes[i].Value == value {
			return true
		}
	}
	return false
}

// codeAt reads a number and a sign of equality at doc[i], and tells where the meaning begins. A letter or quote must follow: 12:30
// and 0 = 0 are no codes.
func codeAt(doc string, i int) (value string, at int, ok bool) {
	if i > 0 && !codeBoundary(doc[i-1]) {
		return "", 0, false
	}
	j := i
	if doc[j] == '-' {
		j++
	}
	from := j
	for j < len(doc) && doc[j] >= '0' && doc[j] <= '9' {
		j++
	}
	if j == from || j-from > 9 {
		return "", 0, false
	}
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
func endsMeaning(doc string, i int) bool {
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
		_, _, ok := codeAt(doc, next)
		return ok
	}
	return false
}
