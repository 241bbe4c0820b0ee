package unit

import (
	"fmt"
	"strings"
)

// Parse reads one unit, whatever its spelling. Texts that say "no unit" give kind None, "number" gives a count. The error says that
// the text is none of the closed world's units; it never depends on anything but the text, and the cost is linear in its length.
func Parse(text string) (Unit, error) {
	s := strings.TrimSpace(text)
	if len(s) > maxText {
		return Unit{}, fmt.Errorf("parse unit: %d bytes are more than the %d that a unit may have", len(s), maxText)
	}
	if u, ok := parseWhole(s); ok {
		return u, nil
	}
	return Unit{}, fmt.Errorf("parse unit %q: no known unit", s)
}

// Lookup is Parse without the reason: false when the text is no known unit.
func Lookup(text string) (Unit, bool) {
	s := strings.TrimSpace(text)
	if len(s) > maxText {
		return Unit{}, false
	}
	return parseWhole(s)
}

// Read is Parse for texts that must be kept: what does not parse becomes opaque.
func Read(text string) Unit {
	u, err := Parse(text)
	if err != nil {
		return OpaqueText(text)
	}
	return u
}

func parseWhole(s string) (Unit, bool) {
	if s == "" {
		return Unit{}, false
	}
	if _, cased := exactSymbols[s]; !cased {
		if e, ok := indexed().symbol(s); ok { // the common case, without a parser; nA is no NA
			return e.unit(), true
		}
	}
	lower := strings.ToLower(s)
	switch {
	case noUnit[lower]:
		return Unit{Kind: None, Name: "no unit", Factor: One}, true
	case countWords[lower]:
		return Unit{Code: "1", Name: "things", Kind: Count, Factor: One}, true
	}
	if i := strings.Index(s, "(s)"); i > 0 && isLetter(s[i-1]) { // hour(s)
		s = strings.ReplaceAll(s, "(s)", "s")
	}
	if rest, ok := strings.CutPrefix(lower, "u.s. "); ok {
		s = "US " + rest
	}
	if u, ok := parseSince(s, lower); ok {
		return u, true
	}
	if u, is, ok := parseTwice(s); is {
		return u, ok
	}
	if u, ok := parseExpr(s); ok {
		return u, true
	}
	if inner, ok := unwrap(s); ok {
		return parseExpr(inner)
	}
	return Unit{}, false
}

// parseTwice reads a unit that is said twice, "seconds (s)", or explained, "% (relative humidity)". Two different units are none.
func parseTwice(s string) (u Unit, is, ok bool) {
	i := strings.Index(s, " (")
	if i < 1 || s[len(s)-1] != ')' || strings.IndexByte(s[i+2:], '(') >= 0 {
		return Unit{}, false, false
	}
	u, ok = parseExpr(s[:i])
	if !ok {
		return Unit{}, false, false
	}
	again, known := parseWhole(s[i+2 : len(s)-1])
	if money := (Dim{Money: 1}); known && u.Dim == money && again.Dim == money { // cents (USD), USD (cents)
		switch {
		case u.Tag == AnyCurrency && again.Factor == One:
			named, _ := Currency(again.Tag)
			return named.Scaled(u.Factor), true, true
		case again.Tag == AnyCurrency && u.Factor == One:
			return u.Scaled(again.Factor), true, true
		}
	}
	return u, true, !known || Same(u, again)
}

// unwrap takes the brackets off a text such as "[mV]".
func unwrap(s string) (string, bool) {
	if n := len(s); n > 2 && (s[0] == '[' && s[n-1] == ']' || s[0] == '(' && s[n-1] == ')' || s[0] == '<' && s[n-1] == '>') {
		return strings.TrimSpace(s[1 : n-1]), true
	}
	return "", false
}

// parseExpr reads a product of units as one unit.
func parseExpr(s string) (Unit, bool) {
	prod, ok := parseProduct(s)
	if !ok {
		return Unit{}, false
	}
	return prod.unit()
}

func parseProduct(s string) (product, bool) {
	toks, ok := lex(s)
	if !ok || len(toks) == 0 {
		return product{}, false
	}
	p := &parser{toks: toks}
	prod, ok := p.product()
	return prod, ok && p.at == len(p.toks)
}

type parser struct {
	toks  []token
	at    int
	depth int
	camel int // how many words have been cut at their humps
}

func (p *parser) peek(ahead int) token {
	if i := p.at + ahead; i < len(p.toks) {
		return p.toks[i]
	}
	return token{}
}

func (p *parser) op(text string) bool {
	if t := p.peek(0); t.kind == tOp && t.text == text {
		p.at++
		return true
	}
	return false
}

// word takes the next token when it is that word in any case.
func (p *parser) word(w string) bool {
	if t := p.peek(0); t.kind == tWord && strings.EqualFold(t.text, w) {
		p.at++
		return true
	}
	return false
}

// product reads factor { operator factor }. "/" divides the one factor after it; "per" divides what follows up to the next
// operator, so that "per square meter second" divides twice; white space and "-" between words multiply.
func (p *parser) product() (product, bool) {
	if p.depth++; p.depth > maxDepth {
		return product{}, false
	}
	defer func() { p.depth-- }()
	var prod product
	den, perWord, expect := false, false, true
	for {
		switch {
		case p.op("/"):
			if expect && len(prod.parts) > 0 {
				return prod, false
			}
			den, perWord, expect = true, false, true
			continue
		case !expect && (p.op(".") || p.op("*")):
			den, perWord, expect = false, false, true
			continue
		case !expect && p.op("-"):
			expect = true
			continue
		case p.peek(0).kind == tEnd, p.peek(0).kind == tOp && p.peek(0).text == ")":
			return prod, !expect
		}
		if !expect && len(prod.parts) == 0 && p.word("of") { // 1/100 of a dollar
			_ = p.word("a") || p.word("an") || p.word("the")
			den, expect = false, true
			continue
		}
		if p.isPer() {
			p.at++
			den, perWord, expect = true, true, true
			continue
		}
		if t := p.peek(0); !expect && t.glued && t.text == "(" {
			return prod, false // bar(g): which bar, no factor
		}
		many := p.peek(0).kind == tNumber && den && len(prod.parts) > 0 && p.peek(1).kind == tWord && !p.isPerAt(1)
		part, ok := p.factor()
		if !ok {
			return prod, false
		}
		if many { // L/100km: the number belongs to what is divided by, unlike in 1/100 EUR
			rest, ok := p.factor()
			if !ok || !part.mul(rest, false) {
				return prod, false
			}
		}
		if !prod.mul(part, den) {
			return prod, false
		}
		expect = false
		if !perWord {
			den = false
		}
	}
}

// isPer reports whether the next token is the dividing word, and not the beginning of "per cent".
func (p *parser) isPer() bool { return p.isPerAt(0) }

func (p *parser) isPerAt(ahead int) bool {
	t := p.peek(ahead)
	if t.kind != tWord || !strings.EqualFold(t.text, "per") {
		return false
	}
	next := strings.ToLower(p.peek(ahead + 1).text)
	return next != "cent" && next != "mille" && next != "mil"
}

// factor reads one unit with its exponent, in symbols or in words.
func (p *parser) factor() (product, bool) {
	exp := 1
	switch {
	case p.word("square"), p.word("sq"), p.word("squared"):
		exp = 2
	case p.word("cubic"), p.word("cu"), p.word("cubed"):
		exp = 3
	}
	if exp > 1 {
		p.op(".") // sq.m
	}
	word := p.peek(0).kind == tWord
	base, ok := p.base()
	if !ok {
		return product{}, false
	}
	n, ok := p.exponent()
	if !ok || n != 1 && word && len(base.parts) > 1 { // Nm3 is a cubic metre under normal conditions
		return product{}, false
	}
	switch {
	case p.word("squared"):
		n *= 2
	case p.word("cubed"):
		n *= 3
	}
	return base.pow(exp * n)
}

// exponent reads ^2, ^-1, ^(-2), **2, and digits glued to a symbol: m2, s-1.
func (p *parser) exponent() (int, bool) {
	if p.op("^") {
		paren := p.op("(")
		n, ok := p.integer()
		if paren && !p.op(")") {
			return 0, false
		}
		return n, ok
	}
	t, after := p.peek(0), p.peek(1)
	switch {
	case t.kind == tNumber && t.glued && p.at > 0 && p.toks[p.at-1].kind != tNumber:
		n, ok := p.integer()
		return n, ok && n > 1 // PS1 is a name, no picosecond
	case t.kind == tOp && t.glued && (t.text == "-" || t.text == "+") && after.kind == tNumber && after.glued && p.at > 0 && p.toks[p.at-1].kind != tNumber:
		return p.integer()
	}
	return 1, true
}

// integer reads a small signed integer.
func (p *parser) integer() (int, bool) {
	sign := 1
	if p.op("-") {
		sign = -1
	} else {
		p.op("+")
	}
	t := p.peek(0)
	if t.kind != tNumber || len(t.text) > 3 {
		return 0, false
	}
	n := 0
	for _, c := range []byte(t.text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	p.at++
	return sign * n, true
}

// base reads a number, an annotation, brackets or a named unit, without exponent.
func (p *parser) base() (product, bool) {
	t := p.peek(0)
	switch t.kind {
	case tNumber:
		return p.scale()
	case tNote:
		p.at++
		return noted(t.text)
	case tOp:
		if !p.op("(") {
			return product{}, false
		}
		inner, ok := p.product()
		if !ok || !p.op(")") {
			return product{}, false
		}
		return inner.grouped(), true
	case tWord:
		if note := p.peek(1); note.kind == tNote && note.glued {
			if e, ok := indexed().symbol(t.text + "{" + note.text + "}"); ok { // k{var} is one unit with its prefix
				p.at += 2
				return single(e.unit(), e.one()), true
			}
		}
		return p.named()
	}
	return product{}, false
}

// scale reads a number: 1000, 1e-10, and the powers 10*-2, 10^(-10), 10**3.
func (p *parser) scale() (product, bool) {
	t := p.peek(0)
	p.at++
	if t.text == "10" {
		star, after := p.peek(0), p.peek(1)
		signed := after.kind == tOp && (after.text == "-" || after.text == "+")
		if star.kind == tOp && star.text == "*" && star.glued && after.glued && (after.kind == tNumber || signed) {
			p.at++
			n, ok := p.integer()
			return product{scale: Ten(n)}, ok && n <= 30 && n >= -30
		}
		if p.op("^") {
			paren := p.op("(")
			n, ok := p.integer()
			if paren && !p.op(")") {
				return product{}, false
			}
			return product{scale: Ten(n)}, ok && n <= 30 && n >= -30
		}
	}
	f, ok := parseNumber(t.text)
	return product{scale: f}, ok
}

// parseNumber reads a positive decimal exactly.
func parseNumber(s string) (Factor, bool) {
	mantissa, expText, _ := strings.Cut(strings.ToLower(s), "e")
	exp, sign := 0, 1
	for i, c := range []byte(expText) {
		switch {
		case i == 0 && c == '-':
			sign = -1
		case i == 0 && c == '+':
		case exp > 99:
			return Factor{}, false
		default:
			exp = 10*exp + int(c-'0')
		}
	}
	exp *= sign
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+frac, "0")
	if len(digits) == 0 || len(digits) > 18 {
		return Factor{}, false
	}
	n := int64(0)
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return Factor{}, false
		}
		n = 10*n + int64(c-'0')
	}
	f := Ratio(n, 1, exp-len(frac))
	return f, !f.IsZero() && f.printable()
}

// noted reads the inside of {…}: a currency, a unit of ours, or the noun of a count.
func noted(text string) (product, bool) {
	text = strings.TrimSpace(text)
	if e, ok := indexed().symbol("{" + text + "}"); ok {
		return single(e.unit(), e.one()), true
	}
	if u, ok := Currency(text); ok {
		return single(u, u.Name), true
	}
	if text == "" || len(text) > 60 {
		return product{}, false
	}
	u := Unit{Code: "{" + text + "}", Name: text, Kind: Count, Factor: One, Tag: strings.ToLower(strings.TrimSuffix(text, "s"))}
	return single(u, text), true
}
