package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
)

// writeMarkdown prints a comment for a pull request: the counts, then one folded section for each finding.
func writeMarkdown(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "### schemavet: %s\n\n%s\n", plainMarkdown(r.counts(r.Cut())), plainMarkdown(r.looked()))
	kept, _ := r.capped(worstFirst(r.shown()))
	for _, f := range kept {
		markdownFinding(b, f)
	}
	if len(r.Skipped) > 0 {
		fmt.Fprintf(b, "\n**Not looked at**\n\n")
		for _, s := range r.Skipped {
			fmt.Fprintf(b, "- %s: %s\n", code(s.Source), plainMarkdown(why(s)))
		}
	}
	return b.Flush()
}

func markdownFinding(b *bufio.Writer, f *gate.Finding) {
	s := at(f)
	fmt.Fprintf(b, "\n<details><summary><b>%s</b> %s: %s</summary>\n\n", f.Level, f.Rule.ID, plainMarkdown(brief(f.Message, 300)))
	fmt.Fprintf(b, "- at %s", code(s.String()))
	if s.pointer != "" {
		fmt.Fprintf(b, ", %s", code(s.pointer))
	}
	fmt.Fprintf(b, " (%s)\n", plainMarkdown(f.Subject))
	if role, other := otherSide(f); other.source != "" {
		fmt.Fprintf(b, "- %s %s\n", role, code(other.String()))
	}
	if f.Sample != nil {
		outcome := "read " + code(brief(f.Sample.Read, 300))
		if f.Sample.Fails {
			outcome = "the reader fails: " + plainMarkdown(brief(f.Sample.Read, 300))
		}
		fmt.Fprintf(b, "- written %s, %s\n", code(brief(f.Sample.Written, 200)), outcome)
	}
	if f.Reason != "" {
		fmt.Fprintf(b, "- %s: %s\n", f.State, plainMarkdown(f.Reason))
	}
	fmt.Fprintf(b, "\n%s\n\n", plainMarkdown(f.Rule.Why))
	for i, step := range f.Recipe {
		fmt.Fprintf(b, "%d. %s\n", i+1, plainMarkdown(step))
	}
	fmt.Fprintf(b, "\n</details>\n")
}

// plainMarkdown keeps the text of schemas from being read as markup.
func plainMarkdown(text string) string {
	var b strings.Builder
	for _, r := range Visible(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_[]|~@#", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code is a text as a code span, fenced by more backticks than it holds in a row.
func code(text string) string {
	text = Visible(text)
	longest, row := 0, 0
	for _, r := range text {
		if row++; r != '`' {
			row = 0
		}
		longest = max(longest, row)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 || text == "" {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}
