package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
)

// A visible writer takes sentences that hold names of files, keys and revisions: what a terminal would obey is shown as an
// escape, and lines stay lines.
type visible struct{ io.Writer }

func (w visible) Write(p []byte) (int, error) {
	var b strings.Builder
	for text := string(p); text != ""; {
		end := strings.IndexAny(text, "\n\t")
		if end < 0 {
			end = len(text)
		}
		b.WriteString(report.Visible(text[:end]))
		if text = text[end:]; text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	if _, err := io.WriteString(w.Writer, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// print prints a text of our own on standard output; one that cannot be written is no success.
func (e *Env) print(name, text string) int {
	if _, err := io.WriteString(e.Stdout, text); err != nil {
		e.fail(name, err)
		return exitFailure
	}
	return exitOK
}

// fail prints why a command ends, on standard error: each problem of several with the command's name before it, as long as
// somebody would read them.
func (e *Env) fail(name string, err error) {
	const most = 20
	all := problems(err)
	for i, err := range all {
		if i == most {
			fmt.Fprintf(e.Stderr, "%s: and %d more\n", name, len(all)-most)
			break
		}
		if c, ok := err.(*config.Error); ok { // named as the report names files
			near := *c
			near.File = gate.Shown(e.Dir, c.File)
			err = &near
		}
		fmt.Fprintf(e.Stderr, "%s: %s\n", name, report.Visible(err.Error())) // one line, whatever is in a name
		var advised *gate.Advised
		if errors.As(err, &advised) {
			for _, line := range advised.Advice {
				fmt.Fprintf(e.Stderr, "  %s\n", report.Visible(line))
			}
		}
	}
}

// problems are the errors that were joined to one.
func problems(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, problems(one)...)
	}
	return all
}
