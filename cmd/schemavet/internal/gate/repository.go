package gate

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
)

// repository gathers from one git repository: the working tree or the index, compared with a commit and its history.
type repository struct {
	*Loader
	request Request
	git     *source.Git
	out     *Gathered

	base        string // the commit compared with, "" before the first one
	rootless    bool   // it is a tree, which has no history
	now, before *source.Snapshot
	to          map[string]source.Change // what changed, by new path
	changed     map[string]bool          // every path that changed, old and new
	begins      map[string]string        // commits where histories begin, by revision
	specs       []string                 // what git is asked for
	asked       []string                 // paths relative to the root that the user named; a folder ends with a slash
	pending     []*pending
	groups      map[*config.Subject]*group
	groupOrder  []*config.Subject
	referrers   map[string]*referrer    // by group
	referred    map[*source.File][]Text // what was read of a list of files, by its first one
	paths       map[string]string       // of referred texts, by source
	widening    sync.Mutex
	widened     map[string][]Text // by group and commit
	outside     []Text            // referred files that lie outside the repository
}

// pending is a subject before its contents are read.
type pending struct {
	choice
	now, before *source.File
	past        *source.Past
	refs        *referrer       // nil: the schema refers to no other files
	uses        map[string]bool // those that it does refer to, by path; nil: not known
	changed     bool            // its own file changed
	current     *Version        // read ahead to find out what it uses; nil otherwise
	base        *Version
}

// referrer is the files that the subjects of one group may refer to. Groups share it, and what is read for it: a library of a
// thousand files is read once for a thousand subjects.
type referrer struct {
	group string
	globs []string
	root  string
	known map[string]bool // doublestar is not cheap, and histories ask again and again
	files map[*source.Snapshot][]source.File
}

func (r *referrer) matches(path string) bool {
	is, seen := r.known[path]
	if !seen {
		is = config.Match(r.globs, r.root+path)
		r.known[path] = is
	}
	return is
}

// in is the files of a snapshot that may be referred to; nil for no referrer.
func (r *referrer) in(s *source.Snapshot) []source.File {
	if r == nil {
		return nil
	}
	if files, ok := r.files[s]; ok {
		return files
	}
	var files []source.File
	for _, f := range s.Files {
		if f.Skip == "" && r.matches(f.Path) {
			files = append(files, f)
		}
	}
	r.files[s] = files
	return files
}

func (r *repository) gather() (*Gathered, error) {
	steps := []func() error{r.findBase, r.list, r.candidates, r.narrow, r.history, r.read}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.out.Whole = len(r.asked) == 0 && r.git.Prefix == ""
	if r.out.Seen == 0 {
		if err := r.submodule(); err != nil {
			return nil, err
		}
		return r.out, r.out.nothing()
	}
	return r.out, nil
}

// findBase settles the commit to compare with.
func (r *repository) findBase() (err error) {
	in := r.request.Against
	switch {
	case in != nil:
		var history bool
		r.base, history, err = r.treeish(*in)
		r.rootless = !history
		if r.out.Against = against(*in); in.Revision != r.base {
			r.out.Against += " (" + short(r.base) + ")"
		}
		return err
	case r.request.Staged || r.git.Head() == "":
		r.base, r.out.Against = r.git.Head(), "HEAD"
		if r.base == "" {
			r.out.Against = "nothing: this is the first commit"
		}
		return nil
	}
	branch, err := r.git.DefaultBranch()
	if err != nil {
		return err
	}
	if branch == "" {
		r.base, r.out.Against = r.git.Head(), "HEAD (no remote, no main or master)"
		return nil
	}
	if r.base, err = r.git.MergeBase(branch); err != nil {
		return &Advised{err, []string{"the last commit:  schemavet check --against git:HEAD", "a branch's tip:   schemavet check --against git:" + branch}}
	}
	r.out.Against = fmt.Sprintf("merge base with %s (%s)", branch, short(r.base))
	return nil
}

// against is an input as people read it: a commit's whole name, as hooks give it, says no more than its beginning.
func against(in source.Input) string {
	if digits := strings.Trim(in.Revision, "0123456789abcdef"); digits == "" && len(in.Revision) >= 40 {
		in.Revision = short(in.Revision)
	}
	return in.String()
}

// list asks git for the files of both sides and what changed.
func (r *repository) list() error {
	r.specs = []string{":(top,glob)**/" + config.Name, ":(top,glob)**/" + config.AcceptName, ":(top,glob)**/*.avdl", ":(top,glob)**/*.avpr"}
	for _, f := range r.Formats {
		for _, glob := range f.Globs() {
			r.specs = append(r.specs, source.Pathspec(glob))
		}
	}
	if err := r.refOutside(); err != nil {
		return err
	}
	if _, err := r.widen(r.Dir); err != nil {
		return err
	}
	for _, in := range r.request.Paths {
		inside, ok := r.inside(r.abs(in.Path))
		if !ok {
			return fmt.Errorf("input %s: outside the repository %s; compare it with a file: --against PATH", in, filepath.ToSlash(r.git.Root))
		}
		if r.IsTree(in) {
			inside = strings.TrimPrefix(inside+"/", "./")
		} else {
			r.specs = append(r.specs, ":(top,literal)"+inside)
		}
		r.asked = append(r.asked, inside)
	}
	changes, err := r.compareAll()
	if err != nil {
		return err
	}
	r.to, r.changed = map[string]source.Change{}, map[string]bool{}
	for _, c := range changes {
		if c.To != "" {
			r.to[c.To] = c
			r.changed[c.To] = true
		}
		r.changed[c.From] = true
	}
	return r.unmatched(changes)
}

// inside is a path of the command line as git knows it, from the top of the repository: git has no files beyond a symbolic
// link, so what lies there is meant by its own name. It reports false for a path outside of the repository.
func (r *repository) inside(path string) (string, bool) {
	root := r.git.Root
	if real, err := filepath.EvalSymlinks(path); err == nil {
		if top, err := filepath.EvalSymlinks(root); err == nil {
			path, root = real, top
		}
	}
	inside, err := filepath.Rel(root, path)
	return filepath.ToSlash(inside), err == nil && filepath.IsLocal(inside)
}

// compareAll compares the two sides, and once more when a configuration below the working folder speaks of files that the
// first look did not ask for.
func (r *repository) compareAll() (changes []source.Change, err error) {
	if r.now, r.before, changes, err = r.compare(r.specs); err != nil {
		return nil, err
	}
	more := false
	for _, f := range r.now.Files {
		if name := path.Base(f.Path); name == config.Name || name == config.AcceptName {
			wider, err := r.widen(filepath.Dir(r.now.Disk(f.Path)))
			if err != nil {
				return nil, err
			}
			more = more || wider
		}
	}
	if more {
		r.now, r.before, changes, err = r.compare(r.specs)
	}
	return changes, err
}

func (r *repository) compare(specs []string) (now, before *source.Snapshot, changes []source.Change, err error) {
	if r.request.Tip == "" {
		return r.git.Compare(r.base, r.request.Staged, specs)
	}
	tip, err := r.git.Resolve(r.request.Tip)
	if err != nil {
		return nil, nil, nil, err
	}
	return r.git.Between(r.base, tip, specs)
}

// widen adds the pathspecs of the globs that the configuration of a folder and --refs bring, and reports whether there were
// any that were not asked for before.
func (r *repository) widen(folder string) (bool, error) {
	c, err := r.request.Finder.For(folder)
	if err != nil {
		return false, err
	}
	globs := r.refGlobs(&r.request)
	for _, row := range c.Subjects {
		globs = append(globs, row.Files...)
		globs = append(globs, row.References...)
	}
	wider := false
	for _, glob := range globs {
		inside, ok := strings.CutPrefix(glob, filepath.ToSlash(r.git.Root)+"/")
		if spec := source.Pathspec(inside); ok && !slices.Contains(r.specs, spec) && !r.covered(inside) {
			r.specs = append(r.specs, spec)
			wider = true
		}
	}
	return wider, nil
}

// covered reports whether the formats' own globs ask for all that a glob can match: it ends as they do.
func (r *repository) covered(glob string) bool {
	for _, f := range r.Formats {
		for _, own := range f.Globs() {
			if ending, ok := strings.CutPrefix(own, "**/*"); ok && strings.HasSuffix(glob, ending) {
				return true
			}
		}
	}
	return false
}

// refOutside reads the files that --refs names outside the repository.
func (r *repository) refOutside() (err error) {
	var outside []string
	for _, glob := range r.request.Refs {
		if !doublestar.ValidatePattern(filepath.ToSlash(glob)) {
			return &Usage{Problem: fmt.Sprintf("--refs %q is no valid glob", glob)}
		}
		if !strings.HasPrefix(filepath.ToSlash(r.abs(glob)), filepath.ToSlash(r.git.Root)+"/") {
			outside = append(outside, glob)
		}
	}
	r.outside, err = r.References(outside)
	return err
}

// unmatched complains about a path or a glob of the command line that names nothing on either side.
func (r *repository) unmatched(changes []source.Change) error {
	for i, asked := range r.asked {
		matches := func(path string) bool { return within(path, asked) }
		if !strings.HasSuffix(asked, "/") && !slices.ContainsFunc(r.now.Files, func(f source.File) bool { return matches(f.Path) }) &&
			!slices.ContainsFunc(changes, func(c source.Change) bool { return matches(c.From) }) {
			if _, err := source.ReadFile(asked, r.now.Disk(asked)); err != nil {
				return r.meant(asked, err)
			}
			if err := r.submodule(); err != nil {
				return err
			}
			return fmt.Errorf("input %s: git ignores it or does not have it staged", r.request.Paths[i])
		}
	}
	root := filepath.ToSlash(r.git.Root) + "/"
	for i, glob := range r.refGlobs(&r.request) {
		if strings.HasPrefix(glob, root) && !slices.ContainsFunc(r.now.Files, func(f source.File) bool {
			return config.Match([]string{glob}, root+f.Path)
		}) {
			return fmt.Errorf("look for --refs %s: no file matches", r.request.Refs[i])
		}
	}
	return nil
}

// submodule complains about a path of the command line that belongs to another repository: this one has none of its files.
func (r *repository) submodule() error {
	for i, asked := range r.asked {
		inside, err := r.git.Submodule(path.Clean(asked))
		switch {
		case err != nil:
			return err
		case inside != "":
			return fmt.Errorf("input %s: %s is a submodule; run schemavet inside it", r.request.Paths[i], Shown(r.Dir, r.now.Disk(inside)))
		}
	}
	return nil
}

// meant adds the path that was probably meant to the error about one that is not there.
func (r *repository) meant(asked string, err error) error {
	paths := make([]string, len(r.now.Files))
	for i, f := range r.now.Files {
		paths[i] = f.Path
	}
	if near := suggest.Nearest(asked, paths); near != "" {
		return fmt.Errorf("%w; did you mean %s?", err, Shown(r.Dir, r.now.Disk(near)))
	}
	return err
}

// within reports whether path is asked, or lies in the folder that asked names (it may be gone from disk).
func within(path, asked string) bool {
	return asked == "" || asked == "/" || path == asked || strings.HasPrefix(path, strings.TrimSuffix(asked, "/")+"/")
}
