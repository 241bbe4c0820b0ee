package position

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The stated limits of a document. They bound memory and the depth of every walk over it.
const (
	MaxDepth = 10_000    // nested arrays and objects
	MaxBytes = 256 << 20 // size of the text
)

// An Error is a text that cannot be read, with the place where reading stopped.
type Error struct {
	Source  string
	At      Mark // the zero Mark when the whole text is at fault
	Problem string
}

func (e *Error) Error() string {
	if e.At.Line == 0 {
		return fmt.Sprintf("parse %s: %s", e.Source, e.Problem)
	}
	return fmt.Sprintf("parse %s:%d:%d: %s", e.Source, e.At.Line, e.At.Column, e.Problem)
}

// Parse reads one JSON value (RFC 8259) with optional comments from text. The error is always an *Error.
func Parse(source string, text []byte) (*Document, error) { return ParseBeside(nil, source, text) }

func newParser(source string, text []byte) (*parser, error) {
	if problem := encodingProblem(text); problem != "" {
		return nil, &Error{Source: source, Problem: problem}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	p := &parser{doc: &Document{source: source, text: string(text)}}
	p.text = p.doc.text
	p.doc.nodes = make([]node, 0, min(values(p.text), len(text)/12+4))
	if !utf8.ValidString(p.text) {
		return nil, p.fail(invalidUTF8(p.text), "the text is not valid UTF-8 here")
	}
	return p, nil
}

// values is at least the number of nodes of a document: a key for each colon, a value behind each comma and each opening
// bracket, and the root. Such characters in strings make it a little too large.
func values(text string) int {
	n := 1
	for _, mark := range [...]string{":", ",", "{", "["} {
		n += strings.Count(text, mark)
	}
	return n
}

func encodingProblem(text []byte) string {
	switch {
	case len(text) > MaxBytes:
		return fmt.Sprintf("the text has %d bytes; the limit is %d", len(text), MaxBytes)
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}), bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		return "the text is UTF-16; a schema file is UTF-8"
	case len(bytes.TrimSpace(text)) == 0:
		return "the file is empty"
	}
	return ""
}

func invalidUTF8(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// parser walks the text once with an explicit stack: the tape's parent links.
type parser struct {
	doc  *Document
	text string
	pos  int
}

func (p *parser) fail(offset int, format string, args ...any) error {
	return &Error{Source: p.doc.source, At: p.doc.mark(int32(offset)), Problem: fmt.Sprintf(format, args...)}
}

// document reads the text from a resumption on.
func (p *parser) document(at resumption) (*Document, error) {
	for {
		opened := false
		if at.value {
			var err error
			if opened, err = p.value(at.parent); err != nil {
				return nil, err
			}
		}
		if opened {
			if at.depth++; at.depth > MaxDepth {
				return nil, p.fail(p.pos-1, "nested deeper than %d levels", MaxDepth)
			}
			at.parent = int32(len(p.doc.nodes) - 1)
		}
		// Close what ends here; stop at the next value of the innermost open array or object.
		for at.value = false; !at.value; {
			if at.parent < 0 {
				return p.end()
			}
			var err error
			if at.value, err = p.follow(at.parent, opened); err != nil {
				return nil, err
			}
			if !at.value {
				opened = false
				at.parent = p.doc.nodes[at.parent].parent
				at.depth--
			}
		}
	}
}

func (p *parser) end() (*Document, error) {
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.pos < len(p.text) {
		return nil, p.fail(p.pos, "text after the end of the JSON value")
	}
	return p.doc, nil
}

// follow reads what stands between two values of the open container: it reports true when a value (and, in an object, its
// key) comes next, false when the container was closed.
func (p *parser) follow(container int32, first bool) (bool, error) {
	if err := p.space(); err != nil {
		return false, err
	}
	n := &p.doc.nodes[container]
	closing := byte(']')
	if n.kind == Object {
		closing = '}'
	}
	c, ok := p.peek()
	switch {
	case !ok:
		return false, p.truncated(n)
	case c == closing:
		p.pos++
		n.end, n.next = int32(p.pos), int32(len(p.doc.nodes))
		if n.kind == Object && n.count > 1 {
			return false, p.duplicates(container)
		}
		return false, nil
	case !first && c != ',':
		return false, p.fail(p.pos, "expected ',' or %q, found %s", closing, p.found())
	case !first:
		p.pos++
		if err := p.space(); err != nil {
			return false, err
		}
		if c, ok := p.peek(); ok && c == closing {
			return false, p.fail(p.pos, "a comma before %q", closing)
		}
	}
	p.doc.nodes[container].count++
	if n.kind == Array {
		return true, nil
	}
	return true, p.key(container)
}

func (p *parser) key(object int32) error {
	if c, ok := p.peek(); !ok {
		return p.truncated(&p.doc.nodes[object])
	} else if c != '"' {
		return p.fail(p.pos, "expected a key in double quotes, found %s", p.found())
	}
	if err := p.string(object, isKey); err != nil {
		return err
	}
	if err := p.space(); err != nil {
		return err
	}
	if c, ok := p.peek(); !ok {
		return p.truncated(&p.doc.nodes[object])
	} else if c != ':' {
		return p.fail(p.pos, "expected ':' after the key, found %s", p.found())
	}
	p.pos++
	return nil
}

func (p *parser) truncated(open *node) error {
	at := p.doc.mark(open.start)
	return p.fail(len(p.text), "the text ends inside the %s that starts at %d:%d", open.kind, at.Line, at.Column)
}

// value reads a scalar, or the opening of a container (opened is then true).
func (p *parser) value(parent int32) (opened bool, err error) {
	if err := p.space(); err != nil {
		return false, err
	}
	c, ok := p.peek()
	if !ok {
		if parent < 0 {
			return false, p.fail(p.pos, "the file holds no JSON value")
		}
		return false, p.truncated(&p.doc.nodes[parent])
	}
	var flags uint8
	if parent >= 0 && p.doc.nodes[parent].kind == Object {
		flags = keyed
	}
	switch {
	case c == '{', c == '[':
		kind := Object
		if c == '[' {
			kind = Array
		}
		p.push(kind, p.pos, p.pos+1, parent, flags)
		p.pos++
		return true, nil
	case c == '"':
		return false, p.string(parent, flags)
	case c == '-' || c >= '0' && c <= '9':
		return false, p.number(parent, flags)
	}
	for _, word := range [...]struct {
		text string
		kind Kind
	}{{"null", Null}, {"true", True}, {"false", False}} {
		if strings.HasPrefix(p.text[p.pos:], word.text) && !wordByte(p.text, p.pos+len(word.text)) {
			p.push(word.kind, p.pos, p.pos+len(word.text), parent, flags)
			p.pos += len(word.text)
			return false, nil
		}
	}
	return false, p.fail(p.pos, "expected a JSON value, found %s", p.found())
}

func wordByte(text string, i int) bool {
	return i < len(text) && (text[i] == '_' || text[i] >= '0' && text[i] <= '9' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z')
}

func (p *parser) push(kind Kind, start, end int, parent int32, flags uint8) {
	at := int32(len(p.doc.nodes))
	p.doc.nodes = append(p.doc.nodes, node{int32(start), int32(end), at + 1, parent, 0, kind, flags})
}

func (p *parser) peek() (byte, bool) {
	if p.pos >= len(p.text) {
		return 0, false
	}
	return p.text[p.pos], true
}

// found names what stands at the reading position, for a message.
func (p *parser) found() string {
	if p.pos >= len(p.text) {
		return "the end of the text"
	}
	if end := p.pos; wordByte(p.text, end) {
		for end-p.pos < 20 && wordByte(p.text, end) {
			end++
		}
		return fmt.Sprintf("%q", p.text[p.pos:end])
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return fmt.Sprintf("%q", r)
}

// space skips white space and comments. Mostly there is none.
func (p *parser) space() error {
	if p.pos < len(p.text) && p.text[p.pos] > '/' {
		return nil
	}
	return p.skip()
}

func (p *parser) skip() error {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		case '/':
			if err := p.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

func (p *parser) comment() error {
	start, rest := p.pos, p.text[p.pos:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			p.pos += n + 1
		} else {
			p.pos = len(p.text)
		}
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			return p.fail(start, "a comment that does not end")
		}
		p.pos += n + 4
	default:
		return p.fail(start, "expected a JSON value or a comment, found '/'")
	}
	if p.doc.comment[1] == 0 {
		p.doc.comment = [2]int32{int32(start), int32(start + len(strings.TrimRight(p.text[start:p.pos], "\r\n")))}
	}
	return nil
}
