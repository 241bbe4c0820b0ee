package avro

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// pair resolves two schema texts.
func pair(t testing.TB, writer, reader string) *Resolution {
	t.Helper()
	return Resolve(mustParse(t, "writer.avsc", []byte(writer)), mustParse(t, "reader.avsc", []byte(reader)))
}

const (
	enumABC = `{"type":"enum","name":"E","symbols":["A","B","C"]}`
	listR   = `{"type":"record","name":"R","fields":[{"name":"v","type":"int"},{"name":"next","type":["null","R"]}]}`
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, writer, reader, data, want string }{
		{"int as long", `"int"`, `"long"`, "9e1f", "1999"},
		{"int as float rounds", `"int"`, `"float"`, "82808010", "16777216"},
		{"long as double rounds", `"long"`, `"double"`, "8280808080808020", "9007199254740992"},
		{"float as double keeps the float", `"float"`, `"double"`, "cdcccc3d", "0.10000000149011612"},
		{"bytes as string", `"bytes"`, `"string"`, "04fffe", "\"\uFFFD\uFFFD\""},
		{"string as bytes", `"string"`, `"bytes"`, "04c3a9", `"\u00c3\u00a9"`},
		{"written branch into a reader's branch", `["null","int"]`, `["string","long","null"]`, "0206", "3"},
		{"first branch that matches", `"int"`, `["double","int"]`, "06", "3"},
		{"symbol by name", enumABC, `{"type":"enum","name":"E","symbols":["C","B","A"]}`, "04", `"C"`},
		{"symbol becomes the default", enumABC, `{"type":"enum","name":"E","symbols":["U","A"],"default":"U"}`, "02", `"U"`},
		{"block with a size", `{"type":"array","items":"int"}`, `{"type":"array","items":"long"}`, "0304020400", "[1,2]"},
		{"map, the last of equal keys", `{"type":"map","values":"int"}`, `{"type":"map","values":"long"}`, "0402610202610400", `{"a":2}`},
		{"skip, fill and reorder", `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"x","type":{"type":"array","items":"string"}},{"name":"b","type":"string"}]}`,
			`{"type":"record","name":"R","fields":[{"name":"b","type":"string"},{"name":"n","type":["null","int"],"default":null},{"name":"c","type":["null","long"],"default":5000000000},{"name":"y","type":"long","aliases":["a"]}]}`,
			"02040278027a000468" + "69", `{"b":"hi","n":null,"c":5000000000,"y":1}`},
		{"sized blocks are jumped over", `{"type":"record","name":"R","fields":[{"name":"x","type":{"type":"array","items":"string"}},{"name":"b","type":"int"}]}`,
			`{"type":"record","name":"R","fields":[{"name":"b","type":"int"}]}`, "0108ffffffff" + "00" + "06", `{"b":3}`},
		{"a default completed from the record's own", `{"type":"record","name":"R","fields":[]}`,
			`{"type":"record","name":"R","fields":[{"name":"in","type":{"type":"record","name":"In","fields":[{"name":"x","type":"int"},{"name":"y","type":"string","default":"é"}]},"default":{"x":7}}]}`,
			"", `{"in":{"x":7,"y":"é"}}`},
		{"recursion", listR, strings.Replace(listR, `"int"`, `"long"`, 1), "020204020600", `{"v":1,"next":{"v":2,"next":{"v":3,"next":null}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := hex.DecodeString(c.data)
			if err != nil {
				t.Fatal(err)
			}
			got, err := pair(t, c.writer, c.reader).Decode(data)
			if err != nil || got.JSON() != c.want {
				t.Errorf("got %s, %v; want %s", show(got), err, c.want)
			}
		})
	}
}

func show(v Value) string {
	if v.Type == nil {
		return "no value"
	}
	return v.JSON()
}

func TestDecodeFails(t *testing.T) {
	record := func(typ string) string {
		return `{"type":"record","name":"R","fields":[{"name":"v","type":` + typ + `}]}`
	}
	endless := `{"type":"record","name":"R","fields":[{"name":"next","type":"R"}]}`
	for _, c := range []struct {
		name, writer, reader, data string
		cause                      DecodeCause
		path, reason               string
	}{
		{"null", record(`["null","int"]`), record(`"int"`), "00", ReaderRefuses, "R.v", "null cannot be read as int"},
		{"symbol", record(enumABC), record(`{"type":"enum","name":"E","symbols":["A"]}`), "04", ReaderRefuses, "R.v", "the reader's enum E has no symbol C and no default"},
		{"branch", record(`["null","int","string"]`), record(`["null","int"]`), "0402" + "61", ReaderRefuses, "R.v<string>", "no branch of [null, int] takes string"},
		{"missing field", record(`"int"`), `{"type":"record","name":"R","fields":[{"name":"w","type":"int"}]}`, "02", ReaderRefuses, "R.w", "the reader's field w is not written and has no default"},
		{"items", record(`{"type":"array","items":"int"}`), record(`{"type":"array","items":"string"}`), "020200", ReaderRefuses, "R.v[]", "int cannot be read as string"},
		{"deep", listR, strings.Replace(listR, `"int"`, `"string"`, 1), "0200", ReaderRefuses, "R.v", "int cannot be read as string"},
		{"left over", `"int"`, `"long"`, "0200", BadBytes, "long", "1 bytes are left over"},
		{"truncated number", record(`"long"`), record(`"double"`), "80", BadBytes, "R.v", "the bytes end inside a number"},
		{"long number", record(`"int"`), record(`"double"`), "80808080808001", BadBytes, "R.v", "a number of 7 bytes is no int"},
		{"70 bits", record(`"long"`), record(`"double"`), "ffffffffffffffffffff01", BadBytes, "R.v", "a number has more than 64 bits"},
		{"text beyond the end", record(`"string"`), record(`"bytes"`), "fe01", BadBytes, "R.v", "string of 127 bytes where 0 are left"},
		{"negative length", record(`"string"`), record(`"bytes"`), "01", BadBytes, "R.v", "string of -1 bytes where 0 are left"},
		{"branch number", record(`["null","int"]`), record(`["null","long"]`), "04", BadBytes, "R.v", "branch 2 of [null, int], which has 2"},
		{"no boolean", `"boolean"`, `"boolean"`, "02", BadBytes, "boolean", "the byte 0x02 is no boolean"},
		{"huge block", `{"type":"array","items":"int"}`, `{"type":"array","items":"long"}`, "feffffffffffffffff01", BadBytes, "array[]", "a block of 9223372036854775807 elements where 0 bytes are left"},
		{"huge block of nothing", `{"type":"array","items":"null"}`, `{"type":"array","items":["null","int"]}`, "feffffffffffffffff01", OverLimit, "array[]", "a block of 9223372036854775807 elements; a datum may have 1048576 values"},
		{"most negative count", `{"type":"array","items":"int"}`, `{"type":"array","items":"long"}`, "ffffffffffffffffff0100", BadBytes, "array[]", "a block of -9223372036854775808 elements"},
		{"wrong size", `{"type":"array","items":"int"}`, `{"type":"array","items":"long"}`, "010402" + "00", BadBytes, "array[]", "the block's size is wrong by -1 bytes"},
		{"endless", endless, strings.Replace(endless, `"R"}`, `["R"]}`, 1), "", OverLimit, "", "nested deeper than 65536 levels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := hex.DecodeString(c.data)
			if err != nil {
				t.Fatal(err)
			}
			v, err := pair(t, c.writer, c.reader).Decode(data)
			var fails *DecodeError
			if !errors.As(err, &fails) {
				t.Fatalf("got %s, %v; want %q", show(v), err, c.reason)
			}
			if fails.Cause != c.cause || c.path != "" && fails.Path != compat.Path(c.path) || fails.Reason != c.reason {
				t.Errorf("got %v %q %q\nwant %v %q %q", fails.Cause, fails.Path, fails.Reason, c.cause, c.path, c.reason)
			}
		})
	}
}

func TestSense(t *testing.T) {
	for _, c := range []struct{ typ, data, want string }{
		{`{"type":"int","logicalType":"date"}`, "96b302", "19659 (2023-10-29)"},
		{`{"type":"long","logicalType":"timestamp-millis"}`, "80a0abfef962", "1700000000000 (2023-11-14T22:13:20Z)"},
		{`{"type":"long","logicalType":"local-timestamp-micros"}`, "80a0abfef962", "1700000000000 (1970-01-20T16:13:20)"},
		{`{"type":"int","logicalType":"time-millis"}`, "aaa6992b", "45296021 (12:34:56.021)"},
		{`{"type":"int","logicalType":"time-millis"}`, "01", "-1"},
		{`{"type":"bytes","logicalType":"decimal","precision":6,"scale":2}`, "0404d2", `12.34`},
		{`{"type":"bytes","logicalType":"decimal","precision":6,"scale":4}`, "02ff", `-0.0001`},
		{`{"type":"bytes","logicalType":"big-decimal"}`, "080404d204", `12.34`},
		{`{"type":"fixed","size":12,"name":"D","logicalType":"duration"}`, "010000000200000003000000", `1 months 2 days 3 ms`},
	} {
		data, err := hex.DecodeString(c.data)
		if err != nil {
			t.Fatal(err)
		}
		v, err := mustParse(t, "s.avsc", []byte(c.typ)).DecodeAsWritten(data)
		if err != nil || v.Brief(200) != c.want {
			t.Errorf("%s: got %v, %v; want %s", c.typ, v.Brief(200), err, c.want)
		}
	}
}

func TestDecimalDigits(t *testing.T) {
	for number, want := range map[string]string{"0.00": "00", "1.27": "7f", "1.28": "0080", "-1.28": "80", "-1.29": "ff7f", "-0.01": "ff", "12.34": "04d2"} {
		got, ok := unscaled(number, 2)
		if !ok || hex.EncodeToString([]byte(got)) != want || decimalText(got, 2) != number {
			t.Errorf("%s: %x %v, want %s; back %s", number, got, ok, want, decimalText(got, 2))
		}
	}
	if _, ok := unscaled("1.234", 2); ok {
		t.Error("1.234 fits two digits behind the point")
	}
}

// The encoder undoes the decoder, on every value that a test makes.
func TestEncodeUndoesDecode(t *testing.T) {
	for _, c := range []struct{ typ, data string }{
		{`["null","string"]`, "020461c3"},
		{`{"type":"map","values":"double"}`, "0202" + "6b" + "0000000000000080" + "00"},
		{listR, "01020100"},
		{`{"type":"fixed","name":"F","size":3}`, "010203"},
	} {
		data, err := hex.DecodeString(c.data)
		if err != nil {
			t.Fatal(err)
		}
		v, err := mustParse(t, "s.avsc", []byte(c.typ)).DecodeAsWritten(data)
		if err != nil {
			t.Fatal(err)
		}
		back, err := v.AppendBinary(nil)
		if err != nil || string(back) != string(data) {
			t.Errorf("%s: %x became %x, %v", c.typ, data, back, err)
		}
	}
}

// A default of 2,000 levels, each of which could be one of two records: what is known about a level is asked once.
func TestNestedDefault(t *testing.T) {
	const levels = 2000
	def := strings.Repeat(`{"n":`, levels) + `{"n":null,"y":"s"}` + strings.Repeat(`,"y":"s"}`, levels)
	reader := `{"type":"record","name":"R","fields":[{"name":"f","type":[{"type":"record","name":"A","fields":[{"name":"n","type":["A",
		{"type":"record","name":"B","fields":[{"name":"n","type":["A","B","null"]},{"name":"y","type":"string"}]},"null"]},{"name":"x","type":"int"}]},"B"],
		"default":` + def + `}]}`
	got, err := pair(t, `{"type":"record","name":"R","fields":[]}`, reader).Decode(nil)
	if err != nil || got.JSON() != `{"f":`+def+`}` {
		t.Errorf("%v, %d characters", err, len(show(got)))
	}
}

// The default of w holds a C whose a could be an A3 again, which would need w's default: it is an A1. Beside it, in y, the same
// text is an A3 with all that it holds.
func TestDefaultInsideItself(t *testing.T) {
	reader := `{"type":"record","name":"R","fields":[
		{"name":"x","type":{"type":"record","name":"n3.A","fields":[
			{"name":"w","type":{"type":"record","name":"C","fields":[{"name":"a","type":["n3.A",{"type":"record","name":"n1.A","fields":[]}]}]},"default":{"a":{}}}]},"default":{}},
		{"name":"y","type":"C","default":{"a":{}}}]}`
	got, err := pair(t, `{"type":"record","name":"R","fields":[]}`, strings.Replace(reader, `"type":"C","default"`, `"type":"n3.C","default"`, 1)).Decode(nil)
	const want = `{"x":{"w":{"a":{}}},"y":{"a":{"w":{"a":{}}}}}`
	if err != nil || got.JSON() != want {
		t.Errorf("got %s, %v; want %s", show(got), err, want)
	}
}
