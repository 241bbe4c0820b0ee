package iceberg

import "github.com/schemavet/schemavet/compat"

// Inspect visits the node of every field of a view, parents first.
func Inspect(v View, visit func(compat.Path, *compat.Node)) {
	nodes := nodesOf(v)
	for _, f := range v.Schema.All {
		visit(f.Path, nodes.of(f))
	}
}

// Valid reports whether readers agree about what the schema says.
func (s *Schema) Valid() bool { return !s.broken() }

// Precedes reports whether one view is known to be older than the other: by schema id within one metadata file, unless the
// file went back to it. Nothing is known of other files.
func Precedes(a, b View) bool {
	if a.Table == nil || b.Table == nil || a.Table.Plain || a.Table.Document.Text() != b.Table.Document.Text() {
		return false
	}
	return a.Schema.ID < b.Schema.ID && a.Schema.ID != a.Table.Current.ID
}
