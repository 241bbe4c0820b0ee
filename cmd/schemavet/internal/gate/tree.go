package gate

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// tree reads the schemas of a folder, a commit or the index.
func (l *Loader) tree(in source.Input, out *Gathered) ([]side, error) {
	var snapshot *source.Snapshot
	var err error
	keep := func(p string) bool { return l.keep(p) || source.OutOfScope(p) != "" }
	label := ""
	if in.Kind == source.Path {
		snapshot, err = source.Folder(in.Path, l.abs(in.Path), keep)
	} else {
		snapshot, label, err = l.objects(in, keep)
	}
	if err != nil {
		return nil, fmt.Errorf("input %s: %w", in, err)
	}
	var ids []string
	for _, f := range snapshot.Files {
		if f.ID != "" && f.Skip == "" {
			ids = append(ids, f.ID)
		}
	}
	blobs := map[string]source.Blob{}
	if len(ids) > 0 {
		if blobs, err = l.git.Blobs(ids); err != nil {
			return nil, fmt.Errorf("input %s: %w", in, err)
		}
	}
	var all []side
	for _, f := range snapshot.Files {
		name := f.Path + label
		if in.Kind == source.Path {
			name = path.Join(filepath.ToSlash(in.Path), f.Path)
		}
		if why := cmp.Or(f.Skip, source.OutOfScope(f.Path)); why != "" {
			out.Skipped = append(out.Skipped, Skip{name, why})
			continue
		}
		v := &Version{Source: name, Input: strings.TrimSuffix(in.String(), ":") + ":" + f.Path}
		if f.ID == "" {
			v.Input = name
			v.Content, v.Err = source.ReadFile(name, snapshot.Disk(f.Path))
		} else if v.inside, v.Err = f.Path, blobs[f.ID].Err; v.Err == nil {
			v.Content, v.Err = source.Text(name, blobs[f.ID].Content)
		}
		all = append(all, side{path: f.Path, version: v, abs: snapshot.Disk(f.Path)})
	}
	return all, nil
}

func (l *Loader) objects(in source.Input, keep func(string) bool) (*source.Snapshot, string, error) {
	git, err := l.gitFor(in)
	if err != nil {
		return nil, "", err
	}
	if in.Kind == source.Index {
		s, err := git.Staged([]string{":(top)"})
		if err == nil {
			s.Files = slices.DeleteFunc(s.Files, func(f source.File) bool { return !keep(f.Path) })
		}
		return s, "@index", err
	}
	commit, _, err := git.Treeish(in)
	if err != nil {
		return nil, "", err
	}
	s, err := git.Tree(commit, keep)
	return s, "@" + short(commit), err
}
