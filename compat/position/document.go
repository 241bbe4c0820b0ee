package position

import (
	"iter"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Kind is the JSON type of a value.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	False
	True
	Number
	String
	Array
	Object
)

func (k Kind) String() string {
	return [...]string{"null", "boolean", "boolean", "number", "string", "array", "object"}[k]
}

// A node is one value of the tape. The members of an object stand as key node, value subtree, key node, …
type node struct {
	start, end int32 // byte span of the value, end exclusive
	next       int32 // index after this value's subtree
	parent     int32 // index of the enclosing array or object, -1 at the root
	count      int32 // elements or members
	kind       Kind
	flags      uint8
}

const (
	isKey   = 1 << iota // a member's name, not a value
	escaped             // a string with at least one backslash
	keyed               // a member's value: its key is the node before it
)

// A Document is one parsed text. It is immutable and safe for concurrent use.
type Document struct {
	source  string
	text    string
	nodes   []node
	comment [2]int32 // the first comment's offsets; the end is 0 without one

	linesOnce sync.Once
	lines     []int32 // offset of each line's first byte

	ordinalsLock sync.Mutex
	ordinals     []int32 // by node: the place of an array's element in it, counted from 1; 0 is not known yet

	blocksOnce sync.Once
	blocks     []int32 // code points before each block of the text, for lines of many blocks
}

// Source is the name the document was parsed under, as reports print it.
func (d *Document) Source() string { return d.source }

// Text is the document's text without a byte order mark.
func (d *Document) Text() string { return d.text }

// Root is the document's value.
func (d *Document) Root() Value { return Value{d, 0} }

// Comment is the place of the first comment; ok is false for strict JSON.
func (d *Document) Comment() (at Place, ok bool) {
	if d.comment[1] == 0 {
		return Place{}, false
	}
	return Place{value: d.Root(), from: d.comment[0], to: d.comment[1]}, true
}

// A Mark is one point of a text: 1-based line and column (in code points), 0-based byte offset.
type Mark struct{ Line, Column, Offset int }

// A Span is a stretch of text, End exclusive.
type Span struct{ Start, End Mark }

func (d *Document) mark(offset int32) Mark {
	d.linesOnce.Do(func() { d.lines = lineStarts(d.text) })
	line := sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > offset }) // first line that starts after
	start := d.lines[line-1]
	return Mark{Line: line, Column: d.runes(start, offset) + 1, Offset: int(offset)}
}

// blockSize is the stretch of text that is counted anew for a place; a whole file in one line is many of them.
const blockSize = 1 << 12

// runes counts the code points of a stretch that starts and ends between two of them.
func (d *Document) runes(start, end int32) int {
	if end-start <= 2*blockSize {
		return utf8.RuneCountInString(d.text[start:end])
	}
	d.blocksOnce.Do(func() {
		count := int32(0)
		for i := range len(d.text) {
			if i%blockSize == 0 {
				d.blocks = append(d.blocks, count)
			}
			if utf8.RuneStart(d.text[i]) {
				count++
			}
		}
	})
	return d.before(end) - d.before(start)
}

// before counts the code points that start before an offset.
func (d *Document) before(offset int32) int {
	if int(offset) == len(d.text) && offset%blockSize == 0 { // past the last block
		offset--
		return d.before(offset) + starts(d.text[offset:])
	}
	block := offset / blockSize
	return int(d.blocks[block]) + starts(d.text[block*blockSize:offset])
}

func starts(text string) (n int) {
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			n++
		}
	}
	return n
}

func lineStarts(text string) []int32 {
	lines := make([]int32, 1, strings.Count(text, "\n")+1)
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return lines
		}
		i += n + 1
		lines = append(lines, int32(i))
	}
}

// Line is the text of a 1-based line without its line break, "" outside the document.
func (d *Document) Line(number int) string {
	d.linesOnce.Do(func() { d.lines = lineStarts(d.text) })
	if number < 1 || number > len(d.lines) {
		return ""
	}
	end := len(d.text)
	if number < len(d.lines) {
		end = int(d.lines[number]) - 1
	}
	return strings.TrimSuffix(d.text[d.lines[number-1]:end], "\r")
}

// A Value is one value of a document. The zero Value is no value at all.
type Value struct {
	doc *Document
	at  int32
}

// IsZero reports whether v is no value of any document.
func (v Value) IsZero() bool { return v.doc == nil }

func (v Value) node() *node { return &v.doc.nodes[v.at] }

// Kind is the JSON type of v.
func (v Value) Kind() Kind { return v.node().kind }

// Is reports whether v is a value of kind k; false for the zero Value.
func (v Value) Is(k Kind) bool { return v.doc != nil && v.node().kind == k }

// Document is the document that v is part of.
func (v Value) Document() *Document { return v.doc }

// Index is v's place on the tape: a dense number, smaller for values that start earlier.
func (v Value) Index() int { return int(v.at) }

// Len is the number of elements or members, 0 for scalars.
func (v Value) Len() int { return int(v.node().count) }

// Raw is v's text as it stands in the document.
func (v Value) Raw() string {
	n := v.node()
	return v.doc.text[n.start:n.end]
}

// Text is the decoded string, or the number's own digits; "" for other kinds.
func (v Value) Text() string {
	n := v.node()
	switch {
	case n.kind == Number:
		return v.doc.text[n.start:n.end]
	case n.kind != String:
		return ""
	case n.flags&escaped == 0:
		return v.doc.text[n.start+1 : n.end-1]
	}
	return unescape(v.doc.text[n.start+1 : n.end-1])
}

// A Member is one name and value of an object.
type Member struct {
	Key   string
	Name  Value // the key as it stands in the text
	Value Value
}

// Members yields the members of an object in text order; nothing for other kinds.
func (v Value) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		n := v.node()
		if n.kind != Object {
			return
		}
		for i := v.at + 1; i < n.next; i = v.doc.nodes[i+1].next {
			name := Value{v.doc, i}
			if !yield(Member{name.Text(), name, Value{v.doc, i + 1}}) {
				return
			}
		}
	}
}

// Elements yields the elements of an array in text order; nothing for other kinds.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		n := v.node()
		if n.kind != Array {
			return
		}
		for i := v.at + 1; i < n.next; i = v.doc.nodes[i].next {
			if !yield(Value{v.doc, i}) {
				return
			}
		}
	}
}

// Member is the value of the member called key; ok is false without one, or when v is no object.
func (v Value) Member(key string) (value Value, ok bool) {
	if !v.Is(Object) {
		return Value{}, false
	}
	nodes := v.doc.nodes
	for i, end := v.at+1, nodes[v.at].next; i < end; i = nodes[i+1].next {
		if (Value{v.doc, i}).Text() == key {
			return Value{v.doc, i + 1}, true
		}
	}
	return Value{}, false
}

// Lookup is Member for one who asks an object for many keys: the object is looked through once, not once a key.
func (v Value) Lookup() func(key string) (Value, bool) {
	const few = 8 // are found as fast without an index
	if v.doc == nil || v.Len() <= few {
		return v.Member
	}
	members := make(map[string]Value, v.Len())
	for m := range v.Members() {
		members[m.Key] = m.Value
	}
	return func(key string) (Value, bool) {
		value, ok := members[key]
		return value, ok
	}
}

// At resolves a JSON pointer relative to v ("" is v itself).
func (v Value) At(pointer string) (Value, bool) {
	for pointer != "" {
		if pointer[0] != '/' {
			return Value{}, false
		}
		token, rest := pointer[1:], ""
		if i := strings.IndexByte(token, '/'); i >= 0 {
			token, rest = token[:i], token[i:]
		}
		next, ok := v.step(strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
		if !ok {
			return Value{}, false
		}
		v, pointer = next, rest
	}
	return v, true
}

func (v Value) step(token string) (Value, bool) {
	switch v.Kind() {
	case Object:
		return v.Member(token)
	case Array:
		index, err := strconv.Atoi(token)
		if err != nil || index < 0 || index >= v.Len() || strconv.Itoa(index) != token {
			return Value{}, false
		}
		for e := range v.Elements() {
			if index == 0 {
				return e, true
			}
			index--
		}
	}
	return Value{}, false
}

// Parent is the enclosing array or object; ok is false at the root.
func (v Value) Parent() (Value, bool) {
	n := v.node()
	if n.parent < 0 {
		return Value{}, false
	}
	return Value{v.doc, n.parent}, true
}

// Pointer is v's JSON pointer from the document's root. A member's key has the pointer of its value.
func (v Value) Pointer() string {
	var tokens []string
	for {
		n := v.node()
		if n.parent < 0 {
			break
		}
		tokens = append(tokens, v.token())
		v = Value{v.doc, n.parent}
	}
	var b strings.Builder
	for i := len(tokens) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(tokens[i], "~", "~0"), "/", "~1"))
	}
	return b.String()
}

func (v Value) token() string {
	n := v.node()
	switch {
	case n.flags&isKey != 0:
		return v.Text()
	case n.flags&keyed != 0:
		return Value{v.doc, v.at - 1}.Text()
	}
	return strconv.Itoa(v.doc.ordinal(v.at))
}

// ordinal is the place of an element in its array. The places of all elements of an array are worked out at once, when the
// first is asked for: a report asks for one a finding.
func (d *Document) ordinal(element int32) int {
	d.ordinalsLock.Lock()
	defer d.ordinalsLock.Unlock()
	if d.ordinals == nil {
		d.ordinals = make([]int32, len(d.nodes))
	}
	if d.ordinals[element] == 0 {
		array, count := d.nodes[element].parent, int32(0)
		for i := array + 1; i < d.nodes[array].next; i = d.nodes[i].next {
			count++
			d.ordinals[i] = count
		}
	}
	return int(d.ordinals[element]) - 1
}

// Span is where v's own text stands.
func (v Value) Span() Span {
	n := v.node()
	return Span{v.doc.mark(n.start), v.doc.mark(n.end)}
}

// Place is where a report points for v: the whole member, key included, when v is a member's value.
func (v Value) Place() Place { return Place{value: v} }
