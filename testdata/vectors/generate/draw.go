package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// tree is a random schema; change gives a reader for it.
type tree struct {
	kind     string // Avro type, or "union"
	name     string
	fields   []drawnField
	kids     []*tree // items, values, branches
	symbols  []string
	size     int
	aliases  string
	defaults string // enum default
}

type drawnField struct {
	name, aliases, def string
	typ                *tree
}

type drawer struct {
	*rand.Rand
	named int
}

func (d *drawer) pick(of ...string) string { return of[d.IntN(len(of))] }

func (d *drawer) name(prefix string) string {
	d.named++
	return fmt.Sprintf("%s%s%d", d.pick("", "", "n1.", "n2."), prefix, d.named)
}

func (d *drawer) record(depth int) *tree {
	t := &tree{kind: "record", name: d.name("R")}
	for i := range 1 + d.IntN(3) {
		t.fields = append(t.fields, drawnField{name: string(rune('a' + i)), typ: d.tree(depth - 1)})
	}
	return t
}

func (d *drawer) tree(depth int) *tree {
	n := 12
	if depth <= 0 {
		n = 8
	}
	switch k := d.IntN(n); k {
	case 0, 1, 2, 3, 4, 5:
		return &tree{kind: []string{"int", "long", "float", "double", "string", "bytes"}[k]}
	case 6:
		return &tree{kind: "enum", name: d.name("E"), symbols: []string{"A", "B", "C"}[:1+d.IntN(3)]}
	case 7:
		return &tree{kind: "fixed", name: d.name("F"), size: 1 + d.IntN(2)}
	case 8:
		return &tree{kind: d.pick("array", "map"), kids: []*tree{d.tree(depth - 1)}}
	case 9:
		return d.record(depth)
	}
	return d.union(depth)
}

func (d *drawer) union(depth int) *tree {
	t := &tree{kind: "union"}
	seen := map[string]bool{}
	if d.IntN(2) == 0 {
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
	c := *t
	c.kids = nil
	for _, k := range t.kids {
		c.kids = append(c.kids, d.change(k))
	}
	switch {
	case t.name != "":
		d.rename(&c)
	case strings.Contains("int long float string bytes", t.kind) && d.IntN(3) == 0:
		c.kind = d.pick(append(strings.Fields(promotable[t.kind]), "boolean")...)
	}
	switch t.kind {
	case "enum":
		d.symbols(&c)
	case "fixed":
		if d.IntN(8) == 0 {
			c.size++
		}
	case "union":
		d.branches(&c)
	case "record":
		d.fields(&c, t)
	}
	if t.kind != "union" && d.IntN(10) == 0 {
		return &tree{kind: "union", kids: []*tree{{kind: "null"}, &c}}
	}
	return &c
}

func (d *drawer) rename(c *tree) {
	old := c.name
	switch d.IntN(10) {
	case 0:
		c.name = "n3." + c.name[strings.LastIndexByte(c.name, '.')+1:]
	case 1:
		c.name += "x"
	case 2:
		c.name += "x"
		c.aliases = old
	case 3:
		c.name = "n3." + c.name[strings.LastIndexByte(c.name, '.')+1:] + "x"
		c.aliases = old[strings.LastIndexByte(old, '.')+1:]
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
	if len(c.kids) > 1 && d.IntN(6) == 0 {
		c.kids = c.kids[1:]
	}
	seen := map[string]bool{}
	var flat []*tree
	for _, k := range c.kids { // a changed branch may now be a union or a double
		for _, b := range append([]*tree{}, unwrap(k)...) {
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
		return t.kids
	}
	return []*tree{t}
}

func (d *drawer) fields(c, t *tree) {
	c.fields = nil
	for _, f := range t.fields {
		n := drawnField{name: f.name, typ: d.change(f.typ)}
		switch d.IntN(8) {
		case 0:
			continue
		case 1:
			n.name, n.aliases = f.name+"x", f.name
		case 2:
			n.name, n.aliases, n.def = f.name+"x", f.name, n.typ.zero()
		case 3:
			n.def = n.typ.zero()
		}
		c.fields = append(c.fields, n)
	}
	if d.IntN(3) == 0 {
		typ := d.tree(0)
		c.fields = append(c.fields, drawnField{name: "new", typ: typ, def: d.pick("", typ.zero(), typ.zero())})
	}
	d.Shuffle(len(c.fields), func(i, j int) { c.fields[i], c.fields[j] = c.fields[j], c.fields[i] })
}

// zero is a valid default.
func (t *tree) zero() string {
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
		return t.kids[0].zero()
	}
	var fields []string
	for _, f := range t.fields {
		fields = append(fields, quote(f.name)+":"+f.typ.zero())
	}
	return "{" + strings.Join(fields, ",") + "}"
}

func (t *tree) text() string {
	var extra []string
	if t.aliases != "" {
		extra = append(extra, `"aliases":[`+quote(t.aliases)+`]`)
	}
	if t.defaults != "" {
		extra = append(extra, `"default":`+quote(t.defaults))
	}
	switch t.kind {
	case "array":
		return array(t.kids[0].text())
	case "map":
		return dictOf(t.kids[0].text())
	case "enum":
		return enum(t.name, strings.Join(t.symbols, " "), extra...)
	case "fixed":
		return fixed(t.name, t.size, extra...)
	case "union":
		var texts []string
		for _, k := range t.kids {
			texts = append(texts, k.text())
		}
		return union(texts...)
	case "record":
		var fields []string
		for _, f := range t.fields {
			var props []string
			if f.aliases != "" {
				props = append(props, `"aliases":[`+quote(f.aliases)+`]`)
			}
			if f.def != "" {
				props = append(props, `"default":`+f.def)
			}
			fields = append(fields, field(f.name, f.typ.text(), props...))
		}
		return with(record(t.name, fields...), extra...)
	}
	return quote(t.kind)
}

// value is a datum of t.
func (d *drawer) value(t *tree) any {
	switch t.kind {
	case "null":
		return nil
	case "int":
		return d.IntN(1<<25) - 1<<24
	case "long":
		return int(d.Int64())
	case "float", "double":
		return float64(d.IntN(1000)) / 8
	case "string":
		return d.pick("", "a", "hé")
	case "bytes":
		return bin(d.pick("", "a", "\xff"))
	case "enum":
		return t.symbols[d.IntN(len(t.symbols))]
	case "fixed":
		return bin(strings.Repeat("z", t.size))
	case "array":
		return list{d.value(t.kids[0])}
	case "map":
		return dict{{"k", d.value(t.kids[0])}}
	case "union":
		i := d.IntN(len(t.kids))
		return branch{i, d.value(t.kids[i])}
	}
	v := rec{}
	for _, f := range t.fields {
		v[f.name] = d.value(f.typ)
	}
	return v
}
