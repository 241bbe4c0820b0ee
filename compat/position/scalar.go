package position

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// plain are the bytes that a string holds as they are.
var plain = func() (all [256]bool) {
	for c := range all {
		all[c] = c >= 0x20 && c != '"' && c != '\\'
	}
	return all
}()

// string reads a string token; its escapes are checked here and decoded when somebody asks for the text.
func (p *parser) string(parent int32, flags uint8) error {
	start, text := p.pos, p.text
	for i := start + 1; i < len(text); i++ {
		switch c := text[i]; {
		case plain[c]:
		case c == '"':
			p.push(String, start, i+1, parent, flags)
			p.pos = i + 1
			return nil
		case c < 0x20:
			return p.fail(i, "a control character (U+%04X) inside a string", c)
		case c == '\\':
			flags |= escaped
			size, problem := escape(text[i:])
			if problem != "" {
				return p.fail(i, "%s", problem)
			}
			i += size - 1
		}
	}
	return p.fail(start, "a string that does not end")
}

// escape measures the escape sequence at the start of s.
func escape(s string) (size int, problem string) {
	if len(s) < 2 {
		return 0, "a string that does not end"
	}
	if s[1] != 'u' {
		if strings.IndexByte(`"\/bfnrt`, s[1]) < 0 {
			return 0, "an escape that JSON does not have"
		}
		return 2, ""
	}
	r, ok := hex4(s, 2)
	if !ok {
		return 0, `\u without four hexadecimal digits`
	}
	if !utf16.IsSurrogate(r) {
		return 6, ""
	}
	// A lone surrogate is no character: runtimes replace it differently, so a name or default with one has no one meaning.
	if low, ok := hex4(s, 8); ok && len(s) > 7 && s[6] == '\\' && s[7] == 'u' && utf16.DecodeRune(r, low) != utf8.RuneError {
		return 12, ""
	}
	return 0, "half of a surrogate pair"
}

func hex4(s string, at int) (rune, bool) {
	if len(s) < at+4 {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[at : at+4]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// unescape decodes the inside of a string whose escapes the parser has checked.
func unescape(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		switch s[1] {
		case 'u':
			r, _ := hex4(s, 2)
			if utf16.IsSurrogate(r) {
				low, _ := hex4(s, 8)
				r = utf16.DecodeRune(r, low)
				s = s[6:]
			}
			b.WriteRune(r)
			s = s[6:]
			continue
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		default:
			b.WriteByte(s[1])
		}
		s = s[2:]
	}
}

// number reads a number by the JSON grammar and keeps its digits.
func (p *parser) number(parent int32, flags uint8) error {
	start, i := p.pos, p.pos
	digits := func() bool {
		from := i
		for i < len(p.text) && p.text[i] >= '0' && p.text[i] <= '9' {
			i++
		}
		return i > from
	}
	if p.text[i] == '-' {
		i++
	}
	whole := i
	if !digits() {
		return p.fail(start, "a number without digits")
	}
	if i > whole+1 && p.text[whole] == '0' {
		return p.fail(start, "a number with a leading zero")
	}
	if i < len(p.text) && p.text[i] == '.' {
		i++
		if !digits() {
			return p.fail(start, "a number without digits after the point")
		}
	}
	if i < len(p.text) && p.text[i]|0x20 == 'e' {
		i++
		if i < len(p.text) && (p.text[i] == '+' || p.text[i] == '-') {
			i++
		}
		if !digits() {
			return p.fail(start, "a number without digits in its exponent")
		}
	}
	if wordByte(p.text, i) || i < len(p.text) && p.text[i] == '.' {
		return p.fail(start, "a number that runs into %q", p.text[i])
	}
	p.push(Number, start, i, parent, flags)
	p.pos = i
	return nil
}

// fewMembers is the object size up to which comparing every pair of keys is cheaper than a map.
const fewMembers = 16

// duplicates refuses an object that has one key twice: readers disagree about which of the two counts.
func (p *parser) duplicates(object int32) error {
	n := p.doc.nodes[object]
	if n.count > fewMembers {
		return p.manyDuplicates(object)
	}
	var keys [fewMembers]string
	count := 0
	for i := object + 1; i < n.next; i = p.doc.nodes[i+1].next {
		key := Value{p.doc, i}.Text()
		for j, other := range keys[:count] {
			if key == other {
				return p.duplicate(object, i, int32(j))
			}
		}
		keys[count] = key
		count++
	}
	return nil
}

func (p *parser) manyDuplicates(object int32) error {
	n := p.doc.nodes[object]
	seen := make(map[string]int32, n.count)
	ordinal := int32(0)
	for i := object + 1; i < n.next; i = p.doc.nodes[i+1].next {
		key := Value{p.doc, i}.Text()
		if first, ok := seen[key]; ok {
			return p.duplicate(object, i, first)
		}
		seen[key] = ordinal
		ordinal++
	}
	return nil
}

func (p *parser) duplicate(object, second, firstOrdinal int32) error {
	first := object + 1
	for ; firstOrdinal > 0; firstOrdinal-- {
		first = p.doc.nodes[first+1].next
	}
	at := p.doc.mark(p.doc.nodes[first].start)
	name := p.doc.nodes[second]
	return p.fail(int(name.start), "the key %s stands twice in one object (first at %d:%d)",
		Clip(p.doc.text[name.start:name.end], 80), at.Line, at.Column)
}
