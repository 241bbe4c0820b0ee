package gate

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// Complete writes into a result what gathering knows about the whole run.
func (g *Gathered) Complete(r *Result) {
	r.Subjects, r.Against = g.Seen, g.Against
	r.Skipped = append(append([]Skip{}, g.Skipped...), r.Skipped...)
	r.Failures = append(append([]string{}, g.Failures...), r.Failures...)
}

// nothing is the error about a run that has nothing to look at, with what it leaves out.
func (g *Gathered) nothing() error {
	switch n := len(g.Skipped); n {
	case 0:
		return ErrNothing
	case 1:
		return fmt.Errorf("%w (not looked at: %s: %s)", ErrNothing, g.Skipped[0].Source, g.Skipped[0].Why)
	default:
		return fmt.Errorf("%w (not looked at: %s: %s, and %d more)", ErrNothing, g.Skipped[0].Source, g.Skipped[0].Why, n-1)
	}
}

// Instead is the gathered subjects as they would be if the side under review were the input: a tree, or a file for a single
// subject. Subjects that the input does not have are left out: nothing about them is known.
func (l *Loader) Instead(q Request, g *Gathered, in source.Input) ([]*Subject, error) {
	if !l.IsTree(in) {
		v, err := l.Version(in)
		if err != nil {
			return nil, err
		}
		if len(g.Subjects) != 1 {
			return nil, &Usage{Problem: "--new-from " + in.String() + " is one file; name one file to check"}
		}
		return []*Subject{g.Subjects[0].with(v)}, nil
	}
	sides, err := l.tree(in, &Gathered{})
	if err != nil {
		return nil, err
	}
	var all []*Subject
	for _, s := range g.Subjects {
		for _, side := range sides {
			if side.path == s.File || strings.HasSuffix(s.File, "/"+side.path) {
				all = append(all, s.with(side.version))
				break
			}
		}
	}
	return all, nil
}

// with is the subject with another version under review. The references of the present one serve it.
func (s *Subject) with(v *Version) *Subject {
	other := *s
	if s.Current != nil {
		v.Refs = s.Current.Refs
	}
	other.Current = v
	return &other
}
