package gate

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// repository gathers from one git repository: the working tree or the index, compared with a commit and its history.
type repository struct {
	*Loader
	request Request
	git     *source.Git
	out     *Gathered

	base        string // the commit compared with, "" before the first one
	now, before *source.Snapshot
	to          map[string]source.Change // what changed, by new path
	changed     map[string]bool          // every path that changed, old and new
	specs       []string                 // what git is asked for
	asked       []string                 // paths relative to the root that the user named; a folder ends with a slash
	pending     []*pending
	groups      map[*config.Subject]*group
	groupOrder  []*config.Subject
	outside     []Text // referred files that lie outside the repository
}

// pending is a subject before its contents are read.
type pending struct {
	choice
	now, before *source.File
	past        *source.Past
	refs        func(path string) bool
}

func (r *repository) gather() (*Gathered, error) {
	steps := []func() error{r.findBase, r.list, r.candidates, r.history, r.read}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.out.Whole = len(r.asked) == 0 && r.git.Prefix == ""
	if r.out.Seen == 0 {
		return nil, ErrNothing
	}
	return r.out, nil
}

// findBase settles the commit to compare with.
func (r *repository) findBase() (err error) {
	in := r.request.Against
	switch {
	case in != nil:
		r.base, err = r.commit(*in)
		r.out.Against = fmt.Sprintf("%s (%s)", in, short(r.base))
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
		return fmt.Errorf("%w\n  the last commit:  schemavet check --against git:HEAD\n  a branch's tip:   schemavet check --against git:%s", err, branch)
	}
	r.out.Against = fmt.Sprintf("merge base with %s (%s)", branch, short(r.base))
	return nil
}

// list asks git for the files of both sides and what changed.
func (r *repository) list() error {
	r.specs = []string{":(top,glob)**/" + config.Name, ":(top,glob)**/*.avdl", ":(top,glob)**/*.avpr"}
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
		inside, err := filepath.Rel(r.git.Root, r.abs(in.Path))
		if err != nil || !filepath.IsLocal(inside) && inside != "." {
			return fmt.Errorf("input %s: outside the repository %s; compare it with a file: --against PATH", in, filepath.ToSlash(r.git.Root))
		}
		if inside = filepath.ToSlash(inside); r.IsTree(in) {
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

// compareAll compares the two sides, and once more when a configuration below the working folder speaks of files that the
// first look did not ask for.
func (r *repository) compareAll() (changes []source.Change, err error) {
	if r.now, r.before, changes, err = r.compare(r.specs); err != nil {
		return nil, err
	}
	more := false
	for _, f := range r.now.Files {
		if path.Base(f.Path) == config.Name {
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

// within reports whether path is asked, or lies in the folder that asked names (it may be gone from disk).
func within(path, asked string) bool {
	return asked == "" || asked == "/" || path == asked || strings.HasPrefix(path, strings.TrimSuffix(asked, "/")+"/")
}

// named reports whether the user named this path or a folder around it; explicit whether anything was named.
func (r *repository) named(path string) bool {
	return slices.ContainsFunc(r.asked, func(asked string) bool { return within(path, asked) })
}

func (r *repository) exactly(path string) bool { return slices.Contains(r.asked, path) }

// candidates decides for every file of both sides whether it is a subject to look at.
func (r *repository) candidates() error {
	r.groups = map[*config.Subject]*group{}
	for i := range r.now.Files {
		f := &r.now.Files[i]
		var before *source.File
		old := f.Path
		if c, ok := r.to[f.Path]; ok {
			old = c.From
		}
		if b, ok := r.before.Find(old); ok && b.Skip == "" && old != "" {
			before = &b
		}
		if err := r.candidate(f, before); err != nil {
			return err
		}
	}
	for i := range r.before.Files {
		f := &r.before.Files[i]
		if _, stays := r.now.Find(f.Path); stays || r.renamed(f.Path) || f.Skip != "" {
			continue
		}
		if err := r.candidate(nil, f); err != nil {
			return err
		}
	}
	return r.oneFile()
}

func (r *repository) renamed(from string) bool {
	for _, c := range r.to {
		if c.From == from && c.To != from {
			return true
		}
	}
	return false
}

func (r *repository) candidate(now, before *source.File) error {
	f := now
	if now == nil {
		f = before
	}
	if len(r.asked) > 0 && !r.named(f.Path) {
		return nil
	}
	ch, err := r.choose(&r.request, r.now.Disk(f.Path), f.Path)
	if err != nil {
		return err
	}
	changed := now == nil || before == nil || now.ID != before.ID || now.ID == ""
	refs := r.references(&ch, f.Path)
	if !changed && refs != nil {
		changed = r.referenceChanged(refs)
	}
	if ch.format == nil && r.exactly(f.Path) && source.OutOfScope(f.Path) == "" && now != nil {
		content, err := source.ReadFile(f.Path, r.now.Disk(f.Path))
		if err != nil {
			return err
		}
		ch.format = r.format(ch.row, f.Path, content)
	}
	switch why := cmp.Or(f.Skip, source.OutOfScope(f.Path)); {
	case why != "":
		if changed && now != nil {
			r.out.Skipped = append(r.out.Skipped, Skip{f.Path, why})
		}
	case ch.format == nil:
	case ch.excluded(r.now.Disk(f.Path)) && !r.exactly(f.Path):
		if changed {
			r.out.Skipped = append(r.out.Skipped, Skip{f.Path, "excluded by " + Shown(r.Dir, ch.config.File)})
		}
	case r.inFolder(&ch, f, before, changed):
		return r.member(&ch, now, changed)
	case ch.row != nil && ch.row.History == "files":
		return r.member(&ch, now, changed)
	default:
		r.out.Seen++
		if changed || len(r.asked) > 0 {
			r.pending = append(r.pending, &pending{choice: ch, now: now, before: before, refs: refs})
		}
	}
	return nil
}

// member adds a file to the subject whose versions are files.
func (r *repository) member(ch *choice, now *source.File, changed bool) error {
	if now == nil {
		return nil
	}
	g := r.groups[ch.row]
	if g == nil {
		g = &group{choice: *ch}
		r.groups[ch.row] = g
		r.out.Seen++
	}
	v := r.version(now, "", nil)
	if now.ID != "" { // the index may hold another content than the disk
		blobs, err := r.git.Blobs([]string{now.ID})
		if err != nil {
			return err
		}
		v = r.version(now, "", blobs)
	}
	v.fresh = changed || len(r.asked) > 0
	g.sides = append(g.sides, side{path: now.Path, version: v})
	if (changed || len(r.asked) > 0) && !slices.Contains(r.groupOrder, ch.row) {
		r.groupOrder = append(r.groupOrder, ch.row)
	}
	return nil
}

// references tells which files a subject's schema may refer to; nil without any.
func (r *repository) references(ch *choice, self string) func(string) bool {
	if len(ch.refs) == 0 {
		return nil
	}
	root := filepath.ToSlash(r.git.Root) + "/"
	known := map[string]bool{} // doublestar is not cheap, and histories ask again and again
	return func(path string) bool {
		is, seen := known[path]
		if !seen {
			is = path != self && config.Match(ch.refs, root+path)
			known[path] = is
		}
		return is
	}
}

func (r *repository) referenceChanged(refs func(string) bool) bool {
	for path := range r.changed {
		if path != "" && refs(path) {
			return true
		}
	}
	return slices.ContainsFunc(r.now.Files, func(f source.File) bool { return f.ID == "" && refs(f.Path) })
}

// oneFile insists that a subject's name stands for one file, unless its versions are files.
func (r *repository) oneFile() error {
	seen := map[string]*pending{}
	for _, p := range r.pending {
		if p.row == nil || p.row.Name == "" || p.now == nil {
			continue
		}
		if first := seen[p.name]; first != nil {
			return &config.Error{File: p.config.File, Line: p.row.Line, Column: 1, Problem: fmt.Sprintf(
				"subject %s matches several files (%s, %s); give each its own row, or say history: files when they are versions of one subject",
				p.name, first.now.Path, p.now.Path)}
		}
		seen[p.name] = p
	}
	return nil
}

// history finds the older versions of every subject whose mode asks for them, in one run of git.
func (r *repository) history() error {
	var pasts []*source.Past
	for _, p := range r.pending {
		if !p.mode.Transitive {
			continue
		}
		p.past = &source.Past{References: p.refs}
		if p.before != nil {
			p.past.Path = p.before.Path
		} else {
			p.past.Path = p.now.Path
		}
		pasts = append(pasts, p.past)
	}
	if len(pasts) == 0 || r.base == "" {
		return nil
	}
	since := ""
	if r.request.Since != "" {
		var err error
		if since, err = r.git.Resolve(r.request.Since); err != nil {
			return fmt.Errorf("--since: %w", err)
		}
	}
	if r.git.Shallow && (since == "" || !r.git.Contains(r.base, since)) && !r.endsEarly() {
		return nil
	}
	steps, err := r.git.Log(r.base, since, r.specs)
	if err != nil {
		return err
	}
	source.Trace(r.before, steps, cmp.Or(since, r.base), pasts)
	return nil
}

// endsEarly settles what a shallow clone means: a failure for the subjects whose mode somebody asked for, a smaller mode
// for the others. It reports whether any history is still wanted.
func (r *repository) endsEarly() bool {
	why := "this clone is shallow, so older versions are not here; run git fetch --unshallow, or bound the history with --since"
	wanted := false
	for _, p := range r.pending {
		if p.mode.Transitive && p.explicit {
			wanted = true
		} else if p.mode.Transitive {
			p.mode.Transitive, p.past = false, nil
		}
	}
	r.out.Skipped = append(r.out.Skipped, Skip{"history before " + short(r.base), why})
	if wanted {
		r.out.Failures = append(r.out.Failures, "read the history: "+why)
	}
	return wanted
}

// read brings all contents in one run of git and makes the subjects.
func (r *repository) read() error {
	var ids []string
	need := func(files ...source.File) {
		for _, f := range files {
			if f.ID != "" && f.Skip == "" {
				ids = append(ids, f.ID)
			}
		}
	}
	for _, p := range r.pending {
		for _, f := range []*source.File{p.now, p.before} {
			if f != nil {
				need(*f)
			}
		}
		need(r.matching(r.now, p.refs)...)
		need(r.matching(r.before, p.refs)...)
		if p.past != nil {
			for _, m := range p.past.Versions {
				need(m.File)
				need(m.References...)
			}
		}
	}
	blobs, err := r.git.Blobs(ids)
	if err != nil {
		return err
	}
	for _, p := range r.pending {
		r.out.Subjects = append(r.out.Subjects, r.subject(p, blobs))
	}
	r.reunite()
	return r.lists()
}

func (r *repository) matching(s *source.Snapshot, refs func(string) bool) []source.File {
	if refs == nil {
		return nil
	}
	var files []source.File
	for _, f := range s.Files {
		if f.Skip == "" && refs(f.Path) {
			files = append(files, f)
		}
	}
	return files
}

// version makes a version of a file. label is its commit, "" for the side under review.
func (r *repository) version(f *source.File, commit string, blobs map[string]source.Blob) *Version {
	v := &Version{Source: f.Path, Input: f.Path}
	switch {
	case commit != "":
		v.Source += "@" + short(commit)
		v.Input = "git:" + short(commit) + ":" + f.Path
	case r.request.Tip != "":
		v.Input = "git:" + r.request.Tip + ":" + f.Path
	case r.request.Staged:
		v.Input = "index:" + f.Path
	default:
		v.Source = Shown(r.Dir, r.now.Disk(f.Path))
	}
	switch blob, ok := blobs[f.ID]; {
	case f.ID == "" || !ok:
		v.Content, v.Err = source.ReadFile(v.Source, r.now.Disk(f.Path))
	case blob.Err != nil:
		v.Err = fmt.Errorf("read %s: %w", v.Source, blob.Err)
	default:
		v.Content, v.Err = source.Text(v.Source, blob.Content)
	}
	return v
}

func (r *repository) texts(files []source.File, commit string, blobs map[string]source.Blob) []Text {
	texts := slices.Clone(r.outside)
	for i := range files {
		if v := r.version(&files[i], commit, blobs); v.Err == nil {
			texts = append(texts, Text{v.Source, v.Content})
		}
	}
	return texts
}

func (r *repository) subject(p *pending, blobs map[string]source.Blob) *Subject {
	s := &Subject{Name: p.name, Format: p.format, Mode: p.mode, Config: p.config}
	if p.before != nil {
		s.File = p.before.Path
		s.Base = r.version(p.before, r.base, blobs)
		s.Base.Refs = r.texts(r.matching(r.before, p.refs), r.base, blobs)
	}
	if p.now != nil {
		s.File = p.now.Path
		s.Current = r.version(p.now, "", blobs)
		s.Current.Refs = r.texts(r.matching(r.now, p.refs), "", blobs)
	}
	if p.past == nil {
		return s
	}
	versions := p.past.Versions
	if s.Base != nil && len(versions) > 0 { // the first one is the base, under the commit that brought it
		named := r.version(&versions[0].File, versions[0].Commit, blobs)
		s.Base.Source, s.Base.Input = named.Source, named.Input
		versions = versions[1:]
	}
	for i := range versions {
		m := &versions[i]
		if m.File.Skip != "" {
			continue
		}
		v := r.version(&m.File, m.Commit, blobs)
		v.Refs = r.texts(m.References, m.Commit, blobs)
		s.Retained = append(s.Retained, v)
	}
	return s
}

// reunite joins a deleted subject with the new one whose schema has the same full name: the file moved and changed too
// much for git to see it.
func (r *repository) reunite() {
	named := func(current bool) map[string][]*Subject {
		all := map[string][]*Subject{}
		for _, s := range r.out.Subjects {
			if v := s.Current; current && v != nil && s.Base == nil && len(s.Retained) == 0 {
				if name := r.schemaName(s.File, v); name != "" {
					all[name] = append(all[name], s)
				}
			} else if v := s.Base; !current && s.Current == nil && v != nil {
				if name := r.schemaName(s.File, v); name != "" {
					all[name] = append(all[name], s)
				}
			}
		}
		return all
	}
	gone := named(false)
	if len(gone) == 0 {
		return
	}
	moved := map[*Subject]bool{}
	for name, born := range named(true) {
		if left := gone[name]; len(born) == 1 && len(left) == 1 {
			born[0].Base, born[0].Retained = left[0].Base, left[0].Retained
			moved[left[0]] = true
		}
	}
	r.out.Subjects = slices.DeleteFunc(r.out.Subjects, func(s *Subject) bool { return moved[s] })
	r.out.Seen -= len(moved)
}

// lists adds the subjects whose versions are files.
func (r *repository) lists() error {
	for _, row := range r.groupOrder {
		refs, err := r.References(row.References)
		if err != nil {
			return err
		}
		r.out.Subjects = append(r.out.Subjects, r.groups[row].subject(refs))
	}
	if len(r.groupOrder) > 0 && len(r.groupOrder) == len(r.out.Subjects) {
		r.out.Against = olderFiles
	}
	return nil
}
