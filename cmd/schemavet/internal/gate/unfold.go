package gate

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/compat"
)

// A historian is a format whose texts hold more than one schema and the history between them.
type historian interface {
	// Part is one schema of a text, by its number.
	Part(s Schema, part string) (Schema, error)
	// Unfold turns the texts of a subject, oldest first, into the versions that they hold, oldest first, and counts those
	// that stood in the first since texts already.
	Unfold(texts []*Version, since int) (versions []*Version, old int, err error)
	// Versioned reports whether a file's name says that it is one version among others in its folder.
	Versioned(name string) bool
	// Compare orders the names of such files by age.
	Compare(a, b string) int
	// Evolution says whether the change of a trace is legal in the format's own terms: "legal" or "illegal".
	Evolution(t *compat.Trace) string
}

// A Step is two versions of a history that follow each other.
type Step struct{ Older, Younger *Version }

// unfold replaces the texts of a subject by the versions that they hold. A subject whose current text cannot be read stays
// as it is, and the run reports that; older texts that cannot be read stay among the versions, for the same reason.
func unfold(s *Subject) *Subject {
	h, ok := s.Format.(historian)
	if !ok || s.Current == nil {
		return s
	}
	if _, err := s.Current.parse(s.Format); err != nil {
		return s
	}
	if s.Current.part != "" || s.Base != nil && s.Base.part != "" { // somebody asks about one schema, not about what led to it
		one := *s
		one.Mode.Backward = true
		return &one
	}
	texts, broken := s.texts()
	since := 0
	for i, v := range texts {
		if !v.fresh && v != s.Current {
			since = i + 1
		}
	}
	versions, old, err := h.Unfold(texts, since)
	if err != nil {
		failed := *s.Current
		failed.schema, failed.failed, failed.parsed = nil, err, true
		other := *s
		other.Current = &failed
		return &other
	}
	other := s.over(versions, old, broken)
	if old == len(versions) && since > 0 { // the change brings no state: what was said of the last one is said already
		if before, all, err := h.Unfold(texts[:since], since); err == nil {
			other.before = s.over(before, all, nil)
		}
	}
	return other
}

// texts are the subject's texts, oldest first, without those that cannot be read.
func (s *Subject) texts() (texts, broken []*Version) {
	all := slices.Clone(s.Retained)
	slices.Reverse(all)
	if s.Base != nil {
		all = append(all, s.Base)
	}
	for _, v := range all {
		if _, err := v.parse(s.Format); err != nil {
			broken = append(broken, v)
			continue
		}
		if n := len(texts); n > 0 && texts[n-1].same(v) {
			continue
		}
		texts = append(texts, v)
	}
	if n := len(texts); n > 0 && texts[n-1].same(s.Current) {
		texts = texts[:n-1]
	}
	return append(texts, s.Current), broken
}

// over is the subject with the versions of a history. The change of a schema is judged forward in time in every mode.
func (s *Subject) over(versions []*Version, old int, broken []*Version) *Subject {
	other := *s
	other.Mode.Backward = true
	last := len(versions) - 1
	other.Current, other.Base, other.Retained = versions[last], nil, nil
	if last > 0 {
		other.Base = versions[last-1]
	}
	for i := last - 2; i >= 0; i-- {
		other.Retained = append(other.Retained, versions[i])
	}
	other.Retained = append(other.Retained, broken...)
	if old > 0 && old <= last {
		other.origin = versions[old-1]
	}
	for i := max(old, 1); i < last; i++ {
		other.Steps = append(other.Steps, Step{versions[i-1], versions[i]})
	}
	return &other
}

// steps looks at the neighbours of a history that a text holds: what happened between them shows in no pair with the
// current version alone.
func (r *runner) steps() {
	for _, step := range r.subject.Steps {
		older, err1 := step.Older.parse(r.subject.Format)
		younger, err2 := step.Younger.parse(r.subject.Format)
		if err1 != nil || err2 != nil {
			continue // unfolded versions have been read
		}
		r.brought(older, younger)
		evolution := r.step(step, older, younger, true, "")
		if r.subject.Mode.Forward {
			r.step(step, older, younger, false, evolution)
		}
	}
}

// settle takes out what holds of the subject as it was before the change, too.
func (r *runner) settle() {
	if r.subject.before == nil {
		return
	}
	was := runner{subject: r.subject.before, options: r.options, selection: r.selection}
	was.run()
	known := map[string]bool{}
	for _, f := range was.out.findings {
		known[f.Fingerprint()] = true
	}
	r.out.findings = slices.DeleteFunc(r.out.findings, func(f *Finding) bool { return known[f.Fingerprint()] })
}

// brought reports what is wrong with the younger schema of a step alone and was not with the older one.
func (r *runner) brought(older, younger Schema) {
	before := map[string]bool{}
	for _, f := range r.faults(older) {
		before[f.Fingerprint()+f.Message] = true
	}
	for _, f := range r.faults(younger) {
		if !before[f.Fingerprint()+f.Message] {
			r.add(&Finding{Finding: f}, "", "")
		}
	}
}

// step looks at a step in one direction and returns its evolution, which may be known already.
func (r *runner) step(step Step, older, younger Schema, backward bool, evolution string) string {
	p := Pair{Subject: r.subject.Name, Writer: step.Older.Source, Reader: step.Younger.Source, Backward: backward, Evolution: evolution}
	writer, reader := older, younger
	if !backward {
		p.Writer, p.Reader, writer, reader = p.Reader, p.Writer, younger, older
	}
	r.joined(&p, writer, reader)
	p.Verdict = r.judge(p, &writers{}, step.Older)
	r.out.pairs = append(r.out.pairs, p)
	return p.Evolution
}

// evolve fills what the format says about the change itself, unless that is known from the other direction: it is one change.
func (r *runner) evolve(p *Pair) {
	if h, ok := r.subject.Format.(historian); ok && p.Evolution == "" {
		p.Evolution = h.Evolution(p.Trace)
	}
}

// byFolder makes the versioned files of one folder versions of one subject, where configuration says nothing else, and a
// file that holds its own history a subject that needs nothing to be compared with.
func (l *Loader) byFolder(ch *choice, abs, name string) {
	h, ok := ch.format.(historian)
	if !ok || ch.row != nil && ch.row.History != "" {
		return
	}
	key, subject := abs, name
	if h.Versioned(name) {
		key, subject = filepath.Dir(abs), tableName(abs, name)
	}
	if l.folders == nil {
		l.folders = map[string]*config.Subject{}
	}
	if l.folders[key] == nil {
		row := config.Subject{Name: subject, History: "files"}
		if ch.row != nil {
			row = *ch.row
			row.History = "files"
		}
		l.folders[key] = &row
	}
	ch.row = l.folders[key]
	ch.name = cmp.Or(ch.row.Name, ch.row.Table, subject)
}

// inFolder reports whether a file is one version among others in its folder; a version that was edited in place is a
// subject with a history in git.
func (r *repository) inFolder(ch *choice, f, before *source.File, changed bool) bool {
	h, ok := ch.format.(historian)
	if !ok || !h.Versioned(f.Path) || before != nil && changed {
		return false
	}
	r.byFolder(ch, r.now.Disk(f.Path), f.Path)
	return ch.row != nil && ch.row.History == "files"
}

// tableName is what a folder of versions is called: the folder, or the one around it when it is the table's metadata/.
func tableName(abs, name string) string {
	folder := path.Dir(name)
	if path.Base(folder) == "metadata" && path.Dir(folder) != "." {
		return path.Dir(folder)
	}
	if folder == "." {
		return filepath.Base(filepath.Dir(abs))
	}
	return folder
}
