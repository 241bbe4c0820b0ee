package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible makes text of unknown origin safe for a terminal and for the log of a CI runner: control characters, the marks that turn
// the direction of writing around or take no room, and the bracket of a command to a runner are shown as escapes.
func Visible(text string) string {
	if strings.Contains(text, "##") {
		text = disarmed.Replace(text)
	}
	if !strings.ContainsFunc(text, hidden) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case hidden(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// disarmed takes the bracket from what CI runners obey wherever it stands in a line, in a doc or a name, too: ##[error] on GitHub's,
// ##vso[task.complete] on those of Azure Pipelines.
var disarmed = strings.NewReplacer("##[", `##\x5b`, "##vso[", `##vso\x5b`)

func hidden(r rune) bool {
	return (r < ' ' || r > '~') && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029')
}

func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\t':
		return `\t`
	case '\r':
		return `\r`
	}
	if r < 0x100 {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// columns is how many cells of a terminal a character takes.
func columns(r rune) int {
	switch {
	case r < 0x300: // before the first mark that takes no room
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case wide(r):
		return 2
	}
	return 1
}

// wide reports East Asian wide and full-width characters and emoji (Unicode Standard Annex 11, W and F).
func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	for _, w := range [...][2]rune{
		{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xa000, 0xa4cf},
		{0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6},
		{0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
	} {
		if r >= w[0] && r <= w[1] {
			return true
		}
	}
	return false
}

func columnsOf(text string) int {
	n := 0
	for _, r := range text {
		n += columns(r)
	}
	return n
}

// printable are the characters that stand for themselves everywhere.
const printable = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// armed reports whether a bracket behind a text makes a command of it.
func armed(before string) bool {
	return strings.HasSuffix(before, "##") || strings.HasSuffix(before, "##vso")
}

// cell is one character of a source line as it is shown.
func cell(line []rune, i int) string {
	switch r := line[i]; {
	case r == '[' && armed(string(line[max(0, i-len("##vso")):i])):
		return escape(r)
	case r >= ' ' && r <= '~':
		return printable[r-' ' : r-' '+1]
	case r == '\t':
		return "    "
	case hidden(r):
		return escape(r)
	default:
		return string(r)
	}
}

// excerpt is a source line made fit for a terminal, with the spot marked by carets below it. A line longer than limit
// columns is cut around the spot. limit 0 is a wide default: schema files on one line are common.
func excerpt(s mark, limit int) (line, carets string) {
	if limit <= 0 || limit > 160 {
		limit = 160
	}
	runes := []rune(strings.TrimRight(s.text, " \t"))
	start := min(s.column-1, len(runes))
	end := min(start+max(s.width, 1), len(runes))
	first := windowStart(runes, start, end, limit)
	var text strings.Builder
	before, marked, used := 0, 0, 0
	if first > 0 || s.cut {
		text.WriteString("…")
		before, used = 1, 1
	}
	for i := first; i < len(runes); i++ {
		c := cell(runes, i)
		w := columnsOf(c)
		if used+w > limit {
			text.WriteString("…")
			if i < end {
				marked++
			}
			break
		}
		text.WriteString(c)
		used += w
		switch {
		case i < start:
			before += w
		case i < end:
			marked += w
		}
	}
	return text.String(), strings.Repeat(" ", before) + strings.Repeat("^", max(marked, 1))
}

// windowStart is the first character to show so that the spot fits, with a little of what follows it; 0 where the line's
// beginning does.
func windowStart(runes []rune, start, end, limit int) int {
	right := min(end+12, len(runes))
	if right-start > limit { // the spot itself is longer than the room
		if start <= limit/4 {
			return 0
		}
		right = start + limit
	}
	first, used := right, 0
	for first > 0 {
		w := columnsOf(cell(runes, first-1))
		if used+w > limit-2 {
			break
		}
		used += w
		first--
	}
	return min(first, start)
}

// wrap breaks text at spaces so that no line has more than limit columns; a longer word stays whole. No line begins as a command
// to a CI runner does, with ::, for text of a schema must not become one.
func wrap(text string, limit int) []string {
	var lines []string
	var line strings.Builder
	width := 0
	for word := range strings.FieldsSeq(text) {
		columns := columnsOf(word)
		if line.Len() > 0 {
			if width+1+columns > limit && !strings.HasPrefix(word, "::") {
				lines = append(lines, line.String())
				line.Reset()
				width = 0
			} else {
				line.WriteByte(' ')
				width++
			}
		}
		line.WriteString(word)
		width += columns
	}
	if line.Len() > 0 || len(lines) == 0 {
		lines = append(lines, line.String())
	}
	return lines
}

// brief cuts a text that is too long to be read.
func brief(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)
	return string(runes[:limit-1]) + "…"
}

// General is a step of a rule's recipe as it reads without a finding: what a finding fills in stands in capitals.
func General(step string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(step, "{{")
		b.WriteString(before)
		name, after, closed := strings.Cut(rest, "}}")
		if !found || !closed {
			return b.String()
		}
		b.WriteString(strings.ToUpper(name))
		step = after
	}
}
