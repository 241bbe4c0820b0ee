package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sharedVectors = "../../../../../shared/vectors"

// icebergReport is what the tests ask of a JSON report.
type icebergReport struct {
	Pairs    []struct{ Writer, Reader, Verdict, Evolution string }
	Findings []struct {
		Rule, Level, Path, Message string
		Sample                     *struct{ Written, Read string }
	}
}

// checkJSON runs check in a folder and reads its JSON report.
func checkJSON(t *testing.T, dir string, args ...string) (icebergReport, int) {
	t.Helper()
	var out, errs bytes.Buffer
	code := Run(&Env{Args: append([]string{"check", "--format", "json"}, args...), Stdout: &out, Stderr: &errs, Now: time.Now, Dir: dir,
		Environ: []string{"PATH=" + os.Getenv("PATH"), "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}})
	var r icebergReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("check %v: exit %d, no report: %v\n%s", args, code, err, errs.String())
	}
	return r, code
}

type icebergVector struct {
	ID            string
	Old, New      json.RawMessage
	FormatVersion int             `json:"format_version"`
	PartitionSpec json.RawMessage `json:"partition_spec"`
	Context       struct {
		OldSpecs         []json.RawMessage `json:"old_specs"`
		History          []json.RawMessage
		OldFormatVersion int `json:"old_format_version"`
		Plan             []string
	}
	Expect struct {
		Legal   bool
		Hazards []string
	}
}

// document is one metadata file with schemas, the last of them current.
func (v *icebergVector) document(version int, schemas []json.RawMessage, more string) string {
	id := func(text json.RawMessage, key string) int {
		var m map[string]json.RawMessage
		var n int
		_ = json.Unmarshal(text, &m)
		_ = json.Unmarshal(m[key], &n)
		return n
	}
	var unique []string
	seen := map[int]bool{}
	for _, s := range schemas {
		if n := id(s, "schema-id"); !seen[n] {
			seen[n] = true
			unique = append(unique, string(s))
		}
	}
	specs, defaultSpec := []string{}, 0
	for _, s := range v.Context.OldSpecs {
		specs = append(specs, string(s))
	}
	if len(v.PartitionSpec) > 0 && string(v.PartitionSpec) != "null" {
		specs, defaultSpec = append(specs, string(v.PartitionSpec)), id(v.PartitionSpec, "spec-id")
	}
	if len(specs) == 0 {
		specs = []string{`{"spec-id": 0, "fields": []}`}
	}
	return fmt.Sprintf(`{"format-version": %d, "table-uuid": "9c12d441-03fe-4693-9a96-a0705ddf69c1", "location": "s3://b/t", "last-sequence-number": 1,
"last-updated-ms": 1, "last-column-id": 2147483447, "next-row-id": 0, "last-partition-id": 1000, "sort-orders": [{"order-id": 0, "fields": []}], "default-sort-order-id": 0,
"partition-specs": [%s], "default-spec-id": %d, "current-schema-id": %d, "schemas": [%s]%s}`,
		version, strings.Join(specs, ","), defaultSpec, id(schemas[len(schemas)-1], "schema-id"), strings.Join(unique, ",\n"), more)
}

// loudHazards are the rules over facts that tell of the hazards which no rule of the format's own family tells of.
var loudHazards = map[string][]string{
	"unit-change-name":         {"unit-rename", "unit-scale-changed", "unit-currency-changed", "unit-widened"},
	"unit-change-doc":          {"unit-scale-changed", "unit-offset-changed", "unit-dimension-changed"},
	"mixed-unit-in-one-column": {"unit-rename", "unit-widened"},
	"epoch-unit":               {"unit-scale-changed"},
	"float-double-equality":    {"number-float-widened"},
	"join-key-drift":           {"number-float-widened"},
}

// TestIcebergVectors runs every shared case through the command: in one metadata file, and as two files.
func TestIcebergVectors(t *testing.T) {
	file, err := os.Open(filepath.Join(sharedVectors, "iceberg.jsonl"))
	if err != nil {
		t.Skipf("no shared vectors here: %v", err)
	}
	defer file.Close()
	dir := t.TempDir()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v icebergVector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		v.files(t, dir)
		one, code := checkJSON(t, dir, v.ID+".metadata.json", "--mode", "full-transitive")
		legal := true
		for _, p := range one.Pairs {
			legal = legal && p.Evolution == "legal"
		}
		upgrade := v.Context.OldFormatVersion > 0 // one file cannot show it
		if legal != v.Expect.Legal && !upgrade {
			t.Errorf("%s: pairs %v, want legal %v", v.ID, one.Pairs, v.Expect.Legal)
		}
		if !v.Expect.Legal && code != exitFound {
			t.Errorf("%s: illegal, and check exits %d", v.ID, code)
		}
		two, _ := checkJSON(t, dir, v.ID+".new.metadata.json", "--against", v.ID+".old.metadata.json")
		if len(two.Pairs) == 0 || (two.Pairs[0].Evolution == "legal") != v.Expect.Legal {
			t.Errorf("%s, two files: pairs %v, want legal %v", v.ID, two.Pairs, v.Expect.Legal)
		}
		v.told(t, one, two, upgrade)
	}
}

func (v *icebergVector) files(t *testing.T, dir string) {
	t.Helper()
	more := ""
	if len(v.Context.Plan) > 0 { // an append under the new schema, then a rollback to the snapshot before it
		more = `, "current-snapshot-id": 7, "snapshots": [{"snapshot-id": 7, "timestamp-ms": 1, "schema-id": 0}, {"snapshot-id": 8, "parent-snapshot-id": 7, "timestamp-ms": 2, "schema-id": 1}]`
	}
	all := append(append([]json.RawMessage{v.Old}, v.Context.History...), v.New)
	old := v.FormatVersion
	if v.Context.OldFormatVersion > 0 {
		old = v.Context.OldFormatVersion
	}
	for name, text := range map[string]string{
		v.ID + ".metadata.json":     v.document(v.FormatVersion, all, more),
		v.ID + ".old.metadata.json": v.document(old, []json.RawMessage{v.Old}, ""),
		v.ID + ".new.metadata.json": v.document(v.FormatVersion, all, more),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// told checks the hazards: each of the facts' own is told, and every case that has one is told of at all.
func (v *icebergVector) told(t *testing.T, one, two icebergReport, upgrade bool) {
	t.Helper()
	var rules []string
	for _, f := range append(one.Findings, two.Findings...) {
		rules = append(rules, f.Rule)
		if f.Level == "error" && (f.Sample == nil || f.Sample.Read == "") {
			t.Errorf("%s: %s is an error without a value", v.ID, f.Rule)
		}
	}
	for _, h := range v.Expect.Hazards {
		if want := loudHazards[h]; want != nil && !slices.ContainsFunc(want, func(r string) bool { return slices.Contains(rules, r) }) {
			t.Errorf("%s: hazard %s, and nothing of %v among %v", v.ID, h, want, rules)
		}
	}
	if len(v.Expect.Hazards) > 0 && len(rules) == 0 && !upgrade {
		t.Errorf("%s: nothing is said of %v", v.ID, v.Expect.Hazards)
	}
	if len(v.Expect.Hazards) == 0 && v.Expect.Legal {
		for _, f := range one.Findings {
			if f.Level != "note" {
				t.Errorf("%s: nothing is wrong, and %s says %s", v.ID, f.Rule, f.Message)
			}
		}
	}
}
