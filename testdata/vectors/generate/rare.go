package main

import "fmt"

// rare: pairs in which two rules meet; each was found by reading a runtime's source.
func rare(p *pairs) {
	f := field
	alias := func(s string) string { return `"aliases":[` + s + `]` }
	x := f("x", tInt)
	// Renaming rebuilds the writer's schema, and what is rebuilt is validated again.
	p.add("rare/rename-invalid-writer-default", record("R", f("a", tInt, `"default":"bad"`)), record("R", f("b", tInt, alias(`"a"`))), rec{"a": 1})
	p.add("rare/rename-invalid-default-elsewhere", record("R", f("a", tInt), f("z", tInt, `"default":1.5`)), record("R", f("b", tInt, alias(`"a"`))), rec{"a": 1, "z": 2})
	pt := func(name string, props ...string) string {
		return record("P", f(name, tInt, props...), f("z", tInt, `"default":0`))
	}
	p.add("rare/rename-in-default", record("R", f("p", pt("x"), `"default":{"x":0}`)), record("R", f("p", pt("y", alias(`"x"`)))), rec{"p": rec{"x": 1, "z": 2}})
	p.add("rare/rename-in-default-of-items", record("R", f("p", array(pt("x")), `"default":[{"x":0,"z":1}]`)), record("R", f("p", array(pt("y", alias(`"x"`))), `"default":[]`)), rec{"p": list{}})
	p.add("rare/rename-in-default-dropped", record("R", f("p", pt("x")), f("q", `"P"`, `"default":{"x":0}`)), record("R", f("p", pt("y", alias(`"x"`)))), rec{"p": rec{"x": 1, "z": 2}, "q": rec{"x": 3, "z": 4}})
	p.add("rare/rename-beside-default", record("R", f("p", pt("x"), `"default":{"x":0}`)), record("R", f("p", record("P", f("x", tInt), f("zz", tInt, alias(`"z"`))))), rec{"p": rec{"x": 1, "z": 2}})
	p.add("rare/rename-outside-default", record("R", f("p", pt("x"), `"default":{"x":0}`)), record("R", f("pp", pt("x"), alias(`"p"`))), rec{"p": rec{"x": 1, "z": 2}})
	p.add("rare/rename-merges-unreached", record("R", f("a", record("S", f("a", tInt), f("b", tInt)))), record("T", f("c", record("S", f("a", tInt, alias(`"b"`))), `"default":{"a":0}`)), rec{"a": rec{"a": 1, "b": 2}})
	for _, c := range []struct {
		id, schema string
		v          any
	}{
		{"outside-enclosing", `{"type":"record","name":"R","fields":[{"name":"s","type":["null",{"type":"record","name":"n.S","fields":[{"name":"r","type":["null","R"]}]}]}]}`, rec{"s": branch{0, nil}}},
		{"outside-complete", `{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":1}},{"name":"s","type":{"type":"record","name":"n.S","fields":[{"name":"f","type":"F"}]}}]}`, rec{"a": bin("a"), "s": rec{"f": bin("b")}}},
		{"emptied-from-elsewhere", `{"type":"record","name":"n.R","fields":[{"name":"a","type":{"type":"fixed","name":"F","namespace":"","size":1}},{"name":"s","type":{"type":"record","name":"m.S","fields":[{"name":"f","type":"F"}]}}]}`, rec{"a": bin("a"), "s": rec{"f": bin("b")}}},
		{"emptied-inside", `{"type":"record","name":"n.R","fields":[{"name":"s","type":{"type":"record","name":"S","namespace":"","fields":[{"name":"f","type":{"type":"fixed","name":"F","size":1}}]}},{"name":"a","type":"F"}]}`, rec{"a": bin("a"), "s": rec{"f": bin("b")}}},
		{"default-open-branch-first", `{"type":"record","name":"R","fields":[{"name":"x","type":["R",{"type":"record","name":"P","fields":[]}],"default":{}}]}`, rec{"x": branch{1, rec{}}}},
		{"default-open-branch-last", `{"type":"record","name":"R","fields":[{"name":"x","type":[{"type":"record","name":"P","fields":[]},"R"],"default":{}}]}`, rec{"x": branch{0, rec{}}}},
	} {
		p.add("rare/"+c.id, c.schema, c.schema, c.v)
	}
	p.add("rare/emptied-against-enclosing", `{"type":"record","name":"n.R","fields":[{"name":"a","type":{"type":"fixed","name":"F","namespace":"","size":1}}]}`, `{"type":"record","name":"n.R","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":1}}]}`, rec{"a": bin("a")})
	p.add("rare/alias-dot-first-no-namespace", record("N", f("x", tInt), f("y", tInt)), with(record("M", f("z", tInt, alias(`"x"`))), alias(`".N"`)), rec{"x": 1, "y": 2})
	p.add("rare/dropped-null-values", record("R", f("a", tInt), f("n", dictOf(tNull))), record("R", f("a", tInt)), rec{"a": 1, "n": dict{}}, rec{"a": 1, "n": dict{{"k", nil}}})
	p.add("rare/dropped-null-branch", record("R", f("a", tInt), f("n", union(tNull, record("S", f("n", tNull))))), record("R", f("a", tInt)), rec{"a": 1, "n": branch{0, nil}}, rec{"a": 1, "n": branch{1, rec{"n": nil}}})
	p.add("rare/dropped-nullable", record("R", f("a", tInt), f("n", union(tNull, tInt))), record("R", f("a", tInt)), rec{"a": 1, "n": branch{0, nil}})
	p.add("rare/rename-odd-writer-name", record("R", f("a-b", tInt), f("c", tInt)), record("R", f("c", tInt), f("d", tInt, alias(`"a-b"`))), rec{"a-b": 1, "c": 2})
	p.add("rare/rename-odd-name-elsewhere", record("R", f("a-b", tInt), f("c", tInt)), record("R", f("d", tInt, alias(`"c"`))), rec{"a-b": 1, "c": 2})
	p.add("rare/rename-chain", record("R", f("a", tInt)), record("R", f("b", tInt, alias(`"a"`), `"default":-1`), f("c", tInt, alias(`"b"`), `"default":-2`)), rec{"a": 1})
	p.add("rare/rename-types-chain", record("R", f("v", record("A", x))), record("R", f("v", union(with(record("B", x), alias(`"A"`)), with(record("C", x), alias(`"B"`))))), rec{"v": rec{"x": 1}})
	p.add("rare/rename-same-alias-two-types", record("R", f("v", record("A", x))), record("R", f("v", with(record("B", x), alias(`"A"`))), f("w", union(tNull, with(record("C", x), alias(`"A"`))), `"default":null`)), rec{"v": rec{"x": 1}})
	p.add("rare/field-alias-through-second-type-alias", record("n1.R", f("a", tInt)), with(record("n2.S", f("b", tInt, alias(`"a"`), `"default":-1`)), alias(`"n9.Q","n1.R"`)), rec{"a": 1})
	p.add("rare/swapped-equal-with-type-alias", record("R", f("a", tInt), f("b", tInt)), with(record("R", f("a", tInt, alias(`"b"`)), f("b", tInt, alias(`"a"`))), alias(`"Q"`)), rec{"a": 1, "b": 2})
	p.add("rare/swapped-not-equal", record("R", f("a", tInt), f("b", tInt)), record("R", f("a", tInt, alias(`"b"`)), f("b", tInt, alias(`"a"`)), f("c", tInt, `"default":3`)), rec{"a": 1, "b": 2})
	// Unions of the same shape are read place by place, not branch by choice.
	ns2 := func(a, b, ka string) string {
		return union(record(a, x, f("k", tString, `"default":"`+ka+`1"`)), record(b, x, f("k", tString, `"default":"`+ka+`2"`)))
	}
	k := func(v int) rec { return rec{"x": v, "k": "w"} }
	p.add("rare/same-short-names-moved", record("R", f("v", ns2("n1.A", "n2.A", "w"))), record("R", f("v", ns2("n3.A", "n4.A", "r"))), rec{"v": branch{0, k(1)}}, rec{"v": branch{1, k(2)}})
	p.add("rare/same-short-names-swapped", record("R", f("v", ns2("n1.A", "n2.A", "w"))), record("R", f("v", ns2("n2.A", "n1.A", "r"))), rec{"v": branch{0, k(1)}}, rec{"v": branch{1, k(2)}})
	less := func(a, b string) string {
		return union(record(a, x, f("l", tString, `"default":"1"`)), record(b, x, f("l", tString, `"default":"2"`)))
	}
	p.add("rare/same-short-names-other-fields", record("R", f("v", union(record("n1.A", x), record("n2.A", x)))), record("R", f("v", less("n3.A", "n4.A"))), rec{"v": branch{0, rec{"x": 1}}}, rec{"v": branch{1, rec{"x": 2}}})
	p.add("rare/enum-union-place-by-place", record("R", f("v", union(enum("n1.E", "A B"), enum("n2.E", "A B")))), record("R", f("v", union(enum("n3.E", "A B"), enum("n4.E", "A B")))), rec{"v": branch{1, "B"}})
	p.add("rare/enum-union-by-choice", record("R", f("v", union(enum("n1.E", "A B"), tNull))), record("R", f("v", union(tNull, enum("n3.E", "A B")))), rec{"v": branch{0, "B"}})
	p.add("rare/fixed-union-moved", record("R", f("v", union(tNull, fixed("n1.F", 2)))), record("R", f("v", union(tNull, fixed("n2.F", 2)))), rec{"v": branch{1, bin("ab")}})
	p.add("rare/fixed-union-moved-reordered", record("R", f("v", union(tNull, fixed("n1.F", 2)))), record("R", f("v", union(fixed("n2.F", 2), tNull))), rec{"v": branch{1, bin("ab")}})
	p.add("rare/record-in-nullable-moved-promoted", record("R", f("v", union(tNull, record("n1.A", x)))), record("R", f("v", union(tNull, record("n2.A", f("x", tLong))))), rec{"v": branch{1, rec{"x": 1}}})
	// A pair of records that failed is met again.
	bad, good := record("A", f("x", tString)), record("B", x)
	p.add("rare/failed-pair-twice", record("R", f("p", record("A", x)), f("q", `"A"`)), record("R", f("p", union(tNull, bad, good)), f("q", union(tNull, `"A"`, `"B"`))), rec{"p": rec{"x": 1}, "q": rec{"x": 2}})
	p.add("rare/failed-pair-twice-default", record("R", f("p", record("A", x)), f("q", `"A"`)), record("R", f("p", union(bad, tNull)), f("q", union(`"A"`, tNull))), rec{"p": rec{"x": 1}, "q": rec{"x": 2}})
	p.add("rare/failed-pair-in-union-of-unions", record("R", f("p", union(record("A", x), tNull))), record("R", f("p", union(tNull, bad, good))), rec{"p": branch{0, rec{"x": 1}}}, rec{"p": branch{1, nil}})
	p.add("rare/failed-pair-branches", record("R", f("p", union(record("A", x), array(`"A"`)))), record("R", f("p", union(tNull, array(bad), `"A"`))), rec{"p": branch{0, rec{"x": 1}}}, rec{"p": branch{1, list{rec{"x": 1}}}})
	// How many bytes are left decides whether an array may be read.
	p.add("rare/array-promoted-enough-bytes", record("R", f("v", array(tInt)), f("w", tString)), record("R", f("v", array(tDouble)), f("w", tString)), rec{"v": list{1}, "w": "seven b"}, rec{"v": list{1}, "w": "six by"}, rec{"v": list{1}, "w": "five b"})
	p.add("rare/array-record-grows", record("R", f("v", array(record("S", x)))), record("R", f("v", array(record("S", x, f("d", tDouble, `"default":1.5`))))), rec{"v": list{rec{"x": 1}}}, rec{"v": list{}})
	p.add("rare/array-record-grows-dropped-bytes", record("R", f("v", array(record("S", x))), f("w", tString)), record("R", f("v", array(record("S", x, f("d", tDouble, `"default":1.5`))))), rec{"v": list{rec{"x": 1}}, "w": "longer than nine"})
	p.add("rare/array-to-nullable-items", record("R", f("v", array(tInt))), record("R", f("v", array(union(tNull, tDouble)))), rec{"v": list{1, 2}})
	p.add("rare/array-of-unions-to-fixed-width", record("R", f("v", array(union(tInt, tFloat)))), record("R", f("v", array(tDouble))), rec{"v": list{branch{0, 1}}}, rec{"v": list{branch{1, 0.5}, branch{1, 1.5}}})
	p.add("rare/map-promoted-last", record("R", f("v", dictOf(tInt))), record("R", f("v", dictOf(tDouble))), rec{"v": dict{{"k", 1}}})
	p.add("rare/array-in-array-promoted", record("R", f("v", array(array(tInt)))), record("R", f("v", array(array(tDouble)))), rec{"v": list{list{1}, list{}}})
	p.add("rare/array-string-to-bytes", record("R", f("v", array(tString))), record("R", f("v", array(tBytes))), rec{"v": list{"a", ""}})
	// A default is worked out when the schemas are resolved, whether or not the datum comes there.
	badDef := f("d", union(enum("E", "A"), tString), `"default":"zz"`)
	p.add("rare/default-fails-in-branch-not-taken", record("R", f("v", union(tNull, record("A", x)))), record("R", f("v", union(tNull, record("A", x, badDef)))), rec{"v": branch{0, nil}}, rec{"v": branch{1, rec{"x": 1}}})
	p.add("rare/default-fails-in-array-items", record("R", f("v", array(record("A", x)))), record("R", f("v", array(record("A", x, badDef)))), rec{"v": list{}})
	p.add("rare/default-fails-in-branch-not-chosen", record("R", f("v", record("A", x))), record("R", f("v", union(record("B", x, badDef), record("A", x)))), rec{"v": rec{"x": 1}})
	p.add("rare/default-fails-in-branch-after-chosen", record("R", f("v", record("A", x))), record("R", f("v", union(record("A", x), record("B", x, badDef)))), rec{"v": rec{"x": 1}})
	// avsc takes the own default of a field that a default leaves out for JSON, once more.
	own := func(typ, def string) string {
		return record("R", f("a", tInt), f("b", record("S", f("o", typ, `"default":`+def)), `"default":{}`))
	}
	for _, c := range []struct{ id, typ, def string }{
		{"bytes", tBytes, `"x"`}, {"fixed", fixed("F", 1), `"x"`}, {"nullable", union(tNull, tInt), `null`}, {"wrapped", union(tInt, tLong), `1`}, {"unwrapped", union(tInt, tString), `1`},
		{"array-of-bytes", array(tBytes), `["x"]`}, {"array-empty", array(tBytes), `[]`}, {"record", record("O", x), `{"x":3}`}, {"map", dictOf(tInt), `{"k":3}`},
	} {
		p.add("rare/own-default-"+c.id, record("R", f("a", tInt)), own(c.typ, c.def), rec{"a": 1})
	}
	noNeed := record("S", f("o", tInt, `"default":4`))
	for i, def := range []string{`7`, `"x"`, `[]`, `true`, `null`} {
		p.add(fmt.Sprintf("rare/record-default-no-object-%d", i), record("R", f("a", tInt)), record("R", f("a", tInt), f("b", noNeed, `"default":`+def)), rec{"a": 1})
	}
	p.add("rare/missing-in-array-items", record("R", f("v", array(record("A", x)))), record("R", f("v", array(record("A", x, f("d", tInt))))), rec{"v": list{}}, rec{"v": list{rec{"x": 1}}})
	// The first fault hides, or does not hide, the second.
	p.add("rare/throws-after-mismatch", record("R", f("z", tInt), f("a", tInt), f("b", tInt)), record("R", f("z", tString), f("b", tInt, alias(`"a"`))), rec{"z": 1, "a": 2, "b": 3})
	p.add("rare/throws-in-branch-not-needed", record("R", f("v", record("A", f("a", tInt), f("b", tInt)))), record("R", f("v", union(record("A", f("a", tInt)), record("B", f("b", tInt, alias(`"a"`)))))), rec{"v": rec{"a": 1, "b": 2}})
	p.add("rare/throws-in-branch-before", record("R", f("v", record("A", f("a", tInt), f("b", tInt)))), record("R", f("v", union(record("B", f("b", tInt, alias(`"a"`))), record("A", f("a", tInt))))), rec{"v": rec{"a": 1, "b": 2}})
	p.add("rare/enum-default-with-missing-field-in-branch", record("R", f("v", record("A", x))), record("R", f("v", union(tNull, record("A", x, f("e", enum("E", "Q", `"default":"Q"`)))))), rec{"v": rec{"x": 1}})
	// Values at the edge of what a language holds.
	p.add("rare/long-beyond-2p53", record("R", f("v", tLong)), record("R", f("v", tLong)), rec{"v": 9007199254740990}, rec{"v": 9007199254740991}, rec{"v": -9007199254740991})
	p.add("rare/long-below-minus-2p52", record("R", f("v", tLong)), record("R", f("v", tLong)), rec{"v": -4503599627370496}, rec{"v": -4503599627370497}, rec{"v": -4503599627370498}, rec{"v": 4503599627370497}, rec{"v": -6000000000000001})
	p.add("rare/long-below-minus-2p52-to-double", record("R", f("v", tLong)), record("R", f("v", tDouble)), rec{"v": -4503599627370497}, rec{"v": -9223372036854775808})
	p.add("rare/long-beyond-2p53-dropped", record("R", f("v", tLong), f("w", tInt)), record("R", f("w", tInt)), rec{"v": 9007199254740993, "w": 1})
	p.add("rare/long-to-double-rounds", record("R", f("v", tLong)), record("R", f("v", tDouble)), rec{"v": 9007199254740993}, rec{"v": 9223372036854775807})
	p.add("rare/int-to-float-rounds", record("R", f("v", tInt)), record("R", f("v", tFloat)), rec{"v": 16777217}, rec{"v": 2147483647})
	p.add("rare/string-not-utf8", record("R", f("v", tBytes)), record("R", f("v", tString)), rec{"v": bin("\xc3\xa9")}, rec{"v": bin("\xff")}, rec{"v": bin("a\x00b")})
	p.add("rare/date-far", record("R", f("v", logical("int", "date"))), record("R", f("v", logical("int", "date"))), rec{"v": 2932896}, rec{"v": 2932897}, rec{"v": -719163})
	p.add("rare/time-out-of-day", record("R", f("v", logical("int", "time-millis"))), record("R", f("v", logical("int", "time-millis"))), rec{"v": 86399999}, rec{"v": 86400000})
	p.add("rare/decimal-too-precise", record("R", f("v", decimal(2, 1))), record("R", f("v", decimal(2, 1))), rec{"v": bin("\x04\xd2")})
	p.add("rare/name-equals-generated", record("_a", f("a", tInt)), record("_a", f("a", tInt)), rec{"a": 1})
	p.add("rare/missing-nullable-last", record("R", f("a", tInt)), record("R", f("a", tInt), f("b", union(tInt, tNull))), rec{"a": 1})
	p.add("rare/missing-nullable-three", record("R", f("a", tInt)), record("R", f("a", tInt), f("b", union(tNull, tInt, tString))), rec{"a": 1})
	p.add("rare/reference-by-alias", record("R", f("a", with(record("S", x), alias(`"Q"`))), f("b", `"Q"`)), record("R", f("a", with(record("S", x), alias(`"Q"`)))))
	p.add("rare/key-in-capitals", `{"type":"record","name":"R","fields":[{"Name":"a","Type":"int"}]}`, record("R", f("a", tInt)))
	p.add("rare/top-null", tNull, union(tInt, tNull), nil)
}
