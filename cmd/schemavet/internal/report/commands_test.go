package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/cli"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
)

// schemas are an older and a newer text of each kind of input, the newer one with findings, and a text that is no schema.
var schemas = map[string]string{
	"old/order.avsc": `{"type": "record", "name": "Order", "fields": [
  {"name": "amount", "type": "int", "doc": "Amount in cents"}, {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}`,
	"new/order.avsc": `{"type": "record", "name": "Order", "fields": [
  {"name": "amount", "type": "long", "doc": "Amount in dollars"}, {"name": "at_seconds", "type": {"type": "long", "logicalType": "timestamp-millis"}},
  {"name": "vat", "type": "long"}]}`,
	"old/gone.avsc":         `{"type": "enum", "name": "E", "symbols": ["A"]}`,
	"new/fresh.avsc":        `{"type": "fixed", "name": "F", "size": 4}`,
	"old/cut.avsc":          `"int"`,
	"new/cut.avsc":          "{\n  \"type\": ",
	"old/t.iceberg.json":    `{"type": "struct", "schema-id": 0, "fields": [{"id": 1, "name": "a", "required": true, "type": "int"}, {"id": 2, "name": "b", "required": false, "type": "string"}]}`,
	"new/t.iceberg.json":    `{"type": "struct", "schema-id": 1, "fields": [{"id": 1, "name": "a", "required": true, "type": "string"}, {"id": 3, "name": "b", "required": true, "type": "string"}]}`,
	"new/cut.metadata.json": `{"format-version": 2`,
	"old/cut.metadata.json": `{"format-version": 2`,
	"table.metadata.json": `{"format-version": 2, "table-uuid": "9c12d441-03fe-4693-9a96-a0705ddf69c1", "location": "s3://b/t", "last-sequence-number": 0,
  "last-updated-ms": 1, "last-column-id": 3, "current-schema-id": 1, "partition-specs": [{"spec-id": 0, "fields": []}], "default-spec-id": 0, "last-partition-id": 999,
  "sort-orders": [{"order-id": 0, "fields": []}], "default-sort-order-id": 0, "schemas": [
  {"type": "struct", "schema-id": 0, "fields": [{"id": 1, "name": "a", "required": true, "type": "int"}]},
  {"type": "struct", "schema-id": 1, "fields": [{"id": 1, "name": "a", "required": true, "type": "string"}, {"id": 3, "name": "b", "required": true, "type": "string"}]}]}`,
}

// TestEveryCommandKeepsToTheSchema: what each command that prints a report prints as JSON is what schema report says.
func TestEveryCommandKeepsToTheSchema(t *testing.T) {
	dir := t.TempDir()
	for name, text := range schemas {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var schema struct {
		Properties struct {
			Run struct {
				Properties struct {
					Command struct{ Enum []string }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(report.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	known, used := schema.Properties.Run.Properties.Command.Enum, map[string]bool{}
	for _, line := range []string{
		"check new --against old", "check new --against old --mode full --as all", "check table.metadata.json --mode full-transitive --as all",
		"check new/order.avsc --against old/order.avsc --min-level error",
		"diff old new", "diff old/order.avsc new/order.avsc", "diff old/t.iceberg.json new/t.iceberg.json",
		"resolve --writer old/order.avsc --reader new/order.avsc --as all", "resolve --writer old/cut.avsc --reader new/cut.avsc --as java",
		"resolve --writer old/t.iceberg.json --reader new/t.iceberg.json --as all", "resolve --writer new/cut.metadata.json --reader new/t.iceberg.json",
		"resolve --writer new/cut.avsc --reader old/cut.avsc", "resolve --writer iceberg:table.metadata.json#0 --reader iceberg:table.metadata.json",
		"lint new", "lint new/order.avsc", "lint new/t.iceberg.json table.metadata.json", "lint new/cut.avsc",
	} {
		t.Run(strings.ReplaceAll(line, "/", "_"), func(t *testing.T) {
			var out, errs bytes.Buffer
			exit := cli.Run(&cli.Env{
				Args: append(strings.Fields(line), "--format", "json"), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: dir,
				Now:     func() time.Time { return time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC) },
				Environ: append(os.Environ(), "GIT_CEILING_DIRECTORIES="+dir, "GIT_DIR="+filepath.Join(dir, "no-repository")),
			})
			if exit == 2 || out.Len() == 0 {
				t.Fatalf("exit code %d: %s", exit, errs.String())
			}
			report.Validate(t, out.String())
			var run struct{ Run struct{ Command string } }
			if err := json.Unmarshal(out.Bytes(), &run); err != nil {
				t.Fatal(err)
			}
			if used[run.Run.Command] = true; !slices.Contains(known, run.Run.Command) {
				t.Errorf("the schema does not know the command %s", run.Run.Command)
			}
			if !strings.Contains(out.String(), `"fingerprint"`) && !strings.HasPrefix(line, "lint new/t") {
				t.Errorf("no finding, so that little was held against the schema:\n%s", out.String())
			}
		})
	}
	for _, command := range known {
		if !used[command] {
			t.Errorf("the schema speaks of %s, which this test does not run", command)
		}
	}
}
