package report

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// maxTrace bounds how many sites of one pair are printed.
const maxTrace = 5000

// trace prints the sites of a pair, one line each, indented by depth.
func (t *textWriter) trace(p *gate.Pair) {
	if p.Trace == nil || p.Trace.Root == nil {
		t.printf("no trace: %s\n\n", "one of the two is no schema")
		return
	}
	type level struct {
		site  *compat.Site
		depth int
	}
	stack := []level{{p.Trace.Root, 0}}
	for printed := 0; len(stack) > 0; printed++ {
		if printed == maxTrace {
			t.printf("… more sites than %d\n", maxTrace)
			break
		}
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t.printf("%s%s\n", strings.Repeat("  ", min(top.depth, 40)), siteLine(top.site))
		for i := len(top.site.Kids) - 1; i >= 0; i-- {
			stack = append(stack, level{top.site.Kids[i], top.depth + 1})
		}
	}
	t.printf("\n")
}

func siteLine(s *compat.Site) string {
	text := fmt.Sprintf("%-8s %s   %s -> %s", s.Does, Visible(brief(string(s.Path), 120)), nodeType(s.Writer), nodeType(s.Reader))
	if s.How != "" {
		text += "   " + string(s.How)
	}
	if s.When != "" {
		text += "   fails when " + Visible(brief(s.When, 120))
	}
	if s.Cause != "" {
		text += "   " + Visible(brief(s.Cause, 160))
	}
	if s.Again != nil {
		text += "   (as above)"
	}
	return text
}

func nodeType(n *compat.Node) string {
	if n == nil {
		return "nothing"
	}
	return Visible(brief(n.Type, 60))
}
