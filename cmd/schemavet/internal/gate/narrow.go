package gate

import (
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// A linker is a format that can tell which of the files that a schema may refer to it does refer to.
type linker interface {
	// Uses are the sources of the texts that the schema takes types from, directly or not.
	Uses(s Schema) []string
	// Unresolved reports whether a name was found in none of them.
	Unresolved(s Schema) bool
	// Unread tells which of the texts that the schema may refer to could not be read, and why.
	Unread(s Schema) []error
}

// narrow finds out which of the files that schemas may refer to they do refer to. Globs of references are wide, often the
// folder of the subjects themselves: without this, one changed file would be a change of every subject, and every commit a
// version of each.
func (r *repository) narrow() error {
	var all []*pending
	var ids []string
	for _, p := range r.pending {
		if _, ok := p.format.(linker); !ok || p.refs == nil {
			continue
		}
		all = append(all, p)
		ids = append(ids, objects(p.now, p.before)...)
	}
	if len(all) == 0 {
		return nil
	}
	for _, group := range r.referrers {
		ids = append(ids, objectsOf(group.in(r.now))...)
		ids = append(ids, objectsOf(group.in(r.before))...)
	}
	blobs, err := r.git.Blobs(ids)
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.now != nil {
			p.current = r.version(p.now, "", blobs)
			p.current.Refs = r.texts(p.refs.in(r.now), "", blobs)
		}
		if p.before != nil {
			p.base = r.version(p.before, r.base, blobs)
			p.base.Refs = r.texts(p.refs.in(r.before), r.base, blobs)
		}
	}
	each(len(all), 0, func(i int) { all[i].uses = r.uses(all[i]) })
	r.pending = slices.DeleteFunc(r.pending, func(p *pending) bool {
		return p.uses != nil && !p.changed && len(r.asked) == 0 && !r.anyChanged(p.uses)
	})
	return nil
}

// objects are the ids of files, as far as there are any.
func objects(files ...*source.File) []string {
	var ids []string
	for _, f := range files {
		if f != nil && f.ID != "" && f.Skip == "" {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

func objectsOf(files []source.File) []string {
	var ids []string
	for i := range files {
		ids = append(ids, objects(&files[i])...)
	}
	return ids
}

// uses are the paths of the files that one of the two sides refers to; nil when a side cannot be read, so that nobody knows.
func (r *repository) uses(p *pending) map[string]bool {
	used := map[string]bool{}
	for _, v := range []*Version{p.current, p.base} {
		if v == nil {
			continue
		}
		schema, err := v.parse(p.format)
		if err != nil {
			return nil
		}
		for _, name := range p.format.(linker).Uses(schema) {
			if path, ok := r.paths[name]; ok {
				used[path] = true
			}
		}
	}
	return used
}

func (r *repository) anyChanged(paths map[string]bool) bool {
	for path := range paths {
		if f, ok := r.now.Find(path); r.changed[path] || !ok || f.ID == "" {
			return true
		}
	}
	return false
}

// looksBack is the past of the subject that is to be looked for. A schema whose references are known needs the history of those files only.
func (p *pending) looksBack() *source.Past {
	past := &source.Past{}
	switch {
	case p.refs == nil:
	case p.uses != nil:
		past.References = func(path string) bool { return p.uses[path] }
		past.Group = strings.Join(slices.Sorted(maps.Keys(p.uses)), "\x00")
	default:
		past.References, past.Group = p.refs.matches, p.refs.group
	}
	return past
}

// wider makes the function that reads all that a schema may refer to as it stood after a commit: an old version may take a
// type from where no later one does.
func (r *repository) wider(p *pending, commit string) func() []Text {
	if p.uses == nil {
		return nil
	}
	return func() []Text {
		r.widening.Lock()
		defer r.widening.Unlock()
		key := p.refs.group + "\x00" + commit
		if texts, ok := r.widened[key]; ok {
			return texts
		}
		tree, err := r.git.Tree(commit, p.refs.matches)
		if err != nil {
			return nil
		}
		blobs, err := r.git.Blobs(objectsOf(tree.Files))
		if err != nil {
			return nil
		}
		texts := slices.Clone(r.outside)
		for i := range tree.Files {
			if v := r.version(&tree.Files[i], commit, blobs); tree.Files[i].Skip == "" {
				texts = append(texts, Text{v.Source, v.Content, v.Err})
			}
		}
		if r.widened == nil {
			r.widened = map[string][]Text{}
		}
		r.widened[key] = texts
		return texts
	}
}
