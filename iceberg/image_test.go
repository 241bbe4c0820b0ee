package iceberg

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func primitive(kind string) *Source { return &Source{Kind: kind} }

func logicalOf(kind, logical string) *Source { return &Source{Kind: kind, Logical: logical} }

func nullable(s *Source) *Source {
	return &Source{Kind: "union", Branches: []*Source{primitive("null"), s}}
}

func record(fields ...SourceField) *Source {
	return &Source{Kind: "record", Name: "Order", Fields: fields}
}

func columnsOf(s *Schema) []string {
	var all []string
	for _, f := range s.All {
		all = append(all, string(f.Path)+" "+typeOf(f))
	}
	return all
}

func TestImageOf(t *testing.T) {
	inner := &Source{Kind: "record", Name: "Item", Fields: []SourceField{{Name: "sku", Type: primitive("string")}, {Name: "n", Type: nullable(primitive("int"))}}}
	image := ImageOf(record(
		SourceField{Name: "id", Type: primitive("long")},
		SourceField{Name: "at", Type: logicalOf("long", "timestamp-millis")},
		SourceField{Name: "day", Type: nullable(logicalOf("int", "date"))},
		SourceField{Name: "price", Type: &Source{Kind: "bytes", Logical: "decimal", Precision: 9, Scale: 2}},
		SourceField{Name: "state", Type: &Source{Kind: "enum", Name: "State"}},
		SourceField{Name: "items", Type: &Source{Kind: "array", Items: inner}},
		SourceField{Name: "tags", Type: &Source{Kind: "map", Items: nullable(primitive("double"))}},
		SourceField{Name: "raw", Type: &Source{Kind: "fixed", Size: 12, Logical: "duration"}},
	))
	want := []string{"id required long", "at required timestamptz", "day date", "price required decimal(9, 2)", "state required string",
		"items required list", "items[] required struct", "items[].sku required string", "items[].n int", "tags required map", "tags<key> required string", "tags{} double", "raw required fixed[12]"}
	if diff := cmp.Diff(want, columnsOf(image.Schema)); diff != "" {
		t.Error(diff)
	}
	if len(image.Refusals) > 0 || len(image.Schema.Problems) > 0 {
		t.Errorf("%v %v", image.Refusals, image.Schema.Problems)
	}
}

func TestImageRefuses(t *testing.T) {
	node := &Source{Kind: "record", Name: "Node"}
	node.Fields = []SourceField{{Name: "next", Type: nullable(node)}}
	var wide *Source = primitive("int")
	for range 40 { // each level holds the one below twice: a tree of 2^40 columns
		wide = &Source{Kind: "record", Name: "L" + strings.Repeat("x", len(wide.Name)), Fields: []SourceField{{Name: "a", Type: wide}, {Name: "b", Type: wide}}}
	}
	image := ImageOf(record(
		SourceField{Name: "either", Type: &Source{Kind: "union", Branches: []*Source{primitive("int"), primitive("string")}}},
		SourceField{Name: "huge", Type: &Source{Kind: "bytes", Logical: "decimal", Precision: 60, Scale: 2}},
		SourceField{Name: "node", Type: node},
		SourceField{Name: "wide", Type: wide},
	))
	var problems []string
	for _, r := range image.Refusals {
		problems = append(problems, string(r.Path)+": "+r.Problem)
	}
	text := strings.Join(problems, "\n")
	for _, part := range []string{"either: either is a union of 2 types", "huge: huge is a decimal of 60 digits", "node.next: node.next is Node inside itself", "the image has more than 100000 columns"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if got := ImageOf(primitive("string")).Refusals; len(got) != 1 || !strings.Contains(got[0].Problem, "a topic of string has no columns") {
		t.Errorf("%v", got)
	}
}

func TestLand(t *testing.T) {
	before := record(SourceField{Name: "id", Type: primitive("long")}, SourceField{Name: "n", Type: primitive("int")}, SourceField{Name: "old", Type: primitive("string")})
	for _, c := range []struct {
		name    string
		after   *Source
		illegal []string
		columns []string
		renamed int
	}{
		{"add with a default", record(SourceField{Name: "id", Type: primitive("long")}, SourceField{Name: "n", Type: primitive("int")}, SourceField{Name: "old", Type: primitive("string")}, SourceField{Name: "x", Type: primitive("int")}), nil,
			[]string{"id required long", "n required int", "old required string", "x int"}, 0},
		{"widen", record(SourceField{Name: "id", Type: primitive("long")}, SourceField{Name: "n", Type: primitive("long")}, SourceField{Name: "old", Type: primitive("string")}), nil,
			[]string{"id required long", "n required long", "old required string"}, 0},
		{"narrow", record(SourceField{Name: "id", Type: primitive("int")}, SourceField{Name: "n", Type: primitive("int")}, SourceField{Name: "old", Type: primitive("string")}), nil,
			[]string{"id required long", "n required int", "old required string"}, 0},
		{"int to double, which Avro promotes", record(SourceField{Name: "id", Type: primitive("long")}, SourceField{Name: "n", Type: primitive("double")}, SourceField{Name: "old", Type: primitive("string")}), []string{"iceberg-type-changed"},
			[]string{"id required long", "n required double", "old required string"}, 0},
		{"drop", record(SourceField{Name: "id", Type: primitive("long")}, SourceField{Name: "n", Type: primitive("int")}), nil,
			[]string{"id required long", "n required int", "old string"}, 0},
		{"rename by alias", record(SourceField{Name: "id", Type: primitive("long")}, SourceField{Name: "n", Type: primitive("int")}, SourceField{Name: "young", Aliases: []string{"old"}, Type: primitive("string")}), nil,
			[]string{"id required long", "n required int", "old string", "young string"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := Land([]*Source{before}, c.after, 2)
			e := Evolve(l.Pair)
			if got := idsOf(e.Breaks); !slices.Equal(got, c.illegal) {
				t.Errorf("breaks %v, want %v", got, c.illegal)
			}
			if diff := cmp.Diff(c.columns, columnsOf(l.Pair.Reader.Schema)); diff != "" {
				t.Error(diff)
			}
			if len(l.Renamed) != c.renamed {
				t.Errorf("renamed %v", l.Renamed)
			}
		})
	}
}
