package main

import "fmt"

// names: the writer's and the reader's name of a record, an enum and a fixed, in each spelling.
func names(p *pairs) {
	type spelling struct {
		id             string
		w, r           string // name, and further properties after a '|'
		wExtra, rExtra []string
	}
	ns := func(s string) string { return `"namespace":"` + s + `"` }
	alias := func(s string) string { return `"aliases":[` + s + `]` }
	spellings := []spelling{
		{"same", "N", "N", nil, nil},
		{"ns-same", "n1.N", "N", nil, []string{ns("n1")}},
		{"ns-differs", "n1.N", "n2.N", nil, nil},
		{"ns-added", "N", "n1.N", nil, nil},
		{"ns-removed", "n1.N", "N", nil, nil},
		{"ns-deeper", "a.b.N", "a.b.c.N", nil, nil},
		{"differs", "N", "M", nil, nil},
		{"case", "Name", "name", nil, nil},
		{"alias", "N", "M", nil, []string{alias(`"N"`)}},
		{"alias-same-ns", "n1.N", "n1.M", nil, []string{alias(`"N"`)}},
		{"alias-same-ns-dotted", "n1.N", "n1.M", nil, []string{alias(`"n1.N"`)}},
		{"alias-other-ns-dotted", "n1.N", "n2.M", nil, []string{alias(`"n1.N"`)}},
		{"alias-other-ns-undotted", "n1.N", "n2.M", nil, []string{alias(`"N"`)}},
		{"alias-ns-moved-same-short", "n1.N", "n2.N", nil, []string{alias(`"n1.N"`)}},
		{"alias-undotted-no-reader-ns", "n1.N", "M", nil, []string{alias(`"N"`)}},
		{"alias-undotted-no-writer-ns", "N", "n2.M", nil, []string{alias(`"N"`)}},
		{"alias-dot-first", "N", "n2.M", nil, []string{alias(`".N"`)}},
		{"alias-wrong-ns", "n1.N", "n1.M", nil, []string{alias(`"n3.N"`)}},
		{"alias-of-alias", "A", "C", nil, []string{alias(`"B"`)}},
		{"alias-second", "N", "M", nil, []string{alias(`"X","N"`)}},
		{"alias-repeated", "N", "M", nil, []string{alias(`"N","N"`)}},
		{"alias-own-name", "N", "N", nil, []string{alias(`"N"`)}},
		{"alias-case", "Name", "M", nil, []string{alias(`"name"`)}},
		{"alias-odd-name", "N", "M", nil, []string{alias(`"bad-name","N"`)}},
		{"alias-empty-text", "N", "M", nil, []string{alias(`"","N"`)}},
		{"alias-empty", "N", "M", nil, []string{alias(``)}},
		{"alias-writer-only", "N", "M", []string{alias(`"M"`)}, nil},
		{"alias-both", "N", "M", []string{alias(`"O"`)}, []string{alias(`"O"`)}},
		{"alias-not-array", "N", "M", nil, []string{`"aliases":"N"`}},
		{"alias-null", "N", "N", nil, []string{`"aliases":null`}},
		{"alias-number", "N", "N", nil, []string{`"aliases":[1]`}},
		{"dotted-beats-namespace", "n1.N", "n1.N", []string{ns("zz")}, nil},
		{"namespace-empty", "N", "N", nil, []string{ns("")}},
		{"namespace-null", "N", "N", nil, []string{`"namespace":null`}},
	}
	types := []struct {
		id   string
		make func(name string, extra ...string) string
		v    any
	}{
		{"record", func(n string, extra ...string) string { return with(record(n, field("x", tInt)), extra...) }, rec{"x": 7}},
		{"enum", func(n string, extra ...string) string { return enum(n, "A B", extra...) }, "B"},
		{"fixed", func(n string, extra ...string) string { return fixed(n, 2, extra...) }, bin("ab")},
	}
	for _, t := range types {
		for _, s := range spellings {
			w, r := t.make(s.w, s.wExtra...), t.make(s.r, s.rExtra...)
			id := fmt.Sprintf("name/%s-%s", t.id, s.id)
			p.everywhere(id, []place{inTop, inField, inUnion}, w, r, t.v)
			if s.id == "ns-differs" || s.id == "differs" || s.id == "alias" || s.id == "alias-other-ns-undotted" {
				p.everywhere(id, []place{inArray, inMap, toUnion, ofUnion}, w, r, t.v)
			}
		}
		// Inherited namespaces: the enclosing record gives the namespace, on one side or both.
		in := func(outer, name string) string { return record(outer, field("v", t.make(name))) }
		for _, c := range []struct{ id, w, r string }{
			{"inherited-same", in("n1.R", "N"), in("n1.R", "n1.N")},
			{"inherited-moved", in("n1.R", "N"), in("n2.R", "N")},
			{"inherited-alias-dotted", in("n1.R", "N"), record("n2.R", field("v", t.make("M", alias(`"n1.N"`))))},
			{"inherited-alias-undotted", in("n1.R", "N"), record("n2.R", field("v", t.make("M", alias(`"N"`))))},
			{"inherited-alias-undotted-same", in("n1.R", "N"), record("n1.R", field("v", t.make("M", alias(`"N"`))))},
			{"inherited-dotted-outer-moved", in("n1.R", "N"), in("n2.R", "n1.N")},
		} {
			p.add(fmt.Sprintf("name/%s-%s", t.id, c.id), c.w, c.r, rec{"v": t.v})
		}
		// A definition used twice, by short and by full reference.
		twice := record("n1.R", field("a", t.make("N")), field("b", `"N"`), field("c", `"n1.N"`))
		twiceR := record("n1.R", field("a", t.make("M", alias(`"N"`))), field("b", `"M"`), field("c", `"n1.M"`))
		p.add("name/"+t.id+"-used-thrice", twice, twice, rec{"a": t.v, "b": t.v, "c": t.v})
		p.add("name/"+t.id+"-used-thrice-alias", twice, twiceR, rec{"a": t.v, "b": t.v, "c": t.v})
	}
	a, b := record("A", field("x", tInt)), record("B", field("x", tInt))
	two := record("R", field("a", a), field("b", b))
	p.add("name/two-types-one-alias-each", two, record("R", field("a", with(record("C", field("x", tInt)), alias(`"A"`))), field("b", with(record("D", field("x", tInt)), alias(`"B"`)))), rec{"a": rec{"x": 1}, "b": rec{"x": 2}})
	p.add("name/two-types-to-one", two, record("R", field("a", with(record("C", field("x", tInt)), alias(`"A","B"`))), field("b", `"C"`)), rec{"a": rec{"x": 1}, "b": rec{"x": 2}})
	p.add("name/two-types-crossed", two, record("R", field("a", with(record("B", field("x", tInt)), alias(`"A"`))), field("b", with(record("A", field("x", tInt)), alias(`"B"`)))), rec{"a": rec{"x": 1}, "b": rec{"x": 2}})
	p.add("name/two-types-same-alias", two, record("R", field("a", with(record("C", field("x", tInt)), alias(`"A"`))), field("b", with(record("D", field("x", tInt)), alias(`"A"`)))), rec{"a": rec{"x": 1}, "b": rec{"x": 2}})
	p.add("name/alias-is-other-type", two, record("R", field("a", with(record("C", field("x", tInt)), alias(`"A"`))), field("b", with(b, alias(`"A"`)))), rec{"a": rec{"x": 1}, "b": rec{"x": 2}})
	p.add("name/alias-enum-to-record", record("R", field("v", enum("A", "X"))), record("R", field("v", with(record("B", field("x", tInt)), alias(`"A"`)))), rec{"v": "X"})
	p.add("name/error-vs-record", `{"type":"error","name":"N","fields":[{"name":"x","type":"int"}]}`, record("N", field("x", tInt)), rec{"x": 1})
	p.add("name/record-vs-error", record("N", field("x", tInt)), `{"type":"error","name":"N","fields":[{"name":"x","type":"int"}]}`, rec{"x": 1})
	p.add("name/error-vs-error", `{"type":"error","name":"N","fields":[{"name":"x","type":"int"}]}`, `{"type":"error","name":"N","fields":[{"name":"x","type":"long"}]}`, rec{"x": 1})
	p.add("name/error-in-union", record("R", field("v", union(tNull, record("N", field("x", tInt))))), record("R", field("v", union(tNull, `{"type":"error","name":"N","fields":[{"name":"x","type":"int"}]}`))), rec{"v": branch{1, rec{"x": 1}}})
	p.add("name/two-writers-same-short", record("R", field("a", record("n1.A", field("x", tInt))), field("b", record("n2.A", field("x", tInt)))), record("R", field("a", record("n3.A", field("x", tInt))), field("b", `"n3.A"`)), rec{"a": rec{"x": 1}, "b": rec{"x": 2}})
}

// fieldAliases: what an alias of a field finds, alone, beside the name, twice, crossed, and after the type moved.
func fieldAliases(p *pairs) {
	alias := func(s string) string { return `"aliases":[` + s + `]` }
	def := `"default":-1`
	f := field
	for _, c := range []struct {
		id   string
		w, r []string // fields; names, when not R, before them
		v    rec
	}{
		{"plain", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a"`))}, rec{"a": 5}},
		{"plain-default", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a"`), def)}, rec{"a": 5}},
		{"promoted", []string{f("a", tInt)}, []string{f("b", tDouble, alias(`"a"`))}, rec{"a": 5}},
		{"mismatch", []string{f("a", tInt)}, []string{f("b", tString, alias(`"a"`), `"default":"d"`)}, rec{"a": 5}},
		{"second", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"x","a"`))}, rec{"a": 5}},
		{"two-hits", []string{f("a", tInt), f("c", tInt)}, []string{f("b", tInt, alias(`"a","c"`))}, rec{"a": 5, "c": 6}},
		{"two-hits-default", []string{f("a", tInt), f("c", tInt)}, []string{f("b", tInt, alias(`"c","a"`), def)}, rec{"a": 5, "c": 6}},
		{"name-and-alias", []string{f("a", tInt), f("b", tInt)}, []string{f("b", tInt, alias(`"a"`))}, rec{"a": 1, "b": 2}},
		{"name-and-alias-reversed", []string{f("b", tInt), f("a", tInt)}, []string{f("b", tInt, alias(`"a"`))}, rec{"a": 1, "b": 2}},
		{"name-and-alias-default", []string{f("a", tInt), f("b", tInt)}, []string{f("b", tInt, alias(`"a"`), def)}, rec{"a": 1, "b": 2}},
		{"swapped", []string{f("a", tInt), f("b", tInt)}, []string{f("a", tInt, alias(`"b"`)), f("b", tInt, alias(`"a"`))}, rec{"a": 1, "b": 2}},
		{"swapped-types", []string{f("a", tInt), f("b", tString)}, []string{f("a", tString, alias(`"b"`)), f("b", tInt, alias(`"a"`))}, rec{"a": 1, "b": "x"}},
		{"shifted", []string{f("a", tInt), f("b", tInt)}, []string{f("b", tInt, alias(`"a"`)), f("c", tInt, alias(`"b"`))}, rec{"a": 1, "b": 2}},
		{"shifted-default", []string{f("a", tInt), f("b", tInt)}, []string{f("b", tInt, alias(`"a"`), def), f("c", tInt, alias(`"b"`), def)}, rec{"a": 1, "b": 2}},
		{"two-readers", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a"`)), f("c", tInt, alias(`"a"`))}, rec{"a": 5}},
		{"two-readers-default", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a"`), def), f("c", tInt, alias(`"a"`), `"default":-2`)}, rec{"a": 5}},
		{"stolen", []string{f("a", tInt)}, []string{f("a", tInt), f("b", tInt, alias(`"a"`))}, rec{"a": 5}},
		{"stolen-default", []string{f("a", tInt)}, []string{f("a", tInt, def), f("b", tInt, alias(`"a"`), `"default":-2`)}, rec{"a": 5}},
		{"stolen-default-after", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a"`), `"default":-2`), f("a", tInt, def)}, rec{"a": 5}},
		{"own-name", []string{f("a", tInt)}, []string{f("a", tInt, alias(`"a"`))}, rec{"a": 5}},
		{"repeated", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a","a"`))}, rec{"a": 5}},
		{"case", []string{f("A", tInt)}, []string{f("b", tInt, alias(`"a"`), def)}, rec{"A": 5}},
		{"dotted", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"R.a"`), def)}, rec{"a": 5}},
		{"writer-side", []string{f("a", tInt, alias(`"b"`))}, []string{f("b", tInt)}, rec{"a": 5}},
		{"writer-side-default", []string{f("a", tInt, alias(`"b"`))}, []string{f("b", tInt, def)}, rec{"a": 5}},
		{"both-sides", []string{f("a", tInt, alias(`"o"`))}, []string{f("b", tInt, alias(`"o"`), def)}, rec{"a": 5}},
		{"odd-name", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"a-b","a"`))}, rec{"a": 5}},
		{"empty-text", []string{f("a", tInt)}, []string{f("b", tInt, alias(`"","a"`))}, rec{"a": 5}},
		{"not-array", []string{f("a", tInt)}, []string{f("b", tInt, `"aliases":"a"`, def)}, rec{"a": 5}},
		{"null", []string{f("a", tInt)}, []string{f("a", tInt, `"aliases":null`)}, rec{"a": 5}},
		{"number", []string{f("a", tInt)}, []string{f("b", tInt, `"aliases":[1]`, def)}, rec{"a": 5}},
		{"enum", []string{f("a", enum("E", "X Y"))}, []string{f("b", enum("E", "Y X"), alias(`"a"`))}, rec{"a": "Y"}},
		{"nullable", []string{f("a", union(tNull, tInt))}, []string{f("b", union(tNull, tLong), alias(`"a"`), `"default":null`)}, rec{"a": branch{1, 5}}},
		{"same-shape-as-writer", []string{f("a", tInt)}, []string{f("a", tInt), f("b", tInt, alias(`"z"`), def)}, rec{"a": 5}},
	} {
		p.add("falias/"+c.id+"/top", record("R", c.w...), record("R", c.r...), c.v)
		p.add("falias/"+c.id+"/nested", record("T", field("n", record("R", c.w...))), record("T", field("n", record("R", c.r...))), rec{"n": c.v})
		p.add("falias/"+c.id+"/union", record("T", field("n", union(tNull, record("R", c.w...)))), record("T", field("n", union(tNull, record("R", c.r...)))), rec{"n": branch{1, c.v}})
	}
	// The alias of a field beside the name of its record.
	b, bDef := f("b", tInt, alias(`"a"`)), f("b", tInt, alias(`"a"`), def)
	w := func(name string) string { return record(name, f("a", tInt)) }
	for _, c := range []struct{ id, w, r string }{
		{"ns-moved", w("n1.R"), record("n2.R", b)},
		{"ns-moved-default", w("n1.R"), record("n2.R", bDef)},
		{"ns-moved-type-alias", w("n1.R"), with(record("n2.R", b), alias(`"n1.R"`))},
		{"ns-moved-type-alias-default", w("n1.R"), with(record("n2.R", bDef), alias(`"n1.R"`))},
		{"ns-moved-type-alias-undotted-default", w("n1.R"), with(record("n2.R", bDef), alias(`"R"`))},
		{"ns-lost-default", w("n1.R"), record("R", bDef)},
		{"ns-gained-default", w("R"), record("n1.R", bDef)},
		{"renamed-default", w("R"), record("S", bDef)},
		{"renamed-type-alias", w("R"), with(record("S", b), alias(`"R"`))},
		{"renamed-type-alias-default", w("R"), with(record("S", bDef), alias(`"R"`))},
	} {
		p.add("falias/"+c.id+"/top", c.w, c.r, rec{"a": 5})
		p.add("falias/"+c.id+"/nested", record("T", f("n", c.w)), record("T", f("n", c.r)), rec{"n": rec{"a": 5}})
		p.add("falias/"+c.id+"/union", record("T", f("n", union(tNull, c.w))), record("T", f("n", union(tNull, c.r))), rec{"n": branch{1, rec{"a": 5}}})
		p.add("falias/"+c.id+"/array", record("T", f("n", array(c.w))), record("T", f("n", array(c.r))), rec{"n": list{rec{"a": 5}}})
	}
	node := func(name string, extra ...string) string {
		return record("Node", field(name, tInt, extra...), field("next", union(tNull, `"Node"`)))
	}
	p.add("falias/recursive", node("a"), node("b", alias(`"a"`)), rec{"a": 5, "next": branch{1, rec{"a": 6, "next": branch{0, nil}}}})
	p.add("falias/recursive-default", node("a"), node("b", alias(`"a"`), def), rec{"a": 5, "next": branch{1, rec{"a": 6, "next": branch{0, nil}}}})
	p.add("falias/two-records-one-has-alias", record("T", f("p", record("P", f("a", tInt))), f("q", record("Q", f("a", tInt)))), record("T", f("p", record("P", b)), f("q", record("Q", bDef))), rec{"p": rec{"a": 1}, "q": rec{"a": 2}})
	p.add("falias/alias-only-in-other-record", record("T", f("p", record("P", f("a", tInt))), f("q", record("Q", f("a", tInt)))), record("T", f("p", record("P", b)), f("q", record("Q", f("b", tInt, def)))), rec{"p": rec{"a": 1}, "q": rec{"a": 2}})
	p.add("falias/structural-branch", record("T", f("n", record("A", f("a", tInt)))), record("T", f("n", union(tNull, record("B", bDef)))), rec{"n": rec{"a": 5}})
	p.add("falias/structural-branch-required", record("T", f("n", record("A", f("a", tInt)))), record("T", f("n", union(record("B", b), record("C", bDef)))), rec{"n": rec{"a": 5}})
}

// nameSpelling: what each parser takes for a name.
func nameSpelling(p *pairs) {
	spell := []string{"a-b", "é", "a b", "1a", "_a", "", "a.b", "a$b", "A1_", "日本", "a\u0301", "ª", "a٣", "Ⅷ", "null", "int", "record", "enum", "array", "𝒜"}
	for i, s := range spell {
		q := quote(s)
		id := func(what string) string { return fmt.Sprintf("spell/%s-%02d", what, i) }
		rf := `{"type":"record","name":"R","fields":[{"name":` + q + `,"type":"int"}]}`
		p.add(id("field"), rf, rf, rec{s: 1})
		rn := `{"type":"record","name":` + q + `,"fields":[{"name":"a","type":"int"}]}`
		p.add(id("record"), rn, rn, rec{"a": 1})
		es := `{"type":"enum","name":"E","symbols":["A",` + q + `]}`
		p.add(id("symbol"), es, es, s)
		rs := `{"type":"record","name":"R","namespace":` + q + `,"fields":[{"name":"a","type":"int"}]}`
		p.add(id("namespace"), rs, rs, rec{"a": 1})
		if i < 10 {
			rr := record("R", field("v", `{"type":"record","name":`+q+`,"fields":[{"name":"a","type":"int"}]}`), field("w", q))
			if s != "" {
				p.add(id("reference"), rr, rr)
			}
			ta := with(record("S", field("a", tInt)), `"aliases":[`+q+`]`)
			p.add(id("type-alias"), rn, ta, rec{"a": 1})
			fa := record("R", field("b", tInt, `"aliases":[`+q+`]`))
			p.add(id("field-alias"), rf, fa, rec{s: 1})
			p.add(id("field-alias-good"), record("R", field("a", tInt)), record("R", field("b", tInt, `"aliases":["a",`+q+`]`)), rec{"a": 1})
			en := `{"type":"enum","name":` + q + `,"symbols":["A"]}`
			p.add(id("enum"), en, en, "A")
			fn := `{"type":"fixed","name":` + q + `,"size":1}`
			p.add(id("fixed"), fn, fn, bin("a"))
		}
	}
	for i, ns := range []string{"a..b", ".a", "a.", "a.1", "a.b-c", "a.é"} {
		r := `{"type":"record","name":"R","namespace":` + quote(ns) + `,"fields":[{"name":"a","type":"int"}]}`
		p.add(fmt.Sprintf("spell/namespace-dots-%d", i), r, r, rec{"a": 1})
		r = `{"type":"record","name":` + quote(ns+".R") + `,"fields":[{"name":"a","type":"int"}]}`
		p.add(fmt.Sprintf("spell/name-dots-%d", i), r, r, rec{"a": 1})
	}
	r := `{"type":"record","name":"R.","fields":[{"name":"a","type":"int"}]}`
	p.add("spell/name-dot-last", r, r, rec{"a": 1})
	r = `{"type":"record","name":".R","fields":[{"name":"a","type":"int"}]}`
	p.add("spell/name-dot-first", r, r, rec{"a": 1})
	r = `{"type":"record","name":".R","namespace":"n","fields":[{"name":"a","type":"int"}]}`
	p.add("spell/name-dot-first-namespace", r, r, rec{"a": 1})
}
