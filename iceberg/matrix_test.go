package iceberg

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// matrix is the specification's rules of schema evolution, one line a case: the versions it holds in, the two schemas
// without their id column, and the rules that make it illegal (none: legal).
var matrix = []struct {
	name     string
	versions string // "123": legal or illegal in all of them alike
	old, new string // columns, one a line
	breaks   string
}{
	{"nothing", "123", "2 a int", "2 a int", ""},
	{"add optional", "123", "", "2 a int", ""},
	{"add optional in front", "123", "2 a int", "3 b int\n2 a int", ""},
	{"add optional with both defaults", "3", "", "2 a int | initial-default 5 | write-default 5", ""},
	{"add optional with a default", "12", "", "2 a int | initial-default 5 | write-default 5", "iceberg-default-needs-version"},
	{"add optional with a write-default only", "3", "", "2 a int | write-default 5", ""},
	{"add required", "123", "", "2 a! int", "iceberg-required-added"},
	{"add required with both defaults", "3", "", "2 a! int | initial-default 5 | write-default 5", ""},
	{"add required with a write-default only", "3", "", "2 a! int | write-default 5", "iceberg-required-added"},
	{"add required with an initial-default only", "3", "", "2 a! int | initial-default 5", "iceberg-write-default-missing"},
	{"add required with a null default", "3", "", "2 a! int | initial-default null | write-default null", "iceberg-required-added"},
	{"add required struct with {}", "3", "", `2 s! {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]} | initial-default {} | write-default {}`, ""},
	{"add required struct with {} and a required child without default", "3", "", `2 s! {"type": "struct", "fields": [{"id": 3, "name": "x", "required": true, "type": "int"}]} | initial-default {} | write-default {}`, "iceberg-required-added"},
	{"add struct whose default has values", "3", "", `2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]} | initial-default {"3": 1} | write-default {"3": 1}`, "iceberg-default-invalid iceberg-default-invalid"},
	{"add optional struct with required child", "123", "", `2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": true, "type": "int"}]}`, ""},
	{"add a list of required elements", "123", "", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": true}`, ""},
	{"add optional to a nested struct", "123", `2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]}`,
		`2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}, {"id": 4, "name": "y", "required": false, "type": "int"}]}`, ""},
	{"add required to a nested struct", "123", `2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]}`,
		`2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}, {"id": 4, "name": "y", "required": true, "type": "int"}]}`, "iceberg-required-added"},
	{"add required to the struct of a list", "123", `2 l {"type": "list", "element-id": 3, "element-required": true, "element": {"type": "struct", "fields": [{"id": 4, "name": "x", "required": false, "type": "int"}]}}`,
		`2 l {"type": "list", "element-id": 3, "element-required": true, "element": {"type": "struct", "fields": [{"id": 4, "name": "x", "required": false, "type": "int"}, {"id": 5, "name": "y", "required": true, "type": "int"}]}}`, "iceberg-required-added"},
	{"drop", "123", "2 a int\n3 b! int", "", ""},
	{"drop a nested one", "123", `2 s {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}, {"id": 4, "name": "y", "required": false, "type": "int"}]}`,
		`2 s {"type": "struct", "fields": [{"id": 4, "name": "y", "required": false, "type": "int"}]}`, ""},
	{"rename", "123", "2 a int", "2 b int", ""},
	{"rename to a name that is there", "123", "2 a int\n3 b int", "2 b int\n3 b int", "iceberg-name-duplicate"},
	{"reorder", "123", "2 a int\n3 b int", "3 b int\n2 a int", ""},
	{"doc", "123", "2 a int", `2 a int | doc "now documented"`, ""},
	{"move into a struct", "123", "2 a int\n3 b int", `4 s {"type": "struct", "fields": [{"id": 2, "name": "a", "required": false, "type": "int"}, {"id": 3, "name": "b", "required": false, "type": "int"}]}`, "iceberg-field-moved iceberg-field-moved"},
	{"move out of a struct", "123", `2 s {"type": "struct", "fields": [{"id": 3, "name": "a", "required": false, "type": "int"}]}`, "3 a int", "iceberg-field-moved"},
	{"move between structs", "123", `2 s {"type": "struct", "fields": [{"id": 3, "name": "a", "required": false, "type": "int"}]}` + "\n" + `4 t {"type": "struct", "fields": [{"id": 5, "name": "b", "required": false, "type": "int"}]}`,
		`2 s {"type": "struct", "fields": [{"id": 5, "name": "b", "required": false, "type": "int"}]}` + "\n" + `4 t {"type": "struct", "fields": [{"id": 3, "name": "a", "required": false, "type": "int"}]}`, "iceberg-field-moved iceberg-field-moved"},
	{"struct to primitive", "123", `2 v {"type": "struct", "fields": [{"id": 3, "name": "n", "required": false, "type": "int"}]}`, "2 v int", "iceberg-kind-changed"},
	{"list to map", "123", `2 v {"type": "list", "element-id": 3, "element": "int", "element-required": false}`, `2 v {"type": "map", "key-id": 4, "key": "int", "value-id": 3, "value": "int", "value-required": false}`, "iceberg-kind-changed"},
	{"list to its element", "123", `2 v {"type": "list", "element-id": 3, "element": "int", "element-required": false}`, "2 v int", "iceberg-kind-changed"},
	{"required to optional", "123", "2 a! int", "2 a int", ""},
	{"optional to required", "123", "2 a int", "2 a! int", "iceberg-optional-to-required"},
	{"element to required", "123", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false}`, `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": true}`, "iceberg-optional-to-required"},
	{"value to required", "123", `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "int", "value-required": false}`, `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "int", "value-required": true}`, "iceberg-optional-to-required"},
	{"value to optional", "123", `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "int", "value-required": true}`, `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "int", "value-required": false}`, ""},
	{"element promoted", "123", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false}`, `2 l {"type": "list", "element-id": 3, "element": "long", "element-required": false}`, ""},
	{"element narrowed", "123", `2 l {"type": "list", "element-id": 3, "element": "long", "element-required": false}`, `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false}`, "iceberg-type-narrowed"},
	{"value promoted", "123", `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "float", "value-required": true}`, `2 m {"type": "map", "key-id": 3, "key": "int", "value-id": 4, "value": "double", "value-required": true}`, ""},
	{"key renamed inside", "123", `2 m {"type": "map", "key-id": 3, "key": {"type": "struct", "fields": [{"id": 5, "name": "a", "required": true, "type": "int"}]}, "value-id": 4, "value": "int", "value-required": true}`,
		`2 m {"type": "map", "key-id": 3, "key": {"type": "struct", "fields": [{"id": 5, "name": "b", "required": true, "type": "int"}]}, "value-id": 4, "value": "int", "value-required": true}`, "iceberg-map-key-changed"},
	{"key loses a field", "123", `2 m {"type": "map", "key-id": 3, "key": {"type": "struct", "fields": [{"id": 5, "name": "a", "required": true, "type": "int"}, {"id": 6, "name": "b", "required": true, "type": "int"}]}, "value-id": 4, "value": "int", "value-required": true}`,
		`2 m {"type": "map", "key-id": 3, "key": {"type": "struct", "fields": [{"id": 5, "name": "a", "required": true, "type": "int"}]}, "value-id": 4, "value": "int", "value-required": true}`, "iceberg-map-key-changed"},
	{"element gets another id", "123", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false}`, `2 l {"type": "list", "element-id": 4, "element": "int", "element-required": false}`, "iceberg-element-replaced"},
	{"initial-default changed", "3", "2 a int | initial-default 5 | write-default 5", "2 a int | initial-default 6 | write-default 5", "iceberg-initial-default-changed"},
	{"initial-default removed", "3", "2 a int | initial-default 5 | write-default 5", "2 a int | write-default 5", "iceberg-initial-default-changed"},
	{"initial-default spelled anew", "3", "2 a double | initial-default 5 | write-default 5", "2 a double | initial-default 5.0 | write-default 5e0", ""},
	{"initial-default of a promoted date", "3", `2 a date | initial-default "2024-01-01"`, `2 a timestamp | initial-default "2024-01-01T00:00:00"`, ""},
	{"write-default changed", "3", "2 a! int | initial-default 5 | write-default 5", "2 a! int | initial-default 5 | write-default 6", ""},
	{"write-default removed from optional", "3", "2 a int | initial-default 5 | write-default 5", "2 a int | initial-default 5", ""},
	{"write-default removed from required", "3", "2 a! int | initial-default 5 | write-default 5", "2 a! int | initial-default 5", "iceberg-write-default-removed"},
	{"id zero", "123", "", "0 a int", "iceberg-field-id-invalid"},
	{"id negative", "123", "", "-3 a int", "iceberg-field-id-invalid"},
	{"id twice", "123", "2 a int", "2 a int\n2 b int", "iceberg-field-id-duplicate"},
	{"id below the highest", "123", "2 a int\n9 b int", "2 a int\n9 b int\n5 c int", "iceberg-field-id-reused"},
	{"nested id below the highest", "123", "9 b int", `9 b int` + "\n" + `10 s {"type": "struct", "fields": [{"id": 4, "name": "x", "required": false, "type": "int"}]}`, "iceberg-field-id-reused"},
	{"variant", "12", "", "2 v variant", "iceberg-type-needs-version"},
	{"variant", "3", "", "2 v variant", ""},
	{"variant with a default", "3", "", `2 v variant | initial-default "a" | write-default "a"`, "iceberg-default-invalid iceberg-default-invalid"},
	{"unknown", "3", "", "2 u unknown", ""},
	{"unknown to struct", "3", "2 u unknown", `2 u {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]}`, ""},
	{"unknown to required", "3", "2 u unknown", "2 u! string", "iceberg-optional-to-required"},
	{"default of another type", "3", "", `2 a int | initial-default "5" | write-default 5`, "iceberg-default-invalid"},
	{"geometry to geography", "3", "2 g geometry", "2 g geography", "iceberg-type-changed"},
	{"geometry spelled with its default", "3", "2 g geometry", "2 g geometry(OGC:CRS84)", ""},
	{"geography algorithm", "3", "2 g geography", "2 g geography(OGC:CRS84, karney)", "iceberg-geo-parameter-changed"},
	{"decimal of 39 digits", "123", "", "2 m decimal(39, 2)", "iceberg-type-parameter"},
}

func TestMatrix(t *testing.T) {
	for _, c := range matrix {
		for _, v := range c.versions {
			version, _ := strconv.Atoi(string(v))
			e := Evolve(pairOfColumns(t, version, "", c.old, c.new))
			got := idsOf(e.Breaks)
			slices.Sort(got)
			if strings.Join(got, " ") != c.breaks {
				t.Errorf("%s, version %d: breaks %v, want %q", c.name, version, got, c.breaks)
			}
		}
	}
}

// pairOfColumns are two schemas of one table, each with a required id beside the columns given.
func pairOfColumns(t *testing.T, version int, extra, older, younger string) *Pair {
	t.Helper()
	lines := func(text string) []string {
		if text == "" {
			return []string{"1 id! long"}
		}
		return append([]string{"1 id! long"}, strings.Split(text, "\n")...)
	}
	table, err := Read("t.json", []byte(metadata(version, extra, columns(0, lines(older)...), columns(1, lines(younger)...))))
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLineage([]*Table{table})
	if err != nil {
		t.Fatal(err)
	}
	return l.Pair(0, 1)
}

// TestPromotions tries every primitive against every other one.
func TestPromotions(t *testing.T) {
	types := []string{"boolean", "int", "long", "float", "double", "decimal(9, 2)", "decimal(18, 2)", "decimal(18, 3)", "date", "time", "timestamp", "timestamptz",
		"string", "uuid", "fixed[16]", "fixed[8]", "binary", "timestamp_ns", "timestamptz_ns", "variant", "geometry", "geography", "unknown"}
	always := map[string]bool{"int long": true, "float double": true, "decimal(9, 2) decimal(18, 2)": true}
	three := map[string]bool{"date timestamp": true, "date timestamp_ns": true}
	for version := 1; version <= 3; version++ {
		for _, from := range types {
			for _, to := range types {
				a, _ := parsePrimitive(from)
				b, _ := parsePrimitive(to)
				if version < 3 && max(a.NeedsVersion(), b.NeedsVersion()) > version {
					continue
				}
				key := from + " " + to
				want := from == to || always[key] || version == 3 && (three[key] || from == "unknown")
				e := Evolve(pairOfColumns(t, version, "", "2 c "+from, "2 c "+to))
				if e.Legal != want {
					t.Errorf("version %d, %s to %s: %s (%v)", version, from, to, e, idsOf(e.Breaks))
				}
			}
		}
	}
}

// TestTransforms tries the promotions under every transform (specification: a promotion is not allowed when the transform
// would produce another value).
func TestTransforms(t *testing.T) {
	for _, c := range []struct {
		version             int
		from, to, transform string
		legal               bool
	}{
		{2, "int", "long", "bucket[16]", true}, {2, "int", "long", "truncate[10]", true}, {2, "int", "long", "identity", true}, {2, "float", "double", "identity", true},
		{2, "decimal(9, 2)", "decimal(18, 2)", "bucket[4]", true}, {2, "decimal(9, 2)", "decimal(18, 2)", "truncate[4]", true},
		{3, "date", "timestamp", "year", true}, {3, "date", "timestamp", "month", true}, {3, "date", "timestamp", "day", true}, {3, "date", "timestamp", "void", true},
		{3, "date", "timestamp", "identity", false}, {3, "date", "timestamp", "bucket[16]", false}, {3, "date", "timestamp", "zorder", false},
		{3, "date", "timestamp_ns", "day", true}, {3, "date", "timestamp_ns", "bucket[16]", false}, {3, "unknown", "string", "identity", true},
	} {
		e := Evolve(pairOfColumns(t, c.version, partitionedBy(2, c.transform), "2 c "+c.from, "2 c "+c.to))
		if e.Legal != c.legal {
			t.Errorf("%s to %s under %s: %s %v", c.from, c.to, c.transform, e, idsOf(e.Breaks))
		}
	}
	several := `"default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": [{"source-ids": [1, 2], "field-id": 1000, "name": "p", "transform": "bucket[16]"}]}]`
	if e := Evolve(pairOfColumns(t, 3, several, "2 d date", "2 d timestamp")); e.Legal {
		t.Error("a transform of several columns is not looked at")
	}
	for _, c := range []struct {
		extra string
		want  string
	}{
		{partitionedBy(2, "identity"), "iceberg-partition-source-dropped"},
		{partitionedBy(2, "void"), ""},
		{`"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, "iceberg-sort-source-dropped"},
		{`"default-sort-order-id": 0, "sort-orders": [{"order-id": 0, "fields": []}, {"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`, ""},
	} {
		e := Evolve(pairOfColumns(t, 2, c.extra, "2 p string", ""))
		if got := strings.Join(idsOf(e.Breaks), " "); got != c.want {
			t.Errorf("drop under %s: %q, want %q", c.extra, got, c.want)
		}
	}
}

// TestHistories asks what only the schemas in between show.
func TestHistories(t *testing.T) {
	for _, c := range []struct {
		name    string
		schemas []string
		pair    [2]int
		breaks  string
		tells   string
	}{
		{"the id comes back as another column", []string{"1 id! long\n2 a int", "1 id! long", "1 id! long\n2 b int"}, [2]int{1, 2}, "iceberg-field-id-reused", ""},
		{"seen across the gap", []string{"1 id! long\n2 a int", "1 id! long", "1 id! long\n2 b int"}, [2]int{0, 2}, "iceberg-field-id-reused", ""},
		{"the id comes back as itself", []string{"1 id! long\n2 a int", "1 id! long", "1 id! long\n2 a long"}, [2]int{1, 2}, "", ""},
		{"a required column comes back", []string{"1 id! long\n2 a! int", "1 id! long", "1 id! long\n2 a! int"}, [2]int{1, 2}, "iceberg-drop-undone iceberg-required-added", ""},
		{"only the step that did it is told", []string{"1 id! long\n2 a int", "1 id! long", "1 id! long\n2 b int", "1 id! long\n2 c int"}, [2]int{2, 3}, "", ""},
		{"the name comes back long after", []string{"1 id! long\n2 a int", "1 id! long", "1 id! long", "1 id! long\n3 a int"}, [2]int{2, 3}, "", "iceberg-drop-readd"},
		{"the name of a renamed column comes back", []string{"1 id! long\n2 a int", "1 id! long\n2 b int", "1 id! long\n2 b int\n3 a int"}, [2]int{1, 2}, "", "iceberg-old-name-reused"},
		{"a column takes the name of a dropped one", []string{"1 id! long\n2 a int\n3 b int", "1 id! long\n3 b int", "1 id! long\n3 a int"}, [2]int{1, 2}, "", "iceberg-old-name-reused"},
		{"renamed there and back", []string{"1 id! long\n2 a int", "1 id! long\n2 b int", "1 id! long\n2 a int"}, [2]int{1, 2}, "", ""},
	} {
		var texts []string
		for i, s := range c.schemas {
			texts = append(texts, columns(i, strings.Split(s, "\n")...))
		}
		table, err := Read("t.json", []byte(metadata(2, "", texts...)))
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLineage([]*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		trace := Resolve(l.Pair(c.pair[0], c.pair[1]))
		e := EvolutionOf(trace)
		got := idsOf(e.Breaks)
		slices.Sort(got)
		if strings.Join(got, " ") != c.breaks {
			t.Errorf("%s: breaks %v, want %q", c.name, got, c.breaks)
		}
		var loud []string
		for _, f := range findingsOf(trace) {
			if f.Rule == dropReadd || f.Rule == oldNameReused || f.Rule == namesSwapped {
				loud = append(loud, f.Rule.ID)
			}
		}
		if strings.Join(loud, " ") != c.tells {
			t.Errorf("%s: tells %v, want %q", c.name, loud, c.tells)
		}
	}
}
