package gate

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
)

// A Version is one schema text of a subject.
type Version struct {
	Source  string // how reports call it: schemas/order.avsc, schemas/order.avsc@9f31c02
	Input   string // how a command line names it again: git:9f31c02:schemas/order.avsc
	Content []byte
	Refs    []Text
	Err     error // why there is no content

	commit string        // the commit of git that it was read from, "" for none
	inside string        // the file's path in the repository, where an input names it there; else ""
	part   string        // which schema of the content is meant, "" for the one that counts
	fresh  bool          // the change under review brought this file
	beside *Version      // one that is read before and may have much of its text
	wider  func() []Text // more texts to look for names in, when Refs do not have them; nil: there are none
	schema Schema
	failed error // why the content is no schema
	parsed bool
}

// name is what a subject is called that nobody named: its file, whichever version of it this is.
func (v *Version) name() string { return cmp.Or(v.inside, v.Source) }

// Errors of versions.
var errNoContent = errors.New("no content")

// parse reads the version's schema once.
func (v *Version) parse(f Format) (Schema, error) {
	if v.parsed {
		return v.schema, v.failed
	}
	v.parsed = true
	switch {
	case v.Err != nil:
		v.failed = v.Err
	case v.Content == nil:
		v.failed = fmt.Errorf("read %s: %w", v.Source, errNoContent)
	default:
		var beside Schema
		if v.beside != nil {
			beside = v.beside.schema
		}
		v.schema, v.failed = f.Parse(strings.TrimSuffix(v.Source, "#"+v.part), v.Content, v.Refs, beside)
		if l, ok := f.(linker); ok && v.failed == nil && v.wider != nil && l.Unresolved(v.schema) {
			if more := v.wider(); more != nil {
				v.Refs, v.wider = more, nil
				v.schema, v.failed = f.Parse(v.Source, v.Content, v.Refs, beside)
			}
		}
		if h, ok := f.(historian); ok && v.failed == nil && v.part != "" {
			v.schema, v.failed = h.Part(v.schema, v.part)
		}
	}
	return v.schema, v.failed
}

// same reports whether two versions have the same text and the same referred texts, so that nothing can differ.
func (v *Version) same(w *Version) bool {
	if v.Err != nil || w.Err != nil || v.part != w.part || string(v.Content) != string(w.Content) || len(v.Refs) != len(w.Refs) {
		return false
	}
	if len(v.Refs) > 0 && &v.Refs[0] == &w.Refs[0] {
		return true
	}
	for i := range v.Refs {
		if string(v.Refs[i].Content) != string(w.Refs[i].Content) {
			return false
		}
	}
	return true
}

// A Subject is a thing with a history of schemas, as one run looks at it.
type Subject struct {
	Name     string
	Table    string // the table that a topic lands in, "" for none
	File     string // the current version's file, relative to the root; the base's when it was deleted
	Format   Format
	Mode     Mode
	Config   *config.Config
	Current  *Version   // the schema under review; nil: the subject was deleted
	Base     *Version   // what it is compared with; nil: the subject is new
	Retained []*Version // older versions, newest first, without Base
	Steps    []Step     // neighbours inside a text that holds its own history, oldest first, without the current one's
	origin   *Version   // where a text holds its history: the last version from before the change, nil for Base
	before   *Subject   // the subject as it was, where the change under review brings no version
}

// others are the versions that the mode compares the current one with, newest first.
func (s *Subject) others() []*Version {
	var all []*Version
	if s.Base != nil {
		all = append(all, s.Base)
	}
	if s.Mode.Transitive {
		all = append(all, s.Retained...)
	}
	return all
}
