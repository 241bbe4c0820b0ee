package iceberg

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// vector is one row of the shared cases: two schemas of a table, with what stands around them.
type vector struct {
	ID            string          `json:"id"`
	Old           json.RawMessage `json:"old"`
	New           json.RawMessage `json:"new"`
	FormatVersion int             `json:"format_version"`
	PartitionSpec json.RawMessage `json:"partition_spec"`
	Context       struct {
		OldSpecs         []json.RawMessage `json:"old_specs"`
		History          []json.RawMessage `json:"history"`
		LastColumnID     int               `json:"last_column_id"`
		OldFormatVersion int               `json:"old_format_version"`
		Plan             []string          `json:"plan"`
		AfterWrites      bool              `json:"after_writes"`
	} `json:"context"`
	Expect struct {
		Legal   bool     `json:"legal"`
		Hazards []string `json:"hazards"`
	} `json:"expect"`
}

func vectors(t *testing.T) []vector {
	t.Helper()
	file, err := os.Open(shared("vectors/iceberg.jsonl"))
	if err != nil {
		t.Skipf("no shared vectors here: %v", err)
	}
	defer file.Close()
	var all []vector
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// shared is a file that lies beside the project.
func shared(name string) string { return filepath.Join("..", "..", "shared", name) }

// pair makes the two views of a row: each a table whose document holds what the row tells.
func (v vector) pair(t *testing.T) *Pair {
	t.Helper()
	oldVersion := v.FormatVersion
	if v.Context.OldFormatVersion > 0 {
		oldVersion = v.Context.OldFormatVersion
	}
	var between []json.RawMessage
	between = append(between, v.Old)
	between = append(between, v.Context.History...)
	writer := v.table(t, oldVersion, v.Old, []json.RawMessage{v.Old})
	reader := v.table(t, v.FormatVersion, v.New, append(between, v.New))
	return &Pair{Writer: View{writer.Current, writer}, Reader: View{reader.Current, reader}}
}

func (v vector) table(t *testing.T, version int, current json.RawMessage, schemas []json.RawMessage) *Table {
	t.Helper()
	ids := map[int]bool{}
	var unique []string
	for _, s := range schemas {
		if id := schemaID(s); !ids[id] {
			ids[id] = true
			unique = append(unique, string(s))
		}
	}
	doc := fmt.Sprintf(`{"format-version": %d, "current-schema-id": %d, "schemas": [%s]`, version, schemaID(current), strings.Join(unique, ","))
	var specs []string
	for _, s := range v.Context.OldSpecs {
		specs = append(specs, string(s))
	}
	if len(v.PartitionSpec) > 0 && string(v.PartitionSpec) != "null" {
		specs = append(specs, string(v.PartitionSpec))
		doc += fmt.Sprintf(`, "default-spec-id": %d`, schemaIDOf(v.PartitionSpec, "spec-id"))
	}
	if len(specs) > 0 {
		doc += `, "partition-specs": [` + strings.Join(specs, ",") + `]`
	}
	if len(v.Context.Plan) > 0 && schemaID(current) == schemaID(v.New) { // set-current-schema, append, rollback to the snapshot before
		doc += fmt.Sprintf(`, "current-snapshot-id": 7, "snapshots": [{"snapshot-id": 7, "timestamp-ms": 1, "schema-id": %d}, {"snapshot-id": 8, "parent-snapshot-id": 7, "timestamp-ms": 2, "schema-id": %d}]`,
			schemaID(v.Old), schemaID(v.New))
	}
	table, err := Read(v.ID+".json", []byte(doc+"}"))
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	return table
}

func schemaID(s json.RawMessage) int { return schemaIDOf(s, "schema-id") }

func schemaIDOf(s json.RawMessage, key string) int {
	var m map[string]json.RawMessage
	_ = json.Unmarshal(s, &m)
	var id int
	_ = json.Unmarshal(m[key], &id)
	return id
}

// hazardRules maps the hazards of the shared cases to the rules that tell of them. Rules of unit-, default- and number-
// come from compat/hazard; the command's tests see both together.
var hazardRules = map[string]string{
	"ambiguous-full-name":                "iceberg-name-ambiguous",
	"bounds-days-read-as-micros":         "iceberg-date-bounds",
	"bounds-width":                       "iceberg-bounds-width",
	"case-insensitive-collision":         "name-case-collision",
	"default-drift":                      "iceberg-default-drift",
	"default-invents-history":            "iceberg-default-fills-history",
	"drop-readd-same-name":               "iceberg-drop-readd",
	"engine-cannot-read":                 "iceberg-old-spec-unbindable",
	"engine-default-support":             "iceberg-engine-defaults",
	"engine-support-missing":             "iceberg-engine-refuses",
	"field-deletion-not-rolled-back":     "iceberg-column-dropped",
	"field-id-reused":                    "iceberg-field-id-reused",
	"granularity-change":                 "iceberg-date-promoted",
	"history-invisible":                  "iceberg-drop-readd",
	"hour-transform-now-possible":        "iceberg-date-promoted",
	"identifier-float":                   "iceberg-identifier-invalid",
	"identifier-nullable":                "iceberg-identifier-invalid",
	"kind-changed":                       "iceberg-kind-changed",
	"lenient-library":                    "iceberg-lenient-library",
	"map-key-changed":                    "iceberg-map-key-changed",
	"name-based-reader-resurrects":       "iceberg-drop-readd",
	"name-based-reader-swaps-data":       "iceberg-names-swapped",
	"names-swapped":                      "iceberg-names-swapped",
	"narrowing":                          "iceberg-type-narrowed",
	"needs-backfill":                     "iceberg-drop-readd",
	"nested-name-consumers":              "iceberg-nested-widened",
	"no-downgrade":                       "iceberg-version-upgraded",
	"null-appears-for-consumers":         "iceberg-required-to-optional",
	"null-in-required":                   "iceberg-optional-to-required",
	"null-means-unknown-or-old":          "iceberg-column-added",
	"old-files-unreadable":               "iceberg-required-added",
	"old-spec-unbindable":                "iceberg-old-spec-unbindable",
	"parquet-physical-type-change":       "iceberg-physical-type",
	"partition-bounds-width":             "iceberg-bounds-width",
	"partition-transform-value-changes":  "iceberg-partition-value-changed",
	"positional-consumer":                "iceberg-column-moved",
	"reader-version-floor":               "iceberg-version-upgraded",
	"rename-name-consumers":              "iceberg-renamed",
	"reserved-field-id":                  "iceberg-field-id-reserved",
	"rewrite-freezes-default":            "iceberg-default-drift",
	"rewrites-history":                   "iceberg-initial-default-changed",
	"rollback-keeps-schema":              "iceberg-rollback-keeps-schema",
	"rollback-window-closed-by-new-data": "iceberg-schema-set-back",
	"select-star-width":                  "iceberg-column-added",
	"silent-rescale-in-lenient-reader":   "iceberg-lenient-library",
	"time-zone-semantics":                "iceberg-zone-changed",
	"unit-change-parameter":              "iceberg-geo-parameter-changed",
	"value-range-runtime-failure":        "iceberg-timestamp-range",
	"write-default-missing":              "iceberg-write-default-missing",
	"writer-must-fail":                   "iceberg-write-default-removed",
}

// elsewhere are the hazards that rules over facts tell of, which this package does not link.
var elsewhere = []string{"unit-change-name", "unit-change-doc", "mixed-unit-in-one-column", "epoch-unit", "float-double-equality", "join-key-drift"}

func findingsOf(trace *compat.Trace) []*compat.Finding {
	found := compat.Pass{Trace: trace}.Run(slices.Concat(Illegal, Hazards))
	pair := PairOf(trace)
	for _, p := range slices.Concat(pair.Younger().Schema.Problems, pair.Younger().Table.Problems) {
		found = append(found, p.Finding(""))
	}
	return found
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			pair := v.pair(t)
			trace := Resolve(pair)
			evolution := EvolutionOf(trace)
			if evolution.Legal != v.Expect.Legal {
				t.Errorf("evolution is %s, want legal %v: %v", evolution, v.Expect.Legal, idsOf(evolution.Breaks))
			}
			found := findingsOf(trace)
			ids := idsOf(found)
			for _, h := range v.Expect.Hazards {
				rule, ok := hazardRules[h]
				switch {
				case slices.Contains(elsewhere, h):
				case !ok:
					t.Errorf("no rule is named for the hazard %s", h)
				case !slices.Contains(ids, rule):
					t.Errorf("hazard %s: no %s among %v", h, rule, ids)
				}
			}
			if len(v.Expect.Hazards) == 0 && v.Expect.Legal {
				for _, f := range found {
					if f.Level > compat.Note {
						t.Errorf("nothing is wrong here, and %s says %s", f.Rule.ID, f.Message)
					}
				}
			}
			for _, f := range found {
				if f.Level == compat.Error && f.Sample == nil {
					t.Errorf("%s is an error without a sample", f.Rule.ID)
				}
			}
			if testing.Verbose() {
				for _, f := range found {
					t.Logf("%s %s %s: %s", f.Level, f.Rule.ID, f.Path, f.Message)
				}
			}
		})
	}
}

func idsOf(found []*compat.Finding) []string {
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = f.Rule.ID
	}
	return ids
}
