package meaning

import (
	"strings"
	"unicode"
)

// maxName and maxNameWords bound what is looked at of a name; longer names have no unit that anybody reads.
const (
	maxName      = 128
	maxNameWords = 24
)

// nameWords is a field name cut into lower-case words, without allocation.
type nameWords struct {
	buf   [maxName]byte
	start [maxNameWords]uint8
	end   [maxNameWords]uint8
	n     int
	// sep tells that word i begins after a separator, so that it is a whole segment when word i+1 does too.
	sep [maxNameWords + 1]bool
}

func (w *nameWords) at(i int) string {
	if i < 0 || i >= w.n {
		return ""
	}
	return string(w.buf[w.start[i]:w.end[i]])
}

// in reports whether word i is a key of a set; it does not allocate.
func (w *nameWords) in(i int, set map[string]bool) bool {
	if i < 0 || i >= w.n {
		return false
	}
	return set[string(w.buf[w.start[i]:w.end[i]])]
}

func (w *nameWords) is(i int, word string) bool {
	return i >= 0 && i < w.n && string(w.buf[w.start[i]:w.end[i]]) == word
}

// digits reports whether word i is a number.
func (w *nameWords) digits(i int) bool {
	if i < 0 || i >= w.n {
		return false
	}
	for _, c := range w.buf[w.start[i]:w.end[i]] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// lexemes are mixed-case symbols that a cut at humps would tear: heapMiB is no "mi" and "b".
var lexemes = [...]string{"kWh", "KWh", "MWh", "GWh", "mAh", "dBm", "KiB", "MiB", "GiB", "TiB", "kHz", "MHz", "GHz", "kPa", "hPa", "MPa", "mmHg", "kB", "mSv", "uSv", "pH"}

// cut splits a name at separators, humps, the ends of acronyms and between letters and digits, after looking for lexemes. It
// returns false for names beyond the bounds and for letters outside ASCII, which no unit suffix has.
func (w *nameWords) cut(name string) bool {
	if len(name) == 0 || len(name) > maxName {
		return false
	}
	w.n = 0
	sep := true
	for i := 0; i < len(name); {
		c := name[i]
		if c == '_' || c == '-' || c == '.' || c == '$' || c == ' ' || c == ':' || c == '/' {
			sep = true
			i++
			continue
		}
		if c >= 0x80 || w.n == maxNameWords {
			return false
		}
		n := w.wordLen(name, i, sep)
		w.start[w.n], w.end[w.n], w.sep[w.n] = uint8(i), uint8(i+n), sep
		for j := i; j < i+n; j++ {
			b := name[j]
			if b >= 'A' && b <= 'Z' {
				b |= 0x20
			}
			w.buf[j] = b
		}
		w.n++
		sep = false
		i += n
	}
	w.sep[w.n] = true
	return w.n > 0
}

// wordLen measures the word at name[i].
func (w *nameWords) wordLen(name string, i int, sep bool) int {
	if strings.IndexByte("kKMGTmdhup", name[i]) >= 0 && i+1 < len(name) {
		for _, x := range lexemes {
			if x[0] == name[i] && strings.HasPrefix(name[i:], x) && boundary(name, i+len(x)) {
				return len(x)
			}
		}
	}
	if sep {
		if n := segment(name, i); n == 2 && mixed[name[i:i+2]] {
			return 2 // mV, kW, dB as a whole segment
		}
	}
	j := i + 1
	switch class := kind(name[i]); class {
	case 'U':
		for j < len(name) && kind(name[j]) == 'U' {
			j++
		}
		if j < len(name) && kind(name[j]) == 'l' {
			if j-i > 1 {
				return j - 1 - i // HTTPServer: HTTP, Server
			}
			for j < len(name) && kind(name[j]) == 'l' && !lexemeAt(name, j) {
				j++
			}
		}
	default:
		for j < len(name) && kind(name[j]) == class && !(class == 'l' && lexemeAt(name, j)) {
			j++
		}
	}
	return j - i
}

// mixed are the two-letter symbols in mixed case that make a whole segment of a name.
var mixed = map[string]bool{"mV": true, "kV": true, "uV": true, "mA": true, "uA": true, "kW": true, "MW": true, "mW": true, "GW": true, "dB": true, "kB": true, "nT": true, "uT": true, "Hz": true, "kJ": true, "Wh": true, "Ah": true, "eV": true}

// lexemeAt reports whether a lexeme that starts in lower case ends the name from name[j].
func lexemeAt(name string, j int) bool {
	if len(name)-j > 4 { // the longest lexeme
		return false
	}
	for _, x := range lexemes {
		if x[0] >= 'a' && name[j] == x[0] && name[j:] == x && len(x) > 2 {
			return true
		}
	}
	return false
}

// boundary reports whether a word may end before name[i].
func boundary(name string, i int) bool {
	return i == len(name) || kind(name[i]) != 'l'
}

// segment is the length from i to the next separator.
func segment(name string, i int) int {
	j := i
	for j < len(name) && kind(name[j]) != 0 {
		j++
	}
	return j - i
}

// kind is U, l, 9 for letters and digits, 0 for separators and all else.
func kind(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return 'l'
	case c >= 'A' && c <= 'Z':
		return 'U'
	case c >= '0' && c <= '9':
		return '9'
	}
	return 0
}

// Words are the words of a text or a name in lower case: camel humps, underscores, digits and punctuation part them. Unlike the
// reading of a name's unit it takes any length and any script.
func Words(text string) []string {
	var all []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i == 0:
		case unicode.IsDigit(r) != unicode.IsDigit(runes[i-1]):
			flush()
		case unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return all
}

// joinWords spells words as one unit: square meter, m2.
func joinWords(w *nameWords, from, to int) string {
	s := w.at(from)
	for i := from + 1; i < to; i++ {
		if !w.digits(i) || w.sep[i] {
			s += " "
		}
		s += w.at(i)
	}
	return s
}
