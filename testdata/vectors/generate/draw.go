package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// tree is a random schema, a graph where a type is used twice or recurs; change gives a reader for it.
type tree struct {
	kind     string // Avro type, or "union"
	name     string
	fields   []drawnField
	kids     []*tree // items, values, branches
	symbols  []string
	size     int
	aliases  string
	defaults string // enum default
	logical  string // further properties: "logicalType":…
}

type drawnField struct {
	name, aliases, def string
	typ                *tree
}

type drawer struct {
	*rand.Rand
	named   int
	changed map[*tree]*tree
}

var drawnLogicals = map[string][]string{
	"int":    {`"logicalType":"date"`, `"logicalType":"time-millis"`},
	"long":   {`"logicalType":"timestamp-millis"`, `"logicalType":"timestamp-micros"`, `"logicalType":"local-timestamp-micros"`, `"logicalType":"time-micros"`, `"logicalType":"timestamp-nanos"`},
	"string": {`"logicalType":"uuid"`, `"logicalType":"date"`},
	"bytes":  {`"logicalType":"decimal","precision":9,"scale":2`, `"logicalType":"decimal","precision":9,"scale":4`, `"logicalType":"decimal","precision":4`, `"logicalType":"decimal","precision":2,"scale":3`},
	"fixed":  {`"logicalType":"decimal","precision":2`, `"logicalType":"decimal","precision":4,"scale":1`},
}

func (d *drawer) pick(of ...string) string { return of[d.IntN(len(of))] }

func (d *drawer) oneIn(n int) bool { return d.IntN(n) == 0 }

func (d *drawer) name(prefix string) string {
	d.named++
	return fmt.Sprintf("%s%s%d", d.pick("", "", "n1.", "n2."), prefix, d.named)
}

func (d *drawer) record(depth int) *tree {
	t := &tree{kind: "record", name: d.name("R")}
	for i := range 1 + d.IntN(3) {
		t.fields = append(t.fields, drawnField{name: string(rune('a' + i)), typ: d.tree(depth - 1)})
	}
	for i := range t.fields {
		if d.oneIn(12) {
			t.fields[i].def = d.anyDefault(t.fields[i].typ)
		}
	}
	if last := t.fields[len(t.fields)-1].typ; last.name != "" && d.oneIn(3) {
		t.fields = append(t.fields, drawnField{name: "again", typ: last})
	}
	if d.oneIn(6) {
		t.fields = append(t.fields, drawnField{name: "next", typ: &tree{kind: "union", kids: []*tree{{kind: "null"}, t}}})
	}
	return t
}

// anyDefault is a fitting default, or any JSON value.
func (d *drawer) anyDefault(t *tree) string {
	if d.oneIn(3) {
		return jsonValues[d.IntN(len(jsonValues))].text
	}
	return t.zero(0)
}

func (d *drawer) tree(depth int) *tree {
	n := 12
	if depth <= 0 {
		n = 8
	}
	t := &tree{}
	switch k := d.IntN(n); k {
	case 0, 1, 2, 3, 4, 5:
		t.kind = []string{"int", "long", "float", "double", "string", "bytes"}[k]
	case 6:
		t = &tree{kind: "enum", name: d.name("E"), symbols: []string{"A", "B", "C"}[:1+d.IntN(3)]}
	case 7:
		t = &tree{kind: "fixed", name: d.name("F"), size: 1 + d.IntN(2)}
	case 8:
		t = &tree{kind: d.pick("array", "map"), kids: []*tree{d.tree(depth - 1)}}
	case 9:
		t = d.record(depth)
	default:
		t = d.union(depth)
	}
	if of := drawnLogicals[t.kind]; of != nil && d.oneIn(4) {
		t.logical = d.pick(of...)
	}
	return t
}

func (d *drawer) union(depth int) *tree {
	t := &tree{kind: "union"}
	seen := map[string]bool{}
	if d.oneIn(2) {
		t.kids, seen["null"] = append(t.kids, &tree{kind: "null"}), true
	}
	for range 1 + d.IntN(3) {
		b := d.tree(depth - 1)
		if b.kind == "union" || seen[b.kind+b.name] {
			continue
		}
		seen[b.kind+b.name] = true
		t.kids = append(t.kids, b)
	}
	if len(t.kids) == 0 {
		t.kids = append(t.kids, &tree{kind: "string"})
	}
	return t
}

// change copies t and, here and there, promotes, renames, adds, drops, reorders or wraps.
func (d *drawer) change(t *tree) *tree {
	if c := d.changed[t]; c != nil {
		return c
	}
	c := new(tree)
	*c = *t
	d.changed[t] = c
	if t.name != "" {
		d.rename(c)
	}
	c.kids = nil
	for _, k := range t.kids {
		c.kids = append(c.kids, d.change(k))
	}
	if promotable[t.kind] != "" && d.oneIn(3) {
		c.kind, c.logical = d.pick(append(strings.Fields(promotable[t.kind]), "boolean")...), ""
	}
	if of := drawnLogicals[c.kind]; of != nil && d.oneIn(6) {
		c.logical = d.pick(append(of, "")...)
	}
	switch t.kind {
	case "enum":
		d.symbols(c)
	case "fixed":
		if d.oneIn(8) {
			c.size++
		}
	case "union":
		d.branches(c)
	case "record":
		d.fields(c, t)
	}
	if t.kind != "union" && d.oneIn(10) {
		return &tree{kind: "union", kids: []*tree{{kind: "null"}, c}}
	}
	return c
}

func (d *drawer) rename(c *tree) {
	old, short := c.name, c.name[strings.LastIndexByte(c.name, '.')+1:]
	switch d.IntN(12) {
	case 0:
		c.name = "n3." + short
	case 1:
		c.name += "x"
	case 2:
		c.name += "x"
		c.aliases = old
	case 3:
		c.name = "n3." + short + "x"
		c.aliases = short
	case 4:
		c.name = "n3." + short
		c.aliases = old
	}
}

func (d *drawer) symbols(c *tree) {
	switch d.IntN(4) {
	case 0:
		c.symbols = append([]string{"Z"}, c.symbols[:len(c.symbols)-1]...)
	case 1:
		c.symbols, c.defaults = append([]string{"Z"}, c.symbols[:len(c.symbols)-1]...), "Z"
	case 2:
		c.symbols = append([]string{"Z"}, c.symbols...)
	}
}

func (d *drawer) branches(c *tree) {
	d.Shuffle(len(c.kids), func(i, j int) { c.kids[i], c.kids[j] = c.kids[j], c.kids[i] })
	if len(c.kids) > 1 && d.oneIn(6) {
		c.kids = c.kids[1:]
	}
	seen := map[string]bool{}
	var flat []*tree
	for _, k := range c.kids { // a changed branch may now be a union, or of a kind that is there
		for _, b := range unwrap(k) {
			if !seen[b.kind+b.name] {
				seen[b.kind+b.name] = true
				flat = append(flat, b)
			}
		}
	}
	c.kids = flat
}

func unwrap(t *tree) []*tree {
	if t.kind == "union" {
		return slices.Clone(t.kids)
	}
	return []*tree{t}
}

func (d *drawer) fields(c, t *tree) {
	c.fields = nil
	for _, f := range t.fields {
		n := drawnField{name: f.name, typ: d.change(f.typ), def: f.def}
		switch d.IntN(9) {
		case 0:
			continue
		case 1:
			n.name, n.aliases = f.name+"x", f.name
		case 2:
			n.name, n.aliases, n.def = f.name+"x", f.name, d.anyDefault(n.typ)
		case 3:
			n.def = d.anyDefault(n.typ)
		case 4:
			n.aliases = d.pick("a", "b", "c")
		}
		c.fields = append(c.fields, n)
	}
	if d.oneIn(3) {
		typ := d.tree(0)
		c.fields = append(c.fields, drawnField{name: "new", typ: typ, def: d.pick("", typ.zero(0), d.anyDefault(typ))})
	}
	d.Shuffle(len(c.fields), func(i, j int) { c.fields[i], c.fields[j] = c.fields[j], c.fields[i] })
}

// zero is a valid default, unless the type needs itself.
func (t *tree) zero(depth int) string {
	switch t.kind {
	case "null":
		return "null"
	case "boolean":
		return "false"
	case "int", "long":
		return "0"
	case "float", "double":
		return "0.5"
	case "string", "bytes":
		return `"d"`
	case "enum":
		return quote(t.symbols[0])
	case "fixed":
		return quote(strings.Repeat("f", t.size))
	case "array":
		return "[]"
	case "map":
		return "{}"
	case "union":
		return t.kids[0].zero(depth)
	}
	var fields []string
	for _, f := range t.fields {
		if depth > 2 || f.def != "" {
			continue
		}
		fields = append(fields, quote(f.name)+":"+f.typ.zero(depth+1))
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// text writes the schema; a named type is defined where it comes first.
func (t *tree) text(defined map[*tree]bool) string {
	var extra []string
	if t.logical != "" {
		extra = append(extra, t.logical)
	}
	if t.name != "" {
		if defined[t] {
			return quote(t.name)
		}
		defined[t] = true
	}
	if t.aliases != "" {
		extra = append(extra, `"aliases":[`+quote(t.aliases)+`]`)
	}
	if t.defaults != "" {
		extra = append(extra, `"default":`+quote(t.defaults))
	}
	switch t.kind {
	case "array":
		return array(t.kids[0].text(defined))
	case "map":
		return dictOf(t.kids[0].text(defined))
	case "enum":
		return enum(t.name, strings.Join(t.symbols, " "), extra...)
	case "fixed":
		return fixed(t.name, t.size, extra...)
	case "union":
		var texts []string
		for _, k := range t.kids {
			texts = append(texts, k.text(defined))
		}
		return union(texts...)
	case "record":
		return with(record(t.name, t.fieldTexts(defined)...), extra...)
	}
	if len(extra) > 0 {
		return with(`{"type":`+quote(t.kind)+`}`, extra...)
	}
	return quote(t.kind)
}

func (t *tree) fieldTexts(defined map[*tree]bool) (fields []string) {
	for _, f := range t.fields {
		var props []string
		if f.aliases != "" {
			props = append(props, `"aliases":[`+quote(f.aliases)+`]`)
		}
		if f.def != "" {
			props = append(props, `"default":`+f.def)
		}
		fields = append(fields, field(f.name, f.typ.text(defined), props...))
	}
	return fields
}

// value is a datum of t.
func (d *drawer) value(t *tree, depth int) any {
	switch t.kind {
	case "null":
		return nil
	case "int":
		return d.IntN(1<<25) - 1<<24
	case "long":
		return int(d.Int64() >> d.IntN(60))
	case "float", "double":
		return float64(d.IntN(1000)) / 8
	case "string":
		return d.pick("", "a", "hé")
	case "bytes":
		return bin(d.pick("", "a", "\xff", "\x04\xd2"))
	case "enum":
		return t.symbols[d.IntN(len(t.symbols))]
	case "fixed":
		return bin(strings.Repeat("z", t.size))
	case "array":
		return list{d.value(t.kids[0], depth+1)}
	case "map":
		return dict{{"k", d.value(t.kids[0], depth+1)}}
	case "union":
		i := d.IntN(len(t.kids))
		if depth > 3 && t.kids[0].kind == "null" {
			i = 0
		}
		return branch{i, d.value(t.kids[i], depth+1)}
	}
	v := rec{}
	for _, f := range t.fields {
		v[f.name] = d.value(f.typ, depth+1)
	}
	return v
}
