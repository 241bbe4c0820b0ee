package unit

import (
	"strings"
	"sync"
)

// An entry is an atom under a prefix; prefix is -1 for none.
type entry struct {
	atom   *atom
	prefix int
}

// index finds atoms by symbol and by word.
type index struct {
	syms  map[string]*atom
	words map[string]*atom
	first map[string]bool // the first word of units of several words
}

// indexed builds the index on first use, so that a program that meets no unit pays nothing.
var indexed = sync.OnceValue(func() *index {
	rows := table()
	x := &index{syms: make(map[string]*atom, 4*len(rows)), words: make(map[string]*atom, 4*len(rows)), first: map[string]bool{}}
	for i := range rows {
		a := &rows[i]
		if a.kind == Unknown {
			a.kind = Quantity
		}
		if a.many == "" {
			a.many = plural(a.one)
		}
		x.add(x.syms, a.code, a)
		for _, s := range a.syms {
			x.add(x.syms, s, a)
		}
		x.add(x.words, strings.ToLower(a.one), a)
		x.add(x.words, strings.ToLower(a.many), a)
		for _, w := range a.words {
			x.add(x.words, w, a)
			x.add(x.words, plural(w), a)
		}
	}
	for w := range x.words {
		if head, _, several := strings.Cut(w, " "); several {
			x.first[head] = true
		}
	}
	for _, p := range prefixes {
		x.first[p.word] = true
	}
	for _, w := range []string{"square", "cubic", "sq", "cu", "per", "minor", "major", "us", "u.s.", "euro", "unix", "epoch", "australian", "canadian", "swiss"} {
		x.first[w] = true
	}
	return x
})

// add lets the earlier row win.
func (x *index) add(to map[string]*atom, key string, a *atom) {
	if _, taken := to[key]; !taken {
		to[key] = a
	}
}

// plural is the word for many; of several words the first noun takes the s: degrees celsius, pounds per inch.
func plural(one string) string {
	for _, first := range []string{"degree ", "part ", "point ", "pound ", "minute ", "second "} {
		if rest, ok := strings.CutPrefix(one, first); ok && !strings.HasSuffix(one, "point") {
			if first == "pound " && rest == "force" {
				break
			}
			return first[:len(first)-1] + "s " + rest
		}
	}
	if strings.HasSuffix(one, "s") {
		return one
	}
	return one + "s"
}

// symbol looks a symbol up, exactly, then with a prefix that its unit takes.
func (x *index) symbol(s string) (entry, bool) {
	if a, ok := x.syms[s]; ok {
		return entry{a, -1}, true
	}
	for i := range prefixes {
		p := &prefixes[i]
		rest, ok := strings.CutPrefix(s, p.sym)
		if !ok && p.sym == "k" { // KB, Kbit, Km: people write the capital
			rest, ok = strings.CutPrefix(s, "K")
		}
		if !ok {
			continue
		}
		if a, ok := x.syms[rest]; ok && a.takes(i) {
			return entry{a, i}, true
		}
	}
	return entry{}, false
}

// word looks a lower-case word up, then with a prefix word in front ("kilo" + "watt hours").
func (x *index) word(s string) (entry, bool) {
	if a, ok := x.words[s]; ok {
		return entry{a, -1}, true
	}
	for i := range prefixes {
		p := &prefixes[i]
		rest, ok := strings.CutPrefix(s, p.word)
		if !ok {
			continue
		}
		rest = strings.TrimPrefix(rest, " ")
		if a, ok := x.words[rest]; ok && a.takes(i) {
			return entry{a, i}, true
		}
	}
	return entry{}, false
}

// takes reports whether prefix number i goes before the unit.
func (a *atom) takes(i int) bool {
	p := &prefixes[i]
	if p.binary {
		return a.binary
	}
	return a.prefix == "*" || strings.Contains(" "+a.prefix+" ", " "+p.sym+" ")
}

// unit is the entry as a Unit.
func (e entry) unit() Unit {
	a := e.atom
	u := Unit{Code: a.code, Name: a.many, Kind: a.kind, Dim: a.dim, Factor: a.factor, Offset: a.offset, Tag: a.tag}
	if e.prefix >= 0 {
		p := &prefixes[e.prefix]
		u.Code, u.Name = p.sym+a.code, p.word+a.many
		u.Factor = u.Factor.Mul(p.factor()) // the zero stays where it is: millidegrees Celsius count from freezing
	}
	if a.nocode {
		u.Code = ""
	}
	return u
}

func (p *prefixRow) factor() Factor {
	if p.binary {
		return Ratio(1024, 1, 0).Pow(p.exp)
	}
	return Ten(p.exp)
}

// one is the entry's word in the singular.
func (e entry) one() string {
	if e.prefix >= 0 {
		return prefixes[e.prefix].word + e.atom.one
	}
	return e.atom.one
}
