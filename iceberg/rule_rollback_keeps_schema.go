package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var rollbackKeepsSchema = &compat.Rule{
	ID:    "iceberg-rollback-keeps-schema",
	Level: compat.Warning,
	Title: "Data was rolled back and the schema was not",
	Why:   "A rollback moves snapshots only: the old data is read with the schema of today, dropped columns stay dropped, promoted ones stay promoted.",
	Spec:  "Iceberg table specification, Table Metadata: snapshots and schemas are kept apart",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, "", columns(0, "1 id! long", "2 a string")),
		Reader:  metadata(2, `"current-snapshot-id": 7, "snapshots": [{"snapshot-id": 7, "sequence-number": 1, "timestamp-ms": 1, "schema-id": 0}, {"snapshot-id": 8, "parent-snapshot-id": 7, "sequence-number": 2, "timestamp-ms": 2, "schema-id": 1}]`, columns(0, "1 id! long", "2 a string"), columns(1, "1 id! long")),
		Path:    "",
		Written: "\"a\" in snapshot 7",
		Read:    "nothing: a is not in schema 1",
		Fixed:   metadata(2, `"current-snapshot-id": 8, "snapshots": [{"snapshot-id": 7, "sequence-number": 1, "timestamp-ms": 1, "schema-id": 0}, {"snapshot-id": 8, "parent-snapshot-id": 7, "sequence-number": 2, "timestamp-ms": 2, "schema-id": 1}]`, columns(0, "1 id! long", "2 a string"), columns(1, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"to read with the old schema, query the snapshot by its id or a tag",
		"to undo the change, evolve the schema as a change of its own: a dropped column comes back under a new id",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := atTop(p, s)
		if pair == nil || pair.Reader.Table == nil {
			return
		}
		t := pair.Reader.Table
		snapshot := t.Snapshot
		if !t.Current.same(pair.Reader.Schema) || !t.rolledBack() || t.SchemaOf(snapshot) != sameIn(t, pair.Writer.Schema) || t.SchemaOf(snapshot) == t.Current {
			return
		}
		f := p.Report(s, "the current snapshot %d was written with schema %d and is read with schema %d: the rollback moved the data and not the schema", snapshot.ID, snapshot.SchemaID, t.Current.ID)
		f.Sample = &compat.Sample{Written: fmt.Sprintf("rows of schema %d", snapshot.SchemaID), Read: fmt.Sprintf("the same rows with the columns of schema %d", t.Current.ID)}
		f.From, f.To = fmt.Sprintf("schema=%d", snapshot.SchemaID), fmt.Sprintf("schema=%d", t.Current.ID)
	},
}
