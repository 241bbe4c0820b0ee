package avro

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/growth"
)

// siteAt is the site at a path, the first one in the order of the walk.
func siteAt(t testing.TB, trace *compat.Trace, path compat.Path) *compat.Site {
	t.Helper()
	var found *compat.Site
	trace.Walk(func(s *compat.Site) {
		if found == nil && s.Path == path {
			found = s
		}
	})
	if found == nil {
		t.Fatalf("no site %s", path)
	}
	return found
}

func TestSample(t *testing.T) {
	record := func(typ string) string {
		return `{"type":"record","name":"R","fields":[{"name":"v","type":` + typ + `}]}`
	}
	const tree = `{"type":"record","name":"T","fields":[{"name":"left","type":["T","null"]},{"name":"v","type":"int"},{"name":"right","type":{"type":"array","items":"T"}}]}`
	for _, c := range []struct {
		name, writer, reader string
		path                 compat.Path
		prefer               string
		written, read        string
		fails                bool
		datum                string
	}{
		{"the first int that no float is", record(`"int"`), record(`"float"`), "R.v", "", "16777217", "16777216", false, "82808010"},
		{"the first long that no double is", record(`"long"`), record(`"double"`), "R.v", "", "9007199254740993", "9007199254740992", false, "8280808080808020"},
		{"a long that a double is", record(`"long"`), record(`"double"`), "R.v", "4", "4", "4", false, "08"},
		{"bytes that are no text", record(`"bytes"`), record(`"string"`), "R.v", "", `"\u00ff\u00fe"`, "\"\uFFFD\uFFFD\"", false, "04fffe"},
		{"the symbol that is missing", record(enumABC), record(`{"type":"enum","name":"E","symbols":["A","B"]}`), "R.v", "", `"C"`, "the reader's enum E has no symbol C and no default", true, "04"},
		{"the symbol that collapses", record(enumABC), record(`{"type":"enum","name":"E","symbols":["A","B"],"default":"A"}`), "R.v", "", `"C"`, `"A"`, false, "04"},
		{"null that the reader lacks", record(`["int","null"]`), record(`"long"`), "R.v", "", "null", "null cannot be read as long", true, "02"},
		{"an array with an item on the way", record(`{"type":"array","items":["null","int"]}`), record(`{"type":"array","items":["null","float"]}`), "R.v[]", "", "16777217", "16777216", false, "02028280801000"},
		{"a map with an entry on the way", record(`{"type":"map","values":"int"}`), record(`{"type":"map","values":"long"}`), "R.v{}", "7", "7", "7", false, "02026b0e00"},
		{"a value wanted for the items", record(`{"type":"array","items":"int"}`), record(`{"type":"array","items":"long"}`), "R.v", "7", "[7]", "[7]", false, "020e00"},
		{"a value that the type does not hold is ignored", record(`"int"`), record(`"long"`), "R.v", `"x"`, "1999", "1999", false, "9e1f"},
		{"a decimal by its number", record(`{"type":"bytes","logicalType":"decimal","precision":6,"scale":2}`), record(`{"type":"bytes","logicalType":"decimal","precision":6,"scale":4}`), "R.v", "12.34", "12.34", "decimal(6,2) and decimal(6,4) do not match: decimals need equal precision and scale", true, "0404d2"},
		{"another sense", record(`{"type":"long","logicalType":"timestamp-millis"}`), record(`{"type":"long","logicalType":"timestamp-micros"}`), "R.v", "", "1700000000000 (2023-11-14T22:13:20Z)", "1700000000000 (1970-01-20T16:13:20Z)", false, "80a0abfef962"},
		{"the branch of several", record(`["null","string","int"]`), record(`["null","string"]`), "R.v<int>", "", "1999", "no branch of [null, string] takes int", true, "049e1f"},
		{"the union of several", record(`["null","string","int"]`), record(`["null","string"]`), "R.v", "", "1999", "no branch of [null, string] takes int", true, "049e1f"},
		{"a missing field below a branch", record(`["null",{"type":"record","name":"In","fields":[]}]`), record(`["null",{"type":"record","name":"In","fields":[{"name":"x","type":"int"}]}]`), "R.v.x", "", "nothing", "the reader's field x is not written and has no default", true, "02"},
		{"a field that is filled in", record(`"int"`), `{"type":"record","name":"R","fields":[{"name":"v","type":"int"},{"name":"w","type":{"type":"array","items":["null","string"]},"default":["a",null]}]}`, "R.w", "", "nothing", `["a",null]`, false, "00"},
		{"recursion ends at once", tree, strings.Replace(tree, `"int"`, `"float"`, 1), "T.v", "", "16777217", "16777216", false, "028280801000"},
		{"a site below a recursion", tree, strings.Replace(tree, `"T"}}`, `["null","T"]}}`, 1), "T.left", "", "", "", false, "000200000000"},
		{"the rest is what the reader takes", `{"type":"record","name":"R","fields":[{"name":"e","type":` + enumABC + `},{"name":"v","type":"int"},{"name":"u","type":["null","string"]}]}`,
			`{"type":"record","name":"R","fields":[{"name":"e","type":{"type":"enum","name":"E","symbols":["B"]}},{"name":"v","type":"float"},{"name":"u","type":"string"}]}`, "R.v", "", "16777217", "16777216", false, "02828080100200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace := pair(t, c.writer, c.reader).Trace(true)
			got := trace.Sampler.Sample(siteAt(t, trace, c.path), c.prefer)
			if got == nil {
				t.Fatal("no sample")
			}
			if c.written == "" { // only the way there matters
				got.Written, got.Read, got.Fails = "", "", false
			}
			if datum := hex.EncodeToString(got.Datum); got.Written != c.written || got.Read != c.read || got.Fails != c.fails || datum != c.datum {
				t.Errorf("got  %s -> %s %v %s\nwant %s -> %s %v %s", got.Written, got.Read, got.Fails, datum, c.written, c.read, c.fails, c.datum)
			}
		})
	}
}

// What no finite datum reaches has no sample.
func TestNoSample(t *testing.T) {
	endless := `{"type":"record","name":"R","fields":[{"name":"v","type":"int"},{"name":"next","type":"R"}]}`
	trace := pair(t, endless, strings.Replace(endless, `"int"`, `"float"`, 1)).Trace(true)
	trace.Walk(func(s *compat.Site) {
		if sample := trace.Sampler.Sample(s, ""); sample != nil {
			t.Errorf("%s: %+v", s.Path, sample)
		}
	})
	// Forty records, each twice in the one before: the smallest datum has 2^40 values.
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `{"type":"record","name":"R%d","fields":[{"name":"a","type":`, i)
	}
	b.WriteString(`"int"`)
	for i := 39; i >= 0; i-- {
		again := `"int"`
		if i < 39 {
			again = fmt.Sprintf(`"R%d"`, i+1)
		}
		fmt.Fprintf(&b, `},{"name":"b","type":%s}]}`, again)
	}
	text := b.String()
	trace = pair(t, text, strings.Replace(text, `"int"`, `"float"`, 1)).Trace(true)
	deepest := siteAt(t, trace, "R0"+compat.Path(strings.Repeat(".a", 40)))
	if sample := trace.Sampler.Sample(deepest, ""); sample != nil {
		t.Errorf("%+v", sample)
	}
}

// TestSampleCost samples every field of a record of 5,000, and the innermost site of 1,000 records inside each other.
func TestSampleCost(t *testing.T) {
	wide := func(typ string) string {
		var b strings.Builder
		b.WriteString(`{"type":"record","name":"R","fields":[`)
		for i := range 5000 {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"f%d","type":%s}`, i, typ)
		}
		return b.String() + "]}"
	}
	trace := pair(t, wide(`"int"`), wide(`"float"`)).Trace(true)
	for _, kid := range trace.Root.Kids {
		if sample := trace.Sampler.Sample(kid, ""); sample == nil || len(sample.Datum) != 4999+4 {
			t.Fatalf("%s: %+v", kid.Path, sample)
		}
	}
	deep := func(n int, typ string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"type":"record","name":"R%d","fields":[{"name":"a","type":["null",`, i)
		}
		return b.String() + typ + strings.Repeat("]}]}", n)
	}
	growth.Linear(t, 250, func(n int) func() {
		trace := pair(t, deep(n, `"int"`), deep(n, `"float"`)).Trace(true)
		site := siteAt(t, trace, "R0"+compat.Path(strings.Repeat(".a", n)))
		return func() {
			if sample := trace.Sampler.Sample(site, ""); sample == nil || len(sample.Datum) != n+4 {
				t.Errorf("%+v", sample)
			}
		}
	})
	// A union of 20,000 records, each holding the one before: every branch has a sample.
	many := func(n int, typ string) string {
		var b strings.Builder
		fmt.Fprintf(&b, `[{"type":"record","name":"R0","fields":[{"name":"v","type":%s}]}`, typ)
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, `,{"type":"record","name":"R%d","fields":[{"name":"f","type":"R%d"}]}`, i, i-1)
		}
		return b.String() + "]"
	}
	growth.Linear(t, 5_000, func(n int) func() {
		trace := pair(t, many(n, `"int"`), many(n, `"float"`)).Trace(true)
		return func() {
			for _, kid := range trace.Root.Kids[:100] {
				if sample := trace.Sampler.Sample(kid, ""); sample == nil || sample.Fails {
					t.Fatalf("%s: %+v", kid.Path, sample)
				}
			}
		}
	})
}
