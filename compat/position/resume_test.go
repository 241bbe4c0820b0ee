package position

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// beside checks that a text is read beside another one as it is read alone.
func beside(t *testing.T, earlier, text string) {
	t.Helper()
	first, err := Parse("a.json", []byte(earlier))
	if err != nil {
		return
	}
	tape := append([]node(nil), first.nodes...)
	want, wantErr := Parse("b.json", []byte(text))
	got, err := ParseBeside(first, "b.json", []byte(text))
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Fatalf("%q beside %q: error %v, want %v", text, earlier, err, wantErr)
	}
	if err == nil && (!reflect.DeepEqual(got.nodes, want.nodes) || got.text != want.text || got.comment != want.comment || got.source != want.source) {
		t.Fatalf("%q beside %q:\n%v\nwant\n%v", text, earlier, got.nodes, want.nodes)
	}
	if !reflect.DeepEqual(tape, first.nodes) {
		t.Fatalf("%q beside %q changed what was read before", text, earlier)
	}
}

// besides are texts of which each is read beside each other one.
var besides = []string{
	`1`, `12`, `[1]`, `[1,2]`, `[1,23]`, `[1 ,2]`, `[]`, `[[]]`, `[[],[]]`, `{}`, `{"a":1}`, `{"a":12}`, `{"a":{}}`, `{"a":{},"b":1}`, `{"a":{}}x`,
	`{"a":[1,{"b":2}],"c":3}`, `{"a":[1,{"b":2}],"a":3}`, `{"a":[1,{"b":2},{"b":2,"c":[]}]}`, `{"a":[1,{"b":2},{"b":2,"b":[]}]}`,
	`// c` + "\n" + `{"a":1, /* d */ "b":2}`, `// c` + "\n" + `{"a":1, "b":2}`, `{"a":1, /* d */ "b":2}`, `{"a":1, /* d */ "b":3}`, `{"a":1, /* d`,
	`{"a":1,}`, `{"a":1 "b":2}`, `[1,`, `[1`, `tru`, `true`, "\ufeff[1,2]", `"a"`, `"ab"`, `"a\n"`, "{\"a\":1}\n", "{\"a\":1}\n\n",
}

func TestParseBeside(t *testing.T) {
	for _, earlier := range besides {
		for _, text := range besides {
			beside(t, earlier, text)
		}
	}
}

// TestParseBesideEdits makes edits, one somewhere in a text and all that a file may see in its life.
func TestParseBesideEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := `{"type": "record", "name": "R", "fields": [{"name": "a", "type": ["null", "int"], "default": null}, // one
  {"name": "b", "type": {"type": "array", "items": {"type": "map", "values": "long"}}}, {"name": "c", "type": "string", "doc": "x\ty"}]}`
	for range 20_000 {
		at, length := random.IntN(len(text)), random.IntN(12)
		end := min(at+length, len(text))
		piece := []string{"", " ", ",", "]", "}", `{"x":1}`, `"y"`, "12", text[at:end], strings.ToUpper(text[at:end])}[random.IntN(10)]
		beside(t, text, text[:at]+piece+text[end:])
	}
}

// TestParseBesideReadsTheRest: what stands before the difference is not read anew.
func TestParseBesideReadsTheRest(t *testing.T) {
	text := `[` + strings.Repeat(`{"name": "a", "type": "int"}, `, 1000)
	earlier := parse(t, text+`1]`)
	p, err := newParser("b.json", []byte(text+`2]`))
	if err != nil {
		t.Fatal(err)
	}
	if at := p.resume(earlier); at.parent != 0 || at.depth != 1 || p.pos != len(text)-2 {
		t.Errorf("goes on at %d of %d, inside %d", p.pos, len(text), at.parent)
	}
}

func FuzzParseBeside(f *testing.F) {
	for i, text := range besides {
		f.Add(besides[(i+7)%len(besides)], text)
	}
	f.Fuzz(func(t *testing.T, earlier, text string) { beside(t, earlier, text) })
}
