package iceberg

import (
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

func (r *tableReader) snapshots(v position.Value) error {
	if err := list(v, "snapshots"); err != nil {
		return err
	}
	for e := range v.Elements() {
		s, err := readSnapshot(e)
		if err != nil {
			return err
		}
		r.table.Snapshots = append(r.table.Snapshots, s)
	}
	return nil
}

func readSnapshot(v position.Value) (*Snapshot, error) {
	s := &Snapshot{At: v.Place(), ID: -1}
	if !v.Is(position.Object) {
		return nil, fail(v, "a snapshot is an object, this is %s", kindWord(v))
	}
	for m := range v.Members() {
		if m.Value.Is(position.Null) {
			continue
		}
		var err error
		switch m.Key {
		case "snapshot-id":
			err = long(m.Value, "snapshot-id", &s.ID)
		case "parent-snapshot-id":
			err = long(m.Value, "parent-snapshot-id", &s.Parent)
		case "sequence-number":
			err = long(m.Value, "sequence-number", &s.Sequence)
		case "timestamp-ms":
			err = long(m.Value, "timestamp-ms", &s.Timestamp)
		case "schema-id":
			s.HasSchema = true
			err = integer(m.Value, "schema-id", &s.SchemaID)
		case "first-row-id":
			s.HasRowIDs = true
		case "manifest-list":
			err = textOf(m.Value, "manifest-list", &s.ManifestList)
		case "manifests":
			err = list(m.Value, "manifests")
			for e := range m.Value.Elements() {
				s.Manifests = append(s.Manifests, e.Text())
			}
		case "summary":
			if !m.Value.Is(position.Object) {
				err = fail(m.Value, "summary is an object, this is %s", kindWord(m.Value))
			}
			for p := range m.Value.Members() {
				s.Summary = append(s.Summary, Property{p.Key, scalar(p.Value), p.Value.Place()})
				if p.Key == "operation" {
					s.Operation = scalar(p.Value)
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if s.ID == -1 {
		return nil, fail(v, "the snapshot has no snapshot-id")
	}
	return s, nil
}

func (r *tableReader) refs(v position.Value) error {
	if !v.Is(position.Object) {
		return fail(v, "refs is an object, this is %s", kindWord(v))
	}
	for m := range v.Members() {
		if !m.Value.Is(position.Object) {
			return fail(m.Value, "a ref is an object, this is %s", kindWord(m.Value))
		}
		ref := &Ref{Name: m.Key, SnapshotID: -1, At: m.Value.Place()}
		for p := range m.Value.Members() {
			var err error
			switch p.Key {
			case "type":
				err = oneOf(p.Value, "the type of a ref", "branch", "tag")
				ref.Tag = strings.EqualFold(p.Value.Text(), "tag")
			case "snapshot-id":
				err = long(p.Value, "snapshot-id", &ref.SnapshotID)
			case "max-ref-age-ms":
				err = long(p.Value, p.Key, &ref.MaxRefAge)
			case "max-snapshot-age-ms":
				err = long(p.Value, p.Key, &ref.MaxSnapAge)
			case "min-snapshots-to-keep":
				err = long(p.Value, p.Key, &ref.MinSnapshots)
			}
			if err != nil && !p.Value.Is(position.Null) {
				return err
			}
		}
		if ref.SnapshotID == -1 {
			return fail(m.Value, "the ref has no snapshot-id")
		}
		r.table.Refs = append(r.table.Refs, ref)
	}
	return nil
}

func (r *tableReader) log(v position.Value) error {
	if err := list(v, "snapshot-log"); err != nil {
		return err
	}
	for e := range v.Elements() {
		var entry LogEntry
		if !e.Is(position.Object) {
			return fail(e, "an entry of snapshot-log is an object, this is %s", kindWord(e))
		}
		for m := range e.Members() {
			var err error
			switch m.Key {
			case "timestamp-ms":
				err = long(m.Value, m.Key, &entry.Timestamp)
			case "snapshot-id":
				err = long(m.Value, m.Key, &entry.SnapshotID)
			}
			if err != nil {
				return err
			}
		}
		r.table.Log = append(r.table.Log, entry)
	}
	return nil
}
