package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"
)

// container writes records into an Avro container file.
func container(t *testing.T, name, schema string, records ...any) {
	t.Helper()
	var b bytes.Buffer
	w, err := ocf.NewWriter(&b, avro.MustParse(schema))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEqualityDeletesAreLookedAt: a dropped column is warned of when an equality delete compares it, and only then; without
// manifests the warning says what is not known.
func TestEqualityDeletesAreLookedAt(t *testing.T) {
	dir := t.TempDir()
	metadata := `{"format-version": 2, "last-column-id": 3, "current-schema-id": 1, "current-snapshot-id": 7,
"snapshots": [{"snapshot-id": 7, "timestamp-ms": 1, "schema-id": 0, "manifest-list": "s3://b/t/metadata/snap-7.avro", "summary": {"operation": "overwrite", "total-equality-deletes": "2"}}],
"schemas": [
 {"type": "struct", "schema-id": 0, "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}, {"id": 2, "name": "k", "required": false, "type": "string"}, {"id": 3, "name": "other", "required": false, "type": "string"}]},
 {"type": "struct", "schema-id": 1, "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}]}]}`
	if err := os.WriteFile(filepath.Join(dir, "t.metadata.json"), []byte(metadata), 0o644); err != nil {
		t.Fatal(err)
	}
	dropped := func() (paths []string) {
		r, _ := checkJSON(t, dir, "t.metadata.json")
		for _, f := range r.Findings {
			if f.Rule == "iceberg-equality-delete-dropped" {
				paths = append(paths, f.Path)
			}
		}
		slices.Sort(paths)
		return paths
	}
	if got := dropped(); !slices.Equal(got, []string{"k", "other"}) {
		t.Errorf("without manifests: %v", got)
	}
	container(t, filepath.Join(dir, "snap-7.avro"), `{"type": "record", "name": "manifest_file", "fields": [{"name": "manifest_path", "type": "string"}, {"name": "partition_spec_id", "type": "int"}, {"name": "content", "type": "int"}]}`,
		map[string]any{"manifest_path": "s3://b/t/metadata/m1.avro", "partition_spec_id": 0, "content": 1})
	container(t, filepath.Join(dir, "m1.avro"), `{"type": "record", "name": "manifest_entry", "fields": [{"name": "status", "type": "int"}, {"name": "data_file", "type": {"type": "record", "name": "r2", "fields": [
		{"name": "content", "type": "int"}, {"name": "file_path", "type": "string"}, {"name": "record_count", "type": "long"}, {"name": "equality_ids", "type": ["null", {"type": "array", "items": "int"}]}]}}]}`,
		map[string]any{"status": 1, "data_file": map[string]any{"content": 2, "file_path": "d1", "record_count": 1, "equality_ids": []any{2}}})
	if got := dropped(); !slices.Equal(got, []string{"k"}) {
		t.Errorf("with manifests: %v", got)
	}
}
