package report

import (
	"fmt"
	"path/filepath"
	"regexp"
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
	if len(s.text) > longLine {
		s.marked.text, s.marked.column, s.marked.cut = around(p.Value().Document().Text(), span.Start.Offset)
	}
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
				s.marked = mark{line: n, column: utf8.RuneCountInString(text[:strings.Index(text, trimmed)]) + 1, width: utf8.RuneCountInString(trimmed), text: text}
				break
			}
		}
	}
	return s
}

// committed is the end of a source that names a version in git: such a path is the repository's already.
var committed = regexp.MustCompile(`@([0-9a-f]{7}|index)$`)

// file is the file that a spot lies in, without the version that a source may name, from the top of the repository: code
// scanning and merge requests look for it there, wherever the command ran. What lies outside of it stays as it is named.
func (r *Run) file(s spot) string {
	path := committed.ReplaceAllString(s.source, "")
	if path != s.source || len(r.Roots) == 0 {
		return path
	}
	disk := filepath.FromSlash(path)
	if !filepath.IsAbs(disk) {
		disk = filepath.Join(r.Dir, disk)
	}
	for _, root := range r.Roots {
		if inside, err := filepath.Rel(root, disk); err == nil && filepath.IsLocal(inside) {
			return filepath.ToSlash(inside)
		}
	}
	return path
}

// longLine is the length past which only what stands around a place is looked at: a schema of megabytes on one line may
// have thousands of findings.
const longLine = 4096

// around is the part of a long line near an offset, the column of the offset in it, and whether something was cut before it.
func around(text string, offset int) (part string, column int, cut bool) {
	from := max(0, offset-longLine/4)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	cut = from > 0
	if n := strings.LastIndexByte(text[from:offset], '\n'); n >= 0 {
		from, cut = from+n+1, false
	}
	to := min(len(text), offset+longLine/2)
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	if n := strings.IndexByte(text[offset:to], '\n'); n >= 0 {
		to = offset + n
	}
	return text[from:to], utf8.RuneCountInString(text[from:offset]) + 1, cut
}

// String is source:line:column, as editors take it. A name that starts as a command to a CI runner, which obeys lines of a log
// that do, is given another start.
func (s spot) String() string {
	name := s.source
	if strings.HasPrefix(name, "::") {
		name = "./" + name
	}
	if s.line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, s.line, s.column)
}
