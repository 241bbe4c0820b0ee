package iceberg

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// many is a table with n small schemas, n snapshots and refs, and one schema of n identifier fields.
func many(n int) []byte {
	var schemas, snapshots, refs, ids, fields []string
	for i := range n {
		schemas = append(schemas, columns(i+1, "1 id! long", fmt.Sprintf("%d c int", i+2)))
		snapshots = append(snapshots, fmt.Sprintf(`{"snapshot-id": %d, "parent-snapshot-id": %d, "timestamp-ms": %d, "schema-id": %d}`, i+1, i, i, i+1))
		ids = append(ids, fmt.Sprint(i+2))
		fields = append(fields, fmt.Sprintf("%d c%d! long", i+2, i))
		if i%10 == 0 {
			refs = append(refs, fmt.Sprintf(`"t%d": {"type": "tag", "snapshot-id": %d}`, i, i+1))
		}
	}
	first := strings.Replace(columns(0, fields...), `"fields"`, `"identifier-field-ids": [`+strings.Join(ids, ", ")+`], "fields"`, 1)
	return []byte(metadata(2, `"current-snapshot-id": `+fmt.Sprint(n)+`, "snapshots": [`+strings.Join(snapshots, ", ")+`], "refs": {`+strings.Join(refs, ", ")+`}`, append([]string{first}, schemas...)...))
}

// TestManyParts: the work grows with the file, not with its square: a file ten times as long takes a small multiple of ten
// times the allocations.
func TestManyParts(t *testing.T) {
	work := func(n int) float64 {
		text := many(n)
		return testing.AllocsPerRun(1, func() {
			table, err := Read("many", text)
			if err != nil {
				t.Fatal(err)
			}
			l, err := NewLineage([]*Table{table})
			if err != nil {
				t.Fatal(err)
			}
			for i := range l.Versions[1:] {
				trace := Resolve(l.Pair(i, i+1))
				EvolutionOf(trace)
				compat.Pass{Trace: trace}.Run(Hazards)
			}
			NewTimeline(l)
			WhyKeep(l, 1, nil)
		})
	}
	small, large := work(300), work(3000)
	if large > 15*small {
		t.Errorf("%.0f allocations for 300 parts, %.0f for 3000", small, large)
	}
}
