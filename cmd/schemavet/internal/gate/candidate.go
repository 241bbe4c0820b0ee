package gate

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

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
	own := changed
	refs := r.referrer(&ch)
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
	switch why := cmp.Or(r.now.Why(*f), source.OutOfScope(f.Path)); {
	case why != "":
		if changed && now != nil {
			r.out.Skipped = append(r.out.Skipped, Skip{Shown(r.Dir, r.now.Disk(f.Path)), why})
		}
	case ch.format == nil:
	case ch.excluded(r.now.Disk(f.Path)) && !r.exactly(f.Path):
		if changed {
			r.out.Skipped = append(r.out.Skipped, Skip{Shown(r.Dir, r.now.Disk(f.Path)), "excluded by " + Shown(r.Dir, ch.config.File)})
		}
	case r.inFolder(&ch, f, before, changed):
		return r.member(&ch, now, changed)
	case ch.row != nil && ch.row.History == "files":
		return r.member(&ch, now, changed)
	default:
		r.out.Seen++
		if changed || len(r.asked) > 0 {
			r.pending = append(r.pending, &pending{choice: ch, now: now, before: before, refs: refs, changed: own})
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

// referrer is the files that a subject's schema may refer to; nil without any.
func (r *repository) referrer(ch *choice) *referrer {
	if len(ch.refs) == 0 {
		return nil
	}
	group := strings.Join(ch.refs, "\x00")
	if r.referrers == nil {
		r.referrers = map[string]*referrer{}
	}
	if r.referrers[group] == nil {
		r.referrers[group] = &referrer{
			group: group, globs: ch.refs, root: filepath.ToSlash(r.git.Root) + "/", known: map[string]bool{},
			files: map[*source.Snapshot][]source.File{},
		}
	}
	return r.referrers[group]
}

func (r *repository) referenceChanged(refs *referrer) bool {
	for path := range r.changed {
		if path != "" && refs.matches(path) {
			return true
		}
	}
	return slices.ContainsFunc(r.now.Files, func(f source.File) bool { return f.ID == "" && refs.matches(f.Path) })
}

// oneFile insists that a subject's name stands for one file, unless its versions are files.
func (r *repository) oneFile() error {
	seen := map[string]*pending{}
	for _, p := range r.pending {
		if p.row == nil || p.row.Name == "" || p.now == nil {
			continue
		}
		if first := seen[p.name]; first != nil {
			return p.row.Row.Error("subject %s matches several files (%s, %s); give each its own row, or say history: files when they are versions of one subject",
				p.name, first.now.Path, p.now.Path)
		}
		seen[p.name] = p
	}
	return nil
}
