package gate

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// A Field is what is known about one field of one schema.
type Field struct {
	Path  compat.Path
	Node  *compat.Node
	Facts *meaning.Facts

	Broken []string // what makes the schema around it invalid, each with its place
}

// Field finds a field of one input by its path, as findings print it. The record's name at the front may be left out, and a
// field's own name is enough where no other field has it. The error for another path names the nearest one.
func (l *Loader) Field(q Request, in source.Input, wanted string, o Options) (*Field, error) {
	if l.IsTree(in) {
		return nil, fmt.Errorf("read %s: it is a folder or a whole tree; name one file", in)
	}
	v, err := l.Version(in)
	if err != nil {
		return nil, err
	}
	out := &Gathered{}
	if err := l.lone(&q, l.side(in, v), v, nil, out); err != nil {
		return nil, err
	}
	s := out.Subjects[0]
	schema, err := s.Current.parse(s.Format)
	if err != nil {
		return nil, err
	}
	r := runner{subject: s, options: &o}
	r.declared = declarations(s, o.Dir)
	r.facts = o.Facts()
	var all []*Field
	s.Format.Inspect(nil, schema, nil, func(path compat.Path, _, n *compat.Node) {
		r.declare(path, n)
		all = append(all, &Field{Path: path, Node: n})
	})
	f, err := choosePath(all, visited(all, wanted))
	broken := r.broken(schema)
	if err != nil && len(broken) > 0 {
		return nil, fmt.Errorf("explain %s: %w; the schema is not valid: %s", in, err, broken[0])
	}
	if err != nil {
		return nil, fmt.Errorf("explain %s: %w", in, err)
	}
	f.Broken = broken
	f.Facts = r.facts(f.Node)
	if owner := owning(all, f.Path); owner != nil && f.Node.Says.Declared == nil {
		f.Facts = itemFacts(r.facts(owner.Node))
	}
	return f, nil
}

// broken is what makes a schema invalid, each with its place.
func (r *runner) broken(s Schema) []string {
	var all []string
	for _, f := range r.subject.Format.Findings(r.subject.Name, s) {
		if f.Level == compat.Error {
			all = append(all, fmt.Sprintf("%s: %s", f.At(), f.Message))
		}
	}
	return all
}

// owning is the field whose doc and properties speak for the items or values at path, nil when path is a field's own.
func owning(all []*Field, path compat.Path) *Field {
	whole := strings.TrimRight(string(path), "[]{}")
	if whole == string(path) {
		return nil
	}
	for _, f := range all {
		if string(f.Path) == whole {
			return f
		}
	}
	return nil
}

// itemFacts is what a field says about its items. Its null and its default are those of the whole.
func itemFacts(field *meaning.Facts) *meaning.Facts {
	f := *field
	f.Null, f.Default = nil, meaning.DefaultFact{}
	return &f
}

// visited is the path by which a field was visited: what lies below a type that is used in several places, or in itself, is
// visited in the first of them only.
func visited(all []*Field, path string) string {
	if len(all) == 0 {
		return path
	}
	byPath, byType := map[string]*Field{}, map[string]*Field{}
	for _, f := range all {
		byPath[string(f.Path)] = f
		if named := onlyBranch(f.Node.Type); named != "" && byType[named] == nil {
			byType[named] = f
		}
	}
	root := string(all[0].Path)
	if byPath[path] == nil && !strings.HasPrefix(path, root+".") {
		if below := visited(all, root+"."+path); byPath[below] != nil && len(below) < len(root)+1+len(path) {
			return below
		}
		return path
	}
	for byPath[path] == nil { // each turn makes the path shorter
		next := ""
		for end := strings.LastIndexByte(path, '.'); end > 0 && next == ""; end = strings.LastIndexByte(path[:end], '.') {
			f := byPath[path[:end]]
			if f == nil {
				continue
			}
			first := byType[onlyBranch(f.Node.Type)]
			if first == nil || first == f {
				return path
			}
			next = string(first.Path) + path[end:]
		}
		if next == "" || len(next) >= len(path) {
			return path
		}
		path = next
	}
	return path
}

// onlyBranch is the type that a value has when it is not null, "" when there are several.
func onlyBranch(spelling string) string {
	inner, ok := strings.CutPrefix(spelling, "[")
	if !ok {
		return spelling
	}
	named := ""
	for branch := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ", ") {
		switch {
		case branch == "null":
		case named != "":
			return ""
		default:
			named = branch
		}
	}
	return named
}

func choosePath(all []*Field, path string) (*Field, error) {
	var short []*Field
	names := make([]string, len(all))
	for i, f := range all {
		whole := string(f.Path)
		if whole == path {
			return f, nil
		}
		if strings.HasSuffix(whole, "."+path) {
			short = append(short, f)
		}
		names[i] = whole
	}
	switch len(short) {
	case 1:
		return short[0], nil
	case 0:
		if near := suggest.Nearest(path, names); near != "" {
			return nil, &Usage{Problem: fmt.Sprintf("there is no field %q; did you mean %q?", path, near)}
		}
		return nil, &Usage{Problem: fmt.Sprintf("there is no field %q", path)}
	}
	for _, f := range short { // the one right below the root
		if strings.Count(string(f.Path), ".") == strings.Count(path, ".")+1 {
			return f, nil
		}
	}
	return nil, &Usage{Problem: fmt.Sprintf("%q is several fields: %s and %s", path, short[0].Path, short[1].Path)}
}
