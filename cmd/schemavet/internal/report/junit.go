package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// writeJUnit prints a test case for each pair, so that a green run shows what was looked at, and one for each finding that
// belongs to no pair. A finding that counts is a failure of its subject's first case.
func writeJUnit(w io.Writer, r *Run) error {
	failures := map[string][]*gate.Finding{}
	for _, f := range r.shown() {
		if f.State == compat.New && f.Level == compat.Error {
			failures[f.Subject] = append(failures[f.Subject], f)
		}
	}
	var cases bytes.Buffer
	tests, failed := 0, 0
	add := func(subject, name string, found []*gate.Finding) error {
		tests++
		fmt.Fprintf(&cases, "    <testcase classname=%s name=%s>\n", attribute(subject), attribute(name))
		if len(found) > 0 {
			failed++
		}
		for _, f := range found {
			var frame bytes.Buffer
			t := &Run{Result: &gate.Result{Findings: []*gate.Finding{f}}, Width: 100, MinLevel: compat.Note}
			if err := writeText(&frame, t); err != nil {
				return err
			}
			fmt.Fprintf(&cases, "      <failure type=%s message=%s>", attribute(f.Rule.ID), attribute(f.Message))
			if err := xml.EscapeText(&cases, frameOnly(frame.Bytes())); err != nil {
				return err
			}
			cases.WriteString("</failure>\n")
		}
		cases.WriteString("    </testcase>\n")
		return nil
	}
	for _, p := range r.Pairs {
		found := failures[p.Subject]
		delete(failures, p.Subject)
		if err := add(p.Subject, p.Writer+" -> "+p.Reader, found); err != nil {
			return err
		}
	}
	for _, f := range r.Findings { // in order: what no pair has shown
		if found := failures[f.Subject]; found != nil {
			delete(failures, f.Subject)
			if err := add(f.Subject, at(f).source, found); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"schemavet\" tests=\"%[1]d\" failures=\"%[2]d\">\n"+
		"  <testsuite name=\"schemavet %[3]s\" tests=\"%[1]d\" failures=\"%[2]d\" errors=\"%[4]d\">\n%[5]s  </testsuite>\n</testsuites>\n",
		tests, failed, r.Command, len(r.Failures), cases.String())
	return err
}

// frameOnly cuts the summary off a text report of one finding.
func frameOnly(text []byte) []byte {
	if i := bytes.LastIndex(text, []byte("\n\n")); i >= 0 {
		return text[:i+1]
	}
	return text
}

func attribute(text string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	xml.EscapeText(&b, []byte(Visible(text))) // a bytes.Buffer does not fail
	b.WriteByte('"')
	return b.String()
}
