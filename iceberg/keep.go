package iceberg

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// Evidence is what a table's manifests say, gathered over all its snapshots. Package manifest reads it.
type Evidence struct {
	DataFiles int
	SpecFiles map[int]int     // live data and delete files by partition spec
	Columns   map[int]*Column // by field id
	Unread    []string        // what could not be looked at, each with the reason
}

// DeleteColumns are the field ids that equality deletes compare, in order.
func (e *Evidence) DeleteColumns() []int {
	var ids []int
	for id, c := range e.Columns {
		if c.Deletes > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// A Column is what manifests say about one field id.
type Column struct {
	Files        int // data files that counted values of the column
	Values       int64
	Nulls        int64
	HasNulls     bool // nulls were counted
	Lower, Upper [][]byte
	Deletes      int // equality delete files that compare the column
}

// A Keep is what still needs a field id, for somebody who wants to drop the column or expire what holds it.
type Keep struct {
	ID      int
	Field   *Field // as the current schema has it, else as the last schema that had it; nil when none has
	Current bool
	Names   []string // every path that it had
	// Namesakes are other field ids that had one of its names: old rows have values under them, and they are asked for by id.
	Namesakes []int
	Reasons   []Reason
	Data      *Column // nil when no manifest speaks of it
	Files     int     // data files that were looked at
	Lower     string  // over all files, decoded by the width of each bound
	Upper     string
	Widths    []string // older types that bounds of some files have
	Blind     []string // what was not looked at, so that silence about it proves nothing
	parts     []part   // the column, and what stood in it in any schema: that goes with it
}

// A part is a field id that a column takes along, as reasons name it: "it", or a path.
type part struct {
	id   int
	what string
}

// A Reason is one thing that needs the field id.
type Reason struct {
	Kind string // schema, snapshot, ref, partition-spec, sort-order, identifier, name-mapping, equality-delete, data-file
	What string
}

// FindField is the field id that a word means: an id, a path of the current schema, or a path that some schema of the
// history had, the youngest first.
func FindField(l *Lineage, word string) (id int, ok bool) {
	if n, err := strconv.Atoi(word); err == nil {
		for _, v := range l.Versions {
			if v.Schema.Field(n) != nil {
				return n, true
			}
		}
		return n, false
	}
	for _, v := range slices.Backward(l.Versions) {
		for _, f := range v.Schema.All {
			if string(f.Path) == word {
				return f.ID, true
			}
		}
	}
	return 0, false
}

// WhyKeep lists what needs a field id. evidence is nil when no manifest was read.
func WhyKeep(l *Lineage, id int, evidence *Evidence) *Keep {
	t := l.Last()
	k := &Keep{ID: id}
	seen := map[int]bool{}
	for _, v := range l.Versions {
		if f := v.Schema.Field(id); f != nil {
			k.Field = f
			if !slices.Contains(k.Names, string(f.Path)) {
				k.Names = append(k.Names, string(f.Path))
			}
			k.takes(f, seen)
		}
	}
	k.namesakes(l)
	if f := t.Current.Field(id); f != nil {
		k.Field, k.Current = f, true
		k.add("schema", "the current schema %d has it as %s %s", t.Current.ID, f.Path, typeOf(f))
		for _, p := range k.parts {
			if t.Current.IsIdentifier(p.id) {
				k.add("identifier", "%s is an identifier field: engines find rows by it", p.what)
			}
		}
	}
	k.snapshots(t)
	k.layout(t, evidence)
	if t.Mapping != nil {
		if entry := t.Mapping.of(id); entry != nil && len(entry.Names) > 0 {
			k.add("name-mapping", "files without field ids give it the columns %s", joined(entry.Names))
		}
	}
	k.manifests(evidence)
	return k
}

// takes notes the parts of a column that are not noted yet.
func (k *Keep) takes(f *Field, seen map[int]bool) {
	eachInside(f, func(inside *Field) {
		if seen[inside.ID] {
			return
		}
		seen[inside.ID] = true
		what := "it"
		if inside != f {
			what = string(inside.Path)
		}
		k.parts = append(k.parts, part{inside.ID, what})
	})
}

func (k *Keep) add(kind, format string, args ...any) {
	k.Reasons = append(k.Reasons, Reason{kind, fmt.Sprintf(format, args...)})
}

func (k *Keep) namesakes(l *Lineage) {
	for _, v := range l.Versions {
		for _, f := range v.Schema.All {
			if f.ID != k.ID && f.role() == Struct && slices.Contains(k.Names, string(f.Path)) && !slices.Contains(k.Namesakes, f.ID) {
				k.Namesakes = append(k.Namesakes, f.ID)
			}
		}
	}
	slices.Sort(k.Namesakes)
}

// maxTold bounds how many snapshots and how many refs are named, each by itself.
const maxTold = 100

// snapshots adds the snapshots and refs whose own schema has the field: time travel reads it.
func (k *Keep) snapshots(t *Table) {
	told, lost := 0, 0
	for _, s := range t.Snapshots {
		schema := t.SchemaOf(s)
		if schema == nil {
			if lost++; lost <= maxTold {
				k.Blind = append(k.Blind, fmt.Sprintf("snapshot %d: its schema %d is no longer in the metadata", s.ID, s.SchemaID))
			}
			continue
		}
		if schema.Field(k.ID) == nil {
			continue
		}
		if told++; told > maxTold {
			continue
		}
		k.add("snapshot", "snapshot %d is read with schema %d by time travel, which has %s", s.ID, schema.ID, schema.Field(k.ID).Path)
	}
	if lost > maxTold {
		k.Blind = append(k.Blind, fmt.Sprintf("%d more snapshots: their schemas are no longer in the metadata", lost-maxTold))
	}
	if told > maxTold {
		k.add("snapshot", "and %d more snapshots are read with a schema that has it", told-maxTold)
	}
	told = 0
	for _, r := range t.refs() {
		if schema := t.RefSchema(r); schema != nil && schema.Field(k.ID) != nil {
			kind := "branch"
			if r.Tag {
				kind = "tag"
			}
			if told++; told > maxTold {
				continue
			}
			k.add("ref", "%s %s is read with schema %d", kind, quoted(r.Name), schema.ID)
		}
	}
	if told > maxTold {
		k.add("ref", "and %d more branches and tags are read with a schema that has it", told-maxTold)
	}
}

func (k *Keep) layout(t *Table, evidence *Evidence) {
	for _, p := range k.parts {
		for _, s := range t.Specs {
			b := binds(s.Fields, p.id)
			switch {
			case b == nil:
			case s == t.DefaultSpec:
				k.add("partition-spec", "partition spec %d, the default, derives %s from %s by %s", s.ID, quoted(b.Name), p.what, b.Transform)
			case evidence == nil || len(evidence.Unread) > 0:
				k.add("partition-spec", "partition spec %d derives %s from %s by %s; whether files of that spec are left was not looked at", s.ID, quoted(b.Name), p.what, b.Transform)
			case evidence.SpecFiles[s.ID] > 0:
				k.add("partition-spec", "partition spec %d derives %s from %s by %s, and %d files of that spec are left", s.ID, quoted(b.Name), p.what, b.Transform, evidence.SpecFiles[s.ID])
			default:
				k.add("partition-spec", "partition spec %d names %s, and no file of that spec is left", s.ID, p.what)
			}
		}
		for _, o := range t.Orders {
			if binds(o.Fields, p.id) != nil {
				what := "an old one"
				if o == t.DefaultOrder {
					what = "the default"
				}
				k.add("sort-order", "sort order %d, %s, sorts by %s", o.ID, what, p.what)
			}
		}
	}
}

// manifests adds what the files themselves hold.
func (k *Keep) manifests(evidence *Evidence) {
	if evidence == nil {
		k.Blind = append(k.Blind, "manifests: none was read, so data files and equality deletes were not looked at")
		return
	}
	k.Blind = append(k.Blind, evidence.Unread...)
	k.Files, k.Data = evidence.DataFiles, evidence.Columns[k.ID]
	for _, p := range k.parts {
		if c := evidence.Columns[p.id]; c != nil && c.Deletes > 0 {
			k.add("equality-delete", "%d equality delete files compare %s: they go on applying by field id after a drop", c.Deletes, p.what)
		}
	}
	for _, p := range k.parts { // files count the values of what holds values, not those of structs, lists and maps
		if c := evidence.Columns[p.id]; c != nil && c.Files > 0 {
			k.add("data-file", "%d of %d data files hold %s, with %d values%s", c.Files, evidence.DataFiles, p.what, c.Values, nullsOf(c))
		}
	}
	if k.Field != nil && k.Data != nil {
		k.Lower, k.Upper = k.extreme(k.Data.Lower, -1), k.extreme(k.Data.Upper, 1)
	}
}

func nullsOf(c *Column) string {
	if !c.HasNulls {
		return ", nulls not counted"
	}
	return fmt.Sprintf(", %d of them null", c.Nulls)
}

// extreme is the lowest (sign -1) or highest (sign 1) of the bounds, each decoded by its own width.
func (k *Keep) extreme(bounds [][]byte, sign int) string {
	var best []byte
	for _, b := range bounds {
		_, was, ok := BoundText(k.Field.Type, b)
		if !ok {
			continue
		}
		if was != "" && !slices.Contains(k.Widths, was) {
			k.Widths = append(k.Widths, was)
		}
		if best == nil || compareBounds(k.Field.Type, b, best)*sign > 0 {
			best = b
		}
	}
	if best == nil {
		return ""
	}
	text, _, _ := BoundText(k.Field.Type, best)
	return text
}

// compareBounds orders two bounds of one column that may have different widths.
func compareBounds(t *Type, a, b []byte) int {
	x, y := boundKey(t, a), boundKey(t, b)
	if x != nil && y != nil {
		return x.Cmp(y)
	}
	return bytes.Compare(a, b)
}
