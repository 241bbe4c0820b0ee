package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// maxAnnotations is how many annotations of one kind GitHub shows for a step; what comes after is cut in silence, so the
// last line says how many there are.
const maxAnnotations = 10

// writeGitHub prints workflow commands, errors first.
func writeGitHub(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	found := worstFirst(slices.DeleteFunc(r.shown(), func(f *gate.Finding) bool { return f.State != compat.New }))
	var perLevel [4]int
	for _, f := range found {
		perLevel[f.Level]++
		s := at(f)
		command := f.Level.String()
		if f.Level == compat.Note {
			command = "notice"
		}
		position := ""
		if s.line > 0 {
			position = fmt.Sprintf(",line=%d,col=%d", s.line, s.column)
		}
		message := Visible(f.Message)
		if f.Sample != nil {
			message += "\n" + Visible(sample(f.Sample))
		}
		if len(f.Recipe) > 0 {
			message += "\nfirst: " + Visible(f.Recipe[0])
		}
		fmt.Fprintf(b, "::%s file=%s%s,title=%s::%s\n", command, property(Visible(r.file(s))), position, property(f.Rule.ID), data(message))
	}
	for _, n := range perLevel {
		if n > maxAnnotations {
			fmt.Fprintf(b, "::notice title=schemavet::%s\n", data(fmt.Sprintf("%s; GitHub shows the first %d of each level", r.counts(0), maxAnnotations)))
			break
		}
	}
	return b.Flush()
}

// data escapes a command's message, property one of its parameters, as the runner decodes them.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func property(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}
