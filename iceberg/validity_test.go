package iceberg

import (
	"slices"
	"strings"
	"testing"
)

// problemsOf are the ids of the rules that a metadata file breaks by itself, in order, each as often as it is broken.
func problemsOf(t *testing.T, text string) string {
	t.Helper()
	view := viewOf(t, "t.json", text)
	var ids []string
	for _, p := range slices.Concat(view.Schema.Problems, view.Table.Problems) {
		ids = append(ids, p.Rule.ID)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// TestColumnsByThemselves: what the specification says of one column, whatever was before.
func TestColumnsByThemselves(t *testing.T) {
	identified := func(column string) string {
		return strings.Replace(columns(0, column), `"fields"`, `"identifier-field-ids": [1], "fields"`, 1)
	}
	for _, c := range []struct{ schema, want string }{
		{columns(0, "1 g geography(OGC:CRS84, andoyer)"), ""},
		{columns(0, "1 g geography(OGC:CRS84, haversine)"), "iceberg-type-parameter"},
		{identified("1 g! geometry"), ""}, // primitive and required: nothing in the specification speaks against it
		{identified("1 v! variant"), "iceberg-identifier-invalid"},
		{identified("1 d! double"), "iceberg-identifier-invalid"},
		{identified("1 s string"), "iceberg-identifier-invalid"},
		{identified("1 u unknown"), "iceberg-identifier-invalid"},
	} {
		if got := problemsOf(t, metadata(3, "", c.schema)); got != c.want {
			t.Errorf("%s: %q, want %q", c.schema, got, c.want)
		}
	}
}

// TestBoundByThemselves: a transform must apply to its source in every spec, the retired ones included, since a table is
// opened with all of them; that the source is gone only counts for the one that new files are written with.
func TestBoundByThemselves(t *testing.T) {
	schema := columns(0, "1 id! long", "2 s string", "3 ts timestamp", "4 u unknown", `5 l {"type": "list", "element-id": 6, "element": "int", "element-required": false}`)
	field := func(source, transform string) string {
		return `{"source-id": ` + source + `, "field-id": 1000, "name": "p", "transform": "` + transform + `", "direction": "asc", "null-order": "nulls-first"}`
	}
	for _, c := range []struct{ source, transform, spec, retired, order string }{
		{"2", "bucket[16]", "", "", ""},
		{"2", "bucket[0]", "iceberg-transform-invalid", "iceberg-transform-invalid", "iceberg-transform-invalid"},
		{"2", "bucket[2147483648]", "iceberg-transform-invalid", "iceberg-transform-invalid", "iceberg-transform-invalid"},
		{"3", "truncate[4]", "iceberg-transform-invalid", "iceberg-transform-invalid", "iceberg-transform-invalid"},
		{"4", "identity", "", "", ""},
		{"4", "bucket[4]", "iceberg-transform-invalid", "iceberg-transform-invalid", "iceberg-transform-invalid"},
		{"4", "day", "iceberg-transform-invalid", "iceberg-transform-invalid", "iceberg-transform-invalid"},
		{"6", "identity", "iceberg-transform-invalid", "", "iceberg-transform-invalid"},
		{"9", "identity", "iceberg-partition-unbound", "", "iceberg-sort-unbound"},
		{"9", "void", "", "", "iceberg-sort-unbound"}, // void is how version 1 drops a partition field, and no sort key
		{"2", "zorder[2]", "", "", ""}, // readers ignore what a later version may know
	} {
		f := field(c.source, c.transform)
		for where, extra := range map[string]string{
			"spec":    `"default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": [` + f + `]}]`,
			"retired": `"default-spec-id": 1, "partition-specs": [{"spec-id": 0, "fields": [` + f + `]}, {"spec-id": 1, "fields": []}]`,
			"order":   `"default-sort-order-id": 1, "sort-orders": [{"order-id": 1, "fields": [` + f + `]}]`,
		} {
			want := map[string]string{"spec": c.spec, "retired": c.retired, "order": c.order}[where]
			if got := problemsOf(t, metadata(3, extra, schema)); got != want {
				t.Errorf("%s of field id %s in a %s: %q, want %q", c.transform, c.source, where, got, want)
			}
		}
	}
}

// TestSeveralSources: transforms of several columns came with version 3.
func TestSeveralSources(t *testing.T) {
	for version, want := range map[int]string{1: "iceberg-transform-invalid", 2: "iceberg-transform-invalid", 3: ""} {
		spec := `"default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": [{"source-ids": [1, 2], "field-id": 1000, "name": "p", "transform": "bucket[4]"}]}]`
		if got := problemsOf(t, metadata(version, spec, columns(0, "1 a long", "2 b long"))); got != want {
			t.Errorf("version %d: %q, want %q", version, got, want)
		}
	}
}

// TestPartitionNames: which names of partition fields a table can be opened with is asked of iceberg-java in java_test.go;
// here is where the finding points.
func TestPartitionNames(t *testing.T) {
	table, err := Read("t.json", []byte(metadata(2, partitionedBy(1, "bucket[4]"), columns(0, "1 id! long", "2 p string"))))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Problems) != 1 {
		t.Fatalf("%d problems", len(table.Problems))
	}
	p := table.Problems[0]
	want := "the column p (field id 2) has the name of a field of partition spec 0, which is bucket[4] of id (field id 1): Java refuses to open the table"
	if p.Rule != partitionNameTaken || p.Path != "p" || p.At != table.Current.Fields[1].At || p.Message != want {
		t.Errorf("%s at %s of %s: %s", p.Rule.ID, p.At, p.Path, p.Message)
	}
}

func TestDeclarations(t *testing.T) {
	for key, want := range map[string]string{
		"schemavet.field.1.unit":  "",
		"schemavet.field.2.unit":  "", // an older schema has it
		"schemavet.field.9.unit":  "iceberg-declaration-idle",
		"schemavet.field.a.unit":  "iceberg-declaration-idle",
		"schemavet.field.1":       "iceberg-declaration-idle",
		"schemavet.fields.1.unit": "iceberg-declaration-idle",
		"owner":                   "",
	} {
		if got := problemsOf(t, metadata(2, `"properties": {"`+key+`": "ms"}`, columns(0, "1 a long", "2 b long"), columns(1, "1 a long"))); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// TestPartitionFields: Java joins the fields of all specs by their id, and fails over one that stands for two things.
func TestPartitionFields(t *testing.T) {
	field := func(source, id, transform string) string {
		return `{"source-id": ` + source + `, "field-id": ` + id + `, "name": "p", "transform": "` + transform + `"}`
	}
	for _, c := range []struct {
		version             int
		before, after, last string
		want                string
	}{
		{2, field("1", "1000", "bucket[8]"), field("1", "1000", "bucket[8]"), "1000", ""},
		{2, field("1", "1000", "bucket[8]"), field("1", "1001", "bucket[16]"), "1001", ""},
		{2, field("1", "1000", "bucket[8]"), field("1", "1000", "void"), "1000", ""},
		{2, field("1", "1000", "bucket[8]"), field("1", "1000", "bucket[16]"), "1000", "iceberg-partition-field-reused"},
		{2, field("1", "1000", "identity"), field("2", "1000", "identity"), "1000", "iceberg-partition-field-reused"},
		{2, field("1", "1000", "identity"), "", "999", "iceberg-partition-field-reused"},
		{1, field("1", "1000", "identity"), field("2", "1000", "identity"), "1000", ""},
	} {
		specs := `"last-partition-id": ` + c.last + `, "default-spec-id": 1, "partition-specs": [{"spec-id": 0, "fields": [` + c.before + `]}, {"spec-id": 1, "fields": [` + c.after + `]}]`
		if got := problemsOf(t, metadata(c.version, specs, columns(0, "1 a long", "2 b long"))); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestFaultsOfOtherSchemas: a table is opened with all its schemas, so that an error of one that is no longer the current
// one counts; warnings of it do not, and what both have is told once.
func TestFaultsOfOtherSchemas(t *testing.T) {
	for _, c := range []struct{ older, younger, want string }{
		{columns(0, "1 a int", "2 b int"), columns(1, "1 a int"), ""},
		{columns(0, "1 a int", "1 b int"), columns(1, "1 a int"), "iceberg-field-id-duplicate"},
		{columns(0, "1 a int", "2 a int"), columns(1, "1 a int"), "iceberg-name-duplicate"},
		{columns(0, "1 a timestamp_ns"), columns(1, "1 a timestamp_ns"), "iceberg-type-needs-version"},
		{columns(0, "1 a int", "2 A int"), columns(1, "1 a int"), ""},
	} {
		view := viewOf(t, "t.json", metadata(2, "", c.older, c.younger))
		var ids []string
		for _, p := range view.Table.Faults(view.Schema) {
			ids = append(ids, p.Rule.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.older, got, c.want)
		}
	}
}
