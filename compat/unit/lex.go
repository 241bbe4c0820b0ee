package unit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on what Parse looks at. No unit that anybody writes comes near; hostile text ends here.
const (
	maxText   = 200
	maxTokens = 64 // of a code of maxParts, which must read back
	maxParts  = 8
	maxDepth  = 8
)

type tokenKind uint8

const (
	tEnd    tokenKind = iota
	tWord             // letters, with the brackets, quotes and per cent signs that belong to a symbol
	tNumber           // 10, 0.001, 1e-10
	tNote             // {…}
	tOp               // . * / ^ ( ) -
)

// A token is a piece of a unit's text. glued says that no white space goes before it.
type token struct {
	kind  tokenKind
	text  string
	glued bool
}

// plain spells the signs that people use in ASCII.
var plain = strings.NewReplacer(
	"°C", "degC", "C°", "degC", "F°", "degF", "° C", "degC", "ºC", "degC", "°F", "degF", "° F", "degF", "ºF", "degF", "°", "deg", "º", "deg", "℃", "degC", "℉", "degF",
	"µ", "u", "μ", "u", "Ω", "Ohm", "Ω", "Ohm", "·", ".", "⋅", ".", "∙", ".", "•", ".", "×", "*", "−", "-", "–", "-", "‐", "-", "‑", "-", "∕", "/", "⁄", "/",
	"⁻", "^-", "¹", "^1", "²", "^2", "³", "^3", "⁴", "^4", "⁵", "^5", "⁶", "^6", "⁷", "^7", "⁸", "^8", "⁹", "^9",
	"′", "'", "″", "''", "’", "'", "“", "\"", "”", "\"", "\u00a0", " ", "‰", "ppth",
)

// lex cuts a text into tokens; it returns false for signs that no unit holds and for texts beyond the bounds.
func lex(s string) ([]token, bool) {
	if len(s) > maxText || !utf8.ValidString(s) {
		return nil, false
	}
	if !ascii(s) {
		s = strings.ReplaceAll(plain.Replace(s), "^-^", "^-")
	}
	out := make([]token, 0, 8)
	for i := 0; i < len(s); {
		c := s[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '_' {
			i++
			continue
		}
		if c == '-' && joins(s, i) || c == '.' && abbreviates(s, i) {
			i++
			continue
		}
		t, n := next(s, i)
		if n == 0 || len(out) == maxTokens {
			return nil, false
		}
		t.glued = i > 0 && !(s[i-1] == '-' && joins(s, i-1)) && s[i-1] != ' ' && s[i-1] != '\t' && s[i-1] != '_'
		out = append(out, t)
		i += n
	}
	return out, true
}

// abbreviates reports the point at s[i] behind a shortened word: sq. ft., sec.
func abbreviates(s string, i int) bool {
	return i > 0 && isLetter(s[i-1]) && (i+1 == len(s) || s[i+1] == ' ' && i+2 < len(s) && isLetter(s[i+2]))
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// joins reports whether the hyphen at s[i] stands between two words: kilowatt-hours.
func joins(s string, i int) bool {
	return i > 0 && i+1 < len(s) && isLetter(s[i-1]) && isLetter(s[i+1])
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// next reads the token at s[i] and tells how many bytes it takes; 0 when there is none.
func next(s string, i int) (token, int) {
	c := s[i]
	switch {
	case c >= '0' && c <= '9':
		n := number(s[i:])
		return token{kind: tNumber, text: s[i : i+n]}, n
	case c == '{':
		end := strings.IndexByte(s[i:], '}')
		if end < 0 {
			return token{}, 0
		}
		return token{kind: tNote, text: s[i+1 : i+end]}, end + 1
	case c == '*' && strings.HasPrefix(s[i:], "**"):
		return token{kind: tOp, text: "^"}, 2
	case strings.IndexByte(".*/^()-,+", c) >= 0:
		return token{kind: tOp, text: s[i : i+1]}, 1
	}
	if n := letters(s[i:]); n > 0 {
		return token{kind: tWord, text: s[i : i+n]}, n
	}
	return token{}, 0
}

// number measures 10, 0.5, 1e-10 at the start of s. A point needs a digit after it: in "100.m" it multiplies.
func number(s string) int {
	digits := func(i int) int {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i
	}
	i := digits(0)
	if i+1 < len(s) && s[i] == '.' && digits(i+1) > i+1 {
		i = digits(i + 1)
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if k := digits(j); k > j {
			i = k
		}
	}
	return i
}

// letters measures a symbol or word at the start of s: letters, %, $, quotes, and a bracketed part as in mm[Hg].
func letters(s string) int {
	i := 0
	for i < len(s) {
		if s[i] == '[' {
			end := strings.IndexByte(s[i:], ']')
			if end < 0 || end > 16 || strings.ContainsAny(s[i:i+end], " \t") {
				return i
			}
			i += end + 1
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !strings.ContainsRune("%$'\"#€£¥₹¢", r) {
			return i
		}
		i += n
	}
	return i
}
