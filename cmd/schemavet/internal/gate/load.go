package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// A Loader reads inputs. The zero values of its maps are made as needed.
type Loader struct {
	Dir     string // the working folder, absolute
	Environ []string
	Stdin   io.Reader
	Formats []Format
	Context context.Context // ends what git does; nil: nothing does
	Fetch   bool            // git may fetch what is missing

	git      *source.Git
	gitErr   error
	asked    bool
	referred map[string][]Text // what References has read, by its globs

	folders map[string]*config.Subject // rows for folders and files that hold their own history
}

// Git is the repository around the working folder; the error is source.ErrNoRepository without one.
func (l *Loader) Git() (*source.Git, error) {
	if !l.asked {
		l.asked = true
		ctx := l.Context
		if ctx == nil {
			ctx = context.Background()
		}
		if l.git, l.gitErr = source.OpenGit(ctx, l.Dir, l.Environ); l.git != nil {
			l.git.Fetch = l.Fetch
		}
	}
	return l.git, l.gitErr
}

// objectStore is the repository as far as commits go: it needs no working tree.
func (l *Loader) objectStore() (*source.Git, error) {
	git, err := l.Git()
	if errors.Is(err, source.ErrNoWorktree) {
		return git, nil
	}
	return git, err
}

// Shown is a path as people name it from dir, with slashes: relative where that is not the longer way to say it.
func Shown(dir, name string) string {
	relative, err := filepath.Rel(dir, filepath.FromSlash(name))
	if err != nil || !filepath.IsLocal(relative) && len(relative) >= len(name) {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(relative)
}

// Disk is where a path of the command line lies.
func (l *Loader) Disk(name string) string { return l.abs(name) }

// abs is a path of the command line made absolute.
func (l *Loader) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(l.Dir, name)
}

// treeish is the id of the commit or tree that an input names. A commit has a history.
func (l *Loader) treeish(in source.Input) (id string, history bool, err error) {
	git, err := l.objectStore()
	if err == nil {
		id, history, err = git.Treeish(in)
	}
	if err != nil {
		return "", false, fmt.Errorf("input %s: %w", in, err)
	}
	return id, history, nil
}

// keep reports whether a path may be a schema of some format.
func (l *Loader) keep(name string) bool { return l.byName(name) != nil }

func (l *Loader) byName(name string) Format {
	name, _, _ = strings.Cut(name, "#")
	for _, f := range l.Formats {
		for _, glob := range f.Globs() {
			if ok, err := doublestar.Match(glob, name); ok && err == nil {
				return f
			}
		}
	}
	return nil
}

// format is the adapter for a text: by configuration, by name, by content, else the last one, whose parser then says what
// is wrong.
func (l *Loader) format(row *config.Subject, name string, content []byte) Format {
	if row != nil && row.Format != "" {
		for _, f := range l.Formats {
			if f.Name() == row.Format {
				return f
			}
		}
	}
	if f := l.byName(name); f != nil {
		return f
	}
	for _, f := range l.Formats {
		_, tables := f.(historian)
		if tables && row != nil && row.Table != "" && row.Name == "" && content == nil || f.Detect(name, content) {
			return f // a row that names a table and no subject is about a table's schemas
		}
	}
	return l.Formats[len(l.Formats)-1]
}

// IsTree reports whether an input stands for many files.
func (l *Loader) IsTree(in source.Input) bool {
	switch in.Kind {
	case source.Path:
		info, err := os.Stat(l.abs(in.Path))
		return err == nil && info.IsDir()
	case source.Commit, source.Index:
		return in.Path == ""
	}
	return false
}

// Version reads an input that is one file.
func (l *Loader) Version(in source.Input) (*Version, error) {
	if why := source.OutOfScope(in.Path); why != "" {
		return nil, fmt.Errorf("input %s: %s", in, why)
	}
	v := &Version{Source: in.String(), Input: in.String(), part: in.Part}
	var err error
	switch in.Kind {
	case source.Stdin:
		v.Source = "<stdin>"
		v.Content, err = source.ReadAll("standard input", l.Stdin)
	case source.Path:
		v.Source = filepath.ToSlash(in.Path)
		v.Content, err = source.ReadFile(v.Source, l.abs(in.Path))
	case source.Commit, source.Index:
		err = l.object(in, v)
	}
	if err != nil {
		return nil, err
	}
	if in.Part != "" {
		v.Source += "#" + in.Part
	}
	return v, nil
}

// gitFor is the repository that an input needs: the index belongs to a working tree, a commit to none.
func (l *Loader) gitFor(in source.Input) (*source.Git, error) {
	if in.Kind == source.Index {
		return l.Git()
	}
	return l.objectStore()
}

// object reads one file of a commit or of the index.
func (l *Loader) object(in source.Input, v *Version) error {
	git, err := l.gitFor(in)
	if err != nil {
		return fmt.Errorf("input %s: %w", in, err)
	}
	if in.Path == "" {
		return fmt.Errorf("input %s: it is a whole tree; name one file of it: %s:PATH", in, strings.TrimSuffix(in.String(), ":"))
	}
	inside := path.Clean(filepath.ToSlash(in.Path))
	if rest, ok := strings.CutPrefix(in.Path, "./"); ok {
		inside = path.Clean(git.Prefix + rest)
	}
	v.inside = inside
	snapshot := &source.Snapshot{}
	if in.Kind == source.Index {
		snapshot, err = git.Staged([]string{":(top,literal)" + inside})
		v.Source = inside + "@index"
	} else {
		commit, _, failed := l.treeish(in)
		if failed != nil {
			return failed
		}
		snapshot, err = git.Tree(commit, func(p string) bool { return p == inside })
		v.Source = inside + "@" + short(commit)
	}
	if err != nil {
		return fmt.Errorf("input %s: %w", in, err)
	}
	file, ok := snapshot.Find(inside)
	switch {
	case !ok:
		return fmt.Errorf("input %s: no file %s there", in, inside)
	case file.Skip != "":
		return fmt.Errorf("input %s: it is %s", in, file.Skip)
	}
	contents, err := git.Blobs([]string{file.ID})
	if err != nil {
		return fmt.Errorf("input %s: %w", in, err)
	}
	if blob := contents[file.ID]; blob.Err != nil {
		return fmt.Errorf("input %s: %w", in, blob.Err)
	}
	v.Content, err = source.Text(v.Source, contents[file.ID].Content)
	return err
}

func short(id string) string {
	if len(id) > 7 {
		return id[:7]
	}
	return id
}

// References reads the files that globs of the command line match, once for each set of globs: subjects share them.
func (l *Loader) References(globs []string) ([]Text, error) {
	group := strings.Join(globs, "\x00")
	if texts, ok := l.referred[group]; ok {
		return texts, nil
	}
	texts, err := l.readReferences(globs)
	if err != nil {
		return nil, err
	}
	if l.referred == nil {
		l.referred = map[string][]Text{}
	}
	l.referred[group] = texts
	return texts, nil
}

func (l *Loader) readReferences(globs []string) ([]Text, error) {
	var texts []Text
	for _, glob := range globs {
		if !doublestar.ValidatePattern(filepath.ToSlash(glob)) {
			return nil, &Usage{Problem: fmt.Sprintf("--refs %q is no valid glob", glob)}
		}
		matches, err := doublestar.FilepathGlob(l.abs(glob), doublestar.WithFilesOnly())
		if err != nil {
			return nil, fmt.Errorf("look for --refs %s: %w", glob, err)
		}
		if len(matches) == 0 {
			return nil, fmt.Errorf("look for --refs %s: no file matches", glob)
		}
		for _, match := range matches {
			content, err := source.ReadFile(Shown(l.Dir, match), match)
			if err != nil {
				return nil, err
			}
			texts = append(texts, Text{Source: Shown(l.Dir, match), Content: content})
		}
	}
	return texts, nil
}

// A Usage error is a wrong use of the command, not a failure of the world.
type Usage struct{ Problem string }

func (e *Usage) Error() string { return e.Problem }

// An Advised error has lines of advice below it: commands to run, a line to copy.
type Advised struct {
	Err    error
	Advice []string
}

func (e *Advised) Error() string { return e.Err.Error() }

// Unwrap is the error that the advice is about.
func (e *Advised) Unwrap() error { return e.Err }

// ErrNothing says that there was nothing to look at.
var ErrNothing = errors.New("no schema found")
