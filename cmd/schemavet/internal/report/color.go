package report

import "github.com/schemavet/schemavet/compat"

// paint puts SGR escapes around text, or nothing when the run is without colour.
func (r *Run) paint(code, text string) string {
	if !r.Color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

const (
	bold = "1"
	dim  = "2"
	blue = "34"
)

func levelColor(l compat.Level) string {
	switch l {
	case compat.Error:
		return "1;31"
	case compat.Warning:
		return "1;33"
	}
	return "1;36"
}
