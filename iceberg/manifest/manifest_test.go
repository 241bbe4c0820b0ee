package manifest

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/iceberg"
)

// folder is the metadata of a small table that iceberg-go wrote: an int promoted to long between two appends, a null in
// each nullable column, a column dropped at the end.
const folder = "../../testdata/iceberg/orders/metadata"

func lineage(t *testing.T) *iceberg.Lineage {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	var tables []*iceberg.Table
	for _, name := range iceberg.SortNames(names) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		table, err := iceberg.Read(name, text)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	l, err := iceberg.NewLineage(tables)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func beside(location string) ([]byte, error) {
	return os.ReadFile(filepath.Join(folder, path.Base(location)))
}

func kinds(k *iceberg.Keep) []string {
	var all []string
	for _, r := range k.Reasons {
		if !slices.Contains(all, r.Kind) {
			all = append(all, r.Kind)
		}
	}
	return all
}

func TestGatherFromRealManifests(t *testing.T) {
	l := lineage(t)
	e := Gather(l.Last(), beside)
	if len(e.Unread) > 0 || e.DataFiles != 2 || e.SpecFiles[0] != 2 {
		t.Fatalf("%+v", e)
	}
	id, ok := iceberg.FindField(l, "n")
	if !ok {
		t.Fatal("no field n")
	}
	n := iceberg.WhyKeep(l, id, e)
	if n.Data.Files != 2 || n.Data.Values != 3 || n.Data.Nulls != 1 {
		t.Errorf("n: %+v", n.Data)
	}
	if n.Lower != "34" || n.Upper != "5000000000" || !slices.Equal(n.Widths, []string{"int"}) {
		t.Errorf("bounds of n: %s to %s, widths %v", n.Lower, n.Upper, n.Widths)
	}
	note, ok := iceberg.FindField(l, "note")
	if !ok {
		t.Fatal("the dropped column is not found by its old name")
	}
	k := iceberg.WhyKeep(l, note, e)
	if k.Current || k.Lower != `"a"` || k.Upper != `"b"` || !slices.Equal(kinds(k), []string{"snapshot", "data-file"}) {
		t.Errorf("note: %+v", k)
	}
}

func TestGatherSaysWhatItCouldNotSee(t *testing.T) {
	l := lineage(t)
	e := Gather(l.Last(), func(string) ([]byte, error) { return nil, errors.New("no such file") })
	if len(e.Unread) != 2 || e.DataFiles != 0 {
		t.Errorf("%+v", e)
	}
	e = Gather(l.Last(), func(location string) ([]byte, error) {
		text, err := beside(location)
		if strings.Contains(location, "-m1.avro") {
			text = text[:len(text)/2]
		}
		return text, err
	})
	if len(e.Unread) == 0 {
		t.Error("half a manifest was read in silence")
	}
}

func FuzzManifest(f *testing.F) {
	files, err := filepath.Glob(folder + "/*.avro")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("Obj\x01"))
	f.Fuzz(func(t *testing.T, text []byte) {
		Read("m.avro", text)
		ReadList("l.avro", text)
	})
}
