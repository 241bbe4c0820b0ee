package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// brackets reads the slots of a doc: (s), [nJy], (in seconds), (ms since epoch). White space must stand before a bracket, or else
// "item(s)" is a plural, but behind scripts that put none between words: 重量(kg). The last one that holds a unit wins, because
// qualifiers come before it.
func (g *docGrammar) brackets() {
	doc := g.doc
	for i := 0; i < len(doc); i++ {
		c := doc[i]
		if c != '(' && c != '[' || i > 0 && !isSpace(doc[i-1]) && doc[i-1] < 0x80 {
			continue
		}
		end := closing(doc, i)
		if end < 0 {
			continue
		}
		g.slot(i, end)
	}
}

// closing finds the bracket that closes the one at i, within the length that a slot can have. Kinds may mix, as they do around half-open
// intervals: (degrees in (0, 360]).
func closing(doc string, i int) int {
	depth := 0
	for j := i; j < len(doc) && j < i+80; j++ {
		switch doc[j] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// slot reads one bracket.
func (g *docGrammar) slot(start, end int) {
	full := g.doc[start : end+1]
	inner := strings.TrimSpace(g.doc[start+1 : end])
	if inner == "" {
		return
	}
	inner = strings.TrimPrefix(inner, "UTC ")
	for _, lead := range [...]string{"completed ", "whole ", "in units of ", "units: ", "unit: ", "units ", "unit ", "units=", "unit=", "measured in ", "expressed in ", "in ", "as ", "approx. "} {
		if len(inner) > len(lead) && strings.EqualFold(inner[:len(lead)], lead) {
			inner = strings.TrimSpace(inner[len(lead):])
			break
		}
	}
	text := inner
	if i := strings.IndexAny(text, ",;"); i > 0 {
		if text[0] >= '0' && text[0] <= '9' {
			return // an interval or a list
		}
		rest := strings.TrimSpace(text[i+1:])
		if rest != "" && unit.Starts(firstWord(rest)) {
			if u, ok := g.lookup(rest); ok && u.Kind == unit.Quantity {
				return // (ms, s): a choice
			}
		}
		text = text[:i]
	}
	if scale := scales[strings.ToLower(text)]; scale != 0 {
		g.r.scale, g.r.scaleText = scale, full
		return
	}
	if u, ok := g.slotUnit(text, g.doc[start] == '[', start); ok {
		if u = g.inContext(u, text); !u.IsZero() {
			g.setSlot(u, full)
		}
		return
	}
	if cut := qualifier(text); cut > 0 {
		if u, ok := g.slotUnit(strings.TrimSpace(text[:cut]), g.doc[start] == '[', start); ok {
			g.setSlot(u, full)
		}
		return
	}
	if inner != strings.TrimSpace(g.doc[start+1:end]) && (strings.EqualFold(inner, "fraction") || strings.EqualFold(inner, "ratio")) {
		g.setSlot(bare(), full) // (in fraction)
		return
	}
	if g.r.opaque == "" && looksLikeUnit(inner, g.doc[start] == '[', endsSentence(g.doc[end+1:])) {
		g.r.opaque = inner
	}
}

// endsSentence reports that nothing of the same sentence follows.
func endsSentence(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return rest == "" || rest[0] == ';' || rest[0] == '.' && (len(rest) == 1 || isSpace(rest[1]))
}

// qualifier finds where a remark on the unit begins: "m above WGS84".
func qualifier(s string) int {
	for _, w := range [...]string{" above ", " below ", " at ", " from ", " relative ", " of ", " over ", " after ", " before ", " or ", " w.r.t", " with ", " clockwise", " north", " east", " in ", " UTC", " utc", " ASL", " AGL", " AMSL", " MSL", " asl", " agl"} {
		if i := strings.Index(s, w); i > 0 {
			return i
		}
	}
	return 0
}

// slotUnit reads a bracket's text as a unit and rejects what only looks like one.
func (g *docGrammar) slotUnit(text string, square bool, start int) (unit.Unit, bool) {
	if text == "" || len(text) > 60 {
		return unit.Unit{}, false
	}
	if c := text[0]; c >= '0' && c <= '9' || c == '-' || c == '.' { // (0-100 %), but not (0-100)
		rest := strings.TrimLeft(text, "0123456789.-–… to")
		if _, _, span := interval(text); rest == "%" {
			u, ok := unit.Lookup("%")
			return u, ok && span // (68 %) is an amount
		}
		if startsWithNumber(text) && !strings.HasPrefix(text, "0.1 ") && !strings.HasPrefix(text, "0.01 ") && !strings.HasPrefix(text, "0.001 ") {
			return unit.Unit{}, false
		}
	}
	if len(text) == 1 {
		if labelled(g.doc[:start]) {
			return unit.Unit{}, false
		}
		return g.letter(text)
	}
	if model(text) || !unit.Starts(firstWord(text)) {
		return unit.Unit{}, false
	}
	if strings.EqualFold(text, "mg") && g.aboutText(len(g.doc), "accel", "gravit", "imu") {
		return unit.Lookup("m[g]")
	}
	u, ok := g.lookup(text)
	switch {
	case ok && u.Dim.IsZero() && text[0] >= '0' && text[0] <= '9':
		return unit.Unit{}, false
	case ok && u.Code == "1" && (strings.HasSuffix(text, "mensionless") || strings.EqualFold(text, "unitless") || strings.HasSuffix(text, "dimensional")):
		return u, true
	case !ok, u.Kind == unit.None, u.Kind == unit.Count && u.Tag == "", u.Code == "1", ambiguous(text):
		return unit.Unit{}, false
	case u.Kind == unit.Count && !square && strings.Contains(u.Code, "{") && text[0] != '{' && text != strings.ToUpper(text):
		return unit.Unit{}, false
	case text == "in", text == "at", text == "ha":
		return unit.Unit{}, false
	case isCode(text) && u.Dim == (unit.Dim{unit.Money: 1}):
		return u, commonCurrency[text] || g.aboutText(start, "price", "cost", "amount", "fee", "currency", "money", "salary", "balance", "value")
	case u.Dim[unit.Pixel] != 0 && g.aboutText(start, "number of", "count of"):
		return unit.Unit{}, false
	case u.Dim == (unit.Dim{unit.Money: 1}) && u.Tag == unit.AnyCurrency && (text == "ct" || text == "cts"):
		return unit.Unit{}, false
	}
	return u, true
}

// labelled reports a noun before a bracket whose values are letters: "Category (A)", "Shirt size (s)".
func labelled(before string) bool {
	last := strings.Fields(strings.ToLower(before[max(0, len(before)-40):]))
	if len(last) == 0 {
		return false
	}
	switch last[len(last)-1] {
	case "category", "class", "grade", "letter", "symbol", "gender", "sex", "variant", "tier", "rating", "label", "type", "option", "group", "section", "key", "blood":
		return true
	case "size", "sizes":
		return len(last) > 1 && garments[last[len(last)-2]]
	}
	return false
}

// garments come in sizes of one letter.
var garments = map[string]bool{"shirt": true, "t-shirt": true, "shoe": true, "dress": true, "cup": true, "garment": true, "clothing": true, "cloth": true, "jacket": true, "glove": true, "trouser": true, "suit": true}

func firstWord(s string) string {
	if i := strings.IndexByte(s, ' '); i > 0 {
		return s[:i]
	}
	return s
}

// aboutText reports whether the name or the doc before the bracket holds one of the words.
func (g *docGrammar) aboutText(start int, words ...string) bool {
	before, name := strings.ToLower(g.doc[:start]), strings.ToLower(g.field)
	for _, w := range words {
		if strings.Contains(before, w) || strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// letter reads a single letter in a bracket. Some have one meaning; C, F and g depend on what the doc speaks of; (a) and (b) count
// paragraphs.
func (g *docGrammar) letter(text string) (unit.Unit, bool) {
	about := func(words ...string) bool { return g.aboutText(len(g.doc), words...) }
	switch text {
	case "s", "m", "h", "d", "V", "W", "K", "N", "J", "L", "l", "%", "A", "$":
		return unit.Lookup(text)
	case "C":
		if about("temp", "celsius", "dew", "heat", "therm") {
			return unit.Lookup("Cel")
		}
	case "F":
		if about("temp", "fahrenheit", "dew", "heat", "therm") {
			return unit.Lookup("[degF]")
		}
	case "G":
		switch {
		case about("accel", "gravit", "imu"):
			return unit.Lookup("[g]")
		case about("magnet", "field", "flux"):
			return unit.Lookup("G")
		}
	case "g":
		switch {
		case about("gravit", "accel", "g-force", "g force", "shock", "vibration", "imu"):
			return unit.Lookup("[g]")
		case about("weight", "mass", "food", "carb", "protein", "fat", "sugar", "fiber", "fibre", "meal", "nutri", "dose", "intake", "salt", "sodium", "product", "package"):
			return unit.Lookup("g")
		}
		return unit.OpaqueText("g"), true
	case "T":
		if about("magnet", "field", "flux") {
			return unit.Lookup(text)
		}
	case "t":
		if about("weight", "mass", "cargo", "ton", "load") {
			return unit.Lookup("t")
		}
	case "B":
		if about("size", "memory", "bytes", "disk", "heap") {
			return unit.Lookup("B")
		}
	case "S":
		if about("conduct", "admittance") {
			return unit.Lookup("S")
		}
	case "P":
		if about("viscosity") {
			return unit.Lookup("P")
		}
	}
	return unit.Unit{}, false
}

// abbreviations stand in brackets for other reasons.
var abbreviations = map[string]bool{"TODO": true, "NOTE": true, "UTC": true, "GMT": true, "ISO": true, "ID": true, "URL": true, "UUID": true, "TBD": true, "NEW": true, "API": true, "JSON": true, "XML": true, "WIP": true, "UI": true, "URI": true, "CSV": true, "SQL": true, "NA": true, "MUST": true, "ISIN": true, "FK": true, "PK": true}

// looksLikeUnit reports a bracket that was meant as a unit although nobody knows it: [DN] at the end, (yV) with a prefix that the
// volt does not take here. Words, abbreviations and remarks are none.
func looksLikeUnit(s string, square, last bool) bool {
	if len(s) == 0 || len(s) > 16 || strings.ContainsAny(s, " ,;=:|\"'`<>#@&!?") || s[0] >= '0' && s[0] <= '9' || s[0] == '-' || s[0] == '.' || s[0] == '[' {
		return false
	}
	if square {
		return last && len(s) <= 4 && s != strings.ToLower(s) && !abbreviations[s] || last && strings.ContainsAny(s, "/^*")
	}
	return last && len(s) >= 2 && len(s) <= 5 && strings.Contains("YZEPTGMkhdcmunpfazy", s[:1]) && unit.Starts(s[1:]) && kind(s[1]) != kind(s[0]) && isSymbol(s[1:])
}

func isSymbol(s string) bool {
	u, ok := unit.Lookup(s)
	return ok && u.Code == s && u.Kind == unit.Quantity
}
