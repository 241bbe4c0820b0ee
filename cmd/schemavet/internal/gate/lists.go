package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
)

// lists gathers the subjects whose versions are files, the only ones that have a past without git.
func (l *Loader) lists(q *Request, now []side, out *Gathered) (*Gathered, error) {
	groups := map[*config.Subject]*group{}
	var order []*config.Subject
	for _, n := range now {
		ch, err := l.choose(q, n.abs, n.version.name())
		if err != nil {
			return nil, err
		}
		if ch.format == nil {
			ch.format = l.format(ch.row, n.path, n.version.Content)
		}
		if l.byFolder(&ch, n.abs, n.version.Source); ch.row == nil || ch.row.History != "files" {
			return nil, &Advised{&Usage{Problem: fmt.Sprintf("nothing to compare %s with: it lies in no git repository", n.version.Source)}, []string{
				fmt.Sprintf("two files:    schemavet check %s --against OLDER.avsc", n.version.Source),
				"two folders:  schemavet check NEW/ --against OLD/",
			}}
		}
		if groups[ch.row] == nil {
			groups[ch.row] = &group{choice: ch}
			order = append(order, ch.row)
		}
		n.version.fresh = true
		groups[ch.row].sides = append(groups[ch.row].sides, n)
	}
	for _, row := range order {
		refs, err := l.References(slices.Concat(q.Refs, row.References))
		if err != nil {
			return nil, err
		}
		out.Seen++
		s := groups[row].subject(refs)
		if len(now) == 1 && row.Row.Line == 0 && !l.IsTree(q.Paths[0]) { // one file that was named, in no configured subject
			s.Name = s.File
		}
		out.Subjects = append(out.Subjects, s)
		out.Against = olderFiles
	}
	if len(out.Subjects) == 0 {
		return out, out.nothing()
	}
	return out, nil
}

// olderFiles says what subjects whose versions are files are compared with.
const olderFiles = "the older files of each subject"

// group is the files that are versions of one subject.
type group struct {
	choice
	sides []side
}

func (g *group) subject(refs []Text) *Subject {
	order := natural
	if h, ok := g.format.(historian); ok {
		order = h.Compare
	}
	slices.SortStableFunc(g.sides, func(a, b side) int { return order(a.path, b.path) })
	s := &Subject{Name: g.name, Table: g.table(), Format: g.format, Mode: g.mode, Config: g.config}
	for _, side := range g.sides {
		side.version.Refs = except(refs, side.version.Source)
		if s.Base != nil {
			s.Retained = slices.Insert(s.Retained, 0, s.Base)
		}
		s.Base, s.Current, s.File = s.Current, side.version, side.version.Source
	}
	return s
}

// natural orders v2 before v10: runs of digits compare as numbers.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			p, q := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}
