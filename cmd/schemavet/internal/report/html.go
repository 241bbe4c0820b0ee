package report

import (
	"bufio"
	"fmt"
	"html"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// style is all that the page needs: it is one file, reads without a script and asks nothing of the network.
const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
section{border-left:4px solid #888;padding:0 0 0 1rem;margin:2rem 0}section.error{border-color:#c62828}section.warning{border-color:#e08600}
pre{background:#f4f4f4;padding:.6rem;overflow-x:auto}code{background:#f4f4f4}h2{font-size:1.05rem;margin:0}
table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#1b1b1b}pre,code{background:#2a2a2a}}`

// writeHTML prints a page for people: findings first, then every pair.
func writeHTML(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>schemavet</title>\n"+
		"<meta name=\"viewport\" content=\"width=device-width\">\n<style>%s</style></head><body>\n<h1>%s</h1>\n<p>%s</p>\n",
		style, escaped(r.counts(r.Cut())), escaped(r.looked()))
	for _, s := range r.Skipped {
		fmt.Fprintf(b, "<p>not looked at: <code>%s</code>: %s</p>\n", escaped(s.Source), escaped(why(s)))
	}
	kept, _ := r.capped(worstFirst(r.shown()))
	for _, f := range kept {
		htmlFinding(b, f)
	}
	if len(r.Pairs) > 0 {
		fmt.Fprintf(b, "<h2>Pairs</h2>\n<table><tr><th>verdict</th><th>writer</th><th>reader</th></tr>\n")
		for _, p := range r.Pairs {
			fmt.Fprintf(b, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", p.Verdict, escaped(p.Writer), escaped(p.Reader))
		}
		fmt.Fprintf(b, "</table>\n")
	}
	fmt.Fprintf(b, "<p>schemavet %s</p>\n</body></html>\n", escaped(r.Version))
	return b.Flush()
}

func htmlFinding(b *bufio.Writer, f *gate.Finding) {
	s := at(f)
	state := ""
	if f.State != compat.New {
		state = string(f.State) + " "
	}
	fmt.Fprintf(b, "<section class=\"%s\" id=\"%s\"><h2>%s%s %s: %s</h2>\n", f.Level, f.Fingerprint(), state, f.Level, escaped(f.Rule.ID), escaped(f.Message))
	fmt.Fprintf(b, "<p><code>%s</code> %s</p>\n", escaped(s.String()), escaped(f.Subject))
	if s.marked.text != "" {
		line, carets := excerpt(s.marked, 100)
		fmt.Fprintf(b, "<pre>%s\n%s</pre>\n", escaped(line), carets)
	}
	fmt.Fprintf(b, "<table>\n")
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "<tr><th>%s</th><td>%s</td></tr>\n", name, escaped(text))
		}
	}
	if role, other := otherSide(f); other.source != "" {
		row(role, other.String())
	}
	if f.Sample != nil {
		row("value", sample(f.Sample))
	}
	row(string(f.State), f.Reason)
	row("why", f.Rule.Why)
	fmt.Fprintf(b, "</table>\n<ol>\n")
	for _, step := range f.Recipe {
		fmt.Fprintf(b, "<li>%s</li>\n", escaped(step))
	}
	fmt.Fprintf(b, "</ol></section>\n")
}

func escaped(text string) string { return html.EscapeString(Visible(text)) }
