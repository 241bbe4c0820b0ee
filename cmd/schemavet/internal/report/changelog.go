package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// changelog prints what changed in each subject, field by field, and what that means in each direction. It reads the pairs
// in which the new schema reads; those come before their opposites.
func (t *textWriter) changelog() {
	for i := range t.run.Pairs {
		p := &t.run.Pairs[i]
		if !p.Backward {
			continue
		}
		t.printf("%s\n", t.run.paint(bold, Visible(p.Subject)))
		lines := 0
		if p.Trace != nil {
			p.Trace.Walk(func(s *compat.Site) {
				if line := t.change(s); line != "" && lines < maxTrace {
					t.printf("  %s\n", line)
					lines++
				}
			})
		}
		if lines == 0 {
			t.printf("  nothing that a reader sees\n")
		}
		t.printf("  new readers, old data: %s\n", meaningOf(p))
		if back := t.opposite(i); back != nil {
			t.printf("  old readers, new data: %s\n", meaningOf(back))
		}
		t.printf("\n")
	}
}

// opposite is the pair in which the two sides of pair i have changed places, nil without it.
func (t *textWriter) opposite(i int) *gate.Pair {
	p := &t.run.Pairs[i]
	for j := i + 1; j < len(t.run.Pairs); j++ {
		if q := &t.run.Pairs[j]; q.Writer == p.Reader && q.Reader == p.Writer {
			return q
		}
	}
	return nil
}

func meaningOf(p *gate.Pair) string {
	switch p.Verdict {
	case compat.Same:
		return "read, the same"
	case compat.Changed:
		return "read, but some value comes out as another or means something else"
	case compat.DependsOnData:
		return "depends on the data"
	case compat.Refused:
		return "refused"
	}
	return "one of the two is no valid schema"
}

// change is what changed at a site in words, "" when nothing about the site itself did.
func (t *textWriter) change(s *compat.Site) string {
	path := Visible(brief(string(s.Path), 120))
	switch {
	case s.Writer == nil && s.Reader == nil:
		return ""
	case s.Writer == nil:
		return fmt.Sprintf("+ %s  %s, %s", path, nodeType(s.Reader), defaultOf(s.Reader))
	case s.Reader == nil:
		return fmt.Sprintf("- %s  %s", path, nodeType(s.Writer))
	}
	var what []string
	if s.Writer.Name != s.Reader.Name && s.Writer.Name != "" && s.Reader.Name != "" {
		what = append(what, fmt.Sprintf("was named %s", Visible(brief(s.Writer.Name, 80))))
	}
	if s.Writer.Type != s.Reader.Type {
		what = append(what, fmt.Sprintf("%s -> %s", nodeType(s.Writer), nodeType(s.Reader)))
	}
	if before, after := defaultOf(s.Writer), defaultOf(s.Reader); before != after {
		what = append(what, fmt.Sprintf("%s -> %s", before, after))
	}
	what = append(what, symbolsOf(s)...)
	if len(what) == 0 && len(s.Kids) == 0 && s.Again == nil && !saysTheSame(s) {
		what = append(what, "its doc, aliases or properties")
	}
	if len(what) == 0 {
		return ""
	}
	return fmt.Sprintf("~ %s  %s", path, strings.Join(what, "; "))
}

func defaultOf(n *compat.Node) string {
	if n.Default == nil {
		return "no default"
	}
	return "default " + Visible(brief(n.Default.JSON, 60))
}

// symbolsOf is what changed about the symbols of an enum.
func symbolsOf(s *compat.Site) (what []string) {
	const most = 6
	before, after := s.Writer.Says.Symbols, s.Reader.Says.Symbols
	if len(before) == 0 || len(after) == 0 { // no enum on one of the sides
		return nil
	}
	differ := func(all, known []string, word string) {
		var names []string
		for _, symbol := range all {
			if !slices.Contains(known, symbol) {
				names = append(names, Visible(brief(symbol, 40)))
			}
		}
		if more := len(names) - most; more > 0 {
			names = append(names[:most], fmt.Sprintf("%d more", more))
		}
		if len(names) > 0 {
			what = append(what, word+" "+strings.Join(names, ", "))
		}
	}
	differ(after, before, "new symbols:")
	differ(before, after, "symbols gone:")
	if len(what) == 0 && !slices.Equal(before, after) {
		what = append(what, "its symbols in another order")
	}
	if was, is := s.Writer.Says.SymbolDefault, s.Reader.Says.SymbolDefault; was != is {
		what = append(what, fmt.Sprintf("the symbol for unknown ones: %s -> %s", symbolOr(was), symbolOr(is)))
	}
	return what
}

func symbolOr(symbol string) string {
	if symbol == "" {
		return "none"
	}
	return Visible(brief(symbol, 40))
}

// saysTheSame reports whether a branch of a union is the same on both sides, or a column that was found by its field id states
// the same. Else traces by name leave equal definitions out; traces by id hold every column.
func saysTheSame(s *compat.Site) bool {
	a, b := &s.Writer.Says, &s.Reader.Says
	return s.How == "identical" || s.How == "by field id" && a.Doc == b.Doc && slices.Equal(a.Properties, b.Properties)
}
