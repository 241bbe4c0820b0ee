package gate

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// settle gives every finding its state: known, accepted or new; and reports accept rows that no longer do anything.
func settle(result *Result, subjects []*Subject, o *Options) error {
	files := map[string]*book{}
	byName := map[string]*book{}
	var order []string
	for _, s := range subjects {
		if s.Config.Accept == "" {
			continue
		}
		b := files[s.Config.Accept]
		if b == nil {
			accepts, err := config.ReadAccepts(o.Files, filepath.FromSlash(s.Config.Accept))
			if err != nil {
				return err
			}
			b = &book{Accepts: accepts, shown: Shown(o.Dir, accepts.File), config: s.Config, used: make([]bool, len(accepts.Rows)), checked: map[string]bool{}}
			files[s.Config.Accept] = b
			order = append(order, s.Config.Accept)
		}
		b.checked[s.Name] = true
		byName[s.Name] = b
	}
	for _, f := range result.Findings {
		if b := byName[f.Subject]; b != nil {
			b.judge(f, o)
		}
		if f.State == compat.New && o.Known[f.Fingerprint()] {
			f.State, f.Reason = compat.Known, "stood in the input given by --new-from"
		}
	}
	for _, name := range order {
		result.Findings = append(result.Findings, files[name].idle(o)...)
	}
	return nil
}

// book is an accept file in use.
type book struct {
	*config.Accepts
	shown   string // the file as people name it
	config  *config.Config
	used    []bool
	checked map[string]bool // the subjects of this run
}

func (b *book) judge(f *Finding, o *Options) {
	for i := range b.Rows {
		row := &b.Rows[i]
		if !row.Covers(f.Finding) {
			continue
		}
		b.used[i] = true
		if !row.Expired(o.Today) {
			f.State, f.Reason = compat.Accepted, row.Reason
			if row.Until != "" {
				f.Reason += " (until " + row.Until + ")"
			}
			return
		}
	}
}

// idle are the findings about rows that have expired, or that match nothing although their subject was looked at.
func (b *book) idle(o *Options) []*Finding {
	var all []*Finding
	for i := range b.Rows {
		row := &b.Rows[i]
		about := row.About()
		switch looked := b.checked[row.Subject] || o.Whole; {
		case !looked:
		case row.Expired(o.Today):
			all = append(all, b.finding(acceptExpired, row, fmt.Sprintf("the row for %s ended on %s", about, row.Until)))
		case !b.used[i]:
			all = append(all, b.finding(acceptStale, row, fmt.Sprintf("the row for %s matches no finding%s", about, b.meant(row.Subject))))
		}
	}
	return slices.DeleteFunc(all, func(f *Finding) bool { return f.Level == compat.Off })
}

// meant is the subject that a row's one was probably meant to be, as the end of a sentence; "" when the row's was looked at.
func (b *book) meant(subject string) string {
	if b.checked[subject] {
		return ""
	}
	if near := suggest.Nearest(subject, slices.Sorted(maps.Keys(b.checked))); near != "" {
		return fmt.Sprintf("; there is no subject %s, did you mean %s?", subject, near)
	}
	return ""
}

// IsIdleRow reports whether a finding is about a row of an accept file that does nothing any more.
func IsIdleRow(f *Finding) bool { return f.Rule == acceptExpired || f.Rule == acceptStale }

func (b *book) finding(rule *compat.Rule, row *config.Row, message string) *Finding {
	f := &compat.Finding{
		Rule: rule, Level: rule.Level, State: compat.New, Subject: row.Subject, Path: compat.Path(row.At), Message: message,
		Reader: position.In(b.shown), Recipe: rule.Recipe, From: row.Rule + " " + row.From, To: row.To,
	}
	f.Level = level(b.config, f)
	return &Finding{Finding: f, Stop: &Spot{Source: b.shown, Line: row.Line, Column: row.Column}}
}
