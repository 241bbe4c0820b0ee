package gate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

// history finds the older versions of every subject whose mode asks for them, in one run of git for all histories that
// begin at the same commit.
func (r *repository) history() error {
	begin := map[string][]*source.Past{} // by the commit where histories begin, "" for the first one
	for _, p := range r.pending {
		if !p.mode.Transitive || r.base == "" {
			continue
		}
		since, err := r.since(p)
		if err != nil {
			return err
		}
		if r.rootless {
			if p.before != nil {
				r.endsEarly(p, "a tree has no history; compare with a commit to look at the versions before it")
			}
			continue
		}
		if err := r.git.Deepen(); err != nil {
			return fmt.Errorf("read the history: %w", err)
		}
		if r.git.Shallow && (since == "" || !r.git.Contains(r.base, since)) && !r.endsEarly(p, cutOff) {
			continue
		}
		p.past = p.looksBack()
		if p.before != nil {
			p.past.Path = p.before.Path
		} else {
			p.past.Path = p.now.Path
		}
		begin[since] = append(begin[since], p.past)
	}
	for _, since := range slices.Sorted(maps.Keys(begin)) {
		steps, err := r.git.Log(r.base, since, r.specs)
		if err != nil {
			return err
		}
		source.Trace(r.before, steps, cmp.Or(since, r.base), begin[since])
	}
	return nil
}

// since is the commit where a subject's history begins, "" for the first one. The command line counts before configuration.
func (r *repository) since(p *pending) (string, error) {
	revision, says := r.request.Since, "--since"
	if revision == "" && p.row != nil {
		revision, says = p.row.Since, fmt.Sprintf("%s:%d:%d: since", Shown(r.Dir, p.row.At.File), p.row.At.Line, p.row.At.Column)
	}
	if revision == "" {
		return "", nil
	}
	if id, ok := r.begins[revision]; ok {
		return id, nil
	}
	id, err := r.git.Resolve(revision)
	if err != nil {
		return "", fmt.Errorf("%s: %w", says, err)
	}
	if r.begins == nil {
		r.begins = map[string]string{}
	}
	r.begins[revision] = id
	return id, nil
}

// cutOff is why a shallow clone has no older versions.
const cutOff = "this clone is shallow, so older versions are not here; --fetch or git fetch --unshallow brings them, --since bounds the history"

// endsEarly settles what a history that is not all there means for a subject: a failure where somebody asked for its mode, a
// smaller mode where nobody did. It reports whether the history is still wanted.
func (r *repository) endsEarly(p *pending, why string) bool {
	if skip := (Skip{"history before " + short(r.base), why}); !slices.Contains(r.out.Skipped, skip) {
		r.out.Skipped = append(r.out.Skipped, skip)
	}
	if !p.explicit {
		p.mode.Transitive = false
		return false
	}
	if failure := "read the history: " + why; !slices.Contains(r.out.Failures, failure) {
		r.out.Failures = append(r.out.Failures, failure)
	}
	return true
}

// read brings all contents in one run of git and makes the subjects.
func (r *repository) read() error {
	var ids []string
	for _, p := range r.pending {
		if p.current == nil && p.base == nil {
			ids = append(ids, objects(p.now, p.before)...)
			ids = append(ids, objectsOf(p.refs.in(r.now))...)
			ids = append(ids, objectsOf(p.refs.in(r.before))...)
		}
		if p.past != nil {
			for i := range p.past.Versions {
				ids = append(ids, objects(&p.past.Versions[i].File)...)
				ids = append(ids, objectsOf(p.past.Versions[i].References)...)
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

// version makes a version of a file. label is its commit, "" for the side under review.
func (r *repository) version(f *source.File, commit string, blobs map[string]source.Blob) *Version {
	v := &Version{Source: Shown(r.Dir, r.now.Disk(f.Path)), Input: f.Path, commit: commit}
	switch {
	case commit != "":
		v.Source = f.Path + "@" + short(commit)
		v.Input = "git:" + short(commit) + ":" + f.Path
	case r.request.Tip != "":
		v.Input = "git:" + r.request.Tip + ":" + f.Path
	case r.request.Staged:
		v.Input = "index:" + f.Path
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

// texts are the referred files as texts. Lists of files are shared, and so is what is read of them.
func (r *repository) texts(files []source.File, commit string, blobs map[string]source.Blob) []Text {
	if len(files) == 0 {
		return r.outside
	}
	if texts, ok := r.referred[&files[0]]; ok {
		return texts
	}
	if r.referred == nil {
		r.referred, r.paths = map[*source.File][]Text{}, map[string]string{}
	}
	texts := slices.Clone(r.outside)
	for i := range files {
		if v := r.version(&files[i], commit, blobs); files[i].Skip == "" {
			texts = append(texts, Text{v.Source, v.Content, v.Err})
			r.paths[v.Source] = files[i].Path
		}
	}
	r.referred[&files[0]] = texts
	return texts
}

func (r *repository) subject(p *pending, blobs map[string]source.Blob) *Subject {
	s := &Subject{Name: p.name, Table: p.table(), Format: p.format, Mode: p.mode, Config: p.config}
	s.Base, s.Current = p.base, p.current
	if p.before != nil {
		s.File = p.before.Path
	}
	if p.before != nil && s.Base == nil {
		s.Base = r.version(p.before, r.base, blobs)
		s.Base.Refs = r.texts(p.refs.in(r.before), r.base, blobs)
	}
	if p.now != nil {
		s.File = p.now.Path
	}
	if p.now != nil && s.Current == nil {
		s.Current = r.version(p.now, "", blobs)
		s.Current.Refs = r.texts(p.refs.in(r.now), "", blobs)
	}
	if p.past == nil {
		return s
	}
	versions := p.past.Versions
	if s.Base != nil && len(versions) > 0 { // the first one is the base, under the commit that brought it
		named := r.version(&versions[0].File, versions[0].Commit, blobs)
		s.Base.Source, s.Base.Input, s.Base.parsed = named.Source, named.Input, false
		versions = versions[1:]
	}
	for i := range versions {
		m := &versions[i]
		if m.File.Skip != "" {
			continue
		}
		v := r.version(&m.File, m.Commit, blobs)
		v.Refs, v.wider = r.texts(m.References, m.Commit, blobs), r.wider(p, m.Commit)
		s.Retained = append(s.Retained, v)
	}
	return s
}

// reunite joins a deleted subject with a new one that is the same: configuration gives both one name, or their schemas have
// one full name. The file moved and changed too much for git to see it.
func (r *repository) reunite() {
	gone := r.ones(false)
	if len(gone) == 0 {
		return
	}
	born := r.ones(true)
	moved := map[*Subject]bool{}
	for _, key := range slices.Sorted(maps.Keys(gone)) { // names before types
		left := gone[key]
		if now := born[key]; left != nil && now != nil && now.Base == nil && !moved[left] {
			now.Base, now.Retained = left.Base, left.Retained
			moved[left] = true
		}
	}
	r.out.Subjects = slices.DeleteFunc(r.out.Subjects, func(s *Subject) bool { return moved[s] })
	r.out.Seen -= len(moved)
}

// ones are the subjects that only the side under review has, or only the other one, by what each is known by; a name that
// several share leads to nil.
func (r *repository) ones(current bool) map[string]*Subject {
	all := map[string]*Subject{}
	for _, s := range r.out.Subjects {
		v := s.Base
		if current {
			v = s.Current
		}
		if (s.Current != nil) != current || current && (s.Base != nil || len(s.Retained) > 0) || v == nil {
			continue
		}
		for _, key := range []string{"name " + s.Name, "type " + r.schemaName(s.File, v)} {
			if _, twice := all[key]; twice {
				all[key] = nil
			} else if key != "type " {
				all[key] = s
			}
		}
	}
	return all
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
