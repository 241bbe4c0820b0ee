package iceberg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

// These are the checks between the parts of a table that iceberg-java 1.12.0 makes when it opens one, beside those for what
// is missing: testdata/vectors/iceberg has its answers. Schemas put together to ask about their evolution need not be a
// whole table, but nothing in them has one id twice either.

// invalid notes what the members of a metadata file say that no table can be.
func (r *tableReader) invalid() {
	checkOnce(r.table)
	checkPartitionNames(r.table)
	checkPartitionFields(r.table, r.lastPartition)
	if !r.table.isReal() {
		return
	}
	for _, part := range [...]struct {
		key   string
		check func(position.Value)
	}{
		{"snapshots", r.snapshotParts}, {"refs", r.refParts}, {"sort-orders", r.sortParts}, {"properties", r.texts}, {"snapshot-log", r.logOrder},
		{"statistics", func(v position.Value) {
			r.statistics(v, "snapshot-id", "statistics-path", "file-size-in-bytes", "file-footer-size-in-bytes", "blob-metadata")
		}},
		{"partition-statistics", func(v position.Value) {
			r.statistics(v, "snapshot-id", "statistics-path", "file-size-in-bytes")
		}},
	} {
		if v, ok := r.present[part.key]; ok {
			part.check(v)
		}
	}
}

// lacks notes each member that a part of a table must have and does not have, at the first of several parts that say nothing
// of it.
func (r *tableReader) lacks(part position.Value, what string, keys ...string) {
	for _, key := range keys {
		message := what + " has no " + key
		if _, ok := part.Member(key); !ok && !r.lacking[message] {
			if r.lacking == nil {
				r.lacking = map[string]bool{}
			}
			r.lacking[message] = true
			r.table.problem(metadataLoose, "", part.Place(), 0, "%s", message)
		}
	}
}

func (r *tableReader) snapshotParts(snapshots position.Value) {
	for s := range snapshots.Elements() {
		r.lacks(s, "a snapshot", "timestamp-ms")
		if _, ok := s.Member("manifests"); !ok { // version 1 may list manifests without a list of them
			r.lacks(s, "a snapshot", "manifest-list")
		}
	}
}

func (r *tableReader) refParts(refs position.Value) {
	for ref := range refs.Members() {
		r.lacks(ref.Value, "the ref "+quoted(ref.Key), "type")
		kind, _ := ref.Value.Member("type")
		tag := kind.Is(position.String) && strings.EqualFold(kind.Text(), "tag")
		for m := range ref.Value.Members() {
			limit := m.Key == "max-ref-age-ms" || m.Key == "max-snapshot-age-ms" || m.Key == "min-snapshots-to-keep"
			switch {
			case !limit || m.Value.Is(position.Null):
			case strings.HasPrefix(m.Value.Raw(), "-"), m.Value.Raw() == "0":
				r.table.problem(metadataLoose, "", m.Value.Place(), 0, "%s of the ref %s is %s: it is a positive number", m.Key, quoted(ref.Key), shown(m.Value))
			case tag && m.Key != "max-ref-age-ms":
				r.table.problem(metadataLoose, "", m.Value.Place(), 0, "the tag %s has %s, which only branches have", quoted(ref.Key), m.Key)
			}
		}
	}
}

func (r *tableReader) sortParts(orders position.Value) {
	for order := range orders.Elements() {
		fields, _ := order.Member("fields")
		for f := range fields.Elements() {
			r.lacks(f, "a field of a sort order", "direction", "null-order")
		}
	}
}

func (r *tableReader) statistics(list position.Value, keys ...string) {
	if !list.Is(position.Array) {
		r.table.problem(metadataLoose, "", list.Place(), 0, "statistics are a list, this is %s", kindWord(list))
		return
	}
	for s := range list.Elements() {
		r.lacks(s, "a file of statistics", keys...)
	}
}

// clockSkew is by how much the clocks of writers may differ, in milliseconds.
const clockSkew = 60_000

// logOrder finds a snapshot log that goes back in time: which snapshot was current when cannot be told by it.
func (r *tableReader) logOrder(log position.Value) {
	t := r.table
	for e := range log.Elements() {
		r.lacks(e, "an entry of snapshot-log", "timestamp-ms", "snapshot-id")
	}
	for i, e := range t.Log {
		if i > 0 && e.Timestamp < t.Log[i-1].Timestamp-clockSkew {
			t.problem(metadataLoose, "", log.Place(), 0, "snapshot-log goes back in time at snapshot %d: it is in the order of time", e.SnapshotID)
			return
		}
	}
	if n := len(t.Log); n > 0 && t.LastUpdated > 0 && t.LastUpdated < t.Log[n-1].Timestamp-clockSkew {
		t.problem(metadataLoose, "", log.Place(), 0, "the last entry of snapshot-log is later than last-updated-ms")
	}
}

// texts finds properties that are no strings.
func (r *tableReader) texts(properties position.Value) {
	for p := range properties.Members() {
		if !p.Value.Is(position.String) {
			r.table.problem(metadataLoose, "", p.Value.Place(), 0, "the property %s is %s: the values of properties are strings", quoted(clip(p.Key)), shown(p.Value))
		}
	}
}

// checkOnce finds ids that two specs, sort orders or snapshots have.
func checkOnce(t *Table) {
	specs, orders, snapshots := map[int]bool{}, map[int]bool{}, map[int64]bool{}
	for _, s := range t.Specs {
		if specs[s.ID] {
			t.problem(metadataInvalid, "", s.At, 0, "spec-id %d stands twice in partition-specs", s.ID)
		}
		specs[s.ID] = true
	}
	for _, o := range t.Orders {
		if orders[o.ID] {
			t.problem(metadataInvalid, "", o.At, 0, "order-id %d stands twice in sort-orders", o.ID)
		}
		orders[o.ID] = true
		switch sorts := len(o.Fields) > 0; {
		case o.ID == 0 && sorts:
			t.problem(metadataInvalid, "", o.At, 0, "order-id 0 is the unsorted order, and has fields")
		case o.ID != 0 && !sorts:
			t.problem(metadataInvalid, "", o.At, 0, "order-id %d has no fields: the unsorted order is order-id 0", o.ID)
		}
	}
	for _, s := range t.Snapshots {
		if snapshots[s.ID] {
			t.problem(metadataInvalid, "", s.At, 0, "snapshot-id %d stands twice in snapshots", s.ID)
		}
		snapshots[s.ID] = true
	}
}

// checkPartitionNames finds partition fields without a name of their own, and those that have the name of a column that is
// not their source.
func checkPartitionNames(t *Table) {
	var columns map[string]*Field
	for _, s := range t.Specs {
		names := map[string]bool{}
		for _, b := range s.Fields {
			switch {
			case b.Name == "" && t.isReal():
				t.problem(metadataLoose, "", b.At, 0, "a field of partition spec %d has no name", s.ID)
			case names[b.Name] && b.Name != "":
				t.problem(metadataInvalid, "", b.At, 0, "two fields of partition spec %d have the name %s", s.ID, quoted(b.Name))
			}
			names[b.Name] = true
			source := t.Current.Field(b.Sources[0])
			if columns == nil {
				columns = t.Current.named(t.Specs)
			}
			f := columns[b.Name]
			if f == nil || source == nil || slices.Contains(b.Sources, f.ID) {
				continue
			}
			t.problem(partitionNameTaken, f.Path, f.At, f.ID, "the column %s (field id %d) has the name of a field of partition spec %d, which is %s of %s (field id %d): Java refuses to open the table",
				f.Path, f.ID, s.ID, b.Transform, source.Path, source.ID)
		}
	}
}

// checkPartitionFields finds ids of partition fields that stand for two derivations, and a last-partition-id that will give
// one out again. Version 1 numbers the fields of each spec anew.
func checkPartitionFields(t *Table, last int) {
	if t.FormatVersion < 2 {
		return
	}
	first := map[int]*Bound{}
	for _, s := range t.Specs {
		for _, b := range s.Fields {
			was := first[b.FieldID]
			switch {
			case b.FieldID == 0 || parseTransform(b.Transform).kind == voidTransform: // void is what is left of a field
			case was == nil:
				first[b.FieldID] = b
				if last > 0 && b.FieldID > last {
					t.problem(partitionFieldReused, "", b.At, 0, "a field of partition spec %d has the id %d, last-partition-id is %d: the next partition field gets an id that is in use", s.ID, b.FieldID, last)
				}
			case !strings.EqualFold(was.Transform, b.Transform) || !slices.Equal(was.Sources, b.Sources):
				t.problem(partitionFieldReused, "", b.At, 0, "the partition field id %d is %s in spec %d and %s in another one before", b.FieldID, b.derives(), s.ID, was.derives())
			}
		}
	}
}

// derives is a bound field's transform and sources, and which way it sorts: "bucket[8] of 2".
func (b *Bound) derives() string {
	return b.Transform + " of " + strings.Trim(fmt.Sprint(b.Sources), "[]") + b.sorted
}

// named is the columns by the full names that engines find them by, the first of equals, as far as the fields of specs may have
// such names. Engines leave out element and value before the fields of a struct.
func (s *Schema) named(specs []*Spec) map[string]*Field {
	nested := slices.ContainsFunc(specs, func(s *Spec) bool {
		return slices.ContainsFunc(s.Fields, func(b *Bound) bool { return strings.Contains(b.Name, ".") })
	})
	all := make(map[string]*Field, len(s.Fields))
	note := func(name string, f *Field) {
		if all[name] == nil {
			all[name] = f
		}
	}
	if !nested {
		for _, f := range s.Fields {
			note(f.Name, f)
		}
		return all
	}
	for _, f := range s.All {
		note(fullName(f), f)
		note(shortName(f), f)
	}
	return all
}

func shortName(f *Field) string {
	if f.Parent == nil {
		return f.Name
	}
	if f.role() != Struct && f.Name != "key" && f.Type.Kind == Struct {
		return shortName(f.Parent)
	}
	return shortName(f.Parent) + "." + f.Name
}
