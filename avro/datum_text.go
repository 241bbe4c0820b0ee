package avro

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// JSON is the value for people, as JSON: unions plainly, without the branch's name; bytes and fixed as strings whose code
// points are the bytes; numbers that JSON lacks as "NaN", "Infinity" and "-Infinity".
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// AppendJSON appends what JSON returns.
func (v Value) AppendJSON(b []byte) []byte {
	p := printer{out: b, most: math.MaxInt}
	p.value(v)
	return p.out
}

// Brief is the value for a message: JSON of about at most bytes, an ellipsis where it was cut, and after every value of
// a logical type its sense in words: 1700000000000 (2023-11-14T22:13:20Z). Of a decimal, duration or fixed uuid only the sense
// is said.
func (v Value) Brief(most int) string {
	p := printer{most: most, words: true}
	p.value(v)
	return string(p.out)
}

// printer writes values until it has written enough.
type printer struct {
	out   []byte
	most  int
	words bool // say the sense of logical types
	cut   bool
}

func (p *printer) full() bool {
	if len(p.out) < p.most || p.cut {
		return p.cut
	}
	p.cut = true
	p.out = append(p.out, "…"...)
	return true
}

func (p *printer) value(v Value) {
	if p.full() {
		return
	}
	if p.words && v.Type.Logical.Name != "" && (v.Type.Kind == Bytes || v.Type.Kind == Fixed) {
		if sense := v.Sense(); sense != "" {
			p.out = append(p.out, sense...) // the bytes themselves tell nobody anything
			return
		}
	}
	switch v.Type.Kind {
	case Union:
		p.value(v.Parts[0])
		return
	case Null:
		p.out = append(p.out, "null"...)
	case Boolean:
		p.out = strconv.AppendBool(p.out, v.Bool())
	case Int, Long:
		p.out = strconv.AppendInt(p.out, v.Int(), 10)
	case Float:
		p.out = appendFloat(p.out, v.Float(), 32)
	case Double:
		p.out = appendFloat(p.out, v.Float(), 64)
	case Bytes, Fixed:
		p.out = appendBytes(p.out, p.clipped(v.text))
	case String:
		p.out = appendString(p.out, p.clipped(v.text))
	case Enum:
		p.out = appendString(p.out, p.clipped(v.Symbol()))
	case Array:
		p.parts('[', v, ']')
	case Map, Record:
		p.parts('{', v, '}')
	}
	if p.words && v.Type.Logical.Name != "" {
		if sense := v.Sense(); sense != "" && !p.full() {
			p.out = append(append(append(p.out, " ("...), sense...), ')')
		}
	}
}

func (p *printer) parts(open byte, v Value, end byte) {
	p.out = append(p.out, open)
	for i := range v.Parts {
		if p.full() {
			return
		}
		if i > 0 {
			p.out = append(p.out, ',')
		}
		switch v.Type.Kind {
		case Record:
			p.out = append(appendString(p.out, p.clipped(v.Type.Fields[i].Name)), ':')
		case Map:
			p.out = append(appendString(p.out, p.clipped(v.Keys[i])), ':')
		}
		p.value(v.Parts[i])
	}
	if !p.cut {
		p.out = append(p.out, end)
	}
}

// clipped leaves as much of a text as there is room for; what is cut off shows as an ellipsis inside the quotes.
func (p *printer) clipped(s string) string {
	room := max(p.most-len(p.out), 16)
	if len(s) <= room {
		return s
	}
	for room > 0 && !utf8.RuneStart(s[room]) {
		room--
	}
	return s[:room] + "…"
}

func appendFloat(b []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(b, `"-Infinity"`...)
	}
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, f, format, -1, bits)
}

const hexDigits = "0123456789abcdef"

// appendBytes writes each byte as the code point of its number (Avro 1.12, JSON encoding of bytes and fixed).
func appendBytes(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20 || c >= 0x7f:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// appendString quotes a string; bytes that are no UTF-8 become U+FFFD, which is also what Java shows for them.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			b = append(b, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		case r == '\u2028' || r == '\u2029' || r >= '\u200e' && r <= '\u200f' || r >= '\u202a' && r <= '\u202e':
			b = append(b, '\\', 'u', '2', '0', hexDigits[r>>4&15], hexDigits[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
