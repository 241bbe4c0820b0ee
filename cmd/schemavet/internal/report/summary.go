package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// summary prints the last lines: what was found, what was looked at and what was not. A report that is longer than a screen
// names once more what fails the run.
func (t *textWriter) summary(frames []*gate.Finding, cut int) {
	const few, most = 3, 10 // frames that are still in view; findings that are named
	r := t.run
	t.printf("%s\n", r.counts(cut))
	failing := slices.DeleteFunc(slices.Clone(frames), func(f *gate.Finding) bool { return !r.fails(f) })
	for i, f := range failing {
		if i == most || len(frames) <= few {
			break
		}
		t.printf("  %s: %s %s: %s\n", Visible(at(f).String()), t.run.paint(levelColor(f.Level), f.Level.String()), f.Rule.ID,
			Visible(brief(cmp.Or(string(f.Path), f.Subject), 120)))
	}
	if more := len(failing) - most; more > 0 {
		t.printf("  and %d more that fail the run; -q lists every finding on a line of its own\n", more)
	}
	t.printf("%s\n", r.looked())
	for _, s := range r.Skipped {
		t.printf("not looked at: %s: %s\n", Visible(s.Source), Visible(why(s)))
	}
}

// why is the reason of a skip without the source that stands before it; a place in the source stays.
func why(s gate.Skip) string {
	for _, verb := range []string{"read ", "parse "} {
		if rest, ok := strings.CutPrefix(s.Why, verb+s.Source+":"); ok {
			return strings.TrimPrefix(rest, " ")
		}
	}
	return s.Why
}

// inside reports whether people are told a finding in the frame of another one, of the same cause and at least as bad.
func (r *Run) inside(f *gate.Finding) bool {
	return f.Within != nil && f.State == compat.New && f.Within.State == compat.New && f.Within.Level >= r.MinLevel
}

// counts counts the findings in words; so many of them are cut off.
func (r *Run) counts(cut int) string {
	var perLevel [4]int
	accepted, known, hiddenOnes := 0, 0, 0
	for _, f := range r.Findings {
		switch {
		case f.State == compat.Accepted:
			accepted++
		case f.State == compat.Known:
			known++
		case r.inside(f): // one cause counts once
		default:
			perLevel[f.Level]++
			if f.Level < r.MinLevel {
				hiddenOnes++
			}
		}
	}
	var parts []string
	for l := compat.Error; l >= compat.Note; l-- {
		if n := perLevel[l]; n > 0 {
			parts = append(parts, count(n, l.String()))
		}
	}
	total := perLevel[compat.Error] + perLevel[compat.Warning] + perLevel[compat.Note]
	text := "no findings"
	if total > 0 {
		text = count(total, "finding") + ": " + strings.Join(parts, ", ")
	}
	if accepted+known > 0 {
		text += fmt.Sprintf("; %d accepted, %d known", accepted, known)
	}
	if cut > 0 {
		text += fmt.Sprintf("; %d not shown (--max %d)", cut, r.Max)
	}
	if hiddenOnes > 0 {
		text += fmt.Sprintf("; %d below --min-level %s not shown", hiddenOnes, r.MinLevel)
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// looked says what the run looked at.
func (r *Run) looked() string {
	if r.Command == "resolve" {
		return "looked at " + count(len(r.Pairs), "pair") + ", as " + strings.Join(r.As, ", ")
	}
	text := "looked at " + count(r.Changed, "subject")
	if r.Subjects > r.Changed {
		text = fmt.Sprintf("looked at %d of %s (%d unchanged)", r.Changed, count(r.Subjects, "subject"), r.Subjects-r.Changed)
	}
	text += ", " + count(len(r.Pairs), "pair")
	var detail []string
	if r.Mode != "" {
		detail = append(detail, r.Mode)
	}
	if r.Versions > 1 {
		detail = append(detail, fmt.Sprintf("up to %d versions back", r.Versions))
	}
	if len(r.As) > 1 {
		detail = append(detail, "as "+strings.Join(r.As, ", "))
	}
	if len(detail) > 0 {
		text += " (" + strings.Join(detail, ", ") + ")"
	}
	if r.Against != "" {
		text += ", against " + Visible(r.Against)
	}
	return text + fmt.Sprintf("; %d skipped", len(r.Skipped))
}
