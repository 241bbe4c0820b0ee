package main

import (
	"fmt"
	"strings"
)

// fields: missing with and without defaults, extra, reordered, nullable, and the enum default that is no field default.
func fields(p *pairs) {
	all := append(append([]kind{}, primitives...), complexes...)
	good := map[string]string{"null": "null", "boolean": "true", "int": "7", "long": "7", "float": "1.5", "double": "1.5", "string": `"d"`, "bytes": `"d"`, "enum": `"A"`, "fixed": `"dd"`, "array": "[7]", "map": `{"k":7}`, "record": `{"x":7}`}
	a := field("a", tInt)
	for _, k := range all {
		p.add("field/missing-"+k.name, record("R", a), record("R", a, field("b", k.schema)), rec{"a": 1})
		p.add("field/missing-default-"+k.name, record("R", a), record("R", a, field("b", k.schema, `"default":`+good[k.name])), rec{"a": 1})
		p.add("field/missing-default-nested-"+k.name, record("T", field("n", record("R", a))), record("T", field("n", record("R", field("b", k.schema, `"default":`+good[k.name]), a))), rec{"n": rec{"a": 1}})
		p.add("field/dropped-"+k.name, record("R", field("b", k.schema), a), record("R", a), rec{"a": 1, "b": k.data[0]})
		p.add("field/default-unused-"+k.name, record("R", field("b", k.schema)), record("R", field("b", k.schema, `"default":`+good[k.name])), rec{"b": k.data[0]})
		if k.name != "null" {
			u := union(tNull, k.schema)
			p.add("field/missing-nullable-"+k.name, record("R", a), record("R", a, field("b", u)), rec{"a": 1})
			p.add("field/missing-nullable-default-"+k.name, record("R", a), record("R", a, field("b", u, `"default":null`)), rec{"a": 1})
			p.add("field/nullable-added-"+k.name, record("R", field("b", k.schema)), record("R", field("b", u)), rec{"b": k.data[0]})
			p.add("field/nullable-removed-"+k.name, record("R", field("b", u)), record("R", field("b", k.schema, `"default":`+good[k.name])), rec{"b": branch{1, k.data[0]}}, rec{"b": branch{0, nil}})
		}
	}
	p.add("field/reordered", record("R", a, field("b", tString), field("c", tDouble)), record("R", field("c", tDouble), a, field("b", tString)), rec{"a": 1, "b": "x", "c": 0.5})
	p.add("field/reordered-dropped-added", record("R", a, field("b", tString), field("c", tDouble)), record("R", field("c", tDouble), field("d", tInt, `"default":9`), a), rec{"a": 1, "b": "x", "c": 0.5})
	p.add("field/case", record("R", field("userId", tInt)), record("R", field("userid", tInt, `"default":0`)), rec{"userId": 42})
	p.add("field/none-to-some", record("R"), record("R", field("a", tInt, `"default":1`)), rec{})
	p.add("field/some-to-none", record("R", a), record("R"), rec{"a": 1})
	p.add("field/none-both", record("R"), record("R"), rec{})
	e := enum("E", "A B", `"default":"A"`)
	p.add("field/missing-enum-with-enum-default", record("R", a), record("R", a, field("e", e)), rec{"a": 1})
	p.add("field/missing-nullable-enum-with-enum-default", record("R", a), record("R", a, field("e", union(tNull, e))), rec{"a": 1})
	p.add("field/missing-two", record("R", a), record("R", a, field("b", tInt), field("c", tInt)), rec{"a": 1})
	p.add("field/missing-nested-in-array", record("T", field("n", array(record("R", a)))), record("T", field("n", array(record("R", a, field("b", tInt))))), rec{"n": list{rec{"a": 1}}}, rec{"n": list{}})
	p.add("field/missing-nested-in-map", record("T", field("n", dictOf(record("R", a)))), record("T", field("n", dictOf(record("R", a, field("b", tInt))))), rec{"n": dict{{"k", rec{"a": 1}}}}, rec{"n": dict{}})
	p.add("field/missing-nested-in-union", record("T", field("n", union(tNull, record("R", a)))), record("T", field("n", union(tNull, record("R", a, field("b", tInt))))), rec{"n": branch{1, rec{"a": 1}}}, rec{"n": branch{0, nil}})
	p.add("field/order-ignore", record("R", a), record("R", field("a", tInt, `"order":"ignore"`)), rec{"a": 1})
	p.add("field/order-upper", record("R", a), record("R", field("a", tInt, `"order":"DESCENDING"`)), rec{"a": 1})
	p.add("field/doc-and-properties", record("R", a), record("R", field("a", tInt, `"doc":"cents"`, `"unit":"ms"`, `"x":{"y":[1]}`)), rec{"a": 1})
	p.add("field/doc-number", record("R", a), record("R", field("a", tInt, `"doc":5`)), rec{"a": 1})
}

func enums(p *pairs) {
	for _, c := range []struct {
		id, w, r string
		v        []any
	}{
		{"same", enum("E", "A B"), enum("E", "A B"), []any{"A", "B"}},
		{"reordered", enum("E", "A B C"), enum("E", "C A B"), []any{"A", "C"}},
		{"added", enum("E", "A B"), enum("E", "A B C"), []any{"B"}},
		{"added-first", enum("E", "A B"), enum("E", "C A B"), []any{"B"}},
		{"removed", enum("E", "A B"), enum("E", "A"), []any{"A", "B"}},
		{"removed-default", enum("E", "A B C"), enum("E", "A U", `"default":"U"`), []any{"A", "B", "C"}},
		{"removed-default-first", enum("E", "A B"), enum("E", "U A", `"default":"U"`), []any{"A", "B"}},
		{"removed-writer-default", enum("E", "A B", `"default":"A"`), enum("E", "A"), []any{"A", "B"}},
		{"renamed-symbol", enum("E", "A B"), enum("E", "A C"), []any{"B"}},
		{"symbol-case", enum("E", "A b"), enum("E", "A B"), []any{"b"}},
		{"default-same-symbols", enum("E", "A B"), enum("E", "A B", `"default":"B"`), []any{"A"}},
		{"default-differs", enum("E", "A B C", `"default":"A"`), enum("E", "A B", `"default":"B"`), []any{"C"}},
		{"disjoint", enum("E", "A"), enum("E", "B"), []any{"A"}},
		{"disjoint-default", enum("E", "A"), enum("E", "B", `"default":"B"`), []any{"A"}},
		{"name-and-removed", enum("E", "A B"), enum("F", "A", `"aliases":["E"]`), []any{"A", "B"}},
		{"alias-default", enum("E", "A B"), enum("F", "A", `"aliases":["E"]`, `"default":"A"`), []any{"B"}},
		{"ns-removed-default", enum("n1.E", "A B"), enum("n2.E", "A", `"default":"A"`), []any{"B"}},
	} {
		p.everywhere("enum/"+c.id, []place{inTop, inField, inArray, inMap, inUnion, toUnion, ofUnion}, c.w, c.r, c.v...)
	}
	p.add("enum/field-default-no-help", record("R", field("v", enum("E", "A B"))), record("R", field("v", enum("E", "A"), `"default":"A"`)), rec{"v": "A"}, rec{"v": "B"})
	p.add("enum/field-and-enum-default", record("R", field("v", enum("E", "A B C"))), record("R", field("v", enum("E", "A B", `"default":"B"`), `"default":"A"`)), rec{"v": "C"})
	p.add("enum/used-twice-default", record("R", field("v", enum("E", "A B")), field("w", `"E"`)), record("R", field("v", enum("E", "A", `"default":"A"`)), field("w", `"E"`)), rec{"v": "B", "w": "B"})
}

func fixeds(p *pairs) {
	for _, c := range []struct{ id, w, r string }{
		{"same", fixed("F", 2), fixed("F", 2)},
		{"longer", fixed("F", 2), fixed("F", 3)},
		{"shorter", fixed("F", 2), fixed("F", 1)},
		{"other-name", fixed("F", 2), fixed("G", 2)},
		{"other-name-size", fixed("F", 2), fixed("G", 3)},
		{"alias-size", fixed("F", 2), fixed("G", 3, `"aliases":["F"]`)},
		{"ns-size", fixed("n1.F", 2), fixed("n2.F", 3)},
		{"to-bytes", fixed("F", 2), tBytes},
		{"to-string", fixed("F", 2), tString},
	} {
		p.everywhere("fixed/"+c.id, []place{inTop, inField, inArray, inMap, inUnion, toUnion, ofUnion}, c.w, c.r, bin("ab"))
	}
	p.add("fixed/zero", fixed("F", 0), fixed("F", 0), bin(""))
	p.add("fixed/bytes-to", record("R", field("v", tBytes)), record("R", field("v", fixed("F", 2))), rec{"v": bin("ab")})
	p.add("fixed/bytes-to-union", record("R", field("v", tBytes)), record("R", field("v", union(fixed("F", 2), tBytes))), rec{"v": bin("ab")})
}

func decimals(p *pairs) {
	d := func(props string) string { return logical("bytes", "decimal", props) }
	fd := func(size int, props string) string { return fixed("D", size, `"logicalType":"decimal"`, props) }
	v, fv := bin("\x04\xd2"), bin("\x00\x00\x04\xd2")
	neg := bin("\xfb\x2e")
	plain, ps := tBytes, func(pr, sc int) string { return fmt.Sprintf(`"precision":%d,"scale":%d`, pr, sc) }
	for _, c := range []struct {
		id, w, r string
		v        []any
	}{
		{"same", d(ps(9, 2)), d(ps(9, 2)), []any{v, neg}},
		{"scale", d(ps(9, 2)), d(ps(9, 4)), []any{v}},
		{"scale-zero", d(ps(9, 2)), d(ps(9, 0)), []any{v}},
		{"precision-up", d(ps(9, 2)), d(ps(10, 2)), []any{v}},
		{"precision-down", d(ps(9, 2)), d(ps(4, 2)), []any{v, bin("\x01\xe2\x40")}},
		{"both", d(ps(9, 2)), d(ps(18, 4)), []any{v}},
		{"scale-absent", d(`"precision":9`), d(ps(9, 0)), []any{v}},
		{"scale-absent-differs", d(`"precision":9`), d(ps(9, 2)), []any{v}},
		{"of-bytes", plain, d(ps(9, 2)), []any{v}},
		{"to-bytes", d(ps(9, 2)), plain, []any{v}},
		{"to-string", d(ps(9, 2)), tString, []any{v}},
		{"of-string", tString, d(ps(9, 2)), []any{"12.34", "\x04R"}},
		{"fixed-same", fd(4, ps(9, 2)), fd(4, ps(9, 2)), []any{fv}},
		{"fixed-scale", fd(4, ps(9, 2)), fd(4, ps(9, 4)), []any{fv}},
		{"fixed-precision", fd(4, ps(9, 2)), fd(4, ps(8, 2)), []any{fv}},
		{"fixed-size", fd(4, ps(9, 2)), fd(8, ps(9, 2)), []any{fv}},
		{"fixed-of-plain", fixed("D", 4), fd(4, ps(9, 2)), []any{fv}},
		{"fixed-to-plain", fd(4, ps(9, 2)), fixed("D", 4), []any{fv}},
		{"fixed-to-bytes", fd(4, ps(9, 2)), d(ps(9, 2)), []any{fv}},
		{"bytes-to-fixed", d(ps(9, 2)), fd(4, ps(9, 2)), []any{v}},
		{"fixed-name", fd(4, ps(9, 2)), fixed("D2", 4, `"logicalType":"decimal"`, ps(9, 2)), []any{fv}},
		{"big", d(ps(9, 2)), logical("bytes", "big-decimal"), []any{v}},
		{"of-big", logical("bytes", "big-decimal"), d(ps(9, 2)), []any{bin("\x04\x04\xd2\x04")}},
		{"big-same", logical("bytes", "big-decimal"), logical("bytes", "big-decimal"), []any{bin("\x04\x04\xd2\x04")}},
		{"big-of-bytes", plain, logical("bytes", "big-decimal"), []any{bin("\x04\x04\xd2\x04"), v}},
	} {
		p.everywhere("decimal/"+c.id, []place{inField, inArray, inUnion, toUnion, ofUnion}, c.w, c.r, c.v...)
		p.at("decimal/"+c.id, inTop, c.w, c.r, c.v[0])
	}
	// A decimal that is none: as the reader's only, as the writer's only, on both sides.
	for i, props := range []string{`"precision":2,"scale":4`, `"precision":0`, `"precision":-1`, `"scale":2`, `"precision":9,"scale":-1`, `"precision":"9","scale":2`, `"precision":9.5,"scale":2`, `"precision":9.0,"scale":2`, `"precision":9,"scale":"2"`, `"precision":9,"scale":2.0`, `"precision":9,"scale":null`, `"precision":99999999999,"scale":0`, `"precision":1000000,"scale":0`} {
		id := fmt.Sprintf("decimal/invalid-%02d", i)
		p.at(id+"-reader", inField, d(ps(9, 2)), d(props), v)
		p.at(id+"-writer", inField, d(props), d(ps(9, 2)), v)
		p.at(id+"-both", inField, d(props), d(props), v)
		p.at(id+"-plain", inField, plain, d(props), v)
		if i < 4 {
			p.at(id+"-fixed", inField, fixed("D", 4), fd(4, props), fv)
		}
	}
	p.at("decimal/too-wide-for-fixed", inField, fixed("D", 4), fd(4, ps(10, 2)), fv)
	p.at("decimal/widest-for-fixed", inField, fixed("D", 4), fd(4, ps(9, 2)), fv)
	p.at("decimal/too-wide-both", inField, fd(4, ps(12, 2)), fd(4, ps(12, 2)), fv)
	p.at("decimal/too-wide-rescaled", inField, fd(4, ps(12, 2)), fd(4, ps(12, 4)), fv)
	p.at("decimal/empty-bytes", inField, d(ps(9, 2)), d(ps(9, 2)), bin(""))
	for _, base := range []string{"string", "int", "long", "double"} {
		vs := map[string]any{"string": "1.5", "int": 5, "long": 5, "double": 1.5}
		p.at("decimal/on-"+base, inField, `"`+base+`"`, logical(base, "decimal", ps(9, 2)), vs[base])
	}
}

func logicals(p *pairs) {
	ints := []string{"", "date", "time-millis"}
	longs := []string{"", "time-micros", "timestamp-millis", "timestamp-micros", "timestamp-nanos", "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos"}
	typed := func(base, l string) string {
		if l == "" {
			return `"` + base + `"`
		}
		return logical(base, l)
	}
	named := func(base, l string) string {
		if l == "" {
			return base
		}
		return l
	}
	intData, longData := []any{45296789, -1}, []any{1700000000123, -1}
	for _, w := range ints {
		for _, r := range ints {
			id := fmt.Sprintf("logical/%s-%s", named("int", w), named("int", r))
			p.at(id, inField, typed("int", w), typed("int", r), intData...)
			p.everywhere(id, []place{inUnion, toUnion}, typed("int", w), typed("int", r), intData[0])
		}
		for _, r := range longs {
			p.at(fmt.Sprintf("logical/%s-%s", named("int", w), named("long", r)), inField, typed("int", w), typed("long", r), intData...)
		}
		for _, r := range []string{"float", "double"} {
			p.at(fmt.Sprintf("logical/%s-%s", named("int", w), r), inField, typed("int", w), `"`+r+`"`, intData...)
		}
	}
	for _, w := range longs {
		for _, r := range longs {
			id := fmt.Sprintf("logical/%s-%s", named("long", w), named("long", r))
			p.at(id, inField, typed("long", w), typed("long", r), longData...)
			if w == r || w == "timestamp-millis" || r == "timestamp-micros" {
				p.everywhere(id, []place{inTop, inArray, inMap, inUnion, toUnion, ofUnion}, typed("long", w), typed("long", r), longData[0])
			}
		}
		for _, r := range []string{"float", "double", "int"} {
			p.at(fmt.Sprintf("logical/%s-%s", named("long", w), r), inField, typed("long", w), `"`+r+`"`, longData...)
		}
		p.at(fmt.Sprintf("logical/%s-far", named("long", w)), inField, typed("long", w), typed("long", w), 9223372036854775807, -9223372036854775808)
	}
	uuid, text := logical("string", "uuid"), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	fUUID := fixed("U", 16, `"logicalType":"uuid"`)
	fDur := fixed("D", 12, `"logicalType":"duration"`)
	b16, b12 := bin("0123456789abcdef"), bin("\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00")
	for _, c := range []struct {
		id, w, r string
		v        []any
	}{
		{"string-uuid", tString, uuid, []any{text, "not-a-uuid", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"}},
		{"uuid-string", uuid, tString, []any{text}},
		{"uuid-uuid", uuid, uuid, []any{text}},
		{"uuid-bytes", uuid, tBytes, []any{text}},
		{"bytes-uuid", tBytes, uuid, []any{bin(text), bin("x")}},
		{"fixed-uuid", fixed("U", 16), fUUID, []any{b16}},
		{"uuid-fixed", fUUID, fixed("U", 16), []any{b16}},
		{"uuid-fixed-both", fUUID, fUUID, []any{b16}},
		{"uuid-string-to-fixed", uuid, fUUID, []any{text}},
		{"uuid-fixed-to-string", fUUID, uuid, []any{b16}},
		{"uuid-fixed-wrong-size", fixed("U", 8), fixed("U", 8, `"logicalType":"uuid"`), []any{bin("01234567")}},
		{"uuid-on-bytes", tBytes, logical("bytes", "uuid"), []any{b16}},
		{"fixed-duration", fixed("D", 12), fDur, []any{b12}},
		{"duration-fixed", fDur, fixed("D", 12), []any{b12}},
		{"duration-duration", fDur, fDur, []any{b12}},
		{"duration-wrong-size", fixed("D", 8), fixed("D", 8, `"logicalType":"duration"`), []any{bin("01234567")}},
		{"duration-on-bytes", tBytes, logical("bytes", "duration"), []any{b12}},
		{"duration-decimal", fDur, fixed("D", 12, `"logicalType":"decimal"`, `"precision":5`), []any{b12}},
		{"date-on-long", tLong, logical("long", "date"), []any{5}},
		{"date-on-string", tString, logical("string", "date"), []any{"2024-01-01"}},
		{"millis-on-int", tInt, logical("int", "timestamp-millis"), []any{5}},
		{"millis-on-string", tString, logical("string", "timestamp-millis"), []any{"x"}},
		{"millis-on-double", tDouble, logical("double", "timestamp-millis"), []any{5.0}},
		{"micros-on-int", tInt, logical("int", "time-micros"), []any{5}},
		{"time-millis-on-long", tLong, logical("long", "time-millis"), []any{5}},
		{"unknown", tLong, logical("long", "epoch-fortnights"), []any{100}},
		{"unknown-both", logical("long", "epoch-fortnights"), logical("long", "epoch-fortnights"), []any{100}},
		{"case", tLong, logical("long", "Timestamp-Millis"), []any{100}},
		{"not-text", tLong, `{"type":"long","logicalType":5}`, []any{100}},
		{"null-name", tLong, `{"type":"long","logicalType":null}`, []any{100}},
		{"on-record", record("S", field("x", tInt)), with(record("S", field("x", tInt)), `"logicalType":"date"`), []any{rec{"x": 1}}},
		{"on-enum", enum("E", "A"), enum("E", "A", `"logicalType":"uuid"`), []any{"A"}},
		{"on-array", array(tInt), with(array(tInt), `"logicalType":"date"`), []any{list{1}}},
		{"on-map", dictOf(tInt), with(dictOf(tInt), `"logicalType":"map"`), []any{dict{{"k", 1}}}},
		{"date-string", logical("int", "date"), tString, []any{5}},
	} {
		p.everywhere("logical/"+c.id, []place{inField, inUnion, toUnion}, c.w, c.r, c.v...)
	}
	// logicalType on the field object instead of the type.
	for _, l := range []struct{ id, typ, props string }{
		{"millis", tLong, `"logicalType":"timestamp-millis"`},
		{"micros", tLong, `"logicalType":"timestamp-micros"`},
		{"nanos", tLong, `"logicalType":"timestamp-nanos"`},
		{"local-millis", tLong, `"logicalType":"local-timestamp-millis"`},
		{"time-micros", tLong, `"logicalType":"time-micros"`},
		{"date", tInt, `"logicalType":"date"`},
		{"wrong-base", tString, `"logicalType":"date"`},
		{"unknown", tLong, `"logicalType":"x"`},
		{"decimal", tBytes, `"logicalType":"decimal","precision":4,"scale":2`},
		{"decimal-invalid", tBytes, `"logicalType":"decimal","precision":1,"scale":2`},
		{"uuid", tString, `"logicalType":"uuid"`},
		{"nullable", union(tNull, tLong), `"logicalType":"timestamp-millis"`},
		{"nullable-object", union(tNull, `{"type":"long"}`), `"logicalType":"timestamp-millis"`},
		{"object", `{"type":"long"}`, `"logicalType":"timestamp-millis"`},
		{"beside-right", logical("long", "timestamp-millis"), `"logicalType":"timestamp-micros"`},
		{"array", array(tLong), `"logicalType":"timestamp-millis"`},
	} {
		vs := map[string]any{tLong: 1700000000123, tInt: 5, tString: text, tBytes: bin("\x04\xd2")}
		v, ok := vs[l.typ]
		switch {
		case ok:
		case strings.HasPrefix(l.typ, "["):
			v = branch{1, 1700000000123}
		case strings.Contains(l.typ, "array"):
			v = list{1700000000123}
		default:
			v = 1700000000123
		}
		p.add("misplaced/"+l.id+"-reader", record("R", field("a", l.typ)), record("R", field("a", l.typ, l.props)), rec{"a": v})
		p.add("misplaced/"+l.id+"-both", record("R", field("a", l.typ, l.props)), record("R", field("a", l.typ, l.props)), rec{"a": v})
	}
	p.add("misplaced/unit-differs", record("R", field("a", tLong, `"logicalType":"timestamp-millis"`)), record("R", field("a", tLong, `"logicalType":"timestamp-micros"`)), rec{"a": 1700000000123})
	p.add("misplaced/one-right", record("R", field("a", tLong, `"logicalType":"timestamp-millis"`)), record("R", field("a", logical("long", "timestamp-millis"))), rec{"a": 1700000000123})
	p.add("misplaced/default", record("R", field("b", tInt)), record("R", field("a", tLong, `"logicalType":"timestamp-millis"`, `"default":1000`)), rec{"b": 5})
}
