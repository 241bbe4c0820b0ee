package iceberg

import (
	"sync"

	"github.com/schemavet/schemavet/compat/position"
)

// A Table is one version of a table's metadata: one metadata file, or a plain schema document standing alone.
type Table struct {
	Source        string
	Document      *position.Document
	Plain         bool // a schema document without a table around it
	FormatVersion int  // 0: not stated (plain schemas)
	UUID          string
	Location      string
	LastUpdated   int64 // milliseconds since 1970
	LastColumnID  int   // 0: not stated
	Schemas       []*Schema
	Current       *Schema
	Specs         []*Spec
	DefaultSpec   *Spec // nil: unpartitioned or not stated
	Orders        []*Order
	DefaultOrder  *Order
	Properties    []Property
	Mapping       *Mapping // schema.name-mapping.default; nil: none
	Snapshots     []*Snapshot
	Snapshot      *Snapshot // the current one; nil: none
	Refs          []*Ref
	Log           []LogEntry // snapshot-log: which snapshot was current from when
	NextRowID     int64
	EqualityIDs   []int // columns that equality deletes compare, as far as manifests were read
	DeletesRead   bool  // all manifests were read, so that EqualityIDs is all of them
	Problems      []*Problem
	Extra         []position.Member // attributes that the specification does not know

	schemasOnce   sync.Once
	schemas       map[int]*Schema
	snapshotsOnce sync.Once
	snapshots     map[int64]*Snapshot
}

// A Spec is a partition spec.
type Spec struct {
	ID     int
	Fields []*Bound
	At     position.Place
}

// An Order is a sort order.
type Order struct {
	ID     int
	Fields []*Bound
	At     position.Place
}

// A Bound is one field of a spec or order: it binds columns by id through a transform.
type Bound struct {
	Sources   []int
	FieldID   int    // partition fields only; 0: not stated, as version 1 allows
	Name      string // likewise
	Transform string
	At        position.Place
	sorted    string // sort fields only: their direction and null order, " desc nulls-last"
	bySeveral bool   // its sources are stated by source-ids alone, the form of version 3
}

// A Property is one table property.
type Property struct {
	Key, Value string
	At         position.Place
}

// A Snapshot is one state of the table's data.
type Snapshot struct {
	ID           int64
	Parent       int64 // 0: none
	Sequence     int64
	Timestamp    int64 // milliseconds since 1970
	SchemaID     int
	HasSchema    bool // v1 snapshots and some writers state no schema id
	ManifestList string
	Manifests    []string // v1 tables may list manifests directly
	Operation    string
	Summary      []Property
	HasRowIDs    bool // first-row-id is set: written after the upgrade to format version 3
	At           position.Place
}

// A Ref is a branch or a tag.
type Ref struct {
	Name         string
	Tag          bool
	SnapshotID   int64
	MaxRefAge    int64 // milliseconds, 0: not stated
	MaxSnapAge   int64
	MinSnapshots int64
	At           position.Place
}

// A LogEntry says that a snapshot became the current one.
type LogEntry struct {
	Timestamp  int64
	SnapshotID int64
}

// Property is the value of a table property, "" without one.
func (t *Table) Property(key string) string {
	for _, p := range t.Properties {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// Schema is the schema with an id, nil without one.
func (t *Table) Schema(id int) *Schema {
	t.schemasOnce.Do(func() {
		t.schemas = make(map[int]*Schema, len(t.Schemas))
		for _, s := range t.Schemas {
			t.schemas[s.ID] = s
		}
	})
	return t.schemas[id]
}

// SnapshotByID is the snapshot with an id, nil without one.
func (t *Table) SnapshotByID(id int64) *Snapshot {
	t.snapshotsOnce.Do(func() {
		t.snapshots = make(map[int64]*Snapshot, len(t.Snapshots))
		for _, s := range t.Snapshots {
			t.snapshots[s.ID] = s
		}
	})
	return t.snapshots[id]
}

// SchemaOf is the schema that a snapshot's data is read with when the snapshot is asked for by id, tag or time: the one
// it names, else the current one.
func (t *Table) SchemaOf(s *Snapshot) *Schema {
	if s != nil && s.HasSchema {
		return t.Schema(s.SchemaID)
	}
	return t.Current
}

// RefSchema is the schema that a branch or tag is read with: the current one, or that of the tag's snapshot. It is nil when
// the metadata has lost the schema, or the ref's snapshot.
func (t *Table) RefSchema(r *Ref) *Schema {
	s := t.SnapshotByID(r.SnapshotID)
	switch {
	case s == nil:
		return nil
	case r.Tag:
		return t.SchemaOf(s)
	}
	return t.Current
}
