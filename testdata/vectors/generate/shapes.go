package main

import (
	"fmt"
	"math/rand/v2"
)

// invalid: schemas that no parser, or not every parser, takes; as both, as the reader only, as the writer only.
func invalid(p *pairs) {
	r := func(fields ...string) string { return record("R", fields...) }
	a := field("a", tInt)
	for _, c := range []struct{ id, bad string }{
		{"duplicate-field", r(a, a)},
		{"duplicate-symbol", r(field("a", enum("E", "A A")))},
		{"empty-symbols", r(field("a", `{"type":"enum","name":"E","symbols":[]}`))},
		{"no-symbols", r(field("a", `{"type":"enum","name":"E"}`))},
		{"symbol-number", r(field("a", `{"type":"enum","name":"E","symbols":["A",1]}`))},
		{"enum-default-unknown", r(field("a", enum("E", "A", `"default":"Z"`)))},
		{"enum-default-null", r(field("a", enum("E", "A", `"default":null`)))},
		{"enum-default-number", r(field("a", enum("E", "A", `"default":1`)))},
		{"redefined-record", r(field("a", record("S", a)), field("b", record("S", a)))},
		{"redefined-enum-same", r(field("a", enum("E", "A")), field("b", enum("E", "A")))},
		{"redefined-own-name", r(field("a", record("R", a)))},
		{"redefined-other-ns", r(field("a", record("n1.S", a)), field("b", record("n2.S", a)))},
		{"redefined-kind", r(field("a", enum("S", "A")), field("b", fixed("S", 1)))},
		{"union-duplicate", r(field("a", union(tInt, tInt)))},
		{"union-duplicate-array", r(field("a", union(array(tInt), array(tString))))},
		{"union-duplicate-map", r(field("a", union(dictOf(tInt), dictOf(tString))))},
		{"union-duplicate-logical", r(field("a", union(tLong, logical("long", "timestamp-millis"))))},
		{"union-duplicate-logicals", r(field("a", union(logical("int", "date"), logical("int", "time-millis"))))},
		{"union-duplicate-decimal", r(field("a", union(decimal(4, 2), decimal(9, 4))))},
		{"union-duplicate-object", r(field("a", union(tInt, `{"type":"int"}`)))},
		{"union-duplicate-named", r(field("a", union(enum("E", "A"), `"E"`)))},
		{"union-same-short", r(field("a", union(enum("n1.E", "A"), enum("n2.E", "A"))))},
		{"union-two-enums", r(field("a", union(enum("E", "A"), enum("F", "A"))))},
		{"union-two-fixed", r(field("a", union(fixed("F", 1), fixed("G", 1))))},
		{"union-nested", r(field("a", `["int",["null","string"]]`))},
		{"union-nested-object", r(field("a", `["int",{"type":["null","string"]}]`))},
		{"union-empty", r(field("a", `[]`))},
		{"union-one", r(field("a", `["int"]`))},
		{"unknown-type", r(field("a", `"nope"`))},
		{"unknown-object-type", r(field("a", `{"type":"nope"}`))},
		{"unknown-ns", record("n1.R", field("a", record("S", a)), field("b", `"n2.S"`))},
		{"no-type", r(`{"name":"a"}`)},
		{"no-name", r(`{"type":"int"}`)},
		{"name-number", r(`{"name":1,"type":"int"}`)},
		{"name-null", r(`{"name":null,"type":"int"}`)},
		{"record-no-name", `{"type":"record","fields":[]}`},
		{"record-no-fields", `{"type":"record","name":"R"}`},
		{"record-fields-object", `{"type":"record","name":"R","fields":{}}`},
		{"record-field-text", `{"type":"record","name":"R","fields":["a"]}`},
		{"array-no-items", r(field("a", `{"type":"array"}`))},
		{"map-no-values", r(field("a", `{"type":"map"}`))},
		{"fixed-no-size", r(field("a", `{"type":"fixed","name":"F"}`))},
		{"fixed-negative", r(field("a", fixed("F", -1)))},
		{"fixed-zero", r(field("a", fixed("F", 0)))},
		{"fixed-text-size", r(field("a", `{"type":"fixed","name":"F","size":"2"}`))},
		{"fixed-fraction-size", r(field("a", `{"type":"fixed","name":"F","size":2.0}`))},
		{"fixed-huge", r(field("a", `{"type":"fixed","name":"F","size":2147483648}`))},
		{"order-bad", r(field("a", tInt, `"order":"sideways"`))},
		{"order-number", r(field("a", tInt, `"order":1`))},
		{"order-null", r(field("a", tInt, `"order":null`))},
		{"type-null", r(field("a", `null`))},
		{"type-number", r(field("a", `5`))},
		{"type-true", r(field("a", `true`))},
		{"bare-unknown", `"nope"`},
		{"bare-number", `5`},
		{"bare-null", `null`},
		{"bare-true", `true`},
		{"empty-object", `{}`},
		{"empty-array", `[]`},
		{"empty-text", `""`},
		{"request-type", `{"type":"request","name":"R","fields":[]}`},
		{"error-union-type", r(field("a", `{"type":"error_union","errors":["string"]}`))},
		{"logical-type-only", r(field("a", `{"logicalType":"date"}`))},
		{"void", r(field("a", `"void"`))},
		{"namespace-number", `{"type":"record","name":"R","namespace":5,"fields":[{"name":"a","type":"int"}]}`},
		{"key-twice-type", `{"type":"record","name":"R","fields":[{"name":"a","type":"int","type":"int"}]}`},
		{"key-twice-name", `{"type":"record","name":"Q","name":"R","fields":[{"name":"a","type":"int"}]}`},
		{"type-upper", r(field("a", `"INT"`))},
		{"name-primitive", `{"type":"record","name":"int","fields":[{"name":"a","type":"int"}]}`},
		{"name-primitive-ns", `{"type":"record","name":"n.string","fields":[{"name":"a","type":"string"}]}`},
		{"name-record", `{"type":"record","name":"record","fields":[{"name":"a","type":"int"}]}`},
		{"name-array-field", r(field("array", tInt))},
		{"self-direct", r(field("n", `"R"`))},
		{"self-two-steps", r(field("n", record("S", field("m", `"R"`))))},
		{"self-in-union-only", r(field("n", `["R"]`))},
	} {
		p.add("invalid/"+c.id, c.bad, c.bad)
		p.add("invalid/"+c.id+"-reader", r(a), c.bad, rec{"a": 1})
		if len(c.bad) > 20 {
			p.add("invalid/"+c.id+"-writer", c.bad, r(a))
		}
	}
}

// spelling: ways to write the same schema, references before definitions, wrappers, several schemas at the top.
func spelling(p *pairs) {
	a := rec{"a": 1}
	r := record("R", field("a", tInt))
	for _, c := range []struct{ id, r string }{
		{"object-primitive", record("R", field("a", `{"type":"int"}`))},
		{"object-object", record("R", field("a", `{"type":{"type":"int"}}`))},
		{"object-object-object", record("R", field("a", `{"type":{"type":{"type":"int"}}}`))},
		{"object-union", record("R", field("a", `{"type":["null","int"]}`))},
		{"object-union-object", record("R", field("a", `{"type":{"type":["null","int"]}}`))},
		{"top-object-record", `{"type":` + r + `}`},
		{"top-union", union(r, tString)},
		{"top-union-null-first", union(tNull, r)},
		{"top-union-two-records", union(record("Q", field("q", tInt)), r)},
		{"extra-properties", with(r, `"foo":{"bar":[1,2,{"x":null}]}`)},
		{"doc-array", with(r, `"doc":["x"]`)},
		{"java-class", record("R", field("a", `{"type":"int","java-class":"java.lang.Short"}`))},
		{"java-string", record("R", field("a", tInt), field("s", `{"type":"string","avro.java.string":"String"}`, `"default":"x"`))},
		{"named-in-object", record("R", field("a", tInt), field("s", union(tNull, record("S", field("x", tInt))), `"default":null`), field("t", `{"type":"S"}`, `"default":{"x":1}`))},
		{"default-on-type", record("R", field("a", `{"type":"int","default":5}`))},
		{"name-on-primitive", record("R", field("a", `{"type":"int","name":"x"}`))},
		{"aliases-on-primitive", record("R", field("a", `{"type":"int","aliases":["x"]}`))},
		{"namespace-on-field", record("R", field("a", tInt, `"namespace":"n"`))},
		{"items-on-record", with(r, `"items":"int"`)},
	} {
		p.add("form/"+c.id, r, c.r, a)
	}
	fwd := record("R", field("x", union(tNull, `"S"`)), field("y", record("S", field("a", tInt))))
	p.add("form/forward-reference", fwd, fwd, rec{"x": branch{0, nil}, "y": rec{"a": 1}}, rec{"x": branch{1, rec{"a": 5}}, "y": rec{"a": 1}})
	fwdU := union(record("R", field("s", `"S"`)), record("S", field("a", tInt)))
	p.add("form/forward-reference-union", fwdU, fwdU, branch{1, rec{"a": 1}}, branch{0, rec{"s": rec{"a": 2}}})
	nsRef := record("n1.R", field("x", record("n2.S", field("t", record("T", field("a", tInt))))), field("y", `"n2.T"`))
	p.add("form/namespace-inside", nsRef, nsRef, rec{"x": rec{"t": rec{"a": 1}}, "y": rec{"a": 2}})
	nsLost := record("n1.R", field("x", record("n2.S", field("a", tInt))), field("y", `"S"`))
	p.add("form/namespace-not-outside", nsLost, nsLost)
	noNS := record("n1.R", field("x", `{"type":"record","name":"S","namespace":"","fields":[{"name":"a","type":"int"}]}`), field("y", `"S"`))
	p.add("form/namespace-emptied", noNS, noNS, rec{"x": rec{"a": 1}, "y": rec{"a": 2}})
	both := union(record("A", field("a", tInt)), record("B", field("b", `"A"`)))
	p.add("form/top-union-reference", both, both, branch{1, rec{"b": rec{"a": 3}}}, branch{0, rec{"a": 3}})
	p.add("form/top-union-to-record", union(tNull, r), r, branch{1, a}, branch{0, nil})
	p.add("form/top-array", array(tInt), array(tLong), list{1, 2})
	p.add("form/top-map", dictOf(r), dictOf(record("R", field("a", tLong))), dict{{"k", a}})
	p.add("form/bare-primitive", tInt, tLong, 5)
	p.add("form/bare-object-primitive", `{"type":"int"}`, `{"type":"long"}`, 5)
	for _, t := range primitives {
		p.add("form/top-"+t.name, t.schema, `{"type":`+t.schema+`}`, t.data...)
	}
}

// recursion: lists, trees, cycles through several types, and pairs whose verdict hangs on an unproved assumption.
func recursion(p *pairs) {
	node := func(name, v string, extra ...string) string {
		return record(name, append([]string{field("v", v), field("next", union(tNull, quote(name)))}, extra...)...)
	}
	one, two := rec{"v": 1, "next": branch{0, nil}}, rec{"v": 1, "next": branch{1, rec{"v": 2, "next": branch{0, nil}}}}
	for _, c := range []struct{ id, w, r string }{
		{"same", node("N", tInt), node("N", tInt)},
		{"promoted", node("N", tInt), node("N", tLong)},
		{"mismatch", node("N", tInt), node("N", tString)},
		{"default", node("N", tInt), node("N", tInt, field("d", tInt, `"default":3`))},
		{"missing", node("N", tInt), node("N", tInt, field("d", tInt))},
		{"ns", node("n1.N", tInt), node("n2.N", tInt)},
		{"renamed", node("N", tInt), node("M", tInt)},
		{"alias", node("N", tInt), with(node("M", tInt), `"aliases":["N"]`)},
		{"dropped", node("N", tInt), record("N", field("v", tInt))},
		{"unrolled-reader", node("N", tInt), record("N", field("v", tInt), field("next", union(tNull, record("n2.N", field("v", tInt), field("next", union(tNull, `"N"`))))))},
		{"unrolled-other-name", node("N", tInt), record("N", field("v", tInt), field("next", union(tNull, record("M", field("v", tInt), field("next", union(tNull, `"N"`))))))},
		{"null-branch-lost", node("N", tInt), record("N", field("v", tInt), field("next", `["N"]`))},
		{"required-next", node("N", tInt), record("N", field("v", tInt), field("next", `"N"`))},
	} {
		p.add("recurse/list-"+c.id, c.w, c.r, one, two)
		p.add("recurse/list-"+c.id+"/field", record("T", field("n", c.w)), record("T", field("n", c.r)), rec{"n": two})
		p.add("recurse/list-"+c.id+"/union", record("T", field("n", union(tNull, c.w))), record("T", field("n", union(tNull, c.r))), rec{"n": branch{1, two}}, rec{"n": branch{0, nil}})
	}
	tree := func(v string) string { return record("N", field("v", v), field("kids", array(`"N"`))) }
	leaf := rec{"v": 1, "kids": list{}}
	p.add("recurse/tree-same", tree(tInt), tree(tInt), rec{"v": 1, "kids": list{leaf, leaf}})
	p.add("recurse/tree-promoted", tree(tInt), tree(tDouble), rec{"v": 1, "kids": list{leaf}})
	p.add("recurse/tree-mismatch", tree(tInt), tree(tBool), leaf)
	m := func(v string) string { return record("N", field("v", v), field("kids", dictOf(`"N"`))) }
	p.add("recurse/map-promoted", m(tInt), m(tLong), rec{"v": 1, "kids": dict{{"k", rec{"v": 2, "kids": dict{}}}}})
	mutual := func(v string) string {
		return record("A", field("b", union(tNull, record("B", field("v", v), field("a", union(tNull, `"A"`))))))
	}
	p.add("recurse/mutual-promoted", mutual(tInt), mutual(tLong), rec{"b": branch{1, rec{"v": 1, "a": branch{0, nil}}}})
	p.add("recurse/mutual-mismatch", mutual(tInt), mutual(tString), rec{"b": branch{1, rec{"v": 1, "a": branch{0, nil}}}}, rec{"b": branch{0, nil}})
	p.add("recurse/union-of-records", record("N", field("n", union(tNull, `"N"`, record("L", field("v", tInt))))), record("N", field("n", union(tNull, `"N"`, record("L", field("v", tLong))))), rec{"n": branch{1, rec{"n": branch{2, rec{"v": 1}}}}}, rec{"n": branch{0, nil}})
	p.add("recurse/branch-mismatch", record("N", field("n", union(tNull, `"N"`, record("L", field("v", tInt))))), record("N", field("n", union(tNull, `"N"`, record("L", field("v", tString))))), rec{"n": branch{1, rec{"n": branch{2, rec{"v": 1}}}}}, rec{"n": branch{0, nil}})
	// The trap: Q is proved while A is open, A then fails in one branch, and the proof of Q must not be kept.
	trapW := record("Top", field("u", record("x.A", field("q", record("x.Q", field("back", union(tNull, `"x.A"`)))), field("z", tInt))), field("q", `"x.Q"`))
	rq := record("x.Q", field("back", union(tNull, `"n1.A"`)))
	trapR := record("Top", field("u", union(record("n1.A", field("q", rq), field("z", tString)), record("n2.A", field("z", tInt)))), field("q", `"x.Q"`))
	inner := rec{"q": rec{"back": branch{0, nil}}, "z": 7}
	p.add("recurse/memo-trap", trapW, trapR, rec{"u": inner, "q": rec{"back": branch{0, nil}}}, rec{"u": inner, "q": rec{"back": branch{1, inner}}})
	trapR2 := record("Top", field("q", record("x.Q", field("back", union(tNull, record("n1.A", field("q", `"x.Q"`), field("z", tString))))), `"default":{"back":null}`), field("u", union(`"n1.A"`, record("n2.A", field("z", tInt)))))
	trapW2 := record("Top", field("u", record("x.A", field("q", record("x.Q", field("back", union(tNull, `"x.A"`)))), field("z", tInt))))
	p.add("recurse/memo-no-trap", trapW2, trapR2, rec{"u": inner})
	trapR3 := record("Top", field("u", union(tNull, record("n1.A", field("q", rq), field("z", tString)), record("n2.A", field("q", `"x.Q"`), field("z", tInt)))), field("q", `"x.Q"`))
	p.add("recurse/memo-trap-both-branches", trapW, trapR3, rec{"u": inner, "q": rec{"back": branch{0, nil}}})
	wide := func(n int, leafType string) string {
		s := record("N0", field("v", leafType))
		for i := 1; i <= n; i++ {
			s = record(fmt.Sprintf("N%d", i), field("a", s), field("b", fmt.Sprintf(`"N%d"`, i-1)))
		}
		return s
	}
	v := any(rec{"v": 1})
	for i := 1; i <= 5; i++ {
		v = rec{"a": v, "b": v}
	}
	p.add("recurse/shared-5", wide(5, tInt), wide(5, tLong), v)
	p.add("recurse/shared-17", wide(17, tInt), wide(17, tLong))
	p.add("recurse/shared-40", wide(40, tInt), wide(40, tLong))
}

// drawn: random schemas and a random change of each, small enough to read.
func drawn(p *pairs, seed uint64, count int) {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range count {
		d.named, d.changed = 0, map[*tree]*tree{}
		w := d.record(2)
		d.named = 0
		r := d.change(w)
		var data []any
		for range 2 {
			data = append(data, d.value(w, 0))
		}
		p.add(fmt.Sprintf("drawn/%03d", i), w.text(map[*tree]bool{}), r.text(map[*tree]bool{}), data...)
	}
}
