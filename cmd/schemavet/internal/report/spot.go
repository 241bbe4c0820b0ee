package report

import (
	"fmt"
	"unicode/utf8"

	"github.com/schemavet/schemavet/compat/position"
)

func place(p position.Place) spot {
	if p.IsZero() {
		return spot{}
	}
	s := spot{source: p.Source(), pointer: p.Pointer()}
	span := p.Span()
	if span.Start.Line == 0 {
		return s
	}
	s.line, s.column, s.text = span.Start.Line, span.Start.Column, p.Line()
	if span.End.Line == span.Start.Line {
		s.width = max(1, span.End.Column-span.Start.Column)
	} else {
		s.width, s.toEnd = max(1, utf8.RuneCountInString(s.text)-span.Start.Column+1), true
	}
	return s
}

// String is source:line:column, as editors take it.
func (s spot) String() string {
	if s.line == 0 {
		return s.source
	}
	return fmt.Sprintf("%s:%d:%d", s.source, s.line, s.column)
}
