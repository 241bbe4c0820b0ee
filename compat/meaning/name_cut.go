package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// windowUnits are what windows are counted in; a bare m would be a height (temperature_2m).
var windowUnits = map[string]string{
	"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "min", "mins": "min", "minute": "min", "minutes": "min", "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
	"d": "d", "day": "d", "days": "d", "w": "wk", "week": "wk", "weeks": "wk", "mo": "mo", "month": "mo", "months": "mo", "y": "a", "yr": "a", "year": "a", "years": "a", "ms": "ms",
}

var windowWords = map[string]bool{"last": true, "past": true, "previous": true, "prev": true, "trailing": true, "rolling": true, "over": true, "in": true}

// cutWindow takes "Last5Minutes", "_7d", "_5m" off the end: the span is part of the quantity, not its unit.
func (g *nameGrammar) cutWindow(r *nameReading) {
	w := &g.w
	i := g.end - 1
	if i < 1 || !w.digits(i-1) {
		return
	}
	word, known := windowUnits[string(w.buf[w.start[i]:w.end[i]])]
	named := w.in(i-2, windowWords)
	if !known && !w.is(i, "m") || i < 2 && !named {
		return
	}
	if w.sep[i] && !named {
		return // duration_5_min: a counter or a value, not a span
	}
	if known {
		if u, ok := unit.Lookup(word); ok {
			if n, ok := unit.Lookup(w.at(i - 1)); ok && n.Known() {
				r.window, r.windowText = u.Scaled(n.Factor), g.text(i-1, i+1)
			}
		}
	}
	g.end = i - 1
	if named {
		g.end--
		r.windowText = g.text(i-2, i+1)
	}
}

// cutScaling takes "_e7", "X100" off the end: an integer in 10^-7 or 1/100 of the head noun's unit.
func (g *nameGrammar) cutScaling() unit.Factor {
	w := &g.w
	i := g.end - 1
	if i < 2 || !w.digits(i) || w.sep[i] {
		return unit.One
	}
	digits := w.at(i)
	switch {
	case w.is(i-1, "e") && len(digits) <= 2:
		n := 0
		for _, c := range []byte(digits) {
			n = 10*n + int(c-'0')
		}
		if n < 1 || n > 18 {
			return unit.One
		}
		g.scaled, g.end = true, i-1
		return unit.Ten(-n)
	case w.is(i-1, "x") && digits[0] == '1' && strings.Trim(digits[1:], "0") == "" && len(digits) > 1 && len(digits) < 12:
		g.scaled, g.end = true, i-1
		return unit.Ten(1 - len(digits))
	}
	return unit.One
}

// cutRoles takes trailing statistics off; "min" stays behind a time noun, where it may mean minutes.
func (g *nameGrammar) cutRoles() {
	for g.end > 1 {
		i := g.end - 1
		switch {
		case g.w.in(i, roles):
			g.end--
		case g.w.is(i, "min") && !g.w.in(i-1, timeNouns):
			g.end--
		case g.w.percentile(i) && i > 1:
			g.end -= 2
		default:
			return
		}
	}
}

// cutRolesTo takes trailing statistics off as long as so many words are left.
func (g *nameGrammar) cutRolesTo(least int) {
	for g.end > least && (g.w.in(g.end-1, roles) || g.w.percentile(g.end-1)) {
		g.end--
	}
}
