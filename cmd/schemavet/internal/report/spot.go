package report

import (
	"fmt"
	"strings"
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
	s.marked = mark{line: s.line, column: s.column, text: s.text}
	if span.End.Line == span.Start.Line {
		s.marked.width = max(1, span.End.Column-span.Start.Column)
		return s
	}
	s.marked.width = max(1, utf8.RuneCountInString(s.text)-span.Start.Column+1)
	// An object that opens on a line of its own says nothing there; its first line that does is marked instead.
	if doc := p.Value().Document(); strings.Trim(s.text, " \t{[,") == "" {
		for n := s.line + 1; n <= min(s.line+2, span.End.Line); n++ {
			if text := doc.Line(n); strings.Trim(text, " \t{[,") != "" {
				trimmed := strings.Trim(text, " \t")
				s.marked = mark{n, utf8.RuneCountInString(text[:strings.Index(text, trimmed)]) + 1, utf8.RuneCountInString(trimmed), text}
				break
			}
		}
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
