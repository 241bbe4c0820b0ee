package unit

import "strings"

// money reads amounts of money: USD, US dollars, USD cents, cents of USD, euro cents, USD micros, EUR thousand, kEUR, minor and
// major units of EUR.
func (p *parser) money() (product, bool) {
	start := p.at
	if p.word("minor") && (p.word("units") || p.word("unit")) {
		u, ok := MinorUnit(p.ofCurrency())
		return single(u, u.Name), ok
	}
	p.at = start
	if p.word("major") && (p.word("units") || p.word("unit")) {
		u, ok := Currency(p.ofCurrency())
		return one(u), ok
	}
	p.at = start
	if code, ok := p.currency(); ok {
		return p.moneyScale(code), true
	}
	p.at = start
	if p.word("micro") {
		if code, ok := p.currency(); ok { // micro-USD
			u, _ := Currency(code)
			return one(u.Scaled(Ten(-6))), true
		}
	}
	p.at = start
	if code, ok := thousands(p.peek(0).text); ok {
		p.at++
		u, _ := Currency(code)
		return one(u.Scaled(Ten(3))), true
	}
	if strings.EqualFold(p.peek(0).text, "us") && minorWords[strings.ToLower(p.peek(1).text)].exp != 0 {
		p.at++
		return p.moneyScale("USD"), true
	}
	if minor, ok := minorWords[strings.ToLower(p.peek(0).text)]; ok {
		p.at++
		code := minor.code
		after := p.at
		p.word("of")
		if named, ok := p.currency(); ok {
			code = named
		} else {
			p.at = after
		}
		u, _ := Currency(code)
		return one(u.Scaled(Ten(minor.exp))), true
	}
	p.at = start
	return product{}, false
}

// ofCurrency reads "of EUR", "of the currency" behind a unit of money; without them it is any currency.
func (p *parser) ofCurrency() string {
	if !p.word("of") {
		return AnyCurrency
	}
	p.word("the")
	if code, ok := p.currency(); ok {
		return code
	}
	p.word("currency")
	return AnyCurrency
}

// thousands reads a currency under the prefix of a thousand: kUSD, k€.
func thousands(text string) (code string, ok bool) {
	rest, ok := strings.CutPrefix(text, "k")
	if !ok {
		return "", false
	}
	if _, known := currencies[rest]; known {
		return rest, true
	}
	if rest == "€" || rest == "$" || rest == "£" {
		return currencyWords[rest], true
	}
	return "", false
}

// currency reads the name of a currency: an ISO 4217 code in capitals, or words.
func (p *parser) currency() (string, bool) {
	for n := 2; n > 0; n-- {
		words, ok := p.words(n)
		if !ok {
			continue
		}
		code, ok := currencyWords[strings.ToLower(words)]
		if !ok && n == 1 {
			if _, known := currencies[words]; known {
				code, ok = words, true
			}
		}
		if ok {
			p.at += n
			return code, true
		}
	}
	return "", false
}

// moneyScale reads what follows a currency: cents, micros, millions.
func (p *parser) moneyScale(code string) product {
	u, _ := Currency(code)
	next := strings.ToLower(p.peek(0).text)
	if p.peek(0).kind != tWord {
		return one(u)
	}
	switch minor, scale := minorWords[next], scaleWords[next]; {
	case next == "micros" || next == "micro":
		p.at++
		return one(u.Scaled(Ten(-6)))
	case next == "k":
		p.at++
		return one(u.Scaled(Ten(3)))
	case next == "mn" || next == "mio" || next == "m" && !p.peek(0).glued: // no dollar is multiplied by a meter
		p.at++
		return one(u.Scaled(Ten(6)))
	case next == "bn":
		p.at++
		return one(u.Scaled(Ten(9)))
	case minor.exp != 0:
		p.at++
		return one(u.Scaled(Ten(minor.exp)))
	case scale != 0:
		p.at++
		return one(u.Scaled(Ten(scale)))
	}
	return one(u)
}

func one(u Unit) product { return single(u, strings.TrimSuffix(u.Name, "s")) }
