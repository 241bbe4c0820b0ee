package main

import (
	"fmt"
	"strings"
)

// jsonValues are tried as the default of every type.
var jsonValues = []struct{ id, text string }{
	{"null", `null`}, {"true", `true`}, {"0", `0`}, {"7", `7`}, {"neg1", `-1`}, {"1.0", `1.0`}, {"1e0", `1e0`}, {"1.5", `1.5`}, {"neg0.0", `-0.0`},
	{"2p31", `2147483648`}, {"2p53p1", `9007199254740993`}, {"2p63", `9223372036854775808`}, {"2p63m1", `9223372036854775807`}, {"1e300", `1e300`}, {"1e3", `1e3`}, {"2p24p1", `16777217`},
	{"empty", `""`}, {"a", `"a"`}, {"ab", `"ab"`}, {"abc", `"abc"`}, {"A", `"A"`}, {"text-null", `"null"`}, {"text-5", `"5"`}, {"NaN", `"NaN"`}, {"Infinity", `"Infinity"`},
	{"latin", `"é"`}, {"latin2", `"ÿ\u0000"`}, {"euro", `"€"`}, {"emoji", `"😀"`}, {"surrogate", `"\ud800"`},
	{"list", `[]`}, {"list-1", `[1]`}, {"list-a", `["a"]`}, {"list-null", `[null]`}, {"object", `{}`}, {"object-x1", `{"x":1}`}, {"object-xa", `{"x":"a"}`}, {"object-x-extra", `{"x":1,"z":2}`},
}

// defaults: every type with every value as the default of a field that the writer lacks.
func defaults(p *pairs) {
	types := []struct{ id, schema string }{
		{"null", tNull}, {"boolean", tBool}, {"int", tInt}, {"long", tLong}, {"float", tFloat}, {"double", tDouble}, {"string", tString}, {"bytes", tBytes},
		{"enum", enum("E", "A B")}, {"fixed2", fixed("F", 2)}, {"array", array(tInt)}, {"map", dictOf(tInt)}, {"record", record("S", field("x", tInt))},
		{"decimal", decimal(9, 2)}, {"date", logical("int", "date")}, {"millis", logical("long", "timestamp-millis")}, {"uuid", logical("string", "uuid")}, {"duration", fixed("D", 12, `"logicalType":"duration"`)},
	}
	for i, t := range types {
		for _, v := range jsonValues {
			if i > 12 && strings.ContainsAny(v.text, "[{") {
				continue
			}
			p.add(fmt.Sprintf("default/%s-%s", t.id, v.id), record("R", field("a", tInt)), record("R", field("a", tInt), field("b", t.schema, `"default":`+v.text)), rec{"a": 1})
		}
	}
	// A default that nothing needs: invalid in the reader, in the writer.
	for _, c := range []struct{ id, typ, def string }{
		{"int-text", tInt, `"5"`}, {"int-fraction", tInt, `1.5`}, {"int-null", tInt, `null`}, {"int-range", tInt, `2147483648`}, {"long-whole-fraction", tLong, `1.0`}, {"nullable-second", union(tNull, tInt), `5`},
		{"enum-unknown", enum("E", "A"), `"Z"`}, {"fixed-short", fixed("F", 4), `"ab"`}, {"bytes-euro", tBytes, `"€"`}, {"string-number", tString, `5`}, {"double-NaN", tDouble, `"NaN"`}, {"nullable-text", union(tNull, tString), `"null"`},
		{"union-none", union(tInt, tString), `true`}, {"record-partial", record("S", field("x", tInt)), `{}`}, {"array-bad", array(tInt), `["a"]`},
	} {
		vs := map[string]any{tInt: 1, tLong: 1, tBytes: bin("x"), tString: "x", tDouble: 0.5}
		v, ok := vs[c.typ]
		switch {
		case ok:
		case strings.HasPrefix(c.typ, "["):
			v = map[bool]any{true: branch{0, nil}, false: branch{0, 1}}[strings.Contains(c.typ, tNull)]
		case strings.Contains(c.typ, "enum"):
			v = "A"
		case strings.Contains(c.typ, "fixed"):
			v = bin("abcd")
		case strings.Contains(c.typ, "record"):
			v = rec{"x": 1}
		default:
			v = list{1}
		}
		good, bad := record("R", field("v", c.typ)), record("R", field("v", c.typ, `"default":`+c.def))
		p.add("default-idle/"+c.id+"-reader", good, bad, rec{"v": v})
		p.add("default-idle/"+c.id+"-writer", bad, good, rec{"v": v})
		p.add("default-idle/"+c.id+"-dropped", record("R", field("v", c.typ, `"default":`+c.def), field("w", tInt)), record("R", field("w", tInt)), rec{"v": v, "w": 2})
	}
}

// unionDefaults: which branch a default lands in.
func unionDefaults(p *pairs) {
	e, f2, f4, s, s2 := enum("E", "A B"), fixed("F", 2), fixed("F", 4), record("S", field("x", tInt)), record("S2", field("x", tInt, `"default":3`))
	us := []struct{ id, u string }{
		{"null-int", union(tNull, tInt)}, {"int-null", union(tInt, tNull)}, {"int-double", union(tInt, tDouble)}, {"double-int", union(tDouble, tInt)}, {"int-long", union(tInt, tLong)}, {"float-double", union(tFloat, tDouble)},
		{"string-null", union(tString, tNull)}, {"null-string", union(tNull, tString)}, {"string-int", union(tString, tInt)}, {"bytes-string", union(tBytes, tString)}, {"int-string-null", union(tInt, tString, tNull)},
		{"enum-string", union(e, tString)}, {"null-enum", union(tNull, e)}, {"fixed-string", union(f2, tString)}, {"fixed4-bytes", union(f4, tBytes)}, {"null-record", union(tNull, s)}, {"record-null", union(s, tNull)}, {"record-map", union(s, dictOf(tInt))}, {"map-record", union(dictOf(tInt), s)},
		{"record-default-int", union(s2, tInt)}, {"array-map", union(array(tInt), dictOf(tInt))}, {"null-array", union(tNull, array(tInt))}, {"array-null", union(array(tInt), tNull)}, {"boolean-string", union(tBool, tString)}, {"two-records", union(s, record("U", field("z", tInt)))},
	}
	keep := map[string]bool{"null": true, "true": true, "7": true, "1.5": true, "1.0": true, "2p31": true, "2p63": true, "a": true, "A": true, "ab": true, "text-null": true, "NaN": true, "euro": true, "list": true, "list-1": true, "list-a": true, "object": true, "object-x1": true, "object-xa": true}
	for _, u := range us {
		for _, v := range jsonValues {
			if keep[v.id] {
				p.add(fmt.Sprintf("udefault/%s-%s", u.id, v.id), record("R", field("a", tInt)), record("R", field("a", tInt), field("b", u.u, `"default":`+v.text)), rec{"a": 1})
			}
		}
	}
}

// nestedDefaults: defaults inside defaults, partial records, and defaults that need themselves.
func nestedDefaults(p *pairs) {
	w, v := record("R", field("a", tInt)), rec{"a": 1}
	add := func(id, typ, def string) {
		p.add("ndefault/"+id, w, record("R", field("a", tInt), field("b", typ, `"default":`+def)), v)
	}
	x, y := field("x", tInt), field("y", tInt, `"default":2`)
	rec2 := record("S", x, y)
	add("record-full", rec2, `{"x":1,"y":5}`)
	add("record-partial", rec2, `{"x":1}`)
	add("record-partial-missing", rec2, `{"y":1}`)
	add("record-empty", rec2, `{}`)
	add("record-extra", rec2, `{"x":1,"q":9}`)
	add("record-null-value", rec2, `{"x":null}`)
	add("record-none-needed", record("S", y), `{}`)
	add("record-inner-partial", record("S", field("i", record("I", x, y))), `{"i":{"x":1}}`)
	add("record-inner-default", record("S", field("i", record("I", x, y), `"default":{"x":4}`)), `{}`)
	add("record-inner-default-bad", record("S", field("i", record("I", x, y), `"default":{}`)), `{}`)
	add("record-nullable-field", record("S", field("n", union(tNull, tInt))), `{"n":null}`)
	add("record-nullable-field-absent", record("S", field("n", union(tNull, tInt))), `{}`)
	add("record-nullable-field-second", record("S", field("n", union(tNull, tInt))), `{"n":5}`)
	add("record-nullable-field-default", record("S", field("n", union(tNull, tInt), `"default":null`)), `{}`)
	add("array-of-nullable", array(union(tNull, tInt)), `[null,5]`)
	add("array-of-unions", array(union(tInt, tDouble)), `[1,1.5]`)
	add("map-of-nullable", dictOf(union(tNull, tInt)), `{"k":5,"l":null}`)
	add("array-of-records-partial", array(rec2), `[{"x":1},{"x":2,"y":3}]`)
	add("map-of-records-partial", dictOf(rec2), `{"k":{"x":1}}`)
	add("array-of-bytes", array(tBytes), `["é","€"]`)
	add("array-of-fixed", array(fixed("F", 2)), `["ab","a"]`)
	add("array-of-enum", array(enum("E", "A B")), `["B","Z"]`)
	add("array-of-long", array(tLong), `[9007199254740993]`)
	add("array-of-int-range", array(tInt), `[2147483648]`)
	add("array-of-float", array(tFloat), `[1,"NaN"]`)
	add("array-of-arrays", array(array(tInt)), `[[1],[]]`)
	add("array-of-maps", array(dictOf(tString)), `[{"k":"v"}]`)
	add("union-of-array-of-nullable", union(array(union(tNull, tInt)), tNull), `[null,5]`)
	add("map-key-order", dictOf(tInt), `{"b":1,"a":2}`)
	add("map-key-twice", dictOf(tInt), `{"k":1,"k":2}`)
	add("decimal-text", decimal(9, 2), `"\u0004\u00d2"`)
	add("duration", fixed("D", 12, `"logicalType":"duration"`), `"\u0001\u0000\u0000\u0000\u0002\u0000\u0000\u0000\u0003\u0000\u0000\u0000"`)
	add("uuid-fixed", fixed("U", 16, `"logicalType":"uuid"`), `"0123456789abcdef"`)
	add("nanos", logical("long", "timestamp-nanos"), `1700000000123456789`)
	add("local-micros", logical("long", "local-timestamp-micros"), `1700000000123456`)
	add("time-millis", logical("int", "time-millis"), `45296789`)
	add("nullable-millis", union(tNull, logical("long", "timestamp-millis")), `null`)
	add("millis-nullable", union(logical("long", "timestamp-millis"), tNull), `1000`)
	add("decimal-nullable", union(decimal(4, 2), tNull), `"\u0004\u00d2"`)
	add("recursive-null", record("N", field("v", tInt), field("n", union(tNull, `"N"`))), `{"v":1,"n":null}`)
	add("recursive-absent-nullable", record("N", field("v", tInt), field("n", union(tNull, `"N"`), `"default":null`)), `{"v":1}`)
	add("recursive-array", record("N", field("v", tInt), field("n", array(`"N"`), `"default":[]`)), `{"v":1}`)
	add("recursive-array-nested", record("N", field("v", tInt), field("n", array(`"N"`), `"default":[]`)), `{"v":1,"n":[{"v":2}]}`)
	add("recursive-union-record-first", record("N", field("v", tInt), field("n", union(`"N"`, tNull), `"default":null`)), `{"v":1}`)
	add("recursive-self", record("N", field("v", tInt), field("n", `"N"`, `"default":{"v":2}`)), `{"v":1}`)
	add("recursive-self-first", record("N", field("n", `"N"`, `"default":{}`)), `{}`)
	add("recursive-self-union", record("N", field("v", tInt), field("n", union(`"N"`, tNull), `"default":{"v":2}`)), `{"v":1}`)
	p.add("ndefault/self-top", record("N", field("v", tInt)), record("N", field("v", tInt), field("n", `"N"`, `"default":{"v":1}`)), rec{"v": 1})
	p.add("ndefault/self-top-nullable", record("N", field("v", tInt)), record("N", field("v", tInt), field("n", union(tNull, `"N"`), `"default":null`)), rec{"v": 1})
	p.add("ndefault/self-top-array", record("N", field("v", tInt)), record("N", field("v", tInt), field("n", array(`"N"`), `"default":[{"v":2}]`)), rec{"v": 1})
	p.add("ndefault/in-array-items", record("R", field("l", array(record("S", x)))), record("R", field("l", array(record("S", x, y)))), rec{"l": list{rec{"x": 1}, rec{"x": 2}}})
	p.add("ndefault/two-records-differ", record("R", field("p", record("P", x)), field("q", record("Q", x))), record("R", field("p", record("P", x, field("y", tInt, `"default":1`))), field("q", record("Q", x, field("y", tInt, `"default":2`)))), rec{"p": rec{"x": 1}, "q": rec{"x": 1}})
	p.add("ndefault/shared-record", record("R", field("p", record("P", x))), record("R", field("p", record("P", x, y)), field("q", `"P"`, `"default":{"x":9}`)), rec{"p": rec{"x": 1}})
	p.add("ndefault/default-is-alias", record("R", field("a", tInt)), record("R", field("b", tInt, `"aliases":["a"]`, `"default":"bad"`)), rec{"a": 1})
	p.add("ndefault/twice", record("R", field("a", tInt)), record("R", field("a", tInt), `{"name":"b","type":"int","default":1,"default":2}`), rec{"a": 1})
}
