package position

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func parse(t *testing.T, text string) *Document {
	t.Helper()
	doc, err := Parse("a.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestPlaces(t *testing.T) {
	doc := parse(t, "\ufeff// naïve\r\n{ \"é\" : [1, {\"a/b\": 9007199254740993}],\r\n  \"k~\": \"x\\u00e9\\ud83d\\ude00\" }\r\n")
	for _, c := range []struct{ pointer, span, place, text string }{
		{"", "2:1-3:32", "2:1", ""},
		{"/é", "2:9-2:39", "2:3", ""},
		{"/é/0", "2:10-2:11", "2:10", "1"},
		{"/é/1/a~1b", "2:21-2:37", "2:14", "9007199254740993"},
		{"/k~0", "3:9-3:30", "3:3", "xé😀"},
	} {
		v, ok := doc.Root().At(c.pointer)
		if !ok {
			t.Errorf("no value at %q", c.pointer)
			continue
		}
		s := v.Span()
		if got := fmt.Sprintf("%d:%d-%d:%d", s.Start.Line, s.Start.Column, s.End.Line, s.End.Column); got != c.span {
			t.Errorf("%q spans %s, want %s", c.pointer, got, c.span)
		}
		if got := v.Place().String(); got != "a.json:"+c.place {
			t.Errorf("%q is placed at %s, want %s", c.pointer, got, c.place)
		}
		if v.Pointer() != c.pointer || v.Text() != c.text {
			t.Errorf("%q reads %q at %q, want %q", c.pointer, v.Text(), v.Pointer(), c.text)
		}
	}
	if got := doc.Line(3); got != `  "k~": "x\u00e9\ud83d\ude00" }` {
		t.Errorf("line 3 is %q", got)
	}
}

// TestComment: the first comment's place is the comment, without the line break that ends it.
func TestComment(t *testing.T) {
	for text, want := range map[string]string{
		"// one\n{}": "1:1-1:7", "{} // last": "1:4-1:11", "{\r\n // ü\r\n}": "2:2-2:6", "[1, /* a\n b */ 2, // c\n3]": "1:5-2:6", "//\n//\n1": "1:1-1:3",
	} {
		at, ok := parse(t, text).Comment()
		span := at.Span()
		if got := fmt.Sprintf("%d:%d-%d:%d", span.Start.Line, span.Start.Column, span.End.Line, span.End.Column); !ok || got != want || at.Pointer() != "" {
			t.Errorf("%q has its first comment at %s %q, want %s", text, got, at.Pointer(), want)
		}
	}
	if at, ok := parse(t, `"//"`).Comment(); ok || !at.IsZero() {
		t.Errorf("a comment at %v", at)
	}
}

func TestBadText(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	for _, c := range []struct{ text, want string }{
		{"", "parse a.json: the file is empty"},
		{" \r\n", "parse a.json: the file is empty"},
		{"// only", "parse a.json:1:8: the file holds no JSON value"},
		{"\xff\xfe{\x00", "parse a.json: the text is UTF-16; a schema file is UTF-8"},
		{"{\"a\": \"\xe9\"}", "parse a.json:1:8: the text is not valid UTF-8 here"},
		{`{"a": 1`, "parse a.json:1:8: the text ends inside the object that starts at 1:1"},
		{"[1,\n 2", "parse a.json:2:3: the text ends inside the array that starts at 1:1"},
		{`{"a": `, "parse a.json:1:7: the text ends inside the object that starts at 1:1"},
		{`{"a":1,"b":2,"a":3}`, `parse a.json:1:14: the key "a" stands twice in one object (first at 1:2)`},
		{`{"a":1,"\u0061":3}`, `parse a.json:1:8: the key "\u0061" stands twice in one object (first at 1:2)`},
		{`{"a":1,}`, "parse a.json:1:8: a comma before '}'"},
		{`[1 2]`, "parse a.json:1:4: expected ',' or ']', found \"2\""},
		{`{a: 1}`, "parse a.json:1:2: expected a key in double quotes, found \"a\""},
		{`{"a" 1}`, "parse a.json:1:6: expected ':' after the key, found \"1\""},
		{`01`, "parse a.json:1:1: a number with a leading zero"},
		{`1.`, "parse a.json:1:1: a number without digits after the point"},
		{`NaN`, "parse a.json:1:1: expected a JSON value, found \"NaN\""},
		{`nullx`, "parse a.json:1:1: expected a JSON value, found \"nullx\""},
		{`"a` + "\n" + `"`, "parse a.json:1:3: a control character (U+000A) inside a string"},
		{`"\x"`, "parse a.json:1:2: an escape that JSON does not have"},
		{`"\ud800"`, "parse a.json:1:2: half of a surrogate pair"},
		{`"abc`, "parse a.json:1:1: a string that does not end"},
		{`{} {}`, "parse a.json:1:4: text after the end of the JSON value"},
		{`{} /* x`, "parse a.json:1:4: a comment that does not end"},
		{deep, "parse a.json:1:10001: nested deeper than 10000 levels"},
	} {
		_, err := Parse("a.json", []byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v\nwant %s", c.text, err, c.want)
		}
		var typed *Error
		if err != nil && !errors.As(err, &typed) {
			t.Errorf("%.40q: the error is a %T", c.text, err)
		}
	}
}

func TestManyMembers(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, `"k%d":%d,`, i, i)
	}
	doc := parse(t, "{"+b.String()+`"z":0}`)
	if v, ok := doc.Root().Member("k4999"); !ok || v.Text() != "4999" {
		t.Errorf("k4999 = %v", v)
	}
	if _, err := Parse("a.json", []byte("{"+b.String()+`"k7":0}`)); err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("duplicate among many: %v", err)
	}
}

// FuzzParse holds Parse against a second JSON reader, and every value against its own pointer and span.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"x\n",null,true],"b":{}}`, `// c` + "\n[1]", `{"a":1,"a":2}`, `"\ud83d\ude00"`, `[[[]]]`, `-0`, `[1,]`, "\ufeff{}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := Parse("f.json", text)
		if err != nil {
			var typed *Error
			if !errors.As(err, &typed) {
				t.Fatalf("error of type %T: %v", err, err)
			}
			if !strings.Contains(string(text), "/") && strict(text) == nil && len(text) < 5000 {
				t.Fatalf("a strict reader takes %q: %v", text, err)
			}
			return
		}
		if at, commented := doc.Comment(); commented {
			start, end := at.Offsets()
			if start < 0 || end < start+2 || end > len(doc.Text()) || doc.Text()[start] != '/' || at.Span().Start.Line < 1 {
				t.Fatalf("%q: a comment from %d to %d", text, start, end)
			}
		} else {
			if err := strict([]byte(doc.Text())); err != nil {
				t.Fatalf("a strict reader refuses %q: %v", text, err)
			}
		}
		for i := range doc.nodes {
			v := Value{doc, int32(i)}
			back, ok := doc.Root().At(v.Pointer())
			if !ok || back != v && doc.nodes[i].flags&isKey == 0 {
				t.Fatalf("%q: value %d at %q reads back as %v", text, i, v.Pointer(), back)
			}
			s := v.Span()
			if s.Start.Offset < 0 || s.End.Offset > len(doc.text) || s.Start.Offset >= s.End.Offset || s.Start.Line < 1 || s.Start.Column < 1 {
				t.Fatalf("%q: value %d spans %v", text, i, s)
			}
		}
	})
}

func strict(text []byte) error {
	dec := jsontext.NewDecoder(strings.NewReader(string(text)))
	if _, err := dec.ReadValue(); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

func BenchmarkParse(b *testing.B) {
	text := []byte(`{"type":"record","name":"R","namespace":"com.example","doc":"A record.","fields":[` +
		strings.Repeat(`{"name":"a_field","type":["null","long"],"default":null,"doc":"What it is (ms)."},`, 500) + `{"name":"z","type":"int"}]}`)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("b.json", text); err != nil {
			b.Fatal(err)
		}
	}
}

// TestColumnsOfLongLines: a file in one line has exact columns everywhere, at the price of a block for each.
func TestColumnsOfLongLines(t *testing.T) {
	for _, word := range []string{"abcdefg", "ä€𝄞b"} {
		text := `["` + strings.Repeat(word, 4*blockSize/len(word)) + `",` + strings.Repeat(`"é",`, blockSize/4) + `1]`
		doc, err := Parse("long.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for v := range doc.Root().Elements() {
			at := v.Span()
			for _, m := range []Mark{at.Start, at.End} {
				if want := len([]rune(text[:m.Offset])) + 1; m.Column != want || m.Line != 1 {
					t.Fatalf("offset %d: column %d, want %d", m.Offset, m.Column, want)
				}
			}
		}
		if end := doc.Root().Span().End; end.Column != len([]rune(text))+1 {
			t.Errorf("the end is at column %d", end.Column)
		}
	}
}

// TestManyElements holds pointers and lookups to a cost that does not grow with the square of an array or object.
func TestManyElements(t *testing.T) {
	const many = 200_000
	doc := parse(t, "["+strings.Repeat(`{"a":[0]},`, many-1)+`{"a":[0,1]}]`)
	last := ""
	for v := range doc.Root().Elements() {
		last = v.Pointer()
	}
	if want := fmt.Sprintf("/%d", many-1); last != want {
		t.Errorf("the last element stands at %s, want %s", last, want)
	}
	var text strings.Builder
	for i := range many {
		fmt.Fprintf(&text, `,"k%d":%d`, i, i)
	}
	member := parse(t, "{"+text.String()[1:]+"}").Root().Lookup()
	for i := range many {
		if v, ok := member(fmt.Sprintf("k%d", i)); !ok || v.Text() != fmt.Sprint(i) {
			t.Fatalf("k%d is %v, %v", i, v, ok)
		}
	}
	if _, ok := member("k"); ok {
		t.Error("k is no key")
	}
	if _, ok := (Value{}).Lookup()("k"); ok {
		t.Error("no value has no members")
	}
}
