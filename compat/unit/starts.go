package unit

// Starts reports whether a unit can begin with this word, so that prose needs a parser only where there may be one. It is
// generous: the whole still has to parse.
func Starts(word string) bool {
	if word == "" || len(word) > 40 {
		return false
	}
	x := indexed()
	if _, ok := x.symbol(word); ok {
		return true
	}
	lower := word
	if low := [40]byte{}; mixedCase(word) {
		lower = string(lowerASCII(low[:0], word))
	}
	if x.first[lower] || looseSymbols[lower] != "" || exactSymbols[word] != "" || countNouns[lower] || scaleWords[lower] != 0 {
		return true
	}
	if _, ok := currencyWords[lower]; ok || minorWords[lower].exp != 0 {
		return true
	}
	if _, ok := currencies[word]; ok {
		return true
	}
	if _, ok := x.word(lower); ok {
		return true
	}
	for i := 0; i < len(word); i++ { // a compound: m/s, kg.m2, metersPerSecond, 10^-3, °C
		if c := word[i]; c >= 0x80 || c < 'A' || i > 0 && c >= 'A' && c <= 'Z' && word[i-1] >= 'a' {
			return true
		}
	}
	return false
}

// mixedCase reports capitals.
func mixedCase(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			return true
		}
	}
	return false
}

// lowerASCII appends s in lower case; letters outside ASCII stay, as no unit word has them in capitals.
func lowerASCII(to []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		to = append(to, c)
	}
	return to
}
