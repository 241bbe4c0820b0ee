package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// A File is one file of a Snapshot.
type File struct {
	Path string // with slashes, relative to the snapshot's root
	ID   string // the git object of its content; "" when the content is on disk
	Skip string // why its content is no schema text ("a symbolic link"); "" when it may be one
}

// A Snapshot is a set of files as one input has them, in path order.
type Snapshot struct {
	Name  string // for people: "working tree", "index", "9f31c02", a folder
	Root  string // the folder on disk that paths are relative to
	Files []File
}

// Find is the file at path.
func (s *Snapshot) Find(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(s.Files, path, func(f File, path string) int { return cmp.Compare(f.Path, path) })
	if !ok {
		return File{}, false
	}
	return s.Files[i], true
}

func (s *Snapshot) sort() {
	slices.SortFunc(s.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	s.Files = slices.CompactFunc(s.Files, func(a, b File) bool { return a.Path == b.Path })
}

// Git's file modes that are no regular file.
const (
	modeLink    = "120000"
	modeGitlink = "160000"
)

func skipMode(mode string) string {
	switch mode {
	case modeLink:
		return "a symbolic link; its target is checked under its own name"
	case modeGitlink:
		return "a submodule; run schemavet inside it"
	}
	return ""
}

// Why is why a file of the snapshot is skipped, with what a symbolic link leads to on disk; "" when it is not.
func (s *Snapshot) Why(f File) string {
	if f.Skip != skipMode(modeLink) {
		return f.Skip
	}
	if _, err := os.Lstat(s.Disk(f.Path)); err != nil {
		return f.Skip
	}
	switch _, err := os.Stat(s.Disk(f.Path)); {
	case errors.Is(err, syscall.ELOOP):
		return "a symbolic link that leads back to itself"
	case errors.Is(err, fs.ErrNotExist):
		return "a symbolic link that leads nowhere"
	}
	return f.Skip
}

// Pathspec limits git to files that match a glob relative to the repository's root, as far as git's globs can say it; the
// caller filters exactly.
func Pathspec(glob string) string {
	if strings.ContainsAny(glob, "{}\\") { // git knows no alternatives: everything below the fixed part
		fixed, _, _ := strings.Cut(glob, "{")
		fixed = fixed[:strings.LastIndexByte(fixed, '/')+1]
		return ":(top,glob)" + fixed + "**"
	}
	return ":(top,glob)" + glob
}

// Staged is the index. A path in conflict is an error.
func (g *Git) Staged(specs []string) (*Snapshot, error) {
	s := &Snapshot{Name: "index", Root: g.Root}
	err := g.listIndex(specs, func(mode, id, stage, path string) error {
		if stage != "0" {
			return fmt.Errorf("read index:%s: the path is in conflict; resolve it and git add it", path)
		}
		s.Files = append(s.Files, File{Path: path, ID: id, Skip: skipMode(mode)})
		return nil
	})
	s.sort()
	return s, err
}

// onDisk is the working tree: the index's files as far as they are on disk, and the files that git neither tracks nor
// ignores. Files that did not change keep their ids.
func (g *Git) onDisk(index *Snapshot, changed map[string]bool, specs []string) (*Snapshot, error) {
	s := &Snapshot{Name: "working tree", Root: g.Root}
	add := func(f File) {
		info, err := os.Lstat(s.Disk(f.Path))
		if err != nil && f.ID != "" { // a sparse checkout leaves it out: what is committed counts
			s.Files = append(s.Files, f)
			return
		}
		if err != nil || info.IsDir() {
			return
		}
		if f.Skip == "" && info.Mode()&fs.ModeSymlink != 0 {
			f.Skip = skipMode(modeLink)
		}
		s.Files = append(s.Files, f)
	}
	for _, f := range index.Files {
		if changed[f.Path] {
			f.ID = ""
		}
		add(f)
	}
	others, err := g.run(append([]string{"ls-files", "-z", "--full-name", "--others", "--exclude-standard", "--"}, specs...)...)
	if err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(string(others), "\x00") {
		if path != "" {
			add(File{Path: path})
		}
	}
	s.sort()
	return s, nil
}

// Compare looks at the index or the working tree beside a commit ("" before the first one: nothing): the files of both
// that match specs, and what changed between them. Files that git does not track yet are in now and in no change.
func (g *Git) Compare(commit string, staged bool, specs []string) (now, before *Snapshot, changes []Change, err error) {
	index := &Snapshot{Name: "index", Root: g.Root}
	var listErr error
	var listed sync.WaitGroup
	listed.Go(func() { // both questions at once: git spends most of its time on starting
		if staged {
			index, listErr = g.Staged(specs)
			return
		}
		listErr = g.listIndex(specs, func(mode, id, _, path string) error {
			index.Files = append(index.Files, File{Path: path, ID: id, Skip: skipMode(mode)})
			return nil
		})
		index.sort()
	})
	changes, err = g.Diff(commit, staged, specs)
	listed.Wait()
	if err = cmp.Or(err, listErr); err != nil {
		return nil, nil, nil, err
	}
	if !staged {
		changes = slices.DeleteFunc(changes, func(c Change) bool { return g.touched(c, index) })
	}
	before, changed := undone(index, changes)
	before.Name = short(commit)
	if now = index; !staged {
		now, err = g.onDisk(index, changed, specs)
	}
	return now, before, changes, err
}

// Between is Compare for two commits.
func (g *Git) Between(from, to string, specs []string) (now, before *Snapshot, changes []Change, err error) {
	out, err := g.run(append([]string{"diff-tree", "-r", "--raw", "-z", "-M", "--no-abbrev", from, to, "--"}, specs...)...)
	if err != nil {
		return nil, nil, nil, err
	}
	if changes, err = parseRaw(out); err != nil {
		return nil, nil, nil, err
	}
	if now, err = g.Tree(to, func(string) bool { return true }); err != nil {
		return nil, nil, nil, err
	}
	before, _ = undone(now, changes)
	before.Name = short(from)
	return now, before, changes, nil
}

// undone is a snapshot with changes taken back, and the paths that they touch.
func undone(s *Snapshot, changes []Change) (*Snapshot, map[string]bool) {
	before, changed := &Snapshot{Root: s.Root}, map[string]bool{}
	for _, c := range changes {
		if c.To != "" {
			changed[c.To] = true
		}
		if c.From != "" {
			changed[c.From] = true
			before.Files = append(before.Files, File{Path: c.From, ID: c.FromID, Skip: c.FromSkip})
		}
	}
	for _, f := range s.Files {
		if !changed[f.Path] {
			before.Files = append(before.Files, f)
		}
	}
	before.sort()
	return before, changed
}

func (g *Git) listIndex(specs []string, add func(mode, id, stage, path string) error) error {
	out, err := g.run(append([]string{"ls-files", "-s", "-z", "--full-name", "--"}, specs...)...)
	if err != nil {
		return err
	}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		head, path, ok := strings.Cut(string(entry), "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 {
			continue
		}
		if err := add(fields[0], fields[1], fields[2], path); err != nil {
			return err
		}
	}
	return nil
}

// Submodule is the submodule that a path is or lies in, "" for none.
func (g *Git) Submodule(file string) (found string, err error) {
	var specs []string
	for p := file; p != "." && p != "/"; p = path.Dir(p) {
		specs = append(specs, ":(top,literal)"+p)
	}
	if len(specs) == 0 {
		return "", nil
	}
	err = g.listIndex(specs, func(mode, _, _, name string) error {
		if mode == modeGitlink && (file == name || strings.HasPrefix(file, name+"/")) {
			found = name
		}
		return nil
	})
	return found, err
}

// Tree is the files of a commit whose path the caller keeps.
func (g *Git) Tree(commit string, keep func(path string) bool) (*Snapshot, error) {
	out, err := g.run("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{Name: short(commit), Root: g.Root}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		head, path, ok := strings.Cut(string(entry), "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 || !keep(path) {
			continue
		}
		s.Files = append(s.Files, File{Path: path, ID: fields[2], Skip: skipMode(fields[0])})
	}
	s.sort()
	return s, nil
}

// Folder is the files below a folder on disk whose path the caller keeps. Hidden folders are left out, links to folders
// are not followed.
func Folder(name, root string, keep func(path string) bool) (*Snapshot, error) {
	s := &Snapshot{Name: name, Root: root}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("read %s: %w", path, plain(err))
		}
		if entry.IsDir() {
			if path != root && strings.HasPrefix(entry.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if relative = filepath.ToSlash(relative); keep(relative) {
			s.Files = append(s.Files, File{Path: relative, Skip: skipKind(path, entry)})
		}
		return nil
	})
	s.sort()
	return s, err
}

// skipKind lets a link through when it leads to a regular file: outside git there is no other name that it is checked under.
func skipKind(path string, entry fs.DirEntry) string {
	switch {
	case entry.Type()&fs.ModeSymlink != 0:
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return "a symbolic link to a folder or device"
		}
		return "" // a broken link or a loop is an error when it is read
	case !entry.Type().IsRegular():
		return "no regular file"
	}
	return ""
}

// Disk is where a file of the snapshot lies.
func (s *Snapshot) Disk(path string) string { return filepath.Join(s.Root, filepath.FromSlash(path)) }
