package iceberg

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

func lineageOfTexts(t *testing.T, texts ...string) *Lineage {
	t.Helper()
	var tables []*Table
	for i, text := range texts {
		table, err := Read("v"+string(rune('1'+i))+".metadata.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	l, err := NewLineage(tables)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func labels(l *Lineage) string {
	var all []string
	for _, v := range l.Versions {
		all = append(all, v.Label)
	}
	return strings.Join(all, ", ")
}

// TestLineage: a history is the union of its files, each state once.
func TestLineage(t *testing.T) {
	s0, s1, s2 := columns(0, "1 id! long"), columns(1, "1 id! long", "2 a int"), columns(2, "1 id! long", "2 a long")
	back := `{"format-version": 2, "current-schema-id": 0, "schemas": [` + s0 + "," + s1 + `]}`
	mapped := func(id string) string {
		return `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": ` + id + `}]"}`
	}
	for _, c := range []struct {
		name  string
		texts []string
		want  string
	}{
		{"one file", []string{metadata(2, "", s0, s1, s2)}, "schema 0, schema 1, schema 2"},
		{"one file that went back", []string{back}, "schema 0, schema 1, schema 0"},
		{"files that grow", []string{metadata(2, "", s0), metadata(2, "", s0, s1)}, "v1.metadata.json schema 0, v2.metadata.json schema 1"},
		{"expired schemas", []string{metadata(2, "", s0, s1), `{"format-version": 2, "current-schema-id": 2, "schemas": [` + s2 + `]}`}, "v1.metadata.json schema 0, v1.metadata.json schema 1, v2.metadata.json schema 2"},
		{"nothing happens", []string{metadata(2, "", s0, s1), metadata(2, "", s0, s1)}, "v1.metadata.json schema 0, v1.metadata.json schema 1"},
		{"an upgrade", []string{metadata(2, "", s0), metadata(3, "", s0)}, "v1.metadata.json schema 0, v2.metadata.json schema 0"},
		{"back in a later file", []string{metadata(2, "", s0, s1), back}, "v1.metadata.json schema 0, v1.metadata.json schema 1, v2.metadata.json schema 0"},
		{"a property states another fact", []string{metadata(2, `"properties": {"schemavet.field.1.unit": "s"}`, s0), metadata(2, `"properties": {"schemavet.field.1.unit": "ms"}`, s0)}, "v1.metadata.json schema 0, v2.metadata.json schema 0"},
		{"another name mapping", []string{metadata(2, mapped("2"), s0, s1), metadata(2, mapped("3"), s0, s1)}, "v1.metadata.json schema 0, v1.metadata.json schema 1, v2.metadata.json schema 1"},
	} {
		if got := labels(lineageOfTexts(t, c.texts...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	l := lineageOfTexts(t, metadata(2, "", s0, s1), metadata(2, "", s0, columns(1, "1 id! long", "2 a string")))
	if len(l.Problems) != 1 || l.Problems[0].Rule != schemaRewritten || len(l.Versions) != 3 {
		t.Errorf("a schema rewritten in place: %v, %s", l.Problems, labels(l))
	}
	other := `"table-uuid": "b", "location": "s3://x"`
	one, _ := Read("a.metadata.json", []byte(metadata(2, `"table-uuid": "a"`, s0)))
	two, _ := Read("b.metadata.json", []byte(metadata(2, other, s0)))
	if _, err := NewLineage([]*Table{one, two}); err == nil || !strings.Contains(err.Error(), "another table than a.metadata.json") {
		t.Errorf("two tables in one history: %v", err)
	}
}

// TestMappingRebound: the mapping may change by itself.
func TestMappingRebound(t *testing.T) {
	schema := columns(0, "1 id! long", "2 b int", "3 a int")
	mapped := func(id string) string {
		return metadata(2, `"properties": {"schema.name-mapping.default": "[{\"names\": [\"a\"], \"field-id\": `+id+`}]"}`, schema)
	}
	l := lineageOfTexts(t, mapped("2"), mapped("3"))
	found := fires(t, mappingRebound, mapped("2"), mapped("3"))
	if len(l.Versions) != 2 || len(found) != 1 || found[0].Path != "a" {
		t.Errorf("%s: %v", labels(l), found)
	}
}

// TestGivenOut: last-column-id of an older file tells of ids that no schema shows any more.
func TestGivenOut(t *testing.T) {
	older := metadata(2, `"last-column-id": 9`, columns(0, "1 id! long"))
	for _, c := range []struct {
		younger string
		legal   bool
		back    bool
	}{
		{metadata(2, `"last-column-id": 9`, columns(0, "1 id! long"), columns(1, "1 id! long", "5 a int")), true, false}, // nobody counts
		{metadata(2, `"last-column-id": 5`, columns(0, "1 id! long"), columns(1, "1 id! long", "5 a int")), false, true},
		{metadata(2, `"last-column-id": 10`, columns(0, "1 id! long"), columns(1, "1 id! long", "10 a int")), true, false},
		{metadata(2, "", columns(0, "1 id! long"), columns(1, "1 id! long", "10 a int")), true, false},
		{metadata(2, `"last-column-id": 10`, columns(0, "1 id! long"), columns(1, "1 id! long", "5 a int", "10 b int")), false, false},
	} {
		l := lineageOfTexts(t, older, c.younger)
		if e := Evolve(l.Pair(0, 1)); e.Legal != c.legal {
			t.Errorf("%s: %s", c.younger, e)
		}
		if back := len(l.Problems) == 1 && l.Problems[0].Rule == idAboveLast; back != c.back {
			t.Errorf("%s: %v", c.younger, l.Problems)
		}
		one, two := l.Tables[0], l.Tables[1]
		if e := Evolve(&Pair{Writer: View{one.Current, one}, Reader: View{two.Current, two}}); e.Legal != c.legal {
			t.Errorf("two files by themselves: %s: %s", c.younger, e)
		}
	}
}

// TestNamesakes: a name that was given to another column asks about one of two field ids.
func TestNamesakes(t *testing.T) {
	l := lineageOfTexts(t, metadata(2, "", columns(0, "1 id! long", "2 email string"), columns(1, "1 id! long"), columns(2, "1 id! long", "3 email string")))
	id, ok := FindField(l, "email")
	if k := WhyKeep(l, id, nil); !ok || id != 3 || len(k.Namesakes) != 1 || k.Namesakes[0] != 2 {
		t.Errorf("email is %d (%v), its namesakes %v", id, ok, k.Namesakes)
	}
	if k := WhyKeep(l, 1, nil); len(k.Namesakes) != 0 {
		t.Errorf("id has namesakes: %v", k.Namesakes)
	}
}

// TestRespecified: a partition spec is not changed in place; other names of its fields are.
func TestRespecified(t *testing.T) {
	spec := func(name, transform string) string {
		return metadata(2, `"default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": 1, "field-id": 1000, "name": "`+name+`", "transform": "`+transform+`"}]}]`, columns(0, "1 id! long"))
	}
	for _, c := range []struct {
		younger string
		want    int
	}{{spec("p", "bucket[4]"), 0}, {spec("q", "bucket[4]"), 0}, {spec("p", "identity"), 1}} {
		l := lineageOfTexts(t, spec("p", "bucket[4]"), c.younger)
		if len(l.Problems) != c.want {
			t.Errorf("%s: %v", c.younger, l.Problems)
		}
	}
	order := func(direction string) string {
		return metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"source-id": 1, "null-order": "nulls-first", "transform": "identity", "direction": "`+direction+`"}]}]`, columns(0, "1 id! long"))
	}
	if l := lineageOfTexts(t, order("asc"), order("ASC")); len(l.Problems) != 0 {
		t.Errorf("one order: %s", l.Problems[0].Message)
	}
	if l := lineageOfTexts(t, order("asc"), order("desc")); len(l.Problems) != 1 || l.Problems[0].Message != "sort order 1 is identity of 1 desc nulls-first and was identity of 1 asc nulls-first in v1.metadata.json: files name it by its id" {
		t.Errorf("an order that was turned: %v", l.Problems)
	}
}

// TestMappingLost: a name that a mapping gives to nothing any more is told, once for the step that lost it; one that goes to
// another column is not lost, and of what is dropped nobody asks.
func TestMappingLost(t *testing.T) {
	plain := columns(0, "1 id! long", `2 a {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]}`, "4 b int")
	mapped := func(a, x, b string) string {
		return `"properties": {"schema.name-mapping.default": ` + quoted(`[{"names": ["id"], "field-id": 1}, {"names": [`+a+`], "field-id": 2, "fields": [{"names": [`+x+`], "field-id": 3}]}, {"names": [`+b+`], "field-id": 4}]`) + `}`
	}
	whole := metadata(2, mapped(`"a"`, `"x"`, `"b"`), plain)
	for name, c := range map[string]struct{ younger, paths string }{
		"as it was":          {metadata(2, mapped(`"a"`, `"x"`, `"b"`), plain), ""},
		"another name too":   {metadata(2, mapped(`"a", "c"`, `"x"`, `"b"`), plain), ""},
		"lost":               {metadata(2, mapped(`"a"`, `"x"`, `"c"`), plain), "b"},
		"lost inside":        {metadata(2, mapped(`"a"`, `"y"`, `"b"`), plain), "a.x"},
		"lost with what has": {metadata(2, mapped(``, `"x"`, `"b"`), plain), "a"},
		"to another":         {metadata(2, mapped(`"b"`, `"x"`, `"a"`), plain), ""},
		"all gone":           {metadata(2, "", plain), "(root)"},
		"not readable":       {metadata(2, `"properties": {"schema.name-mapping.default": "["}`, plain), ""},
		"dropped":            {metadata(2, mapped(`"a"`, `"x"`, ``), plain, columns(1, "1 id! long", `2 a {"type": "struct", "fields": [{"id": 3, "name": "x", "required": false, "type": "int"}]}`)), ""},
	} {
		l := lineageOfTexts(t, whole, c.younger)
		var paths []string
		for i := 1; i < len(l.Versions); i++ {
			for _, f := range (compat.Pass{Trace: Resolve(l.Pair(i-1, i))}).Run([]*compat.Rule{mappingLost}) {
				paths = append(paths, cmp.Or(string(f.Path), "(root)"))
			}
		}
		if got := strings.Join(paths, " "); got != c.paths {
			t.Errorf("%s: %q, want %q", name, got, c.paths)
		}
	}
}

// TestWhyKeepParts: a struct takes along what stands in it, and what stood in it once.
func TestWhyKeepParts(t *testing.T) {
	point := func(id int, fields string) string {
		return columns(id, "1 id! long", `2 s! {"type": "struct", "fields": [`+fields+`]}`)
	}
	x, y := `{"id": 3, "name": "x", "required": true, "type": "int"}`, `{"id": 4, "name": "y", "required": false, "type": "int"}`
	now := strings.Replace(point(1, x), `"fields"`, `"identifier-field-ids": [3], "fields"`, 1)
	l := lineageOfTexts(t, metadata(2, `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [{"transform": "identity", "source-id": 3, "direction": "asc", "null-order": "nulls-first"}]}], `+partitionedBy(3, "bucket[4]")+
		`, "snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "schema-id": 5}], "current-snapshot-id": 7`, point(0, x+", "+y), now))
	k := WhyKeep(l, 2, &Evidence{DataFiles: 2, SpecFiles: map[int]int{}, Columns: map[int]*Column{3: {Files: 2, Values: 9}, 4: {Files: 1, Values: 5, Deletes: 1}}})
	var reasons []string
	for _, r := range k.Reasons {
		reasons = append(reasons, r.Kind+": "+r.What)
	}
	want := []string{
		"schema: the current schema 1 has it as s required struct",
		"identifier: s.x is an identifier field: engines find rows by it",
		`ref: branch "main" is read with schema 1`,
		`partition-spec: partition spec 0, the default, derives "p" from s.x by bucket[4]`,
		"sort-order: sort order 1, the default, sorts by s.x",
		"equality-delete: 1 equality delete files compare s.y: they go on applying by field id after a drop",
		"data-file: 2 of 2 data files hold s.x, with 9 values, nulls not counted",
		"data-file: 1 of 2 data files hold s.y, with 5 values, nulls not counted",
	}
	if !slices.Equal(reasons, want) {
		t.Errorf("got\n%s", strings.Join(reasons, "\n"))
	}
	if len(k.Blind) != 1 || k.Blind[0] != "snapshot 7: its schema 5 is no longer in the metadata" {
		t.Errorf("not looked at: %v", k.Blind)
	}
}

// TestWhyKeepMany: a table of thousands of snapshots needs a column for one reason, not for thousands, and one whose snapshots have lost
// their schemas does not say so thousands of times.
func TestWhyKeepMany(t *testing.T) {
	snapshots := make([]string, 300)
	for i := range snapshots {
		snapshots[i] = fmt.Sprintf(`{"snapshot-id": %d, "timestamp-ms": %d}`, i+1, i)
	}
	of := func(snapshots []string) *Lineage {
		return lineageOfTexts(t, metadata(2, `"snapshots": [`+strings.Join(snapshots, ", ")+`]`, columns(0, "1 id! long")))
	}
	l := of(snapshots)
	for i := range snapshots {
		snapshots[i] = fmt.Sprintf(`{"snapshot-id": %d, "timestamp-ms": %d, "schema-id": 7}`, i+1, i)
	}
	blind := WhyKeep(of(snapshots), 1, &Evidence{}).Blind
	if n := len(blind); n != 101 || blind[n-1] != "200 more snapshots: their schemas are no longer in the metadata" {
		t.Errorf("%d lines of what was not looked at, the last is %q", n, blind[n-1])
	}
	reasons := WhyKeep(l, 1, nil).Reasons
	if n := len(reasons); n != 102 || reasons[n-1].What != "and 200 more snapshots are read with a schema that has it" {
		t.Errorf("%d reasons, the last is %q", n, reasons[n-1].What)
	}
}
