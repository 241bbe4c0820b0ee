package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// perUnit reads "steps per minute", "frames sent per second", "kilometers per hour".
func (g *docGrammar) perUnit(i int) {
	if i == 0 || i+1 >= g.n || g.words[i-1].stop || g.words[i].stop {
		return
	}
	den, next, ok := g.longest(i + 1)
	if !ok || !rateUnit(den) || g.isAny(next, windows...) {
		return
	}
	for k := min(3, i); k > 0; k-- {
		if g.crossesStop(i-k, i) {
			continue
		}
		u, ok := g.lookup(g.doc[g.words[i-k].start:g.words[next-1].end])
		if ok && u.Kind != unit.None && !startsWithNumber(g.at(i-k)) {
			if !g.narrative(i-k-1) || g.isAny(i-k-1, "in", "by") {
				text := g.doc[g.words[i-k].start:g.words[next-1].end]
				if u = g.inContext(u, text); u.Code == "%" {
					g.add(percent, u, text)
				} else if !u.IsZero() {
					g.add(rate, u, text)
				}
			}
			return
		}
	}
	if den.Dim != (unit.Dim{unit.Time: 1}) && !g.isAny(i-1, priced...) {
		return
	}
	noun := i - 1
	if w := strings.ToLower(g.at(noun)); participles[w] || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en") {
		noun--
	}
	if noun < 0 || g.narrative(noun-1) && noun > 0 {
		return
	}
	word := strings.ToLower(g.at(noun))
	if !strings.HasSuffix(word, "s") || len(word) < 4 || strings.HasSuffix(word, "ss") || startsWithNumber(word) {
		if !g.isAny(i-1, priced...) && !(g.isAny(i-1, "rate", "frequency", "count", "average") && next >= g.n) {
			return
		}
	}
	if u, ok := unit.Lookup("/(" + den.Code + ")"); ok {
		g.add(rate, u, g.doc[g.words[noun].start:g.words[next-1].end])
	}
}

// perBefore reads "per kWh" before "in cents", as prices are put.
func (g *docGrammar) perBefore(u unit.Unit, i int) (unit.Unit, bool) {
	if i < 2 || u.Dim != (unit.Dim{unit.Money: 1}) || u.Code == "" || !g.is(i-2, "per") || g.crossesStop(i-2, i) {
		return unit.Unit{}, false
	}
	den, ok := g.lookup(g.at(i - 1))
	if !ok || !rateUnit(den) {
		return unit.Unit{}, false
	}
	return g.lookup(u.Code + "/(" + den.Code + ")")
}

// ofSomethingPer reads on behind a unit: "of CO2 per kWh".
func (g *docGrammar) ofSomethingPer(u unit.Unit, next int) (unit.Unit, int, bool) {
	if next+3 >= g.n || !g.is(next, "of") || g.crossesStop(next-1, next+2) || u.Code == "" {
		return unit.Unit{}, 0, false
	}
	at := next + 2
	if !g.is(at, "per") {
		return unit.Unit{}, 0, false
	}
	den, end, ok := g.longest(at + 1)
	if !ok || !rateUnit(den) {
		return unit.Unit{}, 0, false
	}
	over, ok := g.lookup(u.Code + "/(" + den.Code + ")")
	return over, end, ok
}
