package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/yamltext"
)

// A Row of the accept file accepts one transition: a rule at a path of a subject, from one state to another. It never
// covers the next transition of the same field.
type Row struct {
	Rule    string
	Subject string
	At      string // the path as the finding prints it
	From    string
	To      string
	Reason  string // mandatory
	By      string
	Until   string // the last day it counts, 2027-01-31; "" without an end
	Line    int    // where the row starts; Column likewise
	Column  int
}

// An Accepts is an accept file.
type Accepts struct {
	File string
	Rows []Row
}

// ReadAccepts reads an accept file; files nil is the disk. A file that is not there accepts nothing.
func ReadAccepts(files Files, file string) (*Accepts, error) {
	text, err := orDisk(files).Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Accepts{File: file}, nil
	}
	if err != nil {
		return nil, &Error{File: file, Problem: plain(err)}
	}
	return ParseAccepts(file, text)
}

// ParseAccepts reads the text of an accept file.
func ParseAccepts(file string, text []byte) (*Accepts, error) {
	d := &decoder{file: file}
	a := &Accepts{File: file}
	if root := d.parse(text); root != nil {
		d.sequence(root, "the accept file", func(n *yaml.Node) { a.Rows = append(a.Rows, d.row(n)) })
	}
	return a, d.err()
}

func (d *decoder) row(n *yaml.Node) Row {
	r := Row{Line: n.Line, Column: n.Column}
	d.mapping(n, "an accept row", []key{
		{"rule", func(d *decoder, n *yaml.Node) { r.Rule = d.text(n, "rule") }},
		{"subject", func(d *decoder, n *yaml.Node) { r.Subject = d.text(n, "subject") }},
		{"at", func(d *decoder, n *yaml.Node) { r.At = d.text(n, "at") }},
		{"change", func(d *decoder, n *yaml.Node) {
			d.mapping(n, "change", []key{
				{"from", func(d *decoder, n *yaml.Node) { r.From = d.text(n, "from") }},
				{"to", func(d *decoder, n *yaml.Node) { r.To = d.text(n, "to") }},
			})
		}},
		{"reason", func(d *decoder, n *yaml.Node) { r.Reason = strings.TrimSpace(d.text(n, "reason")) }},
		{"by", func(d *decoder, n *yaml.Node) { r.By = d.text(n, "by") }},
		{"until", func(d *decoder, n *yaml.Node) {
			r.Until = d.text(n, "until")
			if _, err := time.Parse(time.DateOnly, r.Until); err != nil && r.Until != "" {
				d.fail(n, "until %q is no date; write it as 2027-01-31", clip(r.Until))
			}
		}},
	})
	if resolve(n).Kind != yaml.MappingNode {
		return r
	}
	for _, needed := range [][2]string{{"rule", r.Rule}, {"subject", r.Subject}, {"reason", r.Reason}} {
		if needed[1] == "" {
			d.fail(n, "an accept row needs %s", needed[0])
		}
	}
	return r
}

// Covers reports whether the row is about this finding, expired or not.
func (r *Row) Covers(f *compat.Finding) bool {
	return r.Rule == f.Rule.ID && r.Subject == f.Subject && r.At == string(f.Path) && r.From == f.From && r.To == f.To
}

// About is what the row is about, for messages.
func (r *Row) About() string {
	if r.At == "" {
		return r.Rule
	}
	return r.Rule + " at " + r.At
}

// Expired reports whether the row's last day lies before today.
func (r *Row) Expired(today time.Time) bool {
	return r.Until != "" && r.Until < today.Format(time.DateOnly)
}

// YAML is the row as the accept file writes it.
func (r *Row) YAML() string {
	var b strings.Builder
	fmt.Fprintf(&b, "- rule: %s\n  subject: %s\n", quote(r.Rule), quote(r.Subject))
	if r.At != "" {
		fmt.Fprintf(&b, "  at: %s\n", quote(r.At))
	}
	if r.From != "" || r.To != "" {
		fmt.Fprintf(&b, "  change: {from: %s, to: %s}\n", yamltext.Quoted(r.From), yamltext.Quoted(r.To))
	}
	fmt.Fprintf(&b, "  reason: %s\n", quote(r.Reason))
	if r.By != "" {
		fmt.Fprintf(&b, "  by: %s\n", quote(r.By))
	}
	if r.Until != "" {
		fmt.Fprintf(&b, "  until: %s\n", r.Until)
	}
	return b.String()
}

// Add appends rows to the text of an accept file and leaves everything that stands there as it is.
func Add(text string, rows []Row) string {
	var b strings.Builder
	if trimmed := strings.TrimSpace(text); trimmed != "[]" && trimmed != "" {
		b.WriteString(strings.TrimRight(text, "\n"))
		b.WriteString("\n")
	}
	for i := range rows {
		b.WriteString(rows[i].YAML())
	}
	return b.String()
}

// Prune cuts the rows that keep refuses out of the text of an accept file; comments and other rows stay as they are. ok is
// false when the file is not written one row under the other, so that nothing can be cut by lines.
func Prune(text string, accepts *Accepts, keep func(*Row) bool) (pruned string, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	drop := make([]bool, len(lines))
	for i := range accepts.Rows {
		start := accepts.Rows[i].Line - 1
		if !strings.HasPrefix(strings.TrimLeft(lines[start], " \t"), "-") {
			return text, false
		}
		if keep(&accepts.Rows[i]) {
			continue
		}
		end := len(lines)
		if i+1 < len(accepts.Rows) {
			end = accepts.Rows[i+1].Line - 1
		}
		for n := start; n < end && !(n > start && outside(lines[n])); n++ {
			drop[n] = true
		}
	}
	var b strings.Builder
	for i, line := range lines {
		if !drop[i] {
			b.WriteString(line)
		}
	}
	return b.String(), true
}

// outside reports whether a line no longer belongs to a row: a comment at the margin or a blank line.
func outside(line string) bool {
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#")
}
