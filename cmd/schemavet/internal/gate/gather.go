package gate

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// A Request says what to look at and what to compare it with.
type Request struct {
	Paths   []source.Input // nothing: everything in the working tree
	Against *source.Input  // nil leaves the choice to Gather
	Staged  bool           // the index, not the working tree
	Tip     string         // a revision to look at instead of the index; "" for none
	Mode    string         // "" leaves the choice to the configuration
	Refs    []string       // globs of files with types that schemas refer to
	Since   string         // a revision where histories begin; "" is the first commit
	Finder  *config.Finder
}

// Gathered is the subjects of a run.
type Gathered struct {
	Subjects []*Subject // those to look at
	Seen     int        // all that there are
	Whole    bool       // Seen covers everything that the configuration speaks of
	Against  string     // what they are compared with, for people
	Skipped  []Skip
	Failures []string
}

// Gather finds the subjects of a request.
func (l *Loader) Gather(q Request) (*Gathered, error) {
	for _, in := range q.Paths {
		if why := source.OutOfScope(in.Path); why != "" {
			return nil, fmt.Errorf("input %s: %s", in, why)
		}
	}
	onDisk := !slices.ContainsFunc(q.Paths, func(in source.Input) bool { return in.Kind != source.Path })
	if onDisk && (q.Against == nil || q.Against.Kind == source.Commit && q.Against.Path == "") {
		git, err := l.Git()
		if err == nil && q.Against == nil && !q.Staged && l.allOutside(git, q.Paths) {
			return l.inputs(q)
		}
		if err == nil {
			r := &repository{Loader: l, request: q, git: git, out: &Gathered{}}
			return r.gather()
		}
		if !errors.Is(err, source.ErrNoRepository) || q.Staged || q.Against != nil {
			return nil, fmt.Errorf("look for a git repository: %w", err)
		}
	}
	if q.Staged {
		return nil, &Usage{Problem: "--staged compares the index with a commit; leave --against and the paths to git, or drop --staged"}
	}
	return l.inputs(q)
}

// allOutside reports whether paths were named and none lies in the repository: files that hold their own history are
// checked anywhere.
func (l *Loader) allOutside(git *source.Git, paths []source.Input) bool {
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(in source.Input) bool {
		inside, err := filepath.Rel(git.Root, l.abs(in.Path))
		return err == nil && (filepath.IsLocal(inside) || inside == ".")
	})
}

// choice is what configuration says about one file.
type choice struct {
	config   *config.Config
	row      *config.Subject
	name     string
	mode     Mode
	explicit bool // somebody asked for this mode
	format   Format
	refs     []string // globs of absolute paths
}

// choose looks up the configuration for a file. abs is its absolute path; name what the subject is called without a row.
func (l *Loader) choose(q *Request, abs, name string) (choice, error) {
	c, err := q.Finder.For(filepath.Dir(abs))
	if err != nil {
		return choice{}, err
	}
	ch := choice{config: c, row: c.Row(filepath.ToSlash(abs)), name: name, refs: l.refGlobs(q)}
	mode := cmp.Or(q.Mode, c.Mode)
	if ch.row != nil {
		mode = cmp.Or(q.Mode, ch.row.Mode, c.Mode)
		ch.name = cmp.Or(ch.row.Name, ch.row.Table, name)
		ch.refs = append(ch.refs, ch.row.References...)
	}
	ch.explicit = mode != ""
	ch.mode = ParseMode(cmp.Or(mode, DefaultMode))
	if ch.format = l.byName(name); ch.row != nil && (ch.format == nil || ch.row.Format != "") {
		ch.format = l.format(ch.row, name, nil)
	}
	return ch, nil
}

func (l *Loader) refGlobs(q *Request) []string {
	globs := make([]string, len(q.Refs))
	for i, glob := range q.Refs {
		globs[i] = filepath.ToSlash(l.abs(glob))
	}
	return globs
}

// excluded reports whether configuration takes the file out.
func (c *choice) excluded(abs string) bool {
	return config.Match(c.config.Exclude, filepath.ToSlash(abs))
}

// side is one file of the general case: where its content comes from and where it is configured.
type side struct {
	path    string // relative to the tree, the identity of a subject within it
	version *Version
	abs     string
}

// side is one file that an input names.
func (l *Loader) side(in source.Input, v *Version) side {
	s := side{path: path.Base(v.name()), version: v, abs: l.abs(in.Path)}
	if v.inside != "" {
		s.abs = filepath.Join(l.git.Root, filepath.FromSlash(v.inside))
	}
	return s
}

// inputs gathers by reading both sides: files, folders, trees.
func (l *Loader) inputs(q Request) (*Gathered, error) {
	if len(q.Paths) == 0 {
		if q.Against != nil {
			return nil, &Usage{Problem: fmt.Sprintf("say what to compare with %s: schemavet check PATH --against %s", q.Against, q.Against)}
		}
		q.Paths = []source.Input{{Kind: source.Path, Path: "."}}
	}
	out := &Gathered{}
	now, trees, err := l.sides(&q, q.Paths, out)
	if err != nil {
		return nil, err
	}
	if q.Against == nil {
		return l.lists(&q, now, out)
	}
	out.Against = against(*q.Against)
	if l.IsTree(*q.Against) {
		before, _, err := l.sides(&q, []source.Input{*q.Against}, out)
		if err != nil {
			return nil, err
		}
		if q.Against.Kind != source.Path {
			before = l.align(q.Paths, now, before)
		}
		return out, l.join(&q, now, before, trees, out)
	}
	if len(now) != 1 {
		return nil, &Usage{Problem: fmt.Sprintf("%s is one file and is compared with %d; name one file", q.Against, len(now))}
	}
	base, err := l.Version(*q.Against)
	if err != nil {
		return nil, err
	}
	return out, l.pairUp(&q, now[0], base, out)
}

// align makes the paths of files on disk those of the repository, where they are compared with one of its trees, and leaves
// out of that tree what was not named.
func (l *Loader) align(named []source.Input, now, before []side) []side {
	var within []string
	for _, in := range named {
		if in.Kind != source.Path {
			return before // a tree of the repository, too
		}
		if inside, err := filepath.Rel(l.git.Root, l.abs(in.Path)); err == nil && filepath.IsLocal(inside) {
			within = append(within, filepath.ToSlash(inside))
		}
	}
	for i := range now {
		if inside, err := filepath.Rel(l.git.Root, now[i].abs); err == nil && filepath.IsLocal(inside) {
			now[i].path = filepath.ToSlash(inside)
		}
	}
	return slices.DeleteFunc(before, func(b side) bool {
		return !slices.ContainsFunc(within, func(folder string) bool {
			return folder == "." || b.path == folder || strings.HasPrefix(b.path, folder+"/")
		})
	})
}

// sides reads every schema of some inputs. trees reports whether one of them was a tree.
func (l *Loader) sides(q *Request, inputs []source.Input, out *Gathered) (all []side, trees bool, err error) {
	for _, in := range inputs {
		if !l.IsTree(in) {
			v, err := l.Version(in)
			if err != nil {
				return nil, false, err
			}
			all = append(all, l.side(in, v))
			continue
		}
		trees = true
		found, err := l.tree(in, out)
		if err != nil {
			return nil, false, err
		}
		all = append(all, found...)
	}
	return all, trees, nil
}

// pairUp makes the subject of one file and what it is compared with.
func (l *Loader) pairUp(q *Request, now side, base *Version, out *Gathered) error {
	ch, err := l.choose(q, now.abs, now.version.name())
	if err != nil {
		return err
	}
	refs, err := l.References(slices.Concat(q.Refs, rowRefs(ch.row)))
	if err != nil {
		return err
	}
	if ch.format == nil {
		ch.format = l.format(ch.row, now.path, now.version.Content)
	}
	if slices.ContainsFunc(refs, func(t Text) bool { return t.Source == base.Source }) {
		refs = except(refs, now.version.Source) // two versions side by side: the other one's types are not these
	}
	now.version.Refs, base.Refs = refs, refs
	out.Seen++
	out.Subjects = append(out.Subjects, &Subject{
		Name: ch.name, Table: ch.table(), File: now.version.Source, Format: ch.format, Mode: ch.mode, Config: ch.config, Current: now.version, Base: base,
	})
	return nil
}

func rowRefs(row *config.Subject) []string {
	if row == nil {
		return nil
	}
	return row.References
}

func except(refs []Text, source string) []Text {
	return slices.DeleteFunc(slices.Clone(refs), func(t Text) bool { return t.Source == source })
}

// join matches the files of two sides by path, then by the schema's full name.
func (l *Loader) join(q *Request, now, before []side, trees bool, out *Gathered) error {
	rest := map[string]side{}
	for _, b := range before {
		rest[b.path] = b
	}
	var added []side
	for _, n := range now {
		b, ok := rest[n.path]
		if !ok {
			added = append(added, n)
			continue
		}
		delete(rest, n.path)
		if n.version.same(b.version) {
			out.Seen++ // nothing to say about a file that is the same on both sides
			continue
		}
		if err := l.pairUp(q, n, b.version, out); err != nil {
			return err
		}
	}
	var gone []side
	for _, b := range before {
		if _, left := rest[b.path]; left && trees {
			gone = append(gone, b)
		}
	}
	for _, n := range added {
		var base *Version
		if i := l.sameName(n, gone); i >= 0 {
			base = gone[i].version
			gone = slices.Delete(gone, i, i+1)
		}
		if err := l.lone(q, n, n.version, base, out); err != nil {
			return err
		}
	}
	for _, b := range gone {
		if err := l.lone(q, b, nil, b.version, out); err != nil {
			return err
		}
	}
	return nil
}

// lone adds a subject that only one side has under its path.
func (l *Loader) lone(q *Request, s side, current, base *Version, out *Gathered) error {
	if current != nil && base != nil {
		return l.pairUp(q, s, base, out)
	}
	ch, err := l.choose(q, s.abs, s.version.name())
	if err != nil {
		return err
	}
	if ch.format == nil {
		ch.format = l.format(ch.row, s.path, s.version.Content)
	}
	if current != nil {
		if current.Refs, err = l.References(slices.Concat(q.Refs, rowRefs(ch.row))); err != nil {
			return err
		}
	}
	out.Seen++
	out.Subjects = append(out.Subjects, &Subject{
		Name: ch.name, Table: ch.table(), File: s.version.Source, Format: ch.format, Mode: ch.mode, Config: ch.config, Current: current, Base: base,
	})
	return nil
}

// sameName is the index of the only file in gone whose schema has the name of n's schema, -1 without one.
func (l *Loader) sameName(n side, gone []side) int {
	name := l.schemaName(n.path, n.version)
	found := -1
	for i := range gone {
		if name != "" && l.schemaName(gone[i].path, gone[i].version) == name {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// schemaName is the full name of a version's schema, "" when it has none or cannot be read.
func (l *Loader) schemaName(name string, v *Version) string {
	f := l.format(nil, name, v.Content)
	if v.Err != nil {
		return ""
	}
	s, err := f.Parse(v.Source, v.Content, v.Refs, nil)
	if err != nil || s == nil {
		return ""
	}
	return s.Name()
}
