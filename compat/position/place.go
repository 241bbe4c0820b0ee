package position

import "fmt"

// A Place is what a finding points at: a value of a document, a stretch of its text that is no value (a comment), or a whole
// source when there is nothing of it to show (a deleted file, an unreadable one). Lines and columns are worked out when asked.
type Place struct {
	value    Value  // for a stretch of text the document's root
	from, to int32  // a stretch of text; to is 0 where the value itself is meant
	source   string // for a place without a value
}

// In is the place that stands for a whole source.
func In(source string) Place { return Place{source: source} }

// IsZero reports whether p points nowhere.
func (p Place) IsZero() bool { return p.value.IsZero() && p.source == "" }

// Value is the value that p points at or, for a stretch of text, the document's root; the zero Value for a whole source.
func (p Place) Value() Value { return p.value }

// Source is the name of the text that p points into.
func (p Place) Source() string {
	if p.value.IsZero() {
		return p.source
	}
	return p.value.doc.source
}

// Pointer is the JSON pointer of the value, "" for the root, a stretch of text or a whole source.
func (p Place) Pointer() string {
	if p.value.IsZero() {
		return ""
	}
	return p.value.Pointer()
}

// Span covers the value, with its key when it is a member's value; the zero Span for a whole source.
func (p Place) Span() Span {
	if p.value.IsZero() {
		return Span{}
	}
	start, end := p.Offsets()
	return Span{p.value.doc.mark(int32(start)), p.value.doc.mark(int32(end))}
}

// Start is the first point of the span.
func (p Place) Start() Mark { return p.Span().Start }

// Offsets are the span's byte offsets: the order of places inside one source without working out lines.
func (p Place) Offsets() (start, end int) {
	switch {
	case p.value.IsZero():
		return 0, 0
	case p.to > 0:
		return int(p.from), int(p.to)
	}
	n := p.value.node()
	from := n.start
	if n.flags&keyed != 0 {
		from = p.value.doc.nodes[p.value.at-1].start
	}
	return int(from), int(n.end)
}

// Line is the text of the line that p starts on.
func (p Place) Line() string {
	if p.value.IsZero() {
		return ""
	}
	return p.value.doc.Line(p.Start().Line)
}

// String is source:line:column, or the source alone.
func (p Place) String() string {
	if p.value.IsZero() {
		return p.source
	}
	at := p.Start()
	return fmt.Sprintf("%s:%d:%d", p.value.doc.source, at.Line, at.Column)
}
