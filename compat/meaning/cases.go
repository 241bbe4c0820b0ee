package meaning

import "strings"

// uncoded blanks out the brackets behind what codes stand for: "6=RESERVOIR ELEVATION (feet)" says the unit of another number.
func uncoded(doc string) string {
	if strings.IndexByte(doc, '=') < 0 {
		return doc
	}
	var text []byte
	for i := range len(doc) {
		if doc[i] != '(' || !behindCode(doc[:i]) {
			continue
		}
		if text == nil {
			text = []byte(doc)
		}
		for j, end := i, closing(doc, i); j <= end; j++ {
			text[j] = ' '
		}
	}
	if text == nil {
		return doc
	}
	return string(text)
}

// uncased blanks out what a doc says of single cases: "PLAY_END: seconds listened; RATE: 1-5" is of one unit for the one, of none for the
// other. One label alone is a heading.
func uncased(doc string) string {
	if strings.Count(doc, ":")+strings.Count(doc, "=") < 2 {
		return doc
	}
	var starts [maxAsides]int
	n := 0
	for i := 0; i < len(doc) && n < len(starts); i++ {
		if length := caseLabel(doc, i); length > 0 {
			starts[n] = i
			n++
			i += length
		}
	}
	if n < 2 {
		return doc
	}
	text := []byte(doc)
	for k, from := range starts[:n] {
		to := len(doc)
		if k+1 < n {
			to = starts[k+1]
		}
		if end := strings.IndexAny(doc[from:to], ";\n"); end >= 0 {
			to = from + end
		} else if end := strings.Index(doc[from:to], ". "); end >= 0 {
			to = from + end
		}
		for j := from; j < to; j++ {
			text[j] = ' '
		}
	}
	return string(text)
}

// caseLabel is the length of a label at doc[i]: a name in capitals at the start of a clause, before a colon or an equality sign. Remarks are
// labelled like that, too.
func caseLabel(doc string, i int) int {
	if kind(doc[i]) != 'U' || i > 0 && !codeBoundary(doc[i-1]) {
		return 0
	}
	n := nameLen(doc, i)
	label := doc[i : i+n]
	after := strings.TrimLeft(doc[i+n:], " ")
	if n < 3 || label != strings.ToUpper(label) || abbreviations[label] || headings[label] || !strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "=") {
		return 0
	}
	if before := strings.TrimRight(doc[:i], " "); before != "" && strings.IndexByte(",;.:\n([{", before[len(before)-1]) < 0 && !strings.HasSuffix(doc[:i], "\n") {
		return 0
	}
	return n
}

// headings are labels of what a doc says of the field as a whole.
var headings = map[string]bool{
	"DEPRECATED": true, "WARNING": true, "IMPORTANT": true, "OPTIONAL": true, "REQUIRED": true, "EXAMPLE": true, "EXAMPLES": true, "DEFAULT": true, "FORMAT": true, "SOURCE": true, "RANGE": true, "MIN": true, "MAX": true, "UNIT": true, "UNITS": true, "UOM": true,
	"DESCRIPTION": true, "MEANING": true, "TYPE": true, "VALUE": true, "VALUES": true, "PRECISION": true, "RESOLUTION": true, "SEE": true, "SINCE": true,
}

// behindCode reports text that ends in a code and what it stands for: "15=STORAGE".
func behindCode(before string) bool {
	const most = 80
	before = before[max(0, len(before)-most):]
	clause := strings.TrimLeft(before[strings.LastIndexAny(before, ",;.:\n(")+1:], " ")
	value := strings.TrimLeft(clause, "0123456789")
	return len(value) < len(clause) && strings.HasPrefix(strings.TrimLeft(value, " "), "=")
}
