package gate

import (
	"bytes"
	"fmt"
	"path"
	"strconv"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/iceberg"
	"github.com/schemavet/schemavet/iceberg/manifest"
)

// Iceberg is the adapter for Iceberg tables: metadata files, whose schemas are versions of one subject, and plain schemas.
type Iceberg struct {
	Bind iceberg.Binding // how readers find their columns; "" is by field id

	// beside opens the files that a table's metadata names; nil: manifests are not looked at.
	beside func(*iceberg.Table) func(string) ([]byte, error)
}

// Bindings are the words for how a reader finds its columns.
var Bindings = []string{string(iceberg.ByID), string(iceberg.ByName), string(iceberg.ByPosition), string(iceberg.ByMapping)}

// Bind lets the formats that know bindings read by one of Bindings.
func Bind(formats []Format, binding string) {
	for _, f := range formats {
		if i, ok := f.(*Iceberg); ok {
			i.Bind = iceberg.Binding(binding)
		}
	}
}

// Name implements Format.
func (*Iceberg) Name() string { return "iceberg" }

// Globs implements Format.
func (*Iceberg) Globs() []string {
	return []string{"**/*.metadata.json", "**/*.metadata.json.gz", "**/*.iceberg.json"}
}

// Detect implements Format: table, view and function metadata by the members that only they have, a schema by a struct with
// fields that are required or not.
func (*Iceberg) Detect(name string, content []byte) bool {
	if iceberg.IsMetadataName(name) || bytes.HasPrefix(content, []byte("\x1f\x8b")) { // nothing else is read zipped
		return true
	}
	head := content[:min(len(content), 1<<16)]
	has := func(key string) bool { return bytes.Contains(head, []byte(`"`+key+`"`)) }
	return has("format-version") || has("view-uuid") || has("function-uuid") || has("table-uuid") ||
		has("struct") && has("fields") && has("required")
}

// Unreadable implements Format.
func (*Iceberg) Unreadable() string { return "iceberg-metadata-unreadable" }

// Parse implements Format.
func (f *Iceberg) Parse(source string, content []byte, _ []Text, _ Schema) (Schema, error) {
	t, err := iceberg.Read(source, content)
	if err != nil {
		return nil, err
	}
	if f.beside != nil && t.EqualityDeletes() > 0 { // which columns they compare stands in manifests only
		evidence := manifest.Gather(t, f.beside(t))
		t.EqualityIDs, t.DeletesRead = evidence.DeleteColumns(), len(evidence.Unread) == 0
	}
	return icebergSchema{view: iceberg.View{Schema: t.Current, Table: t}}, nil
}

// Part implements historian: the schema with an id.
func (*Iceberg) Part(s Schema, part string) (Schema, error) {
	table := s.(icebergSchema).view.Table
	id, err := strconv.Atoi(part)
	if err != nil {
		return nil, fmt.Errorf("read %s: %q is no schema id", table.Source, part)
	}
	schema := table.Schema(id)
	if schema == nil {
		return nil, fmt.Errorf("read %s: the table has no schema %d", table.Source, id)
	}
	return icebergSchema{view: iceberg.View{Schema: schema, Table: table}}, nil
}

// Versioned implements historian.
func (*Iceberg) Versioned(name string) bool {
	_, ok := iceberg.ParseFileName(name)
	return ok
}

// Compare implements historian.
func (*Iceberg) Compare(a, b string) int { return iceberg.CompareNames(a, b) }

// Rules implements Format.
func (*Iceberg) Rules() []*compat.Rule { return iceberg.Rules }

// Resolver implements Format.
func (f *Iceberg) Resolver(as []string) func(writer, reader Schema) *compat.Trace {
	return func(writer, reader Schema) *compat.Trace {
		trace := iceberg.Resolve(f.pair(writer.(icebergSchema), reader.(icebergSchema)))
		trace.Readings = iceberg.Readings(trace, as)
		return trace
	}
}

// Reads implements Format.
func (*Iceberg) Reads(runtime string) bool { return iceberg.Profiles().Known(runtime) }

// pair is the pair of two schemas: of one lineage by their places in it, else the writer's schema is taken for the older
// one, unless both stand in one file that tells otherwise.
func (f *Iceberg) pair(w, r icebergSchema) *iceberg.Pair {
	var p *iceberg.Pair
	if w.lineage != nil && w.lineage == r.lineage {
		p = w.lineage.Pair(w.place, r.place)
	} else {
		p = &iceberg.Pair{Writer: w.view, Reader: r.view, Behind: iceberg.Precedes(r.view, w.view), Asked: true}
	}
	p.Bind = f.Bind
	return p
}

// Evolution implements historian.
func (*Iceberg) Evolution(t *compat.Trace) string { return iceberg.EvolutionWord(t) }

// Findings implements Format.
func (*Iceberg) Findings(subject string, s Schema) []*compat.Finding {
	schema := s.(icebergSchema)
	problems := schema.view.Schema.Problems
	if table := schema.closes(); table != nil {
		problems = table.Faults(schema.view.Schema)
		if !schema.last() { // what its schema has, a younger file may still have in an older schema
			problems = append(problems, table.Faults(nil)...)
		}
	}
	if schema.lineage != nil && schema.last() {
		problems = append(problems, schema.lineage.Problems...)
	}
	findings := make([]*compat.Finding, len(problems))
	for i, p := range problems {
		findings[i] = p.Finding(subject)
	}
	return findings
}

// Inspect implements Format.
func (*Iceberg) Inspect(before, s Schema, _ func(writer, reader Schema) *compat.Trace, visit func(path compat.Path, was, n *compat.Node)) {
	known := map[compat.Path]*compat.Node{}
	if before != nil {
		iceberg.Inspect(before.(icebergSchema).view, func(path compat.Path, n *compat.Node) { known[path] = n })
	}
	iceberg.Inspect(s.(icebergSchema).view, func(path compat.Path, n *compat.Node) {
		if was := known[path]; was == nil || was.Key != n.Key {
			visit(path, was, n)
		}
	})
}

// icebergSchema is one schema of a table as the gate sees it.
type icebergSchema struct {
	view    iceberg.View
	lineage *iceberg.Lineage // nil: the text has not been unfolded
	place   int              // in the lineage
	base    *iceberg.Table   // of the last one from before the change under review: its newest metadata file
}

// closes is the metadata file whose state this schema is: what is wrong with a file as a whole is told there. It is so for
// the newest one, and for the newest one from before the change under review, so that what was wrong already is not new.
func (s icebergSchema) closes() *iceberg.Table {
	if s.last() {
		return s.view.Table
	}
	return s.base
}

func (s icebergSchema) last() bool { return s.lineage == nil || s.place == len(s.lineage.Versions)-1 }

// Name implements Schema: a table is known by its uuid when its metadata moves.
func (s icebergSchema) Name() string { return s.view.Table.UUID }

// Valid implements Schema.
func (s icebergSchema) Valid() bool { return s.view.Schema.Valid() }

// Unfold implements historian.
func (f *Iceberg) Unfold(texts []*Version, since int) (versions []*Version, old int, err error) {
	var tables []*iceberg.Table
	var names []string
	from := map[*iceberg.Table]*Version{}
	fresh := map[*iceberg.Table]bool{}
	for i, v := range texts {
		s, err := v.parse(f)
		if err != nil {
			return nil, 0, err
		}
		table := s.(icebergSchema).view.Table
		tables, names = append(tables, table), append(names, v.Source)
		from[table], fresh[table] = v, i >= since
	}
	lineage, err := iceberg.NewLineage(tables)
	if err != nil {
		return nil, 0, err
	}
	if len(texts) > 1 && since < len(texts)-1 {
		lineage.Problems = append(lineage.Problems, iceberg.Gaps(names)...)
	}
	for i, v := range lineage.Versions {
		text := from[v.First]
		one := *text
		one.schema, one.failed, one.parsed = icebergSchema{view: v.View, lineage: lineage, place: i}, nil, true
		one.part = strconv.Itoa(i)
		if !v.Table.Plain {
			one.Source = fmt.Sprintf("%s#%d", text.Source, v.Schema.ID)
		}
		one.Input = "iceberg:" + path.Join(text.Input) + "#" + strconv.Itoa(v.Schema.ID)
		versions = append(versions, &one)
		if !fresh[v.First] {
			old++
		}
	}
	if old > 0 && since > 0 {
		base := versions[old-1].schema.(icebergSchema)
		base.base = tables[since-1]
		versions[old-1].schema = base
	}
	return versions, old, nil
}
