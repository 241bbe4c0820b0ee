package iceberg

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// timelineTable has main at snapshot 3, a tag with an age, a branch, and two schemas since snapshot 1.
const timelineTable = `"last-updated-ms": 1, "current-snapshot-id": 3, "properties": {"history.expire.max-snapshot-age-ms": "86400000"},
	"snapshots": [
		{"snapshot-id": 1, "timestamp-ms": 0, "schema-id": 0, "summary": {"operation": "append"}},
		{"snapshot-id": 2, "parent-snapshot-id": 1, "timestamp-ms": 3600000, "schema-id": 1},
		{"snapshot-id": 3, "parent-snapshot-id": 2, "timestamp-ms": 7200000, "schema-id": 1},
		{"snapshot-id": 4, "parent-snapshot-id": 1, "timestamp-ms": 7200000, "schema-id": 0}],
	"refs": {"main": {"snapshot-id": 3, "type": "branch"}, "eom": {"snapshot-id": 1, "type": "tag", "max-ref-age-ms": 864000000}, "audit": {"snapshot-id": 2, "type": "branch", "max-snapshot-age-ms": 172800000}}`

func TestTimeline(t *testing.T) {
	table, err := Read("t.json", []byte(metadata(2, timelineTable, columns(0, "1 id! long", "2 a string"), columns(1, "1 id! long", "3 b int"))))
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLineage([]*Table{table})
	if err != nil {
		t.Fatal(err)
	}
	line := NewTimeline(l)
	if got := line.States[1].Changes; len(got) != 2 || got[0].String() != "added b (id 3) int" || got[1].String() != "dropped a (id 2) string" {
		t.Errorf("changes: %v", got)
	}
	if !slices.Equal(line.States[0].Snapshots, []int64{1, 4}) {
		t.Errorf("snapshots of schema 0: %v", line.States[0].Snapshots)
	}
	uses := map[int64]Use{}
	for _, u := range line.Snapshots {
		uses[u.ID] = u
	}
	if uses[1].TimeTravel.ID != 0 || strings.Join(uses[1].Rollback, "; ") != "b (id 3) reads null; a (id 2) is not seen" {
		t.Errorf("snapshot 1: schema %d, rollback %v", uses[1].TimeTravel.ID, uses[1].Rollback)
	}
	for _, r := range line.Refs {
		if want := map[string]int{"main": 1, "audit": 1, "eom": 0}[r.Name]; r.Reads.ID != want {
			t.Errorf("%s is read with schema %d, want %d", r.Name, r.Reads.ID, want)
		}
	}
	at := func(hours int) time.Time { return time.UnixMilli(0).Add(time.Duration(hours) * time.Hour) }
	for _, c := range []struct {
		snapshot int64
		hours    int
		may      bool
	}{
		{1, 47, false}, {1, 10 * 24, true}, // the tag keeps it ten days
		{2, 48, false}, {2, 49, true}, // the audit branch keeps it two days, main one
		{3, 25, false}, {3, 26, true},
		{4, 0, true}, // no ref leads to it
	} {
		if got := uses[c.snapshot].Keep.MayExpire(at(c.hours)); got != c.may {
			t.Errorf("snapshot %d may be gone after %d hours: %v (%+v)", c.snapshot, c.hours, got, uses[c.snapshot].Keep)
		}
	}
}

func TestBoundText(t *testing.T) {
	for _, c := range []struct {
		typ  string
		b    []byte
		text string
		was  string
	}{
		{"long", []byte{34, 0, 0, 0}, "34", "int"},
		{"long", []byte{255, 255, 255, 255, 255, 255, 255, 255}, "-1", ""},
		{"double", []byte{0xcd, 0xcc, 0xcc, 0x3d}, "0.1", "float"},
		{"timestamp", []byte{0x20, 0x4e, 0, 0}, "2024-10-04", "date"},
		{"timestamptz", []byte{0, 0, 0, 0, 0, 0, 0, 0}, "1970-01-01T00:00:00+00:00", ""},
		{"date", []byte{0x20, 0x4e, 0, 0}, "2024-10-04", ""},
		{"decimal(9, 2)", []byte{0x05, 0x8c}, "14.20", ""},
		{"decimal(9, 2)", []byte{0xff}, "-0.01", ""},
		{"string", []byte("ab"), `"ab"`, ""},
		{"uuid", []byte("0123456789abcdef"), "30313233-3435-3637-3839-616263646566", ""},
		{"binary", []byte{0, 255}, "00ff", ""},
		{"boolean", []byte{1}, "true", ""},
	} {
		typ, _ := parsePrimitive(c.typ)
		text, was, ok := BoundText(typ, c.b)
		if !ok || text != c.text || was != c.was {
			t.Errorf("%s %v: %q %q %v, want %q %q", c.typ, c.b, text, was, ok, c.text, c.was)
		}
	}
	typ, _ := parsePrimitive("long")
	if _, _, ok := BoundText(typ, []byte{1, 2}); ok {
		t.Error("two bytes are no long")
	}
}

func FuzzBound(f *testing.F) {
	f.Add("decimal(9, 2)", []byte{1, 2, 3})
	f.Add("timestamp", []byte{1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, word string, b []byte) {
		typ, problem := parsePrimitive(word)
		if problem == "" {
			BoundText(typ, b)
			compareBounds(typ, b, []byte{1, 2, 3, 4})
		}
	})
}

// TestLostRef: a ref whose snapshot is gone is read with nothing, and needs no column.
func TestLostRef(t *testing.T) {
	table, err := Read("t.json", []byte(metadata(2, `"current-snapshot-id": 1, "snapshots": [{"snapshot-id": 1, "timestamp-ms": 0, "schema-id": 0}],
		"refs": {"main": {"snapshot-id": 1, "type": "branch"}, "gone": {"snapshot-id": 7, "type": "tag"}, "lost": {"snapshot-id": 8, "type": "branch"}}`, columns(0, "1 id! long"))))
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLineage([]*Table{table})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range NewTimeline(l).Refs {
		if (r.Reads != nil) != (r.Name == "main") {
			t.Errorf("%s is read with %v", r.Name, r.Reads)
		}
	}
	refs := 0
	for _, r := range WhyKeep(l, 1, nil).Reasons {
		if r.Kind == "ref" {
			refs++
		}
	}
	if refs != 1 {
		t.Errorf("%d refs need the column", refs)
	}
}

// TestChangesOfTheWhole: an order of columns and a set of identifiers are changes of a schema too.
func TestChangesOfTheWhole(t *testing.T) {
	identified := func(ids, schema string) string {
		return strings.Replace(schema, `"fields"`, `"identifier-field-ids": [`+ids+`], "fields"`, 1)
	}
	inner := func(first, second string) string {
		return `4 p {"type": "struct", "fields": [` + first + `, ` + second + `]}`
	}
	x, y := `{"id": 5, "name": "x", "required": false, "type": "int"}`, `{"id": 6, "name": "y", "required": false, "type": "int"}`
	l := lineageOfTexts(t, metadata(2, "", columns(0, "1 id! long", "2 a! int", inner(x, y)), identified("1, 2", columns(1, "2 a! int", "1 id! long", inner(y, x))), identified("1", columns(2, "2 a! int", "1 id! long", inner(y, x)))))
	var all []string
	for _, s := range NewTimeline(l).States {
		for _, c := range s.Changes {
			all = append(all, c.String())
		}
	}
	want := []string{"reordered: a further forward", "identifiers from none to id and a", "reordered p (id 4): y further forward", "identifiers from id and a to id"}
	if !slices.Equal(all, want) {
		t.Errorf("got %q", all)
	}
}
