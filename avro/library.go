package avro

import (
	"fmt"
	"sort"
	"strings"
)

// A Library holds the files that other schemas may take named types from, in whatever order they were given; they may
// refer to each other, in circles too. It is read once and is safe for concurrent use afterwards.
type Library struct {
	sources []string
	types   map[string]declaration
	clashes map[string]string // name -> why it cannot be taken
	Schemas []*Schema         // the files that could be read, with their faults
	Errors  []error           // the files that could not
}

type declaration struct {
	t      *Type
	source string
}

// A File is one named text.
type File struct {
	Source string
	Text   []byte
}

// NewLibrary reads the files.
func NewLibrary(files []File) *Library {
	l := &Library{types: map[string]declaration{}, clashes: map[string]string{}}
	var parsers []*parser
	for _, f := range files {
		l.sources = append(l.sources, f.Source)
		doc, err := document(nil, f.Source, f.Text)
		if err != nil {
			l.Errors = append(l.Errors, err)
			continue
		}
		p := newParser(doc, l)
		p.slot(&p.schema.Root, doc.Root(), "")
		parsers = append(parsers, p)
		l.declare(p.schema)
	}
	sort.Strings(l.sources)
	// Names are settled only now, when every file has declared its own: files may stand in any order and refer to each other.
	for _, p := range parsers {
		p.link()
		l.Schemas = append(l.Schemas, p.schema)
	}
	for _, p := range parsers {
		p.settle()
	}
	for _, p := range parsers {
		identify(&p.schema.Root, p.recursive)
	}
	return l
}

// declare takes the types of one file. A name that two files declare differently has no one meaning.
func (l *Library) declare(s *Schema) {
	for _, t := range s.Types {
		first, met := l.types[t.Name]
		if !met {
			l.types[t.Name] = declaration{t, s.Source}
		} else if first.t.At.Raw() != t.At.Raw() {
			l.clashes[t.Name] = fmt.Sprintf("%s is declared in %s and, differently, in %s", quote(t.Name), first.t.At.Place(), t.At.Place())
		}
	}
}

// find is the type called name, or nil with the reason when there is more to say than that nobody declares it. The file
// that asks does not clash with its own declaration, which it would have found first.
func (l *Library) find(name, asking string) (t *Type, problem string) {
	if l == nil {
		return nil, ""
	}
	if problem := l.clashes[name]; problem != "" {
		return nil, problem
	}
	return l.types[name].t, ""
}

// describe says where a library looks, for a message.
func (l *Library) describe() string {
	const most = 4
	switch n := len(l.sources); {
	case n == 0:
		return "no reference files (the pattern matches none)"
	case n > most:
		return fmt.Sprintf("%d reference files (%s, …)", n, strings.Join(l.sources[:most], ", "))
	}
	return strings.Join(l.sources, ", ")
}
