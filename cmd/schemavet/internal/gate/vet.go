package gate

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
)

// Vet checks what configurations name and the accept files that count under them, whether or not a schema changed: a broken
// row that is found when it is needed is found too late.
func (o *Options) Vet(all []*config.Config) error {
	var errs []error
	var seen []string
	for _, c := range all {
		if err := Named(o.All, c); err != nil {
			errs = append(errs, err)
		}
		if c.Accept == "" || slices.Contains(seen, c.Accept) {
			continue
		}
		seen = append(seen, c.Accept)
		accepts, err := config.ReadAccepts(o.Files, filepath.FromSlash(c.Accept))
		if err == nil {
			err = o.rows(accepts)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// rows checks that every row of an accept file can match a finding.
func (o *Options) rows(accepts *config.Accepts) error {
	var errs []error
	for i := range accepts.Rows {
		row := &accepts.Rows[i]
		at := config.Spot{File: accepts.File, Line: row.Line, Column: row.Column}
		is := func(r *compat.Rule) bool { return r.ID == row.Rule }
		switch known := slices.IndexFunc(o.All, is); {
		case known < 0 && Known(o.All, row.Rule) == nil:
			errs = append(errs, at.Error("%q is a family; a row accepts one finding of one rule", row.Rule))
		case known < 0:
			errs = append(errs, at.Error("%v", Known(o.All, row.Rule)))
		case (row.From == "" || row.To == "") && o.transitional(o.All[known]):
			errs = append(errs, at.Error("a row for %s needs change: {from: …, to: …}, so that it cannot cover another change; schemavet accept add writes it", row.Rule))
		}
	}
	return errors.Join(errs...)
}

// transitional reports whether every finding of a rule tells what was and what is: the rules about meaning that look at
// pairs.
func (o *Options) transitional(r *compat.Rule) bool {
	return r.Check != nil && r.Inspect == nil && slices.Contains(o.Rules, r)
}
