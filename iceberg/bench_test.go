package iceberg

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/growth"
)

// wideTable is the metadata of a table with many schemas of many columns: each schema changes one column of the last.
func wideTable(schemas, columns int) []byte {
	var b strings.Builder
	b.WriteString(`{"format-version": 2, "table-uuid": "d20125c8-7284-442c-9aea-15fee620737c", "location": "s3://b/t", "last-updated-ms": 1, "last-sequence-number": 1, ` +
		fmt.Sprintf(`"last-column-id": %d, "current-schema-id": %d, "default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": []}], "last-partition-id": 999, `, columns+schemas, schemas-1) +
		`"default-sort-order-id": 0, "sort-orders": [{"order-id": 0, "fields": []}], "schemas": [`)
	names := make([]string, columns)
	types := make([]string, columns)
	for i := range names {
		names[i], types[i] = fmt.Sprintf("column_%d", i), [...]string{"long", "int", "string", "timestamptz", "decimal(9, 2)"}[i%5]
	}
	for s := range schemas {
		if s > 0 {
			b.WriteString(", ")
		}
		at := s * 7 % columns
		switch {
		case types[at] == "int":
			types[at] = "long"
		default:
			names[at] = fmt.Sprintf("renamed_%d", s)
		}
		fmt.Fprintf(&b, `{"type": "struct", "schema-id": %d, "fields": [`, s)
		for i := range names {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, `{"id": %d, "name": %q, "required": %v, "type": %q}`, i+1, names[i], i%3 == 0, types[i])
		}
		b.WriteString("]}")
	}
	b.WriteString("]}")
	return []byte(b.String())
}

// history reads metadata and judges every schema against the next one and, when asked, against the newest.
func history(text []byte, newest bool) (steps, findings int) {
	table, err := Read("wide.metadata.json", text)
	if err != nil {
		panic(err)
	}
	l, err := NewLineage([]*Table{table})
	if err != nil {
		panic(err)
	}
	rules := slices.Concat(Illegal, Hazards)
	last := len(l.Versions) - 1
	for i := range last {
		readers := []int{i + 1}
		if newest && i+1 < last {
			readers = append(readers, last)
		}
		for _, reader := range readers {
			trace := Resolve(l.Pair(i, reader))
			findings += len(compat.Pass{Trace: trace}.Run(rules))
			steps++
		}
	}
	return steps, findings
}

// TestCostOfManyParts: a file of very many refs, partition fields or declarations is read with work that grows with them, not with
// their square.
func TestCostOfManyParts(t *testing.T) {
	many := func(n int, part func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = part(i)
		}
		return strings.Join(parts, ", ")
	}
	const real = `"table-uuid": "d20125c8-7284-442c-9aea-15fee620737c", "location": "s3://b/t", "last-updated-ms": 0, "last-column-id": 1`
	for name, text := range map[string]func(n int) string{
		"refs without a type": func(n int) string {
			return metadata(1, real+`, "snapshots": [{"snapshot-id": 1}], "refs": {`+
				many(8*n, func(i int) string { return fmt.Sprintf(`"r%d": {"snapshot-id": 1}`, i) })+`}`, columns(0, "1 a long"))
		},
		"partition fields with dots": func(n int) string {
			return metadata(2, `"partition-specs": [{"spec-id": 0, "fields": [`+
				many(n, func(i int) string {
					return fmt.Sprintf(`{"source-id": %d, "field-id": %d, "name": "p.%d", "transform": "identity"}`, n+1+i, 1000+i, i)
				})+`]}]`, `{"type": "struct", "schema-id": 0, "fields": [`+
				many(n, func(i int) string {
					return fmt.Sprintf(`{"id": %d, "name": "c%d", "required": false, "type": {"type": "struct", "fields": [{"id": %d, "name": "x", "required": false, "type": "long"}]}}`, i+1, i, n+1+i)
				})+`]}`)
		},
		"declarations of no column": func(n int) string {
			return metadata(2, `"properties": {`+many(2*n, func(i int) string { return fmt.Sprintf(`"schemavet.field.%d.unit": "s"`, 100+i) })+`}`,
				many(2*n, func(i int) string { return fmt.Sprintf(`{"type": "struct", "schema-id": %d, "fields": []}`, i) }))
		},
	} {
		t.Run(name, func(t *testing.T) {
			growth.Linear(t, 2_500, func(n int) func() {
				source := []byte(text(n))
				return func() {
					if _, err := Read("t", source); err != nil {
						t.Error(err)
					}
				}
			})
		})
	}
}

func BenchmarkHistory(b *testing.B) {
	text := wideTable(500, 300)
	b.Run("history", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			history(text, true)
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Read("wide", text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
