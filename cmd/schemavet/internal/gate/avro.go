package gate

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
)

// Avro is the adapter for Avro schemas.
type Avro struct {
	mu        sync.Mutex
	libraries []library
}

// library is referred files that have been read: subjects share them.
type library struct {
	texts  []Text
	read   *avro.Library
	unread []error // why some of the files are not in it
}

// Name implements Format.
func (*Avro) Name() string { return "avro" }

// Globs implements Format.
func (*Avro) Globs() []string { return []string{"**/*.avsc"} }

// Detect implements Format: an object with a "type", an array (a union) or a string is a schema.
func (*Avro) Detect(_ string, content []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\ufeff")))
	return len(text) > 0 && (text[0] == '[' || text[0] == '"' || bytes.Contains(text, []byte(`"type"`)))
}

// Unreadable implements Format.
func (*Avro) Unreadable() string { return "avro-schema-invalid" }

// Parse implements Format.
func (a *Avro) Parse(source string, content []byte, refs []Text, beside Schema) (Schema, error) {
	l := a.library(refs)
	version, _ := beside.(avroSchema)
	s, err := avro.ParseBeside(version.Schema, source, content, l.read)
	if err != nil {
		return nil, err
	}
	return avroSchema{s, l.unread}, nil
}

// library reads referred files once for each distinct set of them. The latest sets are enough: the subjects of a run and
// the versions of a history come with few.
func (a *Avro) library(refs []Text) library {
	if len(refs) == 0 {
		return library{}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, l := range a.libraries {
		if sameTexts(l.texts, refs) {
			return l
		}
	}
	l := library{texts: refs}
	var files []avro.File
	for _, t := range refs {
		if t.Err != nil {
			l.unread = append(l.unread, t.Err)
			continue
		}
		files = append(files, avro.File{Source: t.Source, Text: t.Content})
	}
	l.read = avro.NewLibrary(files)
	l.unread = append(l.unread, l.read.Errors...)
	const most = 32
	if len(a.libraries) == most {
		a.libraries = a.libraries[1:]
	}
	a.libraries = append(a.libraries, l)
	return l
}

func sameTexts(a, b []Text) bool {
	if len(a) != len(b) {
		return false
	}
	if &a[0] == &b[0] { // neither is empty
		return true
	}
	for i := range a {
		if a[i].Source != b[i].Source || !bytes.Equal(a[i].Content, b[i].Content) {
			return false
		}
	}
	return true
}

// Rules implements Format.
func (*Avro) Rules() []*compat.Rule { return avro.Rules }

// Resolver implements Format.
func (*Avro) Resolver(as []string) func(writer, reader Schema) *compat.Trace {
	resolver := avro.NewResolver(nil)
	return func(writer, reader Schema) *compat.Trace {
		pair := resolver.Resolve(writer.(avroSchema).Schema, reader.(avroSchema).Schema)
		trace := pair.Trace(false)
		if len(as) > 0 {
			trace.Readings, _ = pair.Readings(as) // the names have been checked: they are config.Runtimes
		}
		return trace
	}
}

// Reads implements Format.
func (*Avro) Reads(runtime string) bool { return slices.Contains(avro.Runtimes(), runtime) }

// Same reports whether two schemas say the same, up to layout.
func (*Avro) Same(a, b Schema) bool {
	return avro.Resolve(a.(avroSchema).Schema, b.(avroSchema).Schema).Identical()
}

// Uses implements linker.
func (*Avro) Uses(s Schema) []string {
	schema := s.(avroSchema).Schema
	seen, used := map[*avro.Type]bool{}, map[string]bool{}
	for stack := []*avro.Type{schema.Root.Type}; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t == nil || seen[t] {
			continue
		}
		seen[t] = true
		if !t.At.IsZero() && t.At.Document() != schema.Doc {
			used[t.At.Document().Source()] = true
		}
		stack = append(stack, t.Items.Type)
		for _, f := range t.Fields {
			stack = append(stack, f.Type)
		}
		for i := range t.Branches {
			stack = append(stack, t.Branches[i].Type)
		}
	}
	return slices.Sorted(maps.Keys(used))
}

// Unresolved implements linker.
func (*Avro) Unresolved(s Schema) bool {
	return slices.ContainsFunc(s.(avroSchema).Schema.Faults, func(f avro.Fault) bool { return f.Rule == nameUnresolved })
}

// Unread implements linker.
func (*Avro) Unread(s Schema) []error { return s.(avroSchema).unread }

// Findings implements Format. A name that is not declared may be declared in a file that cannot be read: the message names
// the first such file.
func (*Avro) Findings(subject string, s Schema) []*compat.Finding {
	schema := s.(avroSchema)
	all := avro.Findings(subject, schema.Schema)
	for _, f := range all {
		if len(schema.unread) > 0 && f.Rule.ID == nameUnresolved {
			f.Message += fmt.Sprintf("; %v", schema.unread[0])
			if more := len(schema.unread) - 1; more > 0 {
				f.Message += fmt.Sprintf(", and %d more of them cannot be read", more)
			}
		}
	}
	return all
}

// nameUnresolved is the rule about a name that nothing declares.
const nameUnresolved = "avro-name-unresolved"

// Inspect implements Format. What the trace of an earlier version and this one leaves out is identical on both sides; a
// schema read with itself has every node once on the reader's side.
func (*Avro) Inspect(before, s Schema, join func(writer, reader Schema) *compat.Trace, visit func(path compat.Path, was, n *compat.Node)) {
	if before == nil {
		schema := s.(avroSchema).Schema
		avro.Resolve(schema, schema).Trace(true).Walk(func(site *compat.Site) { visit(site.Path, nil, site.Reader) })
		return
	}
	join(before, s).Walk(func(site *compat.Site) {
		if site.Reader != nil {
			visit(site.Path, site.Writer, site.Reader)
		}
	})
}

// avroSchema is a parsed Avro schema as the gate sees it.
type avroSchema struct {
	*avro.Schema
	unread []error // referred files that could not be read
}

// Name implements Schema.
func (s avroSchema) Name() string {
	if s.Root.Type == nil {
		return ""
	}
	return s.Root.Type.Name
}
