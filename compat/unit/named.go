package unit

import (
	"strings"
	"unicode"
)

// named reads a unit by symbol or by up to four words.
func (p *parser) named() (product, bool) {
	if money, ok := p.money(); ok {
		return money, true
	}
	if n, ok := scaleWords[strings.ToLower(p.peek(0).text)]; ok {
		return p.scaleWord(n)
	}
	if spelled, ok := exactSymbols[p.peek(0).text]; ok {
		p.at++
		return parseProduct(spelled)
	}
	for n := 4; n > 0; n-- {
		words, ok := p.words(n)
		if !ok {
			continue
		}
		if e, ok := p.lookup(words, n); ok {
			p.at += n
			return single(e.unit(), e.one()), true
		}
	}
	text := p.peek(0).text
	lower := strings.ToLower(text)
	if spelled, ok := looseSymbols[lower]; ok && spelled != text {
		p.at++
		return parseProduct(spelled)
	}
	if next := p.peek(1).text; countNouns[lower] && (strings.EqualFold(next, "per") || next == "/") {
		p.at++
		return product{scale: One}, true
	}
	if p.splitHumps(text) {
		return p.factor()
	}
	return product{}, false
}

// shouted are the symbols of two letters that are read in capitals, too; PS is no picosecond.
var shouted = map[string]bool{"ms": true, "us": true, "ns": true, "km": true, "cm": true, "mm": true, "mg": true, "lb": true, "oz": true, "ft": true, "mi": true, "yd": true, "px": true}

// lookup tries a symbol (one word only, its case mattering), then a word in lower case, then a symbol in lower case when the text
// shouts: MSEC, KM.
func (p *parser) lookup(words string, n int) (entry, bool) {
	x := indexed()
	if n == 1 {
		if e, ok := x.symbol(words); ok {
			return e, true
		}
	}
	lower := strings.ToLower(words)
	if e, ok := x.word(lower); ok {
		return e, true
	}
	if n == 1 && len(words) > 1 && words == strings.ToUpper(words) && (len(words) > 2 || shouted[lower]) {
		if _, loose := looseSymbols[lower]; !loose {
			return x.symbol(lower)
		}
	}
	return entry{}, false
}

// words joins the next n word tokens by one space; a hyphen between two words is a space.
func (p *parser) words(n int) (string, bool) {
	if n == 1 {
		t := p.peek(0)
		return t.text, t.kind == tWord
	}
	var b strings.Builder
	for i := range n {
		t := p.peek(i)
		if t.kind != tWord || i > 0 && t.glued {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String(), true
}

// scaleWord reads "thousands of dollars", "tenths of a degree", "million USD".
func (p *parser) scaleWord(exp int) (product, bool) {
	p.at++
	_ = p.word("of") && (p.word("a") || p.word("an") || p.word("the"))
	inner, ok := p.factor()
	if !ok {
		return product{}, false
	}
	u, ok := inner.unit()
	if !ok || u.Kind == Log || !u.Offset.IsZero() && exp > 0 {
		return product{}, false
	}
	scaled := u.Scaled(Ten(exp))
	return single(scaled, scaled.Name), !scaled.Factor.IsZero()
}

// splitHumps cuts a camel-case word into lower-case words, in place: microsiemensPerCentimeter. Pieces of one or two letters are
// units only in a quotient, kmPerHour: MiBytes is no product of miles and bytes.
func (p *parser) splitHumps(text string) bool {
	if p.camel++; p.camel > maxTokens {
		return false
	}
	var cut []token
	start, shortest, quotient := 0, len(text), false
	piece := func(end int) {
		t := token{kind: tWord, text: strings.ToLower(text[start:end])}
		quotient = quotient || t.text == "per"
		shortest = min(shortest, end-start)
		cut = append(cut, t)
		start = end
	}
	for i, r := range text {
		if i > 0 && unicode.IsUpper(r) && text[i-1] >= 'a' && text[i-1] <= 'z' {
			piece(i)
		}
	}
	if len(cut) == 0 || len(cut)+len(p.toks) > 2*maxTokens {
		return false
	}
	piece(len(text))
	if shortest < 3 && !quotient {
		return false
	}
	rest := p.toks[p.at+1:]
	joined := make([]token, 0, len(p.toks)+len(cut))
	joined = append(joined, p.toks[:p.at]...)
	joined = append(joined, cut...)
	p.toks = append(joined, rest...)
	return true
}
