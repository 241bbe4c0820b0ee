package meaning

import (
	"strings"
	"testing"
)

// Most fields say nothing: they must cost next to nothing.
func BenchmarkNothing(b *testing.B) {
	s := Statement{Field: "customerAddressLine", Carrier: Long, Doc: ""}
	b.ReportAllocs()
	for b.Loop() {
		Infer(&s)
	}
}

func BenchmarkTextWithDoc(b *testing.B) {
	s := Statement{Field: "customerName", Carrier: String, Doc: "The full name of the customer as it was given at registration, in any script."}
	b.ReportAllocs()
	for b.Loop() {
		Infer(&s)
	}
}

func BenchmarkNumberWithDoc(b *testing.B) {
	s := Statement{Field: "partitionCount", Carrier: Int, Doc: "How many partitions the store has, as set by its owner when the store was created."}
	b.ReportAllocs()
	for b.Loop() {
		Infer(&s)
	}
}

func BenchmarkUnitInDoc(b *testing.B) {
	s := Statement{Field: "value", Carrier: Double, Doc: "Time that the request took (ms)."}
	b.ReportAllocs()
	for b.Loop() {
		Infer(&s)
	}
}

func BenchmarkUnitInName(b *testing.B) {
	s := Statement{Field: "requestLatencyMs", Carrier: Long}
	b.ReportAllocs()
	for b.Loop() {
		Infer(&s)
	}
}

func BenchmarkVectors(b *testing.B) {
	rows := vectors(b)
	var all []*Statement
	for i := range rows {
		all = append(all, rows[i].statement())
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range all {
			Infer(s)
		}
	}
}

// TestHostileDocs: the cost does not grow faster than the text, and ends at a bound.
func TestHostileDocs(t *testing.T) {
	for _, part := range []string{"(", "in ", "per second ", "in in unit unit ", "[s] ", "0 => A ", "number of bytes ", "-1 if unknown ", "`currency` ", "percent of percent ", "a/b/c/d/ ", "1970 since epoch ", "milliseconds "} {
		doc := strings.Repeat(part, 1+(1<<20)/len(part))
		s := Statement{Field: "x", Doc: doc, Carrier: Long, HasDefault: true, Default: "-1"}
		allocs := testing.AllocsPerRun(1, func() { Infer(&s) })
		if allocs > 20000 {
			t.Errorf("%q a million bytes long: %v allocations", part, allocs)
		}
	}
}

// TestSilentFieldsAllocateOnce: a field that says nothing costs its Facts and no more.
func TestSilentFieldsAllocateOnce(t *testing.T) {
	for _, s := range []Statement{
		{Field: "customerAddressLine", Carrier: Long}, {Field: "name", Carrier: String, Doc: "The name of the customer."}, {Field: "isActive", Carrier: Bool, HasDefault: true, Default: "false"},
		{Field: "partitionCount", Carrier: Int, Doc: "How many partitions the store has."},
	} {
		if allocs := testing.AllocsPerRun(100, func() { Infer(&s) }); allocs > 1 {
			t.Errorf("%s: %v allocations", s.Field, allocs)
		}
	}
}
