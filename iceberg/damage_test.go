package iceberg

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestDamagedFiles: a real metadata file cut anywhere is refused, and one that lacks any one value, or has another kind of
// value in its place, is read or refused, never a panic.
func TestDamagedFiles(t *testing.T) {
	files, err := filepath.Glob("../testdata/iceberg/orders/metadata/*.metadata.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(text) - 1 {
		if _, err := Read("cut", text[:n]); err == nil {
			t.Fatalf("%d bytes of %d were read as a whole file", n, len(text))
		}
	}
	count := 0
	for _, other := range []any{remove{}, nil, "text", 7.5, -1, true, []any{}, map[string]any{}, []any{nil}, map[string]any{"type": "struct"}} {
		for at := 0; ; at++ {
			var doc any
			if err := json.Unmarshal(text, &doc); err != nil {
				t.Fatal(err)
			}
			left := at
			doc, done := damage(doc, &left, other)
			if !done {
				break
			}
			damaged, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			count++
			table, err := Read("damaged", damaged)
			if err != nil {
				continue
			}
			l, err := NewLineage([]*Table{table})
			if err != nil {
				continue
			}
			NewTimeline(l)
			WhyKeep(l, 1, nil)
			for i := range l.Versions[1:] {
				findingsOf(Resolve(l.Pair(i, i+1)))
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d files were damaged", count)
	}
}

type remove struct{}

// damage replaces the value number left, counted in the order of the walk.
func damage(v any, left *int, other any) (any, bool) {
	if *left == 0 {
		return other, true
	}
	*left--
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			changed, done := damage(v[key], left, other)
			if _, gone := changed.(remove); gone {
				delete(v, key)
				return v, true
			}
			if done {
				v[key] = changed
				return v, true
			}
		}
	case []any:
		for i := range v {
			changed, done := damage(v[i], left, other)
			if _, gone := changed.(remove); gone {
				return append(v[:i:i], v[i+1:]...), true
			}
			if done {
				v[i] = changed
				return v, true
			}
		}
	}
	return v, false
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
