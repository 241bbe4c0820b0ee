package gate

import (
	"github.com/schemavet/schemavet/compat"
)

// A Text is a named text that a schema may refer to.
type Text struct {
	Source  string
	Content []byte
	Err     error // why there is no content
}

// A Schema is one parsed schema of a format.
type Schema interface {
	// Name is the schema's own full name, by which a subject is known when its file moves; "" without one.
	Name() string
	// Valid reports whether the format's specification takes the schema.
	Valid() bool
}

// A Format is an adapter as the gate sees it.
type Format interface {
	Name() string
	// Globs match the files that are schemas of this format by their name.
	Globs() []string
	// Detect reports whether a text that no glob and no configuration claims is a schema of this format.
	Detect(path string, content []byte) bool
	// Parse reads a schema. Names that the text does not declare are looked for in refs, whatever their order. An error of
	// type *position.Error is a text that cannot be read, at its place. beside is another version that has been read, nil
	// for none: it saves work and changes nothing.
	Parse(source string, content []byte, refs []Text, beside Schema) (Schema, error)
	// Unreadable is the id of the rule for a text that Parse refuses.
	Unreadable() string
	// Resolver joins writers and readers of one subject and may remember between pairs what it has proved; it serves one
	// goroutine. as names the runtimes whose readings are wanted beside the specification's.
	Resolver(as []string) func(writer, reader Schema) *compat.Trace
	// Reads reports whether a runtime reads schemas of this format: those of others are not asked.
	Reads(runtime string) bool
	// Findings are what parsing found out about one schema: errors make it invalid.
	Findings(subject string, s Schema) []*compat.Finding
	// Inspect visits the nodes of one schema that differ from an earlier version, all of them when before is nil, for rules
	// that look at one side alone. was is the node's earlier form, nil when it is new. join is of the subject's Resolver.
	Inspect(before, s Schema, join func(writer, reader Schema) *compat.Trace, visit func(path compat.Path, was, n *compat.Node))
	// Rules are the rules of this format's families.
	Rules() []*compat.Rule
}
