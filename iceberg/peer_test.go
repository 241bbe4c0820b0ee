package iceberg

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recorded reads the answers of iceberg-go 0.7.0 that testdata/peers/icebergtable wrote down.
func recorded[T any](t *testing.T, name string) []T {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", "vectors", "iceberg", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows []T
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var row T
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.UseNumber()
		if err := decoder.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// exceptions are where iceberg-go 0.7.0 departs from the specification, by what our rules say and whether it took the
// change. A row that no longer matches any answer is stale and fails.
var exceptions = []struct {
	name     string
	accepted bool
	matches  func(row evolved, broken []string) bool
}{
	{"string and binary are promoted into each other", true, func(r evolved, _ []string) bool {
		return r.Operation == "string to binary" || r.Operation == "binary to string"
	}},
	{"fixed[16] is promoted to uuid", true, func(r evolved, _ []string) bool { return r.Operation == "fixed[16] to uuid" }},
	{"an identifier field may become optional", true, func(_ evolved, broken []string) bool {
		return slices.Equal(broken, []string{"iceberg-identifier-invalid"})
	}},
	{"dropping an identifier field takes it out of the set", true, func(r evolved, broken []string) bool {
		return r.Operation == "drop" && slices.Equal(broken, []string{"iceberg-identifier-unknown"})
	}},
	{"the source of the default partition spec may be dropped", true, func(_ evolved, broken []string) bool {
		return slices.Equal(broken, []string{"iceberg-partition-source-dropped"})
	}},
	{"date is not promoted, not even in version 3", false, func(r evolved, broken []string) bool {
		return strings.HasPrefix(r.Operation, "date to timestamp") && len(broken) == 0
	}},
}

type evolved struct {
	Seed          int64           `json:"seed"`
	FormatVersion int             `json:"format_version"`
	Spec          json.RawMessage `json:"partition_spec"`
	Operation     string          `json:"operation"`
	Old           json.RawMessage `json:"old"`
	New           json.RawMessage `json:"new"`
	Accepted      bool            `json:"accepted"`
	Error         string          `json:"error"`
}

// TestEvolutionAgreesWithIcebergGo: what UpdateSchema takes is legal, and what it refuses is illegal, but for the named
// exceptions.
func TestEvolutionAgreesWithIcebergGo(t *testing.T) {
	used := make([]int, len(exceptions))
	rows := recorded[evolved](t, "evolve.jsonl")
	for _, row := range rows {
		v := vector{ID: fmt.Sprint(row.Seed), Old: row.Old, New: row.New, FormatVersion: row.FormatVersion, PartitionSpec: row.Spec}
		e := Evolve(v.pair(t))
		broken := idsOf(e.Breaks)
		slices.Sort(broken)
		broken = slices.Compact(broken)
		if e.Legal == row.Accepted {
			continue
		}
		known := false
		for i, x := range exceptions {
			if x.accepted == row.Accepted && x.matches(row, broken) {
				used[i]++
				known = true
			}
		}
		if !known {
			t.Errorf("seed %d, version %d, %s: iceberg-go accepted %v (%s), ours %v", row.Seed, row.FormatVersion, row.Operation, row.Accepted, row.Error, broken)
		}
	}
	for i, x := range exceptions {
		if used[i] == 0 {
			t.Errorf("stale exception: %s", x.name)
		}
	}
	t.Logf("%d changes, exceptions %v", len(rows), used)
}

type grown struct {
	Seed     int64           `json:"seed"`
	Metadata json.RawMessage `json:"metadata"`
	Appends  []struct {
		Schema int              `json:"schema"`
		Rows   []map[string]any `json:"rows"`
	} `json:"appends"`
	Scan  []map[string]any `json:"scan"`
	Error string           `json:"error"`
}

// TestTraceReadsWhatIcebergGoReads replays the trace of each old schema and the current one on the rows that were written,
// and compares with an unfiltered scan of the real table.
func TestTraceReadsWhatIcebergGoReads(t *testing.T) {
	rows := 0
	for _, g := range append(recorded[grown](t, "tables.jsonl"), recorded[grown](t, "nested.jsonl")...) {
		if g.Error != "" {
			t.Errorf("seed %d: iceberg-go could not scan: %s", g.Seed, g.Error)
			continue
		}
		table, err := Read(fmt.Sprintf("seed %d", g.Seed), g.Metadata)
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLineage([]*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		last := len(l.Versions) - 1
		want := map[string]map[string]any{}
		for _, row := range g.Scan {
			want[fmt.Sprint(row["id"])] = row
		}
		for _, a := range g.Appends {
			at := slices.IndexFunc(l.Versions, func(v Version) bool { return v.Schema.ID == a.Schema })
			trace := Resolve(l.Pair(at, last))
			if e := EvolutionOf(trace); !e.Legal {
				t.Errorf("seed %d: schema %d to %d is %s: %v", g.Seed, a.Schema, table.Current.ID, e, idsOf(e.Breaks))
			}
			for _, row := range a.Rows {
				read, err := Project(trace, numbered(t, l.Versions[at].Schema, row))
				if err != nil {
					t.Errorf("seed %d: %v", g.Seed, err)
					continue
				}
				rows++
				got := named(table.Current, read)
				if diff := cmp.Diff(normal(want[fmt.Sprint(row["id"])]), normal(got)); diff != "" {
					t.Errorf("seed %d, row %v of schema %d (-iceberg-go +ours):\n%s", g.Seed, row["id"], a.Schema, diff)
				}
			}
		}
	}
	t.Logf("%d rows", rows)
	if rows < 700 {
		t.Errorf("only %d rows were compared", rows)
	}
}

// numbered turns a JSON row by column name into a row by field id.
func numbered(t *testing.T, s *Schema, row map[string]any) Row {
	t.Helper()
	return numberedFields(t, s.Fields, row)
}

func numberedFields(t *testing.T, fields []*Field, row map[string]any) Row {
	out := Row{}
	for _, f := range fields {
		out[f.ID] = numberedValue(t, f.Type, row[f.Name])
	}
	return out
}

func numberedValue(t *testing.T, typ *Type, value any) any {
	switch v := value.(type) {
	case json.Number:
		var err error
		if value, err = v.Float64(); typ.Kind == Int || typ.Kind == Long {
			value, err = v.Int64()
		}
		if err != nil {
			t.Fatal(err)
		}
	case map[string]any:
		return numberedFields(t, typ.Fields, v)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = numberedValue(t, typ.Fields[0].Type, e)
		}
		return list
	}
	return value
}

// named turns a row by field id into one by column name.
func named(s *Schema, row Row) map[string]any { return namedFields(s.Fields, row) }

func namedFields(fields []*Field, row Row) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		out[f.Name] = namedValue(f.Type, row[f.ID])
	}
	return out
}

func namedValue(typ *Type, value any) any {
	switch v := value.(type) {
	case Row:
		return namedFields(typ.Fields, v)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = namedValue(typ.Fields[0].Type, e)
		}
		return list
	}
	return value
}

// normal spells values alike: numbers as their shortest text, decimals without last zeros, which arrow drops.
func normal(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, inner := range v {
			out[name] = normal(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = normal(inner)
		}
		return out
	case json.Number:
		if f, err := v.Float64(); err == nil && strings.ContainsAny(v.String(), ".eE") {
			return fmt.Sprint(f)
		}
		return v.String()
	case string:
		if r, ok := new(big.Rat).SetString(v); ok && strings.Count(v, ".") == 1 {
			return r.RatString()
		}
	}
	return fmt.Sprint(value)
}

type forced struct {
	Name          string           `json:"name"`
	FormatVersion int              `json:"format_version"`
	Old           json.RawMessage  `json:"old"`
	Between       json.RawMessage  `json:"between"`
	New           json.RawMessage  `json:"new"`
	Rows          []map[string]any `json:"rows"`
	Scan          []map[string]any `json:"scan"`
	Error         string           `json:"error"`
}

// lenient are the changes of which iceberg-go 0.7.0 makes something else than the specification: it reads where a reader
// must refuse, or refuses where it must read.
var lenient = map[string]string{
	"string to binary":     "reads the text as bytes",
	"optional to required": "returns null in a required column",
	"date to timestamp":    "has no such promotion",
}

// TestSamplesAreTrue: each change put into a real table's metadata by hand, then scanned; what our findings claim is what
// comes out, and a refusal is an error.
func TestSamplesAreTrue(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range recorded[forced](t, "forced.jsonl") {
		seen[c.Name] = true
		var history []json.RawMessage
		if len(c.Between) > 0 {
			history = append(history, c.Between)
		}
		v := vector{ID: c.Name, Old: c.Old, New: c.New, FormatVersion: c.FormatVersion}
		v.Context.History = history
		trace := Resolve(v.pair(t))
		pair := PairOf(trace)
		var read []map[string]any
		var failed error
		for _, row := range c.Rows {
			out, err := Project(trace, numbered(t, pair.Writer.Schema, row))
			if err != nil {
				failed = err
				break
			}
			read = append(read, named(pair.Reader.Schema, out))
		}
		agree := (failed != nil) == (c.Error != "")
		if agree && failed == nil {
			for i := range read {
				agree = agree && cmp.Equal(normal(c.Scan[i]), normal(read[i]))
			}
		}
		if why, ok := lenient[c.Name]; agree == ok {
			t.Errorf("%s: ours %v, %v; iceberg-go %v %s; exception %q", c.Name, read, failed, c.Scan, c.Error, why)
		}
	}
	for name := range lenient {
		if !seen[name] {
			t.Errorf("stale exception: %s", name)
		}
	}
}
