package gate

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// declaration is one row of meanings that speaks of this subject.
type declaration struct {
	path string
	says *meaning.Declaration
}

// declarations are the rows of the configuration that speak of a subject.
func declarations(s *Subject, dir string) []declaration {
	var all []declaration
	for i := range s.Config.Meanings {
		row := &s.Config.Meanings[i]
		if ok, err := doublestar.Match(row.Subject, s.Name); err == nil && ok {
			all = append(all, declaration{row.Path, row.Declaration(Shown(dir, row.File))})
		}
	}
	return all
}

// speaks reports whether a row's path pattern is about a field: a pattern without a dot is about the field's own name.
func (d *declaration) speaks(path compat.Path) bool {
	name := string(path)
	if !strings.Contains(d.path, ".") {
		name = strings.TrimRight(name[strings.LastIndexByte(name, '.')+1:], "[]{}")
	}
	if name == d.path {
		return true
	}
	ok, err := doublestar.Match(config.PathPattern(d.path), name)
	return err == nil && ok
}

// declare gives a node what the configuration says about its field; the first row that speaks of it counts.
func (r *runner) declare(path compat.Path, nodes ...*compat.Node) {
	for i := range r.declared {
		if r.declared[i].speaks(path) {
			for _, n := range nodes {
				if n != nil {
					n.Says.Declared = r.declared[i].says
				}
			}
			return
		}
	}
}

func (r *runner) declareAll(t *compat.Trace) {
	if len(r.declared) == 0 {
		return
	}
	t.Walk(func(s *compat.Site) {
		r.declare(s.Path, s.Writer, s.Reader)
		s.Still = s.Still && s.Writer.Says.Declared == nil // a declaration may name another field, which may have changed
	})
}
