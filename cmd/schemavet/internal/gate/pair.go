package gate

import (
	"fmt"
	"path/filepath"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// Pair is the subject of one writer and one reader: the reader is under review.
func (l *Loader) Pair(q Request, writer, reader source.Input) (*Subject, error) {
	for _, in := range []source.Input{writer, reader} {
		if l.IsTree(in) {
			return nil, fmt.Errorf("read %s: it is a folder or a whole tree; name one file", in)
		}
	}
	w, err := l.Version(writer)
	if err != nil {
		return nil, err
	}
	r, err := l.Version(reader)
	if err != nil {
		return nil, err
	}
	q.Mode = "backward"
	out := &Gathered{}
	if err := l.pairUp(&q, l.side(reader, r), w, out); err != nil {
		return nil, err
	}
	return out.Subjects[0], nil
}

// Between gathers everything that differs between two inputs.
func (l *Loader) Between(q Request, before, now source.Input) (*Gathered, error) {
	if l.IsTree(before) && !l.IsTree(now) && before.Kind != source.Path {
		before.Path = now.Path
		if now.Kind == source.Path {
			git, err := l.Git()
			if err != nil {
				return nil, fmt.Errorf("input %s: %w", before, err)
			}
			inside, err := filepath.Rel(git.Root, l.abs(now.Path))
			if err != nil || !filepath.IsLocal(inside) {
				return nil, &Usage{Problem: fmt.Sprintf("%s lies outside the repository that %s speaks of", now, before)}
			}
			before.Path = filepath.ToSlash(inside)
		}
	}
	if l.IsTree(now) && !l.IsTree(before) {
		return nil, &Usage{Problem: fmt.Sprintf("%s is one file and %s a tree; give two files or two trees", before, now)}
	}
	q.Paths, q.Against = []source.Input{now}, &before
	return l.inputs(q)
}

// Resolve looks at one subject's base and current version as a writer and a reader, with no history and no files around
// them. A side that is no schema makes the verdict invalid and is a finding, on either side.
func Resolve(s *Subject, o Options) (*Result, error) {
	result := &Result{As: o.readers(s), Subjects: 1, Changed: 1}
	selections, err := o.selections([]*Subject{s})
	if err != nil {
		return nil, err
	}
	r := runner{subject: s, options: &o, selection: selections[0]}
	r.guard(func() { r.out.pairs = []Pair{r.pairAlone()} })
	result.Pairs, result.Findings = r.out.pairs, r.out.findings
	result.skip(r.out.skipped)
	result.Failures = r.out.failures
	if err := settle(result, []*Subject{s}, &o); err != nil {
		return nil, err
	}
	result.sort()
	return result, nil
}

// pairAlone resolves the subject's one pair and reports what there is to say about it and both its sides.
func (r *runner) pairAlone() Pair {
	s := r.subject
	r.begin()
	writer, writerErr := s.Base.parse(s.Format)
	reader, readerErr := s.Current.parse(s.Format)
	pair := r.pair(s.Base, true)
	if writerErr != nil {
		r.unreadable(s.Base, writerErr)
	}
	if readerErr != nil {
		r.unreadable(s.Current, readerErr)
	}
	if writerErr != nil || readerErr != nil {
		r.unread(&pair)
		if reader != nil {
			r.alone(reader)
		}
		return pair
	}
	r.unreadRefs(writer)
	r.unreadRefs(reader)
	r.joined(&pair, writer, reader)
	r.invalidOther(writer)
	r.alone(reader)
	pair.Verdict = r.judge(pair, &writers{}, s.Base)
	return pair
}
