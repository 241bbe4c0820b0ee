package gate

import (
	"errors"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Finding is a rule's finding with what the run knows beside it.
type Finding struct {
	*compat.Finding
	Stop    *Spot    // where the finding points when there is no document to point into
	Forward bool     // the schema under review is the writer
	Within  *Finding // the finding of the same cause in whose frame people are told this one; nil: it has its own
	Older   []string // older versions on the other side that give the same finding
	other   string   // the version on the other side that gave it
}

// Under is the place in the schema under review, or the other side's when that one has nothing to show.
func (f *Finding) Under() position.Place {
	if f.Forward && !f.Writer.IsZero() {
		return f.Writer
	}
	return f.At()
}

// A Spot is a place in a text that has no document: a schema that cannot be read, the accept file.
type Spot struct {
	Source       string
	Line, Column int    // 1-based; 0 when the whole text is meant
	Text         string // the line's text
}

// A Pair is one resolved pair.
type Pair struct {
	Subject        string
	Writer, Reader string // sources
	Backward       bool   // the schema under review is the reader
	Verdict        compat.Verdict
	Evolution      string // "legal" or "illegal", for formats that judge the change itself; else ""
	Readings       []compat.Reading
	Trace          *compat.Trace // nil when a side is no schema, or both are the same text
}

// A Skip is something that the run did not look at, and why.
type Skip struct{ Source, Why string }

// A Result is all that a run found out.
type Result struct {
	Mode     string // the mode of all subjects; "mixed" when they differ
	As       []string
	Against  string // what the schemas were compared with, for people
	Subjects int    // subjects that were seen
	Changed  int    // subjects that were looked at because something about them changed
	Versions int    // the most versions that any subject was compared with
	Pairs    []Pair
	Findings []*Finding
	Skipped  []Skip
	Failures []string                  // why the run could not finish; each makes it fail
	Configs  map[string]*config.Config // what counts for each subject, by its name
}

// Worst is the highest level of the findings that count, Off without any.
func (r *Result) Worst() compat.Level {
	worst := compat.Off
	for _, f := range r.Findings {
		if f.State == compat.New {
			worst = max(worst, f.Level)
		}
	}
	return worst
}

// stopOf turns a text that cannot be read into a place, and the problem there.
func stopOf(v *Version, err error) (*Spot, string) {
	spot := &Spot{Source: v.Source}
	var at *position.Error
	if !errors.As(err, &at) {
		return spot, err.Error()
	}
	spot.Source, spot.Line, spot.Column = at.Source, at.At.Line, at.At.Column
	if at.Source == v.Source {
		spot.Text = lineOf(string(v.Content), at.At.Line)
	}
	return spot, at.Problem
}

// lineOf is a 1-based line of a text without its line break.
func lineOf(text string, number int) string {
	text = strings.TrimPrefix(text, "\ufeff")
	for ; number > 1; number-- {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return ""
		}
		text = rest
	}
	if number < 1 {
		return ""
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}
