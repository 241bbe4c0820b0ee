package main

import (
	"fmt"
	"math"
	"strings"
)

// kind is a type with data of it; the data touch the ends of what promotions keep.
type kind struct {
	name, schema string
	data         []any
}

var primitives = []kind{
	{"null", tNull, []any{nil}},
	{"boolean", tBool, []any{true}},
	{"int", tInt, []any{16777217, -1}},
	{"long", tLong, []any{9007199254740993, -1}},
	{"float", tFloat, []any{0.1, math.Inf(1)}},
	{"double", tDouble, []any{0.1, math.NaN()}},
	{"string", tString, []any{"hé", ""}},
	{"bytes", tBytes, []any{bin("\xff\xfe"), bin("ab")}},
}

var complexes = []kind{
	{"enum", enum("E", "A B"), []any{"B"}},
	{"fixed", fixed("F", 2), []any{bin("ab")}},
	{"array", array(tInt), []any{list{7}, list{}}},
	{"map", dictOf(tInt), []any{dict{{"k", 7}}, dict{}}},
	{"record", record("S", field("x", tInt)), []any{rec{"x": 7}}},
}

var promotable = map[string]string{"int": "long float double", "long": "float double", "float": "double", "string": "bytes", "bytes": "string"}

func promotes(w, r string) bool {
	return w == r || strings.Contains(" "+promotable[w]+" ", " "+r+" ")
}

// promotions: every primitive against every primitive in a field; what may promote and a few near misses elsewhere.
func promotions(p *pairs) {
	nearMiss := map[string]bool{"long int": true, "double float": true, "int boolean": true, "int string": true, "double long": true, "boolean int": true, "null int": true, "string int": true}
	for _, w := range primitives {
		for _, r := range primitives {
			id := fmt.Sprintf("promote/%s-%s", w.name, r.name)
			p.at(id, inField, w.schema, r.schema, w.data...)
			if promotes(w.name, r.name) && w.name != r.name || nearMiss[w.name+" "+r.name] {
				p.everywhere(id, []place{inTop, inArray, inMap, inNested}, w.schema, r.schema, w.data...)
				if w.name != "null" && r.name != "null" {
					p.everywhere(id, []place{inUnion, toUnion, ofUnion}, w.schema, r.schema, w.data...)
				}
			}
		}
	}
	p.add("promote/array-empty", record("R", field("v", array(tInt))), record("R", field("v", array(tString))), rec{"v": list{}}, rec{"v": list{1}})
	p.add("promote/map-empty", record("R", field("v", dictOf(tInt))), record("R", field("v", dictOf(tString))), rec{"v": dict{}}, rec{"v": dict{{"k", 1}}})
}

// kinds: every kind of type against every other where one of them is not primitive.
func kinds(p *pairs) {
	all := append(append([]kind{}, primitives...), complexes...)
	for i, w := range all {
		for j, r := range all {
			if i < len(primitives) && j < len(primitives) {
				continue
			}
			id := fmt.Sprintf("kind/%s-%s", w.name, r.name)
			p.at(id, inField, w.schema, r.schema, w.data...)
			if w.name == r.name || i+j&1 == 0 && w.name != "null" && r.name != "null" {
				p.at(id, toUnion, w.schema, r.schema, w.data...)
			}
		}
	}
}

// branchChoice: a writer's primitive, the orders of reader's branches that can take it.
func branchChoice(p *pairs) {
	targets := map[string][]string{
		"int": {tInt, tLong, tFloat, tDouble}, "long": {tLong, tFloat, tDouble}, "float": {tFloat, tDouble},
		"string": {tString, tBytes}, "bytes": {tBytes, tString},
	}
	for _, w := range primitives {
		ts := targets[w.name]
		for i, a := range ts {
			for j, b := range ts {
				if i == j {
					continue
				}
				id := fmt.Sprintf("choose/%s-%s-%s", w.name, strings.Trim(a, `"`), strings.Trim(b, `"`))
				p.add(id+"/field", record("R", field("v", w.schema)), record("R", field("v", union(a, b))), rec{"v": w.data[0]})
				p.add(id+"/array", record("R", field("v", array(w.schema))), record("R", field("v", array(union(tNull, a, b)))), rec{"v": list{w.data[0]}})
				p.add(id+"/union", record("R", field("v", union(tNull, w.schema))), record("R", field("v", union(a, tNull, b))), rec{"v": branch{1, w.data[0]}}, rec{"v": branch{0, nil}})
				p.add(id+"/top", w.schema, union(a, b), w.data[0])
			}
		}
	}
	date, millis, micros := logical("int", "date"), logical("long", "timestamp-millis"), logical("long", "timestamp-micros")
	for _, c := range []struct {
		id, w, r string
		v        any
	}{
		{"date-long-int", date, union(tLong, tInt), 19675},
		{"date-long-date", date, union(tLong, date), 19675},
		{"millis-double-micros", millis, union(tDouble, micros), 1700000000000},
		{"millis-null-micros", millis, union(tNull, micros), 1700000000000},
		{"millis-null-millis", millis, union(tNull, millis), 1700000000000},
		{"long-string-millis", tLong, union(tString, millis), 1700000000000},
		{"int-millis-date", tInt, union(millis, date), 19675},
		{"int-millis-double", tInt, union(millis, tDouble), 19675},
		{"decimal-string-bytes", decimal(4, 2), union(tString, tBytes), bin("\x04\xd2")},
		{"decimal-null-decimal", decimal(4, 2), union(tNull, decimal(4, 2)), bin("\x04\xd2")},
		{"decimal-null-rescaled", decimal(4, 2), union(tNull, decimal(8, 4)), bin("\x04\xd2")},
		{"decimal-bytes-rescaled-string", decimal(4, 2), union(decimal(8, 4), tString), bin("\x04\xd2")},
		{"string-null-uuid", tString, union(tNull, logical("string", "uuid")), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{"uuid-bytes-string", logical("string", "uuid"), union(tBytes, tString), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
	} {
		p.add("choose/logical-"+c.id+"/field", record("R", field("v", c.w)), record("R", field("v", c.r)), rec{"v": c.v})
	}
	p.add("choose/array-in-union", record("R", field("v", array(tInt))), record("R", field("v", union(tString, array(tDouble)))), rec{"v": list{1}}, rec{"v": list{}})
	p.add("choose/array-in-union-mismatch", record("R", field("v", array(tInt))), record("R", field("v", union(tString, array(tBool)))), rec{"v": list{1}}, rec{"v": list{}})
	p.add("choose/map-in-union-mismatch", record("R", field("v", dictOf(tInt))), record("R", field("v", union(tString, dictOf(tBool)))), rec{"v": dict{{"k", 1}}}, rec{"v": dict{}})
	p.add("choose/record-not-map", record("R", field("v", record("S", field("x", tInt)))), record("R", field("v", union(dictOf(tInt), record("S", field("x", tInt))))), rec{"v": rec{"x": 1}})
	p.add("choose/map-not-record", record("R", field("v", dictOf(tInt))), record("R", field("v", union(record("S", field("x", tInt)), dictOf(tInt)))), rec{"v": dict{{"x", 1}}})
	p.add("choose/array-of-unions", record("R", field("v", array(union(tInt, tString)))), record("R", field("v", array(union(tString, tDouble, tInt)))), rec{"v": list{branch{0, 5}, branch{1, "a"}}})
}

// namedBranches: a writer's named type, readers' unions that hold types of like and unlike names and shapes.
func namedBranches(p *pairs) {
	x, y := field("x", tInt), field("y", tInt)
	yDef, kDef := func(d string) string { return field("y", tInt, `"default":`+d) }, func(d string) string { return field("k", tString, `"default":"`+d+`"`) }
	xLong, xString := field("x", tLong), field("x", tString)
	readers := []struct{ id, r string }{
		{"same", union(tNull, record("n1.A", x))},
		{"ns", union(tNull, record("n2.A", x))},
		{"ns-two", union(record("n2.A", x, kDef("n2")), record("n3.A", x, kDef("n3")))},
		{"ns-three-full-last", union(record("n2.A", x, kDef("n2")), record("n3.A", x, kDef("n3")), record("n1.A", x, kDef("n1")))},
		{"ns-full-last-unreadable", union(record("n2.A", x, kDef("n2")), record("n1.A", x, y))},
		{"short-second", union(record("n1.B", x, kDef("B")), record("n2.A", x, kDef("A")))},
		{"short-first", union(record("n2.A", x, kDef("A")), record("n1.B", x, kDef("B")))},
		{"other-name", union(tNull, record("n1.B", x))},
		{"other-names-two", union(record("n1.B", x, kDef("B")), record("n1.C", x, kDef("C")))},
		{"other-name-promoted", union(record("n1.B", xLong, kDef("B")), record("n1.C", x, kDef("C")))},
		{"other-name-mismatch-first", union(record("n1.B", xString), record("n1.C", x))},
		{"other-name-default-only", union(tNull, record("n1.B", yDef("7")))},
		{"other-name-missing", union(tNull, record("n1.B", y))},
		{"same-mismatch-other-fits", union(record("n1.A", xString), record("n1.B", x))},
		{"same-missing-other-fits", union(record("n1.A", x, y), record("n1.B", x))},
		{"alias", union(tNull, with(record("n1.B", x), `"aliases":["A"]`))},
		{"alias-full", union(tNull, with(record("n2.B", x), `"aliases":["n1.A"]`))},
		{"alias-undotted-other-ns", union(tNull, with(record("n2.B", x), `"aliases":["A"]`))},
		{"alias-second", union(record("n1.C", x, kDef("C")), with(record("n1.B", x, kDef("B")), `"aliases":["A"]`))},
		{"alias-and-same", union(with(record("n1.B", x, kDef("B")), `"aliases":["A"]`), record("n1.A", x, kDef("A")))},
		{"alias-and-same-reversed", union(record("n1.A", x, kDef("A")), with(record("n1.B", x, kDef("B")), `"aliases":["A"]`))},
		{"two-aliases", union(with(record("n1.B", x, kDef("B")), `"aliases":["A"]`), with(record("n1.C", x, kDef("C")), `"aliases":["A"]`))},
		{"map", union(tNull, dictOf(tInt))},
		{"none", union(tNull, tString)},
		{"empty-record", union(tNull, record("n1.B"))},
	}
	w := record("n1.A", x)
	for _, r := range readers {
		id := "named/record-" + r.id
		p.add(id+"/field", record("n1.R", field("v", w)), record("n1.R", field("v", r.r)), rec{"v": rec{"x": 1}})
		p.add(id+"/union", record("n1.R", field("v", union(tNull, w))), record("n1.R", field("v", withNull(r.r))), rec{"v": branch{1, rec{"x": 1}}})
		p.add(id+"/top", w, r.r, rec{"x": 1})
	}
	for _, k := range []struct {
		id, a, b string
		make     func(name string, extra ...string) string
		v        any
	}{
		{"enum", "", "", func(name string, extra ...string) string { return enum(name, "A B", extra...) }, "B"},
		{"fixed", "", "", func(name string, extra ...string) string { return fixed(name, 2, extra...) }, bin("ab")},
	} {
		for _, r := range []struct{ id, r string }{
			{"same", union(tNull, k.make("n1.N"))},
			{"ns", union(tNull, k.make("n2.N"))},
			{"ns-two", union(k.make("n2.N"), k.make("n3.N"))},
			{"ns-two-full-last", union(k.make("n2.N"), k.make("n1.N"))},
			{"other-name", union(tNull, k.make("n1.M"))},
			{"other-then-short", union(k.make("n1.M"), k.make("n2.N"))},
			{"alias", union(tNull, k.make("n1.M", `"aliases":["N"]`))},
			{"alias-full-other-ns", union(tNull, k.make("n2.M", `"aliases":["n1.N"]`))},
			{"alias-undotted-other-ns", union(tNull, k.make("n2.M", `"aliases":["N"]`))},
			{"string", union(tString, tBytes)},
		} {
			id := "named/" + k.id + "-" + r.id
			p.add(id+"/field", record("n1.R", field("v", k.make("n1.N"))), record("n1.R", field("v", r.r)), rec{"v": k.v})
			p.add(id+"/union", record("n1.R", field("v", union(tNull, k.make("n1.N")))), record("n1.R", field("v", withNull(r.r))), rec{"v": branch{1, k.v}})
		}
	}
	p.add("named/enum-symbols-first-lacks", record("R", field("v", enum("E", "A B"))), record("R", field("v", union(enum("n1.E", "A"), enum("n2.E", "A B")))), rec{"v": "A"}, rec{"v": "B"})
	p.add("named/enum-symbols-first-default", record("R", field("v", enum("E", "A B"))), record("R", field("v", union(enum("n1.E", "A", `"default":"A"`), enum("n2.E", "A B")))), rec{"v": "B"})
	p.add("named/enum-lacks-in-union", record("R", field("v", union(tNull, enum("E", "A B")))), record("R", field("v", union(tNull, enum("E", "A")))), rec{"v": branch{1, "A"}}, rec{"v": branch{1, "B"}}, rec{"v": branch{0, nil}})
	p.add("named/fixed-size-first-wrong", record("R", field("v", fixed("F", 2))), record("R", field("v", union(fixed("n1.F", 3), fixed("n2.F", 2)))), rec{"v": bin("ab")})
	p.add("named/fixed-size-full-wrong", record("R", field("v", fixed("F", 2))), record("R", field("v", union(fixed("F", 3), fixed("n2.F", 2)))), rec{"v": bin("ab")})
	p.add("named/fixed-size-wrong", record("R", field("v", fixed("F", 2))), record("R", field("v", union(tNull, fixed("F", 3)))), rec{"v": bin("ab")})
	p.add("named/fixed-wrong-then-bytes", record("R", field("v", fixed("F", 2))), record("R", field("v", union(fixed("F", 3), tBytes))), rec{"v": bin("ab")})
	two := union(record("A", x), record("B", x))
	p.add("named/two-swapped", record("R", field("v", two)), record("R", field("v", union(record("B", x), record("A", x)))), rec{"v": branch{0, rec{"x": 1}}}, rec{"v": branch{1, rec{"x": 2}}})
	p.add("named/two-merged", record("R", field("v", two)), record("R", field("v", union(tNull, record("B", x)))), rec{"v": branch{0, rec{"x": 1}}}, rec{"v": branch{1, rec{"x": 2}}})
	p.add("named/two-aliased-to-one", record("R", field("v", two)), record("R", field("v", union(tNull, with(record("C", x), `"aliases":["A","B"]`)))), rec{"v": branch{0, rec{"x": 1}}}, rec{"v": branch{1, rec{"x": 2}}})
	p.add("named/two-aliased-crosswise", record("R", field("v", two)), record("R", field("v", union(with(record("A", x, kDef("A")), `"aliases":["B"]`), with(record("B", x, kDef("B")), `"aliases":["A"]`)))), rec{"v": branch{0, rec{"x": 1}}}, rec{"v": branch{1, rec{"x": 2}}})
	p.add("named/two-to-record", record("R", field("v", two)), record("R", field("v", record("A", x))), rec{"v": branch{0, rec{"x": 1}}}, rec{"v": branch{1, rec{"x": 2}}})
	p.add("named/array-of-other-name", record("R", field("v", array(record("A", x)))), record("R", field("v", array(union(tNull, record("B", x))))), rec{"v": list{rec{"x": 1}}})
	p.add("named/array-of-records-in-union", record("R", field("v", array(record("A", x)))), record("R", field("v", union(tNull, array(record("A", x, y))))), rec{"v": list{rec{"x": 1}}}, rec{"v": list{}})
	p.add("named/nested-mismatch-in-shape", record("R", field("v", record("A", field("in", record("I", x))))), record("R", field("v", union(tNull, record("B", field("in", record("J", xString)))))), rec{"v": rec{"in": rec{"x": 1}}})
	p.add("named/nested-missing-in-shape", record("R", field("v", record("A", field("in", record("I", x))))), record("R", field("v", union(record("B", field("in", record("J", y))), record("C", field("in", record("K", x)))))), rec{"v": rec{"in": rec{"x": 1}}})
}

func withNull(u string) string {
	if strings.Contains(u, tNull) {
		return u
	}
	return union(strings.TrimSuffix(strings.TrimPrefix(u, "["), "]"), tNull)
}

// unions: union to union and union to non-union, with every branch written once.
func unions(p *pairs) {
	sample := map[string]any{tNull: nil, tBool: true, tInt: 3, tLong: 9007199254740993, tFloat: 0.5, tDouble: 0.1, tString: "a", tBytes: bin("b"), array(tInt): list{1}, dictOf(tInt): dict{{"k", 1}}}
	for _, c := range []struct {
		id   string
		w, r []string
	}{
		{"same", []string{tNull, tInt}, []string{tNull, tInt}},
		{"reordered", []string{tNull, tInt}, []string{tInt, tNull}},
		{"reordered-three", []string{tNull, tInt, tString}, []string{tString, tNull, tInt}},
		{"narrowed", []string{tNull, tInt, tString}, []string{tNull, tInt}},
		{"narrowed-null", []string{tNull, tInt, tString}, []string{tInt, tString}},
		{"widened", []string{tNull, tInt}, []string{tNull, tString, tInt}},
		{"promoted", []string{tNull, tInt}, []string{tNull, tLong}},
		{"promoted-reordered", []string{tNull, tInt}, []string{tDouble, tNull}},
		{"collide", []string{tInt, tLong}, []string{tNull, tDouble}},
		{"collide-exact", []string{tInt, tLong}, []string{tLong, tNull}},
		{"collide-three", []string{tInt, tLong, tFloat}, []string{tString, tDouble}},
		{"swapped-text", []string{tString, tBytes}, []string{tBytes, tString}},
		{"text-merged", []string{tString, tBytes}, []string{tNull, tString}},
		{"numbers-shuffled", []string{tInt, tLong, tFloat, tDouble}, []string{tDouble, tFloat, tLong, tInt}},
		{"disjoint", []string{tInt, tBool}, []string{tString, tNull}},
		{"one-unreadable", []string{tInt, tBool}, []string{tLong, tString}},
		{"containers", []string{array(tInt), dictOf(tInt)}, []string{dictOf(tLong), array(tDouble)}},
		{"containers-mismatch", []string{array(tInt), dictOf(tInt)}, []string{dictOf(tString), array(tDouble)}},
		{"single-to-single", []string{tInt}, []string{tInt}},
		{"single-to-promoted", []string{tInt}, []string{tLong}},
		{"single-to-null", []string{tInt}, []string{tNull, tInt}},
		{"empty-reader", []string{tInt}, []string{}},
	} {
		var data []any
		for i, b := range c.w {
			data = append(data, branch{i, sample[b]})
		}
		p.everywhere("union/"+c.id, []place{inTop, inField, inArray, inMap}, union(c.w...), union(c.r...), data...)
	}
	for _, c := range []struct {
		id string
		w  []string
		r  string
	}{
		{"one", []string{tInt}, tInt}, {"one-promoted", []string{tInt}, tLong}, {"nullable", []string{tNull, tInt}, tInt},
		{"nullable-last", []string{tInt, tNull}, tInt}, {"nullable-promoted", []string{tNull, tInt}, tLong},
		{"numbers", []string{tInt, tLong}, tLong}, {"numbers-double", []string{tInt, tFloat}, tDouble},
		{"all-numbers", []string{tInt, tLong, tFloat, tDouble}, tDouble}, {"numbers-narrow", []string{tInt, tLong}, tInt},
		{"text", []string{tString, tBytes}, tString}, {"text-bytes", []string{tString, tBytes}, tBytes},
		{"mixed", []string{tInt, tString}, tInt}, {"to-null", []string{tNull, tInt}, tNull}, {"nothing", []string{tInt, tString}, tBool},
		{"containers", []string{array(tInt), dictOf(tInt)}, array(tLong)},
	} {
		var data []any
		for i, b := range c.w {
			data = append(data, branch{i, sample[b]})
		}
		p.everywhere("ununion/"+c.id, []place{inTop, inField, inArray}, union(c.w...), c.r, data...)
	}
}
