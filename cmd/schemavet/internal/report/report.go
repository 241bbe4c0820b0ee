// Package report prints what a run found out: frames for people, one line for each finding for editors, JSON and the
// formats of other tools for machines. A writer only prints; every word and place it shows is in the result already, so no
// two formats can disagree.
package report

import (
	"cmp"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// A Run is a result and how it is shown.
type Run struct {
	*gate.Result
	Command  string   // "check", "diff", "resolve"
	Version  string   // of the tool
	Dir      string   // the working folder, absolute: paths of a result are relative to it
	Roots    []string // the top of the repository around it, by each name that it has; none outside of one
	MinLevel compat.Level
	FailOn   compat.Level // the lowest level that fails the run; Off: findings do not
	Max      int          // the most findings to show, in formats that are Capped; 0: all
	Color    bool
	Width    int  // columns of the terminal; 0: no limit
	Verbose  bool // list pairs, accepted and known findings
	Trace    bool // print the trace of every pair
	Still    bool // say nothing in text when nothing changed: a hook runs at every commit
}

// A Format is one way to print a run.
type Format struct {
	Name   string
	About  string // one line for help
	Write  func(io.Writer, *Run) error
	Capped bool // for people: heeds Run.Max and says what it leaves out
}

// Formats are all ways to print a run.
var Formats = []Format{
	{"text", "frames for people", writeText, true},
	{"quiet", "one line for each finding: file:line:column: level rule: message", writeLines, true},
	{"json", "everything, for machines; schemavet schema report prints its JSON Schema", writeJSON, false},
	{"sarif", "SARIF 2.1.0, for code scanning", writeSARIF, false},
	{"junit", "JUnit XML: a test for each pair, the passed ones too", writeJUnit, false},
	{"github", "annotations of GitHub Actions", writeGitHub, false},
	{"gitlab", "GitLab's code quality report", writeGitLab, false},
	{"checkstyle", "Checkstyle XML", writeCheckstyle, false},
	{"markdown", "a comment for a pull request", writeMarkdown, true},
	{"html", "one page that needs nothing else", writeHTML, true},
}

// Find is the format of this name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// Names are the names of all formats.
func Names() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}

// Cappable are the names of the formats that heed Run.Max.
func Cappable() []string {
	var names []string
	for _, f := range Formats {
		if f.Capped {
			names = append(names, f.Name)
		}
	}
	return names
}

// Cut is how many findings a format that shows each by itself leaves out.
func (r *Run) Cut() int {
	_, cut := r.capped(r.shown())
	return cut
}

// capped are the worst findings of a list, as many as may be shown, in its order; and how many others there are.
func (r *Run) capped(all []*gate.Finding) (kept []*gate.Finding, cut int) {
	if r.Max == 0 || len(all) <= r.Max {
		return all, 0
	}
	worst := map[*gate.Finding]bool{}
	for _, f := range worstFirst(slices.Clone(all))[:r.Max] {
		worst[f] = true
	}
	return slices.DeleteFunc(all, func(f *gate.Finding) bool { return !worst[f] }), len(all) - r.Max
}

// shown are the findings to show: those that count, and with Verbose the accepted and known ones too.
func (r *Run) shown() []*gate.Finding {
	var all []*gate.Finding
	for _, f := range r.Findings {
		if f.Level >= r.MinLevel && (f.State == compat.New || r.Verbose) {
			all = append(all, f)
		}
	}
	return all
}

// fails reports whether a finding makes the exit code 1.
func (r *Run) fails(f *gate.Finding) bool {
	return f.State == compat.New && r.FailOn != compat.Off && f.Level >= r.FailOn
}

// Fails reports whether some finding makes the exit code 1.
func (r *Run) Fails() bool { return r.FailOn != compat.Off && r.Worst() >= r.FailOn }

// worstFirst are findings with all errors first, then the warnings, then the notes; those that are accepted or known come last.
func worstFirst(all []*gate.Finding) []*gate.Finding {
	slices.SortStableFunc(all, worse)
	return all
}

// worse orders findings by what they mean for the run, the worst first.
func worse(a, b *gate.Finding) int {
	if counts := a.State == compat.New; counts != (b.State == compat.New) {
		if counts {
			return -1
		}
		return 1
	}
	return cmp.Compare(b.Level, a.Level)
}

// A spot is where a finding points, worked out.
type spot struct {
	source, pointer string
	line, column    int // 0: the whole source
	text            string
	marked          mark
}

// A mark is what an excerpt underlines: the place's first line, or the first one that says something.
type mark struct {
	line, column, width int // in code points
	text                string
	cut                 bool // something of the line stands before the text
}

// at is the finding's place in the schema under review.
func at(f *gate.Finding) spot {
	if f.Stop != nil {
		return spot{
			source: f.Stop.Source, line: f.Stop.Line, column: f.Stop.Column, text: f.Stop.Text,
			marked: mark{line: f.Stop.Line, column: f.Stop.Column, width: 1, text: f.Stop.Text},
		}
	}
	return place(f.Under())
}
