package iceberg

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
	"pgregory.net/rapid"
)

func TestReadRefuses(t *testing.T) {
	field := func(attributes string) string {
		return `{"type": "struct", "fields": [{` + attributes + `}]}`
	}
	deep := strings.Repeat(`{"type": "list", "element-id": 2, "element-required": false, "element": `, 200) + `"int"` + strings.Repeat("}", 200)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "parse t.json: the file is empty"},
		{"truncated", `{"type": "struct", "fields": [`, "parse t.json:1:31: the text ends inside the array that starts at 1:30"},
		{"bare word", `struct`, "parse t.json:1:1: expected a JSON value"},
		{"list", `[]`, "parse t.json:1:1: table metadata or a schema is an object, this is an array"},
		{"neither", `{"a": 1}`, "neither table metadata (no format-version) nor a schema (no fields)"},
		{"duplicate key", `{"type": "struct", "type": "struct", "fields": []}`, "the key \"type\" stands twice"},
		{"view", `{"view-uuid": "x", "format-version": 1, "versions": []}`, "metadata of a view"},
		{"function", `{"function-uuid": "x", "format-version": 1, "definitions": []}`, "metadata of a function"},
		{"no version", `{"table-uuid": "x", "schemas": [], "current-schema-id": 0}`, "no format-version"},
		{"version null", `{"format-version": null, ` + oneSchema + `}`, "no format-version"},
		{"version 9", `{"format-version": 9}`, "format-version 9 is not known"},
		{"version text", `{"format-version": "2"}`, `format-version is an integer, this is "2"`},
		{"version fraction", `{"format-version": 2.5}`, "format-version is an integer, this is 2.5"},
		{"no schemas", `{"format-version": 2, "schemas": [], "current-schema-id": 0}`, "the metadata has no schemas"},
		{"schema twice", metadataWith(`"schemas": [{"type": "struct", "schema-id": 0, "fields": []}, {"type": "struct", "schema-id": 0, "fields": []}]`), "schema-id 0 stands twice"},
		{"current schema missing", metadataWith(`"current-schema-id": 4, "schemas": [{"type": "struct", "schema-id": 0, "fields": []}]`), "parse t.json:1:23: current-schema-id 4 names no schema"},
		{"id over range", field(`"id": 2147483648, "name": "a", "required": true, "type": "int"`), "does not fit 32 bits"},
		{"id over 64 bits", field(`"id": 99999999999999999999, "name": "a", "required": true, "type": "int"`), "does not fit 64 bits"},
		{"snapshot id over range", metadataWith(`"current-schema-id": 0, "schemas": [{"type": "struct", "schema-id": 0, "fields": []}], "snapshots": [{"snapshot-id": 9223372036854775808}]`), "snapshot-id is out of range"},
		{"id missing", metadataWith(`"current-schema-id": 0, "schemas": [` + field(`"name": "a", "required": true, "type": "int"`) + `]`), `the field has no "id"`},
		{"id missing below", field(`"id": 1, "name": "a", "required": true, "type": {"type": "struct", "fields": [{"name": "b", "required": true, "type": "int"}]}`), `the field has no "id"`},
		{"ids below alone", field(`"name": "a", "required": true, "type": {"type": "struct", "fields": [{"id": 2, "name": "b", "required": true, "type": "int"}]}`), "the field has an id, and the fields before it have none"},
		{"element id alone", field(`"name": "a", "required": true, "type": {"type": "list", "element-id": 2, "element": "int", "element-required": true}`), "the element has an id, and the fields before it have none"},
		{"name no text", field(`"id": 1, "name": 7, "required": true, "type": "int"`), "the field's name is a string, this is a number"},
		{"required no bool", field(`"id": 1, "name": "a", "required": "yes", "type": "int"`), "required is true or false, this is a string"},
		{"type unknown word", field(`"id": 1, "name": "a", "required": true, "type": "integer"`), `parse t.json:1:72: "integer" is no Iceberg type`},
		{"type number", field(`"id": 1, "name": "a", "required": true, "type": 4`), "a type is a word or an object"},
		{"decimal without scale", field(`"id": 1, "name": "a", "required": true, "type": "decimal(9)"`), "decimal needs a precision and a scale"},
		{"fixed without length", field(`"id": 1, "name": "a", "required": true, "type": "fixed[]"`), "fixed needs a length"},
		{"fixed in round brackets", field(`"id": 1, "name": "a", "required": true, "type": "fixed(16)"`), `"fixed(16)" is no type: fixed needs a length, as in fixed[16]`},
		{"fixed beyond 32 bits", field(`"id": 1, "name": "a", "required": true, "type": "fixed[2147483648]"`), "fixed needs a length"},
		{"last partition no number", metadataWith(oneSchema + `, "last-partition-id": "x"`), `last-partition-id is an integer, this is "x"`},
		{"last sequence no number", metadataWith(oneSchema + `, "last-sequence-number": {}`), `last-sequence-number is an integer, this is {}`},
		{"decimal in square brackets", field(`"id": 1, "name": "a", "required": true, "type": "decimal[9, 2]"`), `"decimal[9, 2]" is no Iceberg type`},
		{"three parts of a geography", field(`"id": 1, "name": "a", "required": true, "type": "geography(OGC:CRS84, karney, x)"`), "is no Iceberg type"},
		{"upper case", field(`"id": 1, "name": "a", "required": true, "type": "LONG"`), `"LONG" is no Iceberg type: engines other than Java know long only`},
		{"unclosed", field(`"id": 1, "name": "a", "required": true, "type": "decimal(9, 2"`), `does not end with ")"`},
		{"list without id", field(`"id": 1, "name": "a", "required": true, "type": {"type": "list", "element": "int", "element-required": true}`), `the list has no "element-id"`},
		{"map without value", field(`"id": 1, "name": "a", "required": true, "type": {"type": "map", "key-id": 2, "key": "int"}`), `the map has no "value"`},
		{"wrapped primitive", field(`"id": 1, "name": "a", "required": true, "type": {"type": "long"}`), `"long" is no nested type`},
		{"deep", field(`"id": 1, "name": "a", "required": true, "type": ` + deep), "nested deeper than 100 levels"},
		{"spec without source", metadataWith(`"current-schema-id": 0, "schemas": [{"type": "struct", "schema-id": 0, "fields": []}], "partition-specs": [{"spec-id": 0, "fields": [{"transform": "identity"}]}]`), "the field has no source-id"},
		{"transform no text", metadataWith(oneSchema + `, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": 1, "transform": 5}]}]`), "transform is a string, this is a number"},
		{"direction", metadataWith(oneSchema + `, "sort-orders": [{"order-id": 1, "fields": [{"source-id": 1, "transform": "identity", "direction": "up"}]}]`), `direction is asc or desc, this is "up"`},
		{"null order", metadataWith(oneSchema + `, "sort-orders": [{"order-id": 1, "fields": [{"source-id": 1, "transform": "identity", "null-order": null}]}]`), "null-order is nulls-first or nulls-last, this is null"},
		{"last column negative", metadataWith(oneSchema + `, "last-column-id": -1`), "last-column-id is -1"},
		{"ref no object", metadataWith(oneSchema + `, "refs": {"main": 1}`), "a ref is an object, this is a number"},
		{"ref of another type", metadataWith(oneSchema + `, "refs": {"main": {"snapshot-id": 1, "type": "twig"}}`), `the type of a ref is branch or tag, this is "twig"`},
		{"ref without snapshot", metadataWith(oneSchema + `, "refs": {"main": {"type": "branch"}}`), "the ref has no snapshot-id"},
		{"log entry", metadataWith(oneSchema + `, "snapshot-log": [1]`), "an entry of snapshot-log is an object"},
		{"summary", metadataWith(oneSchema + `, "snapshots": [{"snapshot-id": 1, "summary": []}]`), "summary is an object, this is an array"},
		{"manifest list", metadataWith(oneSchema + `, "snapshots": [{"snapshot-id": 1, "manifest-list": 1}]`), "manifest-list is a string, this is a number"},
		{"manifests", metadataWith(oneSchema + `, "snapshots": [{"snapshot-id": 1, "manifests": "a"}]`), "manifests is a list, this is a string"},
		{"broken gzip", "\x1f\x8b\x08\x00garbage", "the gzip stream is broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("t.json", []byte(c.text))
			var at *position.Error
			if !errors.As(err, &at) {
				t.Fatalf("no error with a place: %v", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
		})
	}
}

const oneSchema = `"current-schema-id": 0, "schemas": [{"type": "struct", "schema-id": 0, "fields": []}]`

func metadataWith(members string) string { return `{"format-version": 2, ` + members + `}` }

func TestReadMetadata(t *testing.T) {
	text := `{
  "format-version": 3, "table-uuid": "u", "location": "s3://b/t", "last-updated-ms": 5, "last-column-id": 4, "last-sequence-number": 9,
  "last-partition-id": 1000, "next-row-id": 7, "current-schema-id": 1, "default-spec-id": 1, "default-sort-order-id": 2, "current-snapshot-id": 9223372036854775807,
  "schemas": [
    {"type": "struct", "schema-id": 0, "fields": [{"id": 1, "name": "id", "required": true, "type": "long"}]},
    {"type": "struct", "schema-id": 1, "identifier-field-ids": [1], "fields": [
      {"id": 1, "name": "id", "required": true, "type": "long", "doc": "key"},
      {"id": 2, "name": "n", "required": false, "type": "long", "initial-default": 9007199254740993, "write-default": 9007199254740993, "unit": "ms"},
      {"id": 3, "name": "l", "required": false, "type": {"type": "list", "element-id": 4, "element": "decimal(9,2)", "element-required": false}}]}],
  "partition-specs": [{"spec-id": 0, "fields": []}, {"spec-id": 1, "fields": [{"source-ids": [1, 2], "field-id": 1000, "name": "b", "transform": "bucket[4]"}]}],
  "sort-orders": [{"order-id": 2, "fields": [{"source-id": 1, "transform": "identity", "direction": "asc", "null-order": "nulls-first"}]}],
  "properties": {"schema.name-mapping.default": "[{\"field-id\": 1, \"names\": [\"id\", \"ID\"]}, {\"names\": [\"extra\"]}]", "history.expire.max-snapshot-age-ms": "1000"},
  "snapshots": [{"snapshot-id": 9223372036854775807, "parent-snapshot-id": null, "timestamp-ms": 4, "schema-id": 0, "sequence-number": 9, "manifest-list": "s3://b/t/m.avro", "summary": {"operation": "append"}}],
  "refs": {"main": {"snapshot-id": 9223372036854775807, "type": "branch"}, "eom": {"snapshot-id": 9223372036854775807, "type": "tag", "max-ref-age-ms": 100}},
  "snapshot-log": [{"timestamp-ms": 4, "snapshot-id": 9223372036854775807}], "future": {"x": 1}}`
	table, err := Read("t.metadata.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	n := table.Current.Field(2)
	got := []any{table.FormatVersion, table.Current.ID, len(table.Schemas), table.DefaultSpec.Fields[0].Sources, table.DefaultOrder.ID,
		table.Snapshot.ID, table.Refs[1].Tag, table.Refs[1].MaxRefAge, n.Initial.Text, n.Extra[0].Key, table.Current.Field(4).Path, table.Mapping.ID(&Field{Name: "ID"}),
		table.Extra[0].Key, n.At.Start().Line, table.SchemaOf(table.Snapshot).ID, len(table.Problems), table.Current.IsIdentifier(1)}
	want := []any{3, 1, 2, []int{1, 2}, 2, int64(9223372036854775807), true, int64(100), "9007199254740993", "unit", n.Path[:0] + "l[]", 1, "future", 8, 0, 0, true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if p := problemList(table); p != "" {
		t.Errorf("problems: %s", p)
	}
}

func TestGzip(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, columns(0, "1 id! long"))
	z.Close()
	table, err := Read("v1.gz.metadata.json", zipped.Bytes())
	if err != nil || len(table.Current.Fields) != 1 {
		t.Fatal(table, err)
	}
	if _, err := Read("v1.gz.metadata.json", zipped.Bytes()[:zipped.Len()-9]); err == nil {
		t.Error("a cut gzip file was read")
	}
}

func TestSortNames(t *testing.T) {
	got := SortNames([]string{"m/v10.metadata.json", "m/v2.metadata.json", "m/version-hint.text", "m/v2.1.gz.metadata.json", "m/00003-a.metadata.json", "m/v1.metadata.json.gz", "m/snap-1.avro"})
	want := []string{"m/v1.metadata.json.gz", "m/v2.metadata.json", "m/v2.1.gz.metadata.json", "m/00003-a.metadata.json", "m/v10.metadata.json"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if twice := Gaps([]string{"00000-a.metadata.json", "00001-b.metadata.json", "00001-c.metadata.json", "00002-d.metadata.json"}); len(twice) != 1 || !strings.HasPrefix(twice[0].Message, "00001-b.metadata.json and 00001-c.metadata.json are of one version") {
		t.Errorf("%v", twice)
	}
	if named := Gaps([]string{"v1.metadata.json", "v1.1.metadata.json", "v2.metadata.json"}); len(named) != 0 {
		t.Errorf("%v", named)
	}
	if gaps := Gaps([]string{"v1.metadata.json", "v4.metadata.json"}); len(gaps) != 1 || !strings.Contains(gaps[0].Message, "versions 2 to 3") {
		t.Errorf("gaps: %v", gaps)
	}
}

func TestSingleValues(t *testing.T) {
	for _, c := range []struct{ typ, json, text string }{ // text "" is no value of the type
		{"int", "5", "5"}, {"int", "-0", "0"}, {"int", "2147483648", ""}, {"int", "5.0", ""}, {"int", `"5"`, ""}, {"long", "9007199254740993", "9007199254740993"},
		{"float", "0.1", "0.1"}, {"float", "1e39", ""}, {"double", "1", "1"}, {"double", "1e0", "1"}, {"boolean", "true", "true"}, {"boolean", "1", ""},
		{"decimal(9, 2)", `"14.20"`, "1420E-2"}, {"decimal(9, 2)", `"14.2"`, ""}, {"decimal(9, 2)", "14.20", ""}, {"decimal(3, 2)", `"14.20"`, ""}, {"decimal(9, 2)", `"-0.00"`, "0E-2"},
		{"date", `"2017-11-16"`, "2017-11-16"}, {"date", `"2017-02-29"`, ""}, {"date", "17486", ""}, {"date", `"-0044-03-15"`, "-0044-03-15"}, {"date", `"+12017-11-16"`, "12017-11-16"},
		{"time", `"22:31:08.120000"`, "22:31:08.12"}, {"time", `"24:00:00"`, ""}, {"timestamp", `"2017-11-16T22:31:08"`, "2017-11-16T22:31:08"}, {"timestamp", `"2017-11-16T22:31:08.1234567"`, ""},
		{"timestamp", `"2017-11-16T22:31:08+00:00"`, ""}, {"timestamptz", `"2017-11-16T22:31:08Z"`, "2017-11-16T22:31:08+00:00"}, {"timestamptz", `"2017-11-16T22:31:08+01:00"`, ""},
		{"timestamp_ns", `"2017-11-16T22:31:08.123456789"`, "2017-11-16T22:31:08.123456789"}, {"uuid", `"F79C3E09-677C-4BBD-A479-3F349CB785E7"`, "f79c3e09-677c-4bbd-a479-3f349cb785e7"}, {"uuid", `"f79c3e09"`, ""},
		{"date", `"+5881580-07-11"`, "5881580-07-11"}, {"date", `"+5881580-07-12"`, ""}, {"date", `"-5877641-06-23"`, "-5877641-06-23"}, {"date", `"-5877641-06-22"`, ""},
		{"timestamp", `"+294247-01-10T04:00:54.775807"`, "294247-01-10T04:00:54.775807"}, {"timestamp", `"+294247-01-10T04:00:54.775808"`, ""},
		{"timestamptz", `"-290308-12-21T19:59:05.224192+00:00"`, "-290308-12-21T19:59:05.224192+00:00"}, {"timestamptz", `"-290308-12-21T19:59:05.224191+00:00"`, ""},
		{"timestamp_ns", `"2262-04-11T23:47:16.854775807"`, "2262-04-11T23:47:16.854775807"}, {"timestamp_ns", `"2262-04-11T23:47:16.854775808"`, ""}, {"timestamptz_ns", `"1677-09-21T00:12:43.145224192Z"`, "1677-09-21T00:12:43.145224192+00:00"},
		{"timestamp_ns", `"1600-01-01T00:00:00"`, ""}, {"timestamp_ns", `"-2000-01-01T00:00:00"`, ""}, {"timestamp", `"-200000-01-01T00:00:00"`, "-200000-01-01T00:00:00"}, {"timestamp", `"+300000-01-01T00:00:00"`, ""}, {"date", `"+6000000-01-01"`, ""},
		{"fixed[2]", `"00FF"`, "00ff"}, {"fixed[2]", `"00"`, ""}, {"binary", `"0"`, ""}, {"binary", `""`, ""}, {"string", `"a"`, `"a"`}, {"variant", "1", ""}, {"unknown", "1", ""},
	} {
		table, err := Read("t.json", []byte(columns(0, "1 c "+c.typ+" | initial-default "+c.json)))
		if err != nil {
			t.Fatal(err)
		}
		d := table.Current.Fields[0].Initial
		if c.typ == "binary" && c.json == `""` {
			if d.Problem != "" {
				t.Errorf("empty binary: %s", d.Problem)
			}
			continue
		}
		if ok := d.Problem == ""; ok != (c.text != "") || ok && d.Text != c.text {
			t.Errorf("%s %s: %q, problem %q, want %q", c.typ, c.json, d.Text, d.Problem, c.text)
		}
	}
}

func TestTypeSpelling(t *testing.T) {
	for text, want := range map[string]string{"decimal(9,2)": "decimal(9, 2)", "decimal( 9 , 2 )": "decimal(9, 2)", "fixed[16]": "fixed[16]", "geometry": "geometry(OGC:CRS84)",
		"geometry(srid:4326)": "geometry(srid:4326)", "geography(OGC:CRS84, vincenty)": "geography(OGC:CRS84, vincenty)", "geography(srid:4326,KARNEY)": "geography(srid:4326, karney)", "geography": "geography(OGC:CRS84, spherical)", "timestamptz_ns": "timestamptz_ns"} {
		typ, problem := parsePrimitive(text)
		if problem != "" || typ.String() != want {
			t.Errorf("%s: %v %s", text, typ, problem)
		}
		again, problem := parsePrimitive(typ.String())
		if problem != "" || !again.Same(typ) {
			t.Errorf("%s does not read back", typ)
		}
	}
}

// TestIdenticalIsSilent: a table compared with itself, in another layout, gives nothing.
func TestIdenticalIsSilent(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := drawSchema(r, 0)
		writer, err := Read("w.json", []byte(text))
		if err != nil {
			r.Fatal(err)
		}
		reader, err := Read("r.json", []byte(strings.ReplaceAll(text, `, "`, ",\n\t \"")))
		if err != nil {
			r.Fatal(err)
		}
		trace := Resolve(&Pair{Writer: View{writer.Current, writer}, Reader: View{reader.Current, reader}})
		if e := EvolutionOf(trace); !e.Legal {
			r.Fatalf("illegal: %v", idsOf(e.Breaks))
		}
		for _, f := range findingsOf(trace) {
			r.Fatalf("%s: %s", f.Rule.ID, f.Message)
		}
	})
}

// drawSchema makes a valid schema with nested types; ids count up from 1.
func drawSchema(r *rapid.T, id int) string {
	next := 0
	fresh := func() int { next++; return next }
	var typ func(depth int) string
	var fields func(depth int) string
	primitive := rapid.SampledFrom([]string{"boolean", "int", "long", "float", "double", "decimal(9, 2)", "date", "time", "timestamp", "timestamptz", "string", "uuid", "fixed[16]", "binary"})
	typ = func(depth int) string {
		kind := 0
		if depth < 3 {
			kind = rapid.IntRange(0, 6).Draw(r, "kind")
		}
		switch kind {
		case 4:
			return `{"type": "struct", "fields": ` + fields(depth+1) + `}`
		case 5:
			return fmt.Sprintf(`{"type": "list", "element-id": %d, "element-required": %v, "element": %s}`, fresh(), rapid.Bool().Draw(r, "required"), typ(depth+1))
		case 6:
			return fmt.Sprintf(`{"type": "map", "key-id": %d, "key": "string", "value-id": %d, "value-required": true, "value": %s}`, fresh(), fresh(), typ(depth+1))
		}
		return `"` + primitive.Draw(r, "primitive") + `"`
	}
	fields = func(depth int) string {
		var all []string
		for i := range rapid.IntRange(1, 4).Draw(r, "fields") {
			all = append(all, fmt.Sprintf(`{"id": %d, "name": "f%d", "required": %v, "type": %s}`, fresh(), i, rapid.Bool().Draw(r, "required"), typ(depth)))
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	return fmt.Sprintf(`{"type": "struct", "schema-id": %d, "fields": %s}`, id, fields(0))
}

func FuzzRead(f *testing.F) {
	for _, r := range Rules {
		if r.Example.Reader != "" {
			f.Add([]byte(r.Example.Reader), []byte(r.Example.Writer))
		}
	}
	files, _ := filepath.Glob(shared("corpus/iceberg/*/*/*.json"))
	for _, name := range files[:min(len(files), 40)] {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(text, text)
		}
	}
	f.Fuzz(func(t *testing.T, reader, writer []byte) {
		r, err := Read("r.json", reader)
		if err != nil {
			return
		}
		for _, p := range slices.Concat(r.Current.Problems, r.Problems) {
			_ = p.Finding("t").Fingerprint()
		}
		l, err := NewLineage([]*Table{r})
		if err != nil {
			t.Fatal(err)
		}
		for i := range min(len(l.Versions), 3) {
			findingsOf(Resolve(l.Pair(0, i)))
			findingsOf(Resolve(l.Pair(i, 0)))
		}
		w, err := Read("w.json", writer)
		if err != nil {
			return
		}
		for _, bind := range []Binding{ByID, ByName, ByPosition, ByMapping} {
			trace := Resolve(&Pair{Writer: View{w.Current, w}, Reader: View{r.Current, r}, Bind: bind})
			findingsOf(trace)
			Readings(trace, []string{"iceberg-java", "iceberg-go"})
			trace.Walk(func(s *compat.Site) { trace.Sampler.Sample(s, "") })
		}
	})
}

func FuzzMapping(f *testing.F) {
	f.Add(`[{"field-id": 1, "names": ["id"], "fields": [{"names": []}]}]`)
	f.Add(`{"names": []}`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := readMapping(Property{Value: text})
		if err == nil {
			m.ID(&Field{Name: "element", Parent: &Field{Name: "id"}})
		}
	})
}

func FuzzSingleValue(f *testing.F) {
	for _, typ := range []string{"int", "decimal(9, 2)", "date", "time", "timestamptz", "timestamp_ns", "uuid", "fixed[2]", "float"} {
		f.Add(typ, `"2017-11-16T22:31:08.123456+00:00"`)
		f.Add(typ, "1e5")
	}
	f.Fuzz(func(t *testing.T, typ, value string) {
		parsed, problem := parsePrimitive(typ)
		if problem != "" {
			return
		}
		doc, err := position.Parse("v", []byte(value))
		if err != nil {
			return
		}
		text, problem := singleValue(parsed, doc.Root(), 0)
		if problem == "" && text == "" && parsed.Kind != Binary && parsed.Kind != Fixed {
			t.Errorf("%s is a %s without text", value, typ)
		}
		_ = sampleValue(parsed)
	})
}

// TestIncomplete: one member that is missing among all others is a fault of a table; schemas put together are no table.
func TestIncomplete(t *testing.T) {
	whole := []string{`"table-uuid": "u"`, `"location": "l"`, `"last-updated-ms": 1`, `"last-column-id": 1`, `"last-sequence-number": 0`, `"partition-specs": [{"spec-id": 0, "fields": []}]`,
		`"default-spec-id": 0`, `"last-partition-id": 999`, `"sort-orders": [{"order-id": 0, "fields": []}]`, `"default-sort-order-id": 0`}
	problems := func(members []string) int {
		table, err := Read("t.json", []byte(metadataWith(oneSchema+", "+strings.Join(members, ", "))))
		if err != nil {
			t.Fatal(err)
		}
		return len(table.Problems)
	}
	if n := problems(whole); n != 0 {
		t.Errorf("a whole table has %d problems", n)
	}
	for i, member := range whole {
		rest := append(append([]string{}, whole[:i]...), whole[i+1:]...)
		if n := problems(rest); n != 1 {
			t.Errorf("without %s: %d problems", member, n)
		}
		key, value, _ := strings.Cut(member, ": ")
		if n := problems(append(rest, key+": null")); n != 1 {
			t.Errorf("%s is null: %d problems", key, n)
		}
		if strings.HasPrefix(value, "[") {
			if n := problems(append(rest, key+": []")); n != 1 {
				t.Errorf("%s is empty: %d problems", key, n)
			}
		}
	}
	if n := problems([]string{`"last-updated-ms": 1`, `"location": "l"`}); n != 0 {
		t.Errorf("schemas put together have %d problems", n)
	}
}

// TestMainRef: main and current-snapshot-id are one thing said twice.
func TestMainRef(t *testing.T) {
	for main, want := range map[string]int{"7": 0, "8": 1, "9": 2} { // 9 is not there at all
		table, err := Read("t.json", []byte(metadataWith(oneSchema+`, "current-snapshot-id": 7, "snapshots": [{"snapshot-id": 7, "timestamp-ms": 0}, {"snapshot-id": 8, "timestamp-ms": 1}],
"refs": {"main": {"snapshot-id": `+main+`, "type": "branch"}, "old": {"snapshot-id": 8, "type": "tag"}}`)))
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Problems) != want {
			t.Errorf("main at %s: %d problems, want %d", main, len(table.Problems), want)
		}
	}
}
