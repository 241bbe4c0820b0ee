package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// percentOf reads "percentage of", "percent".
func (g *docGrammar) percentOf(i int) {
	ranged := i > 2 && g.isAny(i-2, "to", "and") && decimal(g.at(i-1)) != "" && decimal(g.at(i-3)) != "" // 0 to 100 percent
	if i > 0 && !ranged && g.narrative(i-1) && !g.isAny(i-1, "a", "an", "by") || g.isAny(i+1, "point", "points", "rank") {
		return
	}
	if before := i - 1; g.isAny(before, "calculate", "compute", "derive", "determine", "estimate") || g.isAny(before, "the", "a") && g.isAny(before-1, "calculate", "compute", "derive", "determine", "estimate") {
		return // "used with the total to calculate the percentage of": another number
	}
	u, ok := unit.Lookup("%")
	if ok {
		g.add(percent, u, g.at(i))
	}
}

// symbol reads a word that holds a stroke, a degree sign or the like: km/h, °C, mg·L-1.
func (g *docGrammar) symbol(i int) {
	s := g.at(i)
	if g.isAny(i-1, "since", "from", "after") && !g.isAny(i+1, "to", "until", "through") && g.otherEpoch(s) {
		return
	}
	if strings.Contains(s, "1970") {
		if g.r.epoch == "" {
			g.r.epoch = "pending"
		}
		g.r.sinceWord = g.r.sinceWord || g.isAny(i-1, "from", "after") || g.isAny(i-2, "from", "after")
		return
	}
	if strings.HasSuffix(s, "%") && g.percentRange(i) {
		return
	}
	if key, value, ok := strings.Cut(s, "="); ok && (strings.EqualFold(key, "unit") || strings.EqualFold(key, "units") || strings.EqualFold(key, "uom")) {
		if u, ok := g.lookup(strings.Trim(value, "\"'")); ok {
			g.setSlot(u, s)
		}
		return
	}
	if g.multiplied(i) {
		return
	}
	if strings.Contains(s, "poch") && strings.Contains(s, "_") { // epoch_ms
		if u, ok := g.lookup(s); ok && u.Kind == unit.Instant {
			g.add(loose, u, s)
		}
		return
	}
	if len(s) > 40 || startsWithNumber(s) || i > 0 && g.narrative(i-1) || g.isAny(i-1, "include", "includes", "including") || g.is(i-1, "as") && g.is(i-2, "such") {
		return // "common units include µg/m³ and ppm": this value's may be any
	}
	if s == "%" && i == 0 {
		g.percentOf(i)
		return
	}
	degree := strings.Contains(s, "°") && len(s) > 2
	stroke := strings.IndexByte(s, '/') > 0
	if !degree && !stroke || model(s) || !unit.Starts(s) {
		return
	}
	u, ok := g.lookup(s)
	if !ok || u.Kind != unit.Quantity && u.Kind != unit.Log {
		return
	}
	if stroke && !degree {
		num, den, _ := strings.Cut(s, "/")
		if decimal(den) != "" && !g.words[i].stop {
			return // L/100 km
		}
		if len(num) == 1 && len(den) == 1 && s != "m/s" && s != "V/m" && s != "g/L" && s != "g/l" || len(num) > 3 && singulars[strings.ToLower(num)] || u.Dim.IsZero() {
			return
		}
	}
	g.add(loose, u, s)
}

// otherEpoch reads a date or a year other than 1970 that units are counted from.
func (g *docGrammar) otherEpoch(s string) bool {
	if strings.HasPrefix(s, "1970") || len(s) < 4 || kind(s[0]) != '9' || kind(s[3]) != '9' {
		return false
	}
	if len(s) == 4 {
		s += "-01-01"
	}
	u, ok := unit.Lookup("seconds since " + s)
	if ok {
		g.r.epoch, g.r.epochText, g.r.timestamp = u.Epoch, s, true
	}
	return ok
}

// multiplied reads "degrees * 1e7" and "multiplied by 100": the numbers are that many times the unit, which the doc names beside it.
func (g *docGrammar) multiplied(i int) bool {
	if i == 0 || g.words[i].open {
		return false
	}
	before := strings.TrimRight(g.doc[:g.words[i].start], " ")
	if !strings.HasSuffix(before, "*") && !strings.HasSuffix(before, "×") && !g.isAny(i-1, "x", "times") && !(g.is(i-1, "by") && g.isAny(i-2, "multiplied", "scaled")) {
		return false
	}
	n, ok := g.lookup(strings.ReplaceAll(g.at(i), ",", ""))
	for exp := 1; ok && exp < 10; exp++ {
		if n.Factor == unit.Ten(exp) && n.Dim.IsZero() {
			g.r.scale, g.r.scaleText = -exp, g.doc[g.words[i-1].start:g.words[i].end]
			of := i - 1 // the word that is multiplied
			for of > 0 && g.isAny(of, "x", "times", "by", "multiplied", "scaled") {
				of--
			}
			g.r.scaleOf, _ = g.pluralUnit(of)
			return true
		}
	}
	return false
}

// percentRange reads "0-100 %" and "0 to 100%": a range is no amount.
func (g *docGrammar) percentRange(i int) bool {
	s := strings.TrimSuffix(g.at(i), "%")
	if s == "" && i > 0 && !g.words[i-1].stop {
		i--
		s = g.at(i)
	}
	_, _, ok := interval(s)
	if !ok && (!g.isAny(i-1, "to", "and") || i < 2 || decimal(g.at(i-2)) == "" || decimal(s) == "") {
		return false
	}
	u, _ := unit.Lookup("%")
	g.add(percent, u, g.at(i)+" %")
	return true
}

// segments reads parts between punctuation that are nothing but a unit: "Nitrogen, mg/L", "Wall-clock time, milliseconds, no zone",
// "Seconds". A plural noun at the start of a sentence counts too: "Milliseconds the request took".
func (g *docGrammar) segments() {
	from := 0
	for i := range g.n {
		if !g.words[i].stop {
			continue
		}
		if i-from < 5 {
			g.segment(from, i+1)
		}
		if i > from && g.isAny(from+1, "clockwise", "counterclockwise", "from", "above", "below", "north", "east", "south", "west", "over", "relative", "with") {
			if u, ok := g.pluralUnit(from); ok {
				g.add(loose, u, g.at(from))
			}
		}
		from = i + 1
	}
	for i := range g.n {
		if i == 0 || g.is(i-1, "the") && (i == 1 || g.sentenceEnds(i-2)) || g.sentenceEnds(i-1) {
			g.opening(i)
		}
	}
}

// sentenceEnds reports a full stop, or a bracket that closes, behind word i: "[optional] Seconds to wait".
func (g *docGrammar) sentenceEnds(i int) bool {
	return g.words[i].stop && strings.IndexByte(".])", g.doc[g.words[i].end]) >= 0
}

// opening reads a sentence that begins with a plural unit noun, and does not speak about it: "Seconds are cut off."
func (g *docGrammar) opening(i int) {
	if i+1 < g.n && !g.words[i].stop && !g.isAny(i+1, "are", "is", "were", "was", "will", "may", "must", "can", "should", "have") {
		if u, ok := g.pluralUnit(i); ok && u.Kind == unit.Quantity && u.Dim[unit.Money] == 0 && g.undergone(i+1) {
			g.add(nounPhrase, u, g.doc[g.words[i].start:g.words[i+1].end])
		} else if ok && (u.Dim == (unit.Dim{unit.Time: 1}) || u.Dim == (unit.Dim{unit.Information: 1})) && (len(g.at(i)) > 2 || g.at(i) == "ms") && !g.isAny(i+1, "and", "or", "in", "per") && !g.partOfCalendar(i+1) {
			g.add(nounPhrase, u, g.at(i))
		}
	}
}

// undergone reports a participle: what was climbed, dispensed, driven.
func (g *docGrammar) undergone(i int) bool {
	w := strings.ToLower(g.at(i))
	return len(w) > 3 && participles[w] || len(w) > 4 && strings.HasSuffix(w, "ed")
}

// partOfCalendar reports "of day", "of the week": hours of the day are a clock's.
func (g *docGrammar) partOfCalendar(i int) bool {
	if !g.is(i, "of") {
		return false
	}
	if g.is(i+1, "the") {
		i++
	}
	return g.isAny(i+1, "day", "week", "month", "year", "operation")
}

// lastLetter reports the symbol of a unit of what the doc speaks of: "Time to live, s".
func (g *docGrammar) lastLetter(text string) bool {
	switch text {
	case "s", "h":
		return g.about(hTime)
	case "m":
		return g.about(hLength)
	}
	return text != "%" && g.letterUnit(text)
}

func (g *docGrammar) segment(from, to int) {
	first := g.at(from)
	if from == to-1 && len(first) == 1 && (from == 0 || strings.IndexByte(",:", g.doc[g.words[from-1].end]) >= 0) && g.lastLetter(first) {
		if u, ok := g.letter(first); ok {
			g.add(loose, u, first)
		}
		return
	}
	if g.words[from].open || strings.EqualFold(first, "in") || startsWithNumber(first) || len(first) < 2 && first != "%" || !unit.Starts(first) {
		return
	}
	text := g.doc[g.words[from].start:g.words[to-1].end]
	lower := strings.ToLower(text)
	if singulars[lower] && !(from > 0 && g.about(nameUnits[lower].only)) || strings.HasPrefix(lower, "degree day") {
		return
	}
	u, ok := g.lookup(text)
	switch {
	case !ok, u.Kind == unit.None, u.Kind == unit.Count, u.Code == "1", u.Code == "" && !minorUnits(u), u.Kind == unit.Log && from == 0, u.Dim[unit.Pixel] < 0:
		return
	case from == to-1 && strings.Trim(first, "0123456789/") == "":
		return // "0/1, 1/1, 1/2": values
	case len(text) <= 5 && len(text) > 1 && text[1] == '.':
		return // N.B.
	case isCode(text) && u.Dim[unit.Money] != 0 && !commonCurrency[text]:
		return
	}
	if u = g.inContext(u, text); !u.IsZero() {
		g.add(loose, u, text)
	}
}
