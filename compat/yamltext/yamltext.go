// Package yamltext writes texts as YAML scalars.
package yamltext

import (
	"fmt"
	"strings"
	"unicode"
)

// Quoted is a text as a scalar in double quotes, on one line. What a terminal would obey, or people would not see, is written as an
// escape. JSON reads it too, unless such a character lies above the first plane.
func Quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch hidden := unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029 || r == unicode.ReplacementChar; {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case hidden && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case hidden:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
