package source

import (
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Step is one commit of a first-parent history with what it changed.
type Step struct {
	Commit  string
	Changes []Change
}

// Log is the first-parent history before and including the commit from, newest first: the commits that change a file
// matching specs, a merge as one step against its first parent. since bounds it: steps after that commit only, "" is all.
func (g *Git) Log(from, since string, specs []string) ([]Step, error) {
	args := []string{
		"log", "--first-parent", "--diff-merges=first-parent", "--raw", "-z", "-M", "--no-abbrev", "--root", "--no-color",
		"--no-ext-diff", "--format=tformat:%x01%H", "--end-of-options", from,
	}
	if since != "" {
		args = append(args, "^"+since)
	}
	out, err := g.run(append(append(args, "--"), specs...)...)
	if err != nil {
		return nil, err
	}
	p := rawParser{tokens: strings.Split(string(out), "\x00")}
	var steps []Step
	for p.next < len(p.tokens) {
		token := p.take()
		commit, ok := strings.CutPrefix(token, "\x01")
		if !ok {
			if token == "" {
				continue
			}
			return nil, fmt.Errorf("read git's log: %q is no commit", token)
		}
		step := Step{Commit: commit}
		for p.more() {
			c, err := p.change()
			if err != nil {
				return nil, err
			}
			step.Changes = append(step.Changes, c)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// A Past is a subject whose versions are looked for in a history.
type Past struct {
	Path       string                 // its file in the newest state
	References func(path string) bool // the files that its schema may need; nil: none
	Group      string                 // subjects of one group have the same References

	Versions []Moment // filled by Trace: newest first, each distinct content once
}

// A Moment is one version of a subject: its file and the files it may refer to as they stood after a commit.
type Moment struct {
	Commit     string // the commit that brought this version
	File       File
	References []File // shared by the subjects of a group; not to be changed
}

// Trace finds the versions of every subject. state is the newest state's files; steps lead back from it. oldest names the
// commit that the steps end at, for versions that no step brought.
func Trace(state *Snapshot, steps []Step, oldest string, subjects []*Past) {
	t := tracer{files: make(map[string]File, len(state.Files)), byPath: map[string][]*past{}}
	for _, f := range state.Files {
		t.files[f.Path] = f
	}
	for _, s := range subjects {
		p := &past{Past: s, path: s.Path, seen: map[string]bool{}}
		t.byPath[s.Path] = append(t.byPath[s.Path], p)
		if s.References != nil {
			t.referring = append(t.referring, p)
		}
		t.all = append(t.all, p)
	}
	for _, step := range steps {
		for _, p := range t.touched(step) {
			t.keep(p, step.Commit)
		}
		t.undo(step)
	}
	for _, p := range t.all {
		t.keep(p, oldest)
	}
}

// past is a subject on the way back through its history.
type past struct {
	*Past
	path string
	kept bool // the present content is kept already
	seen map[string]bool
}

type tracer struct {
	files     map[string]File
	byPath    map[string][]*past
	referring []*past
	all       []*past
	sorted    []string            // the paths of files in order; nil when they have changed since
	listings  map[string]*listing // the referred files of each group as they stand now
}

// listing is the files that a group of subjects may refer to at one moment, and what tells it from others.
type listing struct {
	files []File
	key   string
}

func (t *tracer) listing(p *past) *listing {
	if l := t.listings[p.Group]; l != nil {
		return l
	}
	l := &listing{}
	hash := sha256.New()
	for _, path := range t.paths() {
		if p.References(path) {
			l.files = append(l.files, t.files[path])
			io.WriteString(hash, path+"\x00"+t.files[path].ID+"\x00")
		}
	}
	l.key = string(hash.Sum(nil))
	if t.listings == nil {
		t.listings = map[string]*listing{}
	}
	t.listings[p.Group] = l
	return l
}

func (t *tracer) paths() []string {
	if t.sorted == nil {
		t.sorted = slices.Sorted(maps.Keys(t.files))
	}
	return t.sorted
}

// touched is the subjects whose content a step brought: it changed their file, or one that they refer to.
func (t *tracer) touched(step Step) []*past {
	var found []*past
	for _, c := range step.Changes {
		found = append(found, t.byPath[c.To]...)
		if c.From != c.To {
			found = append(found, t.byPath[c.From]...)
		}
		for _, p := range t.referring {
			if c.To != "" && p.References(c.To) || c.From != "" && p.References(c.From) {
				found = append(found, p)
			}
		}
	}
	return found
}

// keep adds the present content to the subject's versions unless it has it already.
func (t *tracer) keep(p *past, commit string) {
	file, ok := t.files[p.path]
	if !ok || p.kept {
		return
	}
	p.kept = true
	m := Moment{Commit: commit, File: file}
	key := file.ID
	if p.References != nil {
		l := t.listing(p)
		m.References, key = l.files, key+l.key
	}
	if !p.seen[key] {
		p.seen[key] = true
		p.Versions = append(p.Versions, m)
	}
}

// undo takes the files back to the state before a step.
func (t *tracer) undo(step Step) {
	for _, p := range t.touched(step) {
		p.kept = false
	}
	moved := map[string][]*past{}
	t.listings = nil
	for _, c := range step.Changes {
		if c.From != c.To {
			t.sorted = nil
		}
		if c.To != "" {
			delete(t.files, c.To)
		}
		if c.To != "" && c.From != "" && c.From != c.To { // the file had another name before
			moved[c.From] = append(moved[c.From], t.byPath[c.To]...)
			delete(t.byPath, c.To)
		}
	}
	for _, c := range step.Changes {
		if c.From != "" {
			t.files[c.From] = File{Path: c.From, ID: c.FromID, Skip: c.FromSkip}
		}
	}
	for path, subjects := range moved {
		for _, p := range subjects {
			p.path = path
		}
		t.byPath[path] = append(t.byPath[path], subjects...)
	}
}
