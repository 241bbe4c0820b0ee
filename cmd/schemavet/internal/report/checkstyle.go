package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/schemavet/schemavet/compat"
)

// writeCheckstyle prints Checkstyle's XML: findings in the files that they point at, source= is the rule.
func writeCheckstyle(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"5.0\">\n")
	open := ""
	for _, f := range r.shown() {
		if f.State != compat.New {
			continue
		}
		s := at(f)
		if s.source != open {
			if open != "" {
				fmt.Fprintf(b, "  </file>\n")
			}
			open = s.source
			fmt.Fprintf(b, "  <file name=%s>\n", attribute(open))
		}
		severity := f.Level.String()
		if f.Level == compat.Note {
			severity = "info"
		}
		message := f.Message
		if f.Sample != nil {
			message += ": " + sample(f.Sample)
		}
		fmt.Fprintf(b, "    <error line=\"%d\" column=\"%d\" severity=%s message=%s source=%s/>\n",
			max(s.line, 1), max(s.column, 1), attribute(severity), attribute(message), attribute("schemavet."+f.Rule.ID))
	}
	if open != "" {
		fmt.Fprintf(b, "  </file>\n")
	}
	fmt.Fprintf(b, "</checkstyle>\n")
	return b.Flush()
}
