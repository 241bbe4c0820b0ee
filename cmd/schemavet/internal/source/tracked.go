package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Tracked is files as git has them: staged, or in a commit. What lies outside the repository is read from disk.
type Tracked struct {
	git    *Git
	commit string // "" is the index
	names  []string
	read   map[string][]byte // by path; nil before the first question
	links  map[string]string // where symbolic links lead, by path
	unread []string          // what the index is only to have later
	label  string
}

// Tracked makes the files of a commit, or of the index for "". Those with the given base names are read together, with the
// first question.
func (g *Git) Tracked(commit string, names ...string) *Tracked {
	t := &Tracked{git: g, commit: commit, names: names, label: "index:"}
	if commit != "" {
		t.label = "git:" + short(commit) + ":"
	}
	return t
}

// Read is the content of a file, named by its place on disk. The error is fs.ErrNotExist for a file that git does not have.
// A symbolic link is followed, to what git has of its target.
func (t *Tracked) Read(file string) ([]byte, error) {
	const most = 16
	for followed := range most {
		text, link, err := t.open(file)
		if link == "" && followed > 0 && errors.Is(err, fs.ErrNotExist) { // not to be read is not the same as not there
			err = &fs.PathError{Op: "read", Path: file, Err: errors.New("a symbolic link that leads nowhere")}
		}
		if link == "" {
			return text, err
		}
		if file = filepath.Join(filepath.Dir(file), filepath.FromSlash(link)); filepath.IsAbs(filepath.FromSlash(link)) {
			file = filepath.FromSlash(link)
		}
	}
	return nil, &fs.PathError{Op: "read", Path: file, Err: errors.New("symbolic links that lead in a circle")}
}

// open is the content of a file, or where the link leads that it is.
func (t *Tracked) open(file string) (text []byte, link string, err error) {
	inside, err := filepath.Rel(t.git.Root, file)
	if err != nil || !filepath.IsLocal(inside) {
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
			return nil, "", fs.ErrNotExist
		}
		text, err := os.ReadFile(file)
		return text, "", err
	}
	inside = filepath.ToSlash(inside)
	if t.read == nil {
		var specs []string
		for _, name := range t.names {
			specs = append(specs, ":(top,glob)**/"+name)
		}
		t.read, t.links = map[string][]byte{}, map[string]string{}
		if err := t.load(specs, func(p string) bool { return slices.Contains(t.names, path.Base(p)) }); err != nil {
			t.read = nil
			return nil, "", err
		}
	}
	text, known := t.read[inside]
	if t.links[inside] == "" && !known && !slices.Contains(t.names, path.Base(inside)) {
		t.read[inside] = nil
		if err := t.load([]string{":(top,literal)" + inside}, func(p string) bool { return p == inside }); err != nil {
			return nil, "", err
		}
		text = t.read[inside]
	}
	switch {
	case t.links[inside] != "":
		return nil, t.links[inside], nil
	case text == nil:
		return nil, "", fs.ErrNotExist
	}
	return text, "", nil
}

// Intended is the places on disk of files asked for that do not count, since the index is only to have them later (git add -N).
func (t *Tracked) Intended() []string { return t.unread }

// leaveOut takes from the index what it is only to have later. Git is asked where a file is empty.
func (t *Tracked) leaveOut(s *Snapshot, specs []string) error {
	if !slices.ContainsFunc(s.Files, func(f File) bool { return f.ID == blobID(nil, len(f.ID)) }) {
		return nil
	}
	intended, err := t.git.Intended(specs)
	if err != nil {
		return err
	}
	s.Files = slices.DeleteFunc(s.Files, func(f File) bool { return slices.Contains(intended, f.Path) })
	for _, name := range intended {
		t.unread = append(t.unread, filepath.Join(t.git.Root, filepath.FromSlash(name)))
	}
	return nil
}

// load reads the files that match specs and that keep takes.
func (t *Tracked) load(specs []string, keep func(string) bool) (err error) {
	var s *Snapshot
	if t.commit == "" {
		s, err = t.git.Staged(specs)
	} else {
		s, err = t.git.Tree(t.commit, keep)
	}
	if err != nil {
		return err
	}
	if t.commit == "" {
		if err := t.leaveOut(s, specs); err != nil {
			return err
		}
	}
	var ids []string
	for _, f := range s.Files {
		if f.Skip == "" || f.Skip == skipMode(modeLink) {
			ids = append(ids, f.ID)
		}
	}
	blobs, err := t.git.Blobs(ids)
	if err != nil {
		return err
	}
	for _, f := range s.Files {
		blob, read := blobs[f.ID]
		switch {
		case !read:
		case blob.Err != nil:
			return fmt.Errorf("%s%s: %w", t.label, f.Path, blob.Err)
		case f.Skip != "":
			t.links[f.Path] = string(blob.Content)
		default:
			t.read[f.Path] = append([]byte{}, blob.Content...) // not nil: an empty file is one
		}
	}
	return nil
}
