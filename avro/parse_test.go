package avro

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/growth"
)

// faults lists what Parse found, one line each: place, rule, validity, path, problem.
func faults(s *Schema) string {
	var b strings.Builder
	for _, f := range s.Faults {
		at := f.Place().Start()
		mark := "invalid"
		if f.Valid {
			mark = "valid"
		}
		fmt.Fprintf(&b, "%d:%d %s %s %s: %s\n", at.Line, at.Column, f.Rule, mark, f.Path, f.Problem)
	}
	return b.String()
}

func record(fields string) string { return `{"type":"record","name":"R","fields":[` + fields + `]}` }

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, schema, want string }{
		{"plain", record(`{"name":"a","type":["null","long"],"default":null}`), ""},
		{"bare word", `"int"`, ""},
		{"unknown word", `"integer"`, `1:1 avro-name-unresolved invalid : the type "integer" is not declared; looked in this file, no references were given (--refs)`},
		{"capital primitive", record(`{"name":"a","type":"String"}`), `1:51 avro-name-unresolved invalid R.a: the type "String" is not declared; looked in this file, no references were given (--refs); is the primitive type "string" meant?`},
		{"array without object", record(`{"name":"a","type":"array","items":"int"}`), `1:51 avro-name-unresolved invalid R.a: the type "array" is not declared; looked in this file, no references were given (--refs); an array type is an object: {"type": "array", …}`},
		{"number", `5`, `1:1 avro-schema-invalid invalid : a schema is a name, an object or an array, not a number`},
		{"no type", `{"name":"R"}`, `1:1 avro-schema-invalid invalid : a schema object needs the attribute "type"`},
		{"no fields", `{"type":"record","name":"R"}`, `1:1 avro-schema-invalid invalid R: a record needs the attribute "fields", an array`},
		{"no name", `{"type":"enum","symbols":["A"]}`, `1:1 avro-schema-invalid invalid : an enum needs the attribute "name"`},
		{"no items", `{"type":"array"}`, `1:1 avro-schema-invalid invalid []: an array needs the attribute "items"`},
		{"comment", "// note\n\"int\"", `1:1 avro-json-comment valid : the file has comments, which strict JSON parsers refuse`},
		{"nested type", `{"type":{"type":"array","items":"int"}}`, `1:2 avro-type-nested valid : "type" holds a whole schema where the specification has a name; several parsers refuse this`},
		{"names", `{"type":"record","name":"my-rec","fields":[{"name":"é","type":{"type":"enum","name":"E","symbols":["a b"]}}]}`,
			`1:18 avro-name-invalid invalid : the name "my-rec" is not of the form [A-Za-z_][A-Za-z0-9_]*, with dots between
1:45 avro-name-invalid invalid my-rec.é: the field name "é" is not of the form [A-Za-z_][A-Za-z0-9_]*
1:100 avro-name-invalid invalid my-rec.é: the symbol "a b" is not of the form [A-Za-z_][A-Za-z0-9_]*`},
		{"namespace", `{"type":"fixed","name":"F","namespace":"a..b","size":1}`, `1:28 avro-name-invalid invalid : the namespace "a..b" is not a dot-separated sequence of names`},
		{"duplicate field", record(`{"name":"a","type":"int"},{"name":"a","type":"int"}`), `1:65 avro-field-duplicate invalid R: the record has two fields called "a" (first at line 1, column 39)`},
		{"swapped aliases", record(`{"name":"a","type":"int","aliases":["b"]},{"name":"b","type":"int","aliases":["a"]}`),
			`1:39 avro-alias-collision invalid R: the field "a" has the alias "b", which is also a name or alias of the field "b"
1:81 avro-alias-collision invalid R: the field "b" has the alias "a", which is also a name or alias of the field "a"`},
		{"one alias twice", record(`{"name":"a","type":"int","aliases":["x"]},{"name":"b","type":"int","aliases":["x"]}`),
			`1:81 avro-alias-collision invalid R: the field "b" has the alias "x", which is also a name or alias of the field "a"`},
		{"odd alias", record(`{"name":"a","type":"int","aliases":["bad-name","a"]}`), ""},
		{"forward", record(`{"name":"a","type":"B"},{"name":"b","type":{"type":"fixed","name":"B","size":1}}`), `1:51 avro-name-forward invalid R.a: "B" is used before its declaration`},
		{"declared twice", record(`{"name":"a","type":{"type":"fixed","name":"B","size":1}},{"name":"b","type":{"type":"fixed","name":"B","size":2}}`),
			`1:108 avro-name-duplicate invalid R.b: "B" is declared a second time (first at line 1, column 51)`},
		{"unions", `["int",["null"],"int",{"type":"fixed","name":"a.B","size":1},{"type":"fixed","name":"c.B","size":1}]`,
			`1:8 avro-union-nested invalid : a union stands directly inside a union
1:17 avro-union-duplicate invalid : the union has two branches of type int`},
		{"enum", `{"type":"enum","name":"E","symbols":["A","A"],"default":"Z"}`,
			`1:42 avro-enum-symbol-duplicate invalid E: the symbol "A" stands twice
1:47 avro-enum-default-invalid invalid E: the enum's default "Z" is none of its symbols`},
		{"order", record(`{"name":"a","type":"int","order":"sideways"}`), `1:64 avro-order-invalid invalid R.a: a field's order is ascending, descending or ignore, not "sideways"`},
		{"misplaced", record(`{"name":"a","type":"long","logicalType":"timestamp-millis"}`), `1:65 avro-logical-misplaced valid R.a: "logicalType": "timestamp-millis" stands on the field, not inside its type; most runtimes ignore it there`},
		{"logical", record(`{"name":"a","type":{"type":"int","logicalType":"timestamp-millis"}},{"name":"b","type":{"type":"bytes","logicalType":"decimal","precision":2,"scale":4}},{"name":"c","type":{"type":"long","logicalType":"cents"}}`),
			`1:72 avro-logical-invalid valid R.a: "logicalType": "timestamp-millis" does not hold here (it annotates a long), so readers see a plain int
1:142 avro-logical-invalid valid R.b: "logicalType": "decimal" does not hold here ("scale" must be a whole number from 0 to the precision), so readers see a plain bytes
1:226 avro-logical-unknown valid R.c: the specification has no logical type "cents"; readers see a plain long`},
		{"decimal digits", `{"type":"fixed","name":"D","size":4,"logicalType":"decimal","precision":10}`, `1:37 avro-logical-invalid valid D: "logicalType": "decimal" does not hold here (a fixed of 4 bytes holds at most 9 digits), so readers see a plain fixed`},
		{"sizes", `[{"type":"fixed","name":"A","size":9223372036854775808},{"type":"fixed","name":"B","size":-1},{"type":"fixed","name":"C","size":1.5}]`,
			`1:29 avro-schema-invalid invalid A: a fixed's size is a whole number of bytes from 0 to 2147483647, not 9223372036854775808
1:84 avro-schema-invalid invalid B: a fixed's size is a whole number of bytes from 0 to 2147483647, not -1
1:122 avro-schema-invalid invalid C: a fixed's size is a whole number of bytes from 0 to 2147483647, not 1.5`},
		{"endless", record(`{"name":"a","type":"R"},{"name":"b","type":["R",{"type":"record","name":"S","fields":[{"name":"r","type":"R"}]}]}`),
			`1:1 avro-recursion-endless valid R: every value of "R" holds another one, so no value can be written
1:87 avro-recursion-endless valid S: every value of "S" holds another one, so no value can be written`},
		{"not endless", record(`{"name":"a","type":["null","R"]},{"name":"b","type":{"type":"array","items":"R"}}`), ""},
	} {
		if got := strings.TrimSuffix(faults(mustParse(t, "s.avsc", []byte(c.schema))), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestDefaults(t *testing.T) {
	for _, c := range []struct{ typ, value, want string }{
		{`"int"`, `2147483647`, ""},
		{`"int"`, `2147483648`, "it is outside the range of an int"},
		{`"long"`, `9223372036854775807`, ""},
		{`"long"`, `9223372036854775808`, "it is outside the range of a long"},
		{`"long"`, `1.0`, "a whole number without point or exponent is needed"},
		{`"int"`, `"5"`, "a number is needed, not a string"},
		{`"int"`, `null`, "a number is needed, not null"},
		{`"null"`, `0`, "null is needed, not a number"},
		{`"boolean"`, `1`, "true or false is needed, not a number"},
		{`"double"`, `"NaN"`, "a number is needed, not a string"},
		{`"float"`, `1e300`, ""},
		{`"string"`, `null`, "a string is needed, not null"},
		{`"bytes"`, `"\u00ff"`, ""},
		{`"bytes"`, `"\u20ac"`, "the character U+20AC stands for no byte"},
		{`{"type":"fixed","name":"F","size":2}`, `"a"`, "it has 1 bytes, the type 2"},
		{`{"type":"enum","name":"E","symbols":["A"],"default":"A"}`, `"B"`, "it is none of the enum's symbols"},
		{`{"type":"array","items":"int"}`, `[1,"x"]`, "a number is needed, not a string"},
		{`{"type":"map","values":"int"}`, `[]`, "an object is needed, not an array"},
		{`["int","double"]`, `1.5`, ""},
		{`["int","string"]`, `null`, "no branch of the union takes it"},
		{`["null","string"]`, `"null"`, ""},
		{`{"type":"record","name":"X","fields":[{"name":"p","type":"int","default":1},{"name":"q","type":"int"}]}`, `{"q":2}`, ""},
		{`{"type":"record","name":"X","fields":[{"name":"p","type":"int","default":1},{"name":"q","type":"int"}]}`, `{}`, `the field "q" has no value there and no default of its own`},
		{`{"type":"record","name":"X","fields":[{"name":"p","type":"int"}]}`, `{"p":"a"}`, `field "p": a number is needed, not a string`},
		{`"R"`, `{}`, "it needs itself, so its value has no end"},
		{`["null","R"]`, `null`, ""},
	} {
		s := mustParse(t, "s.avsc", []byte(record(`{"name":"f","type":`+c.typ+`,"default":`+c.value+`}`)))
		got := ""
		for _, f := range s.Faults {
			if strings.HasPrefix(f.Rule, "avro-default") && !f.Valid {
				got = f.Problem[strings.Index(f.Problem, ": ")+2:]
			}
		}
		if got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.value, c.typ, got, c.want)
		}
	}
}

// TestDefaultChain: a record default that leans on the defaults of its fields is checked once per field, not once per path.
func TestDefaultChain(t *testing.T) {
	var b strings.Builder
	typ := `"int"`
	value := "1"
	for i := range 60 {
		b.Reset()
		fmt.Fprintf(&b, `{"type":"record","name":"N%d","fields":[{"name":"a","type":%s,"default":%s},{"name":"b","type":%s,"default":%s}]}`, i, typ, value, nameOr(typ, i), value)
		typ, value = b.String(), "{}"
	}
	if s := mustParse(t, "s.avsc", []byte(typ)); !s.Valid() {
		t.Error(faults(s))
	}
}

func nameOr(typ string, i int) string {
	if i == 0 {
		return typ
	}
	return fmt.Sprintf(`"N%d"`, i-1)
}

func TestReferences(t *testing.T) {
	files := []File{
		{"b.avsc", []byte(`{"type":"record","name":"n.B","fields":[{"name":"a","type":["null","A"]}]}`)},
		{"a.avsc", []byte(`{"type":"record","name":"n.A","fields":[{"name":"b","type":["null","B"]},{"name":"c","type":"m.C"}]}`)},
		{"c.avsc", []byte(`{"type":"enum","name":"m.C","symbols":["X"]}`)},
		{"d1.avsc", []byte(`{"type":"fixed","name":"D","size":1}`)},
		{"d2.avsc", []byte(`{"type":"fixed","name":"D","size":2}`)},
		{"broken.avsc", []byte(`{`)},
	}
	l := NewLibrary(files)
	if len(l.Errors) != 1 || !strings.Contains(l.Errors[0].Error(), "parse broken.avsc:1:2") {
		t.Errorf("errors %v", l.Errors)
	}
	parse := func(text string) *Schema {
		s, err := Parse("top.avsc", []byte(text), l)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	top := parse(`{"type":"record","name":"n.T","fields":[{"name":"a","type":"A"},{"name":"b","type":"n.B"}]}`)
	if got := faults(top); got != "" {
		t.Error(got)
	}
	inline := parse(`{"type":"record","name":"n.T","fields":[{"name":"a","type":{"type":"record","name":"A","fields":[{"name":"b","type":["null",
		{"type":"record","name":"B","fields":[{"name":"a","type":["null","A"]}]}]},{"name":"c","type":{"type":"enum","name":"m.C","symbols":["X"]}}]}},{"name":"b","type":"n.B"}]}`)
	if r := Resolve(top, inline); !r.Identical() {
		t.Errorf("a reference and the same declaration in place differ: %v", r.Verdict())
	}
	if got := faults(parse(`"D"`)); !strings.Contains(got, `"D" is declared in d1.avsc:1:1 and, differently, in d2.avsc:1:1`) {
		t.Error(got)
	}
	if got := faults(parse(`"Z"`)); !strings.Contains(got, "looked in this file and 6 reference files (a.avsc, b.avsc, broken.avsc, c.avsc, …)") {
		t.Error(got)
	}
}

func TestDeepSchemas(t *testing.T) {
	deep := strings.Repeat(`{"type":"array","items":`, 4000) + `"int"` + strings.Repeat("}", 4000)
	a, b := mustParse(t, "a.avsc", []byte(deep)), mustParse(t, "b.avsc", []byte(strings.Replace(deep, `"int"`, `"long"`, 1)))
	r := Resolve(a, b)
	if r.Verdict().String() != "same" {
		t.Errorf("int to long, %v", r.Verdict())
	}
	r.Trace(true)
	if _, err := Parse("c.avsc", []byte(strings.Repeat(`{"type":"array","items":`, 100_000)), nil); err == nil || !strings.Contains(err.Error(), "nested deeper than 10000 levels") {
		t.Error(err)
	}
}

func TestBundle(t *testing.T) {
	l := NewLibrary([]File{{"b.avsc", []byte(`{"type":"record","name":"n.B","fields":[{"name":"a","type":["null","A"]}]}`)},
		{"a.avsc", []byte(`{"type":"record","name":"A","namespace":"n","aliases":["Old"],"fields":[{"name":"b","type":["null","B"],"default":null}]}`)}})
	s, err := Parse("t.avsc", []byte(`// top
{"type":"record","name":"T","fields":[{"name":"x","type":"n.A" /* ref */,"p":[1,{"q":"\u0041"}]},{"name":"y","type":{"type":"array","items":"n.B"}}]}`), l)
	if err != nil {
		t.Fatal(err)
	}
	again := mustParse(t, "again.avsc", []byte(s.bundle()))
	if got := faults(again); got != "" {
		t.Errorf("%s\n%s", s.bundle(), got)
	}
	if !Resolve(s, again).Identical() {
		t.Errorf("the bundle says something else:\n%s", s.bundle())
	}
}

// TestParseCost holds the parser to a cost that does not grow with the square of what a text lists: most of these took over ten
// seconds for the larger size, and a text may be thirty times as long.
func TestParseCost(t *testing.T) {
	list := func(many int, pattern string) string {
		items := make([]string, many)
		for i := range items {
			items[i] = strings.ReplaceAll(pattern, "#", fmt.Sprint(i))
		}
		return strings.Join(items, ",")
	}
	for name, text := range map[string]func(n int) string{
		"names that nobody declares":    func(n int) string { return `[` + list(n, `"a.N#"`) + `]` },
		"names that others nearly have": func(n int) string { return `[` + list(n, `{"type":"fixed","name":"a.N#","size":1},"b.N#"`) + `]` },
		"a record's default": func(n int) string {
			return `{"type":"record","name":"R","fields":[{"name":"o","type":{"type":"record","name":"I","fields":[` +
				list(n, `{"name":"f#","type":"int"}`) + `]},"default":{` + list(n, `"f#":1`) + `}}]}`
		},
		"defaults of an enum": func(n int) string {
			return `{"type":"record","name":"R","fields":[{"name":"e","type":{"type":"array","items":{"type":"enum","name":"E","symbols":[` +
				list(n, `"S#"`) + `]}},"default":[` + list(n, `"S#"`) + `]}]}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			growth.Linear(t, 12_500, func(n int) func() {
				source := []byte(text(n))
				return func() {
					if _, err := Parse("s.avsc", source, nil); err != nil {
						t.Error(err)
					}
				}
			})
		})
	}
}
