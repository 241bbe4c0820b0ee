package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// skipped are the words that may stand between "in" and the unit.
var skipped = map[string]bool{
	"whole": true, "full": true, "fractional": true, "integer": true, "elapsed": true, "total": true, "utc": true, "approximate": true, "unix": true, "epoch": true, "number": true, "of": true, "units": true, "unit": true, "terms": true,
	"standard": true, "actual": true, "absolute": true, "nearest": true, "simulated": true, "simulation": true, "the": true, "a": true, "an": true, "metric": true, "signed": true, "unsigned": true, "local": true, "positive": true, "gps": true, "decimal": true, "virtual": true, "css": true, "physical": true, "logical": true, "device": true, "screen": true, "completed": true, "complete": true,
	"wgs84": true, "wgs-84": true,
}

// inUnit reads "in seconds", "as a percentage", "in units of nJy". Behind an article only a ratio or the smallest currency unit
// follows: "in a second" is narrative.
func (g *docGrammar) inUnit(i int) {
	if g.is(i, "as") && g.is(i-1, "such") {
		return // an example
	}
	var buf [16]byte
	j := i + 1
	article := false
	for j < g.n && j < i+4 && !g.words[j-1].stop && skipped[g.lower(j, &buf)] {
		if u, ok := g.lookup(g.at(j)); ok && u.Known() && len(g.at(j)) > 1 && u.Kind == unit.Quantity {
			break
		}
		article = article || g.isAny(j, "a", "an", "the")
		j++
	}
	if j >= g.n || j > i+1 && (g.words[j-1].stop || g.is(j, "in")) || g.words[i].stop { // as Unix epoch in milliseconds: the second "in" says it
		return
	}
	if g.isAny(j, "main", "major", "primary") && g.isAny(j+1, "currency", "unit", "units") {
		u, _ := unit.Currency(unit.AnyCurrency)
		g.add(inUnit, u, g.doc[g.words[i].start:g.words[j+1].end])
		return
	}
	if g.isAny(j, "smallest", "minor", "lowest") && (g.isAny(j+1, "currency", "unit", "units", "monetary", "denomination") || g.is(j+2, "unit")) {
		if u, ok := unit.MinorUnit(unit.AnyCurrency); ok {
			g.add(inUnit, u, g.doc[g.words[i].start:g.words[j+1].end])
		}
		return
	}
	if startsWithNumber(g.at(j)) || strings.HasPrefix(g.at(j), "1/") {
		g.steps(i, j)
		return
	}
	u, next, ok := g.longest(j)
	if scale := scales[g.lower(j, &buf)]; !ok && scale != 0 && (g.words[j].stop || g.is(j+1, "of")) {
		g.r.scale, g.r.scaleText = scale, g.doc[g.words[i].start:g.words[j].end]
		return
	}
	if g.is(i, "as") && g.isAny(j, "fraction", "ratio", "proportion") {
		g.add(percent, bare(), g.doc[g.words[i].start:g.words[j].end])
		return
	}
	if !ok || startsWithNumber(g.at(j)) || !g.statesUnit(u, j, next, g.is(i, "as")) || article && u.Code != "%" && u.Kind != unit.Instant {
		return
	}
	if u = g.inContext(u, g.doc[g.words[j].start:g.words[next-1].end]); u.IsZero() {
		return
	}
	if over, ok := g.perBefore(u, i); ok { // price per kWh in ct
		u = over
	}
	if over, end, ok := g.ofSomethingPer(u, next); ok { // in grams of CO2 per kWh
		u, next = over, end
	}
	if g.isAny(next, "precision", "resolution", "granularity", "accuracy") {
		g.r.precision = true
	}
	g.add(inUnit, u, g.doc[g.words[i].start:g.words[next-1].end])
	if next+1 < g.n && !g.words[next-1].stop && g.isAny(next, "and", "or") { // in minutes and seconds: nobody can tell
		if other, ok := g.pluralUnit(next + 1); ok {
			g.add(inUnit, other, g.at(next+1))
		}
	}
}

// bare is the unit of a plain ratio.
func bare() unit.Unit {
	u, _ := unit.Lookup("1")
	return u
}

// startsWithNumber reports a number that is no power of ten: 30 seconds is an amount, 10^-7 deg a unit.
func startsWithNumber(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '.') && !strings.HasPrefix(s, "10^") && !strings.HasPrefix(s, "10*") && !strings.HasPrefix(s, "1e") && !strings.HasPrefix(s, "1/")
}

// singulars are words and letters that name a unit and much else; in prose they count only at the end of a phrase.
var singulars = map[string]bool{
	"second": true, "minute": true, "hour": true, "day": true, "week": true, "month": true, "year": true, "degree": true, "bar": true, "point": true, "pound": true, "stone": true, "foot": true, "mole": true, "knot": true,
	"gray": true, "min": true, "meter": true, "metre": true, "inch": true, "mile": true, "gram": true, "byte": true, "bit": true, "pixel": true, "volt": true, "watt": true, "cent": true, "dollar": true, "euro": true, "mag": true,
	"gal": true, "mas": true, "var": true, "rev": true, "cal": true, "ft": true, "mi": true, "kn": true, "kt": true, "lm": true, "cd": true, "pc": true, "au": true, "ac": true, "ha": true, "qt": true, "nm": true, "mn": true, "million": true,
	"calendar year": true, "calendar month": true,
}

// statesUnit judges a unit met after "in" or "as".
func (g *docGrammar) statesUnit(u unit.Unit, from, next int, as bool) bool {
	text := g.doc[g.words[from].start:g.words[next-1].end]
	last := g.words[next-1].stop || next >= g.n
	ends := last || g.isAny(next, "since", "above", "below", "after", "from", "over", "when", "while", "and", "for", "between")
	switch {
	case u.Kind == unit.None || u.Kind == unit.Count && u.Tag == "" || u.Code == "1" || u.Code == "[iU]":
		return false
	case u.Kind == unit.Fraction && strings.Contains(u.Code, "/") && ofTimes(text):
		return false // seconds/minutes: two of them
	case as && u.Dim[unit.Information] != 0:
		return false // stored as bytes
	case len(text) == 1 || text == "€" || text == "£":
		return (last || g.functionWord(next)) && g.letterUnit(text)
	case next == from+1 && singulars[strings.ToLower(text)]:
		return ends && !strings.EqualFold(text, "in")
	case strings.EqualFold(text, "in"), strings.EqualFold(text, "at"):
		return false
	case isCode(text) && u.Dim == (unit.Dim{unit.Money: 1}):
		return commonCurrency[text] || g.about(hMoney)
	}
	return true
}

// letterUnit judges a single letter behind "in". Bands of light, keys and drives are letters, too, so most need a noun of their dimension.
func (g *docGrammar) letterUnit(text string) bool {
	switch text {
	case "s", "m", "h", "%", "$", "€", "£":
		return true
	case "g", "C", "F", "t", "B":
		u, ok := g.letter(text)
		return ok && u.Kind == unit.Quantity
	case "V":
		return g.about(hVoltage)
	case "A":
		return g.about(hCurrent)
	case "W":
		return g.about(hPower)
	case "K":
		return g.about(hTemperature)
	case "L", "l":
		return g.about(hVolume)
	case "J":
		return g.about(hEnergy)
	case "N":
		return g.aboutText(len(g.doc), "force", "thrust")
	}
	return false
}

// model reports a capital letter and a digit, which is a part's or a limit's name: L3, A5/A6.
func model(s string) bool {
	return len(s) > 1 && kind(s[0]) == 'U' && kind(s[1]) == '9'
}

// functionWord reports a word that no noun phrase goes on with: "in s to add", but not "in V band".
func (g *docGrammar) functionWord(i int) bool {
	var buf [16]byte
	switch g.lower(i, &buf) {
	case "to", "of", "at", "by", "the", "that", "which", "during", "until", "between", "since", "it", "within", "on", "with", "as", "from", "over", "above", "below", "for", "and", "when", "while", "before", "after", "if", "is", "was", "this", "where", "how", "we", "you", "a", "an", "its", "amsl", "asl", "msl", "agl":
		return true
	}
	return false
}

// ofTimes reports a stroke behind a unit of time.
func ofTimes(text string) bool {
	num, _, _ := strings.Cut(text, "/")
	u, ok := unit.Lookup(num)
	return ok && u.Dim == (unit.Dim{unit.Time: 1})
}

// isCode reports three capital letters: a currency, or any abbreviation.
func isCode(s string) bool {
	return len(s) == 3 && kind(s[0]) == 'U' && kind(s[1]) == 'U' && kind(s[2]) == 'U'
}

// commonCurrency are the codes that mean a currency wherever they stand.
var commonCurrency = map[string]bool{
	"USD": true, "EUR": true, "GBP": true, "JPY": true, "CHF": true, "CAD": true, "AUD": true, "CNY": true, "INR": true, "NZD": true, "SEK": true, "NOK": true, "DKK": true, "BRL": true, "MXN": true, "KRW": true, "PLN": true, "SGD": true, "HKD": true, "ZAR": true,
}

// about reports whether the name or the doc holds a head noun of the group.
func (g *docGrammar) about(want group) bool {
	var w nameWords
	if w.cut(g.field) {
		for i := range w.n {
			if heads[string(w.buf[w.start[i]:w.end[i]])]&want != 0 {
				return true
			}
		}
	}
	var buf [16]byte
	for i := range g.n {
		if heads[strings.TrimSuffix(g.lower(i, &buf), "s")]&want != 0 {
			return true
		}
	}
	return false
}

// unitIs reads "unit: s", "Units are mg/L", "The unit is steps per minute".
func (g *docGrammar) unitIs(i int) {
	j := i + 1
	if j >= g.n {
		return
	}
	after := strings.TrimLeft(g.doc[g.words[i].end:], "\"'`")
	colon := g.words[i].stop && (strings.HasPrefix(after, ":") || strings.HasPrefix(after, " "))
	says := colon && after[0] == ':' || g.isAny(j, "is", "are")
	if g.words[i].stop && !colon {
		return
	}
	for j < g.n && j < i+4 && g.isAny(j, "is", "are", "of", "in", "as", "the", "measurement", "measure") && !(j > i+1 && g.words[j-1].stop && !strings.HasSuffix(g.doc[:g.words[j].start], ": ")) {
		if g.isAny(j, "measure", "measurement") {
			says = false
		}
		j++
	}
	if j >= g.n {
		return
	}
	u, next, ok := g.longest(j)
	text := g.doc[g.words[i].start:g.words[max(j, next-1)].end]
	switch {
	case ok && !startsWithNumber(g.at(j)) && (u.Kind != unit.Count || says) && !(next == j+1 && !says && singulars[strings.ToLower(g.at(j))] && !g.words[j].stop):
		g.setSlot(u, text)
	case !ok && says && g.words[j].stop && len(g.at(j)) <= 16 && !g.fieldName(j):
		if g.r.opaque == "" {
			g.r.opaque = g.at(j)
		}
	}
}

func (g *docGrammar) setSlot(u unit.Unit, text string) {
	g.r.slot, g.r.slotText, g.r.hasSlot = u, text, true
}

// numberOf reads "number of bytes received", "number of milliseconds from the epoch". A number of pixels is a count.
func (g *docGrammar) numberOf(i int) {
	j := i + 2
	if g.isAny(j, "whole", "full", "elapsed", "total") {
		j++
	}
	u, next, ok := g.longest(j)
	if !ok || u.Kind != unit.Quantity && u.Kind != unit.Instant || u.Dim[unit.Time] == 0 && u.Dim[unit.Information] == 0 && u.Dim[unit.Money] == 0 && u.Dim[unit.Length] == 0 {
		return
	}
	if u.Dim[unit.Pixel] != 0 || g.isAny(next, windows...) || singulars[strings.ToLower(g.at(next-1))] && next == j+1 {
		return
	}
	g.add(numberOf, u, g.doc[g.words[i].start:g.words[next-1].end])
}

// windows behind a span of time make it what is counted over: requests per 5 minute window.
var windows = []string{"window", "interval", "period", "bucket"}

// narrative reports whether the word before i makes a unit an amount: a number, "every", "last", "few".
func (g *docGrammar) narrative(i int) bool {
	if i < 0 {
		return false
	}
	if g.words[i].stop {
		return false
	}
	var buf [16]byte
	if c := g.doc[g.words[i].start]; c >= '0' && c <= '9' {
		return true
	}
	switch g.lower(i, &buf) {
	case "every", "each", "last", "past", "next", "previous", "few", "several", "two", "three", "four", "five", "six", "seven", "ten", "twelve", "thirty", "sixty", "within", "many", "some", "n", "x", "these", "first", "recent", "half", "at", "than", "one", "a", "an", "or", "by", "business", "working", "calendar", "to", "for":
		return true
	}
	return false
}

// nounPhrase reads a plural unit before a keyword: "milliseconds since", "header bytes received", and "elapsed seconds".
func (g *docGrammar) nounPhrase(i int, key string) {
	dim := unit.Time
	switch key {
	case "received", "sent", "read", "written", "transferred", "downloaded", "uploaded":
		dim = unit.Information
	case "elapsed", "spent", "remaining":
		if u, ok := g.pluralUnit(i + 1); ok && u.Dim == (unit.Dim{unit.Time: 1}) && !g.words[i].stop {
			g.add(nounPhrase, u, g.doc[g.words[i].start:g.words[i+1].end])
			return
		}
	}
	if i == 0 || g.words[i-1].stop || g.narrative(i-2) && i > 1 {
		return
	}
	u, ok := g.pluralUnit(i - 1)
	if !ok && key == "since" && len(g.at(i-1)) == 1 && (g.isAny(i+1, "epoch", "unix") || g.isAny(i+2, "epoch", "unix") || strings.HasPrefix(g.at(i+1), "1970")) {
		u, ok = g.lookup(g.at(i - 1)) // s since the epoch
	}
	var want unit.Dim
	want[dim] = 1
	if !ok || u.Dim != want {
		return
	}
	if key == "from" && g.r.epoch == "" && !g.isAny(i+1, "midnight", "epoch", "start") && !g.isAny(i+2, "epoch", "unix", "start") && !g.isAny(i+3, "epoch") {
		return
	}
	g.add(nounPhrase, u, g.doc[g.words[i-1].start:g.words[i].end])
}

// pluralUnit reads word i as a unit noun in the plural, or a symbol of two letters and more.
func (g *docGrammar) pluralUnit(i int) (unit.Unit, bool) {
	s := g.at(i)
	if len(s) < 2 || startsWithNumber(s) || !unit.Starts(s) || singulars[strings.ToLower(s)] {
		return unit.Unit{}, false
	}
	u, ok := g.lookup(s)
	return u, ok && !ambiguous(s) && (u.Kind == unit.Quantity || u.Kind == unit.Fraction && u.Code == "%")
}

// ambiguous reports a bare "calories", which is the thousandfold in food.
func ambiguous(word string) bool {
	return strings.EqualFold(word, "calories") || strings.EqualFold(word, "calorie")
}

// priced are the nouns of a price, which may stand for one unit of anything.
var priced = []string{"price", "cost", "tariff"}

// scales are the words by which a table's numbers are counted in thousands and more.
var scales = map[string]int{"hundreds": 2, "thousands": 3, "millions": 6, "billions": 9}

// steps reads "in 0.1 °C", "in 1/10 V" and "in 10 mA steps": the number counts such steps. Without the word a number of one or more is
// an amount.
func (g *docGrammar) steps(i, j int) {
	for last := min(j+2, g.n-1); last >= j; last-- {
		if g.crossesStop(j, last) {
			continue
		}
		u, ok := g.lookup(g.doc[g.words[j].start:g.words[last].end])
		if !ok || u.Kind != unit.Quantity {
			continue
		}
		number := strings.TrimRight(g.at(j), "°CFKVAWmg%")
		n, ok := g.lookup(number)
		named := g.isAny(last+1, "steps", "increments", "units") || g.is(i+1, "units") || g.isAny(i-1, "steps", "increments")
		if !ok || g.isAny(last+1, "precision", "resolution", "accuracy") || !named && !(g.words[last].stop && smallTen(n.Factor)) {
			return
		}
		g.add(numberOf, u, g.doc[g.words[i].start:g.words[last].end])
		return
	}
}

// smallTen reports 0.1, 0.01, …
func smallTen(f unit.Factor) bool {
	for n := 1; n <= 9; n++ {
		if f == unit.Ten(-n) {
			return true
		}
	}
	return false
}

// inContext decides between two readings of a whole phrase by what the doc and the name speak of; the zero Unit is none.
func (g *docGrammar) inContext(u unit.Unit, text string) unit.Unit {
	spelled := ""
	switch lower := strings.Join(strings.Fields(strings.ToLower(text)), " "); {
	case len(text) == 1:
		if known, ok := g.letter(text); ok && known.Kind == unit.Quantity {
			return known
		}
	case (lower == "degrees" || lower == "degree" || lower == "deg" || lower == "°") && g.about(hTemperature):
		return unit.Unit{} // of one scale or another
	case lower == "micros" && g.about(hMoney):
		spelled = "10*-6.{currency}"
	case (lower == "pounds" || lower == "pound") && g.about(hMoney) && !g.about(hMass) && !g.aboutText(len(g.doc), "pressure", "thrust", "force"):
		spelled = "{GBP}"
	case lower == "bp" && !g.about(hYield):
		return unit.Unit{} // base pairs
	case lower == "bps" && g.about(hYield) && !g.aboutText(len(g.doc), "bit", "throughput", "bandwidth", "network", "link", "transfer"):
		spelled = "10*-4"
	case (lower == "percent per year" || lower == "percent per annum" || lower == "% per year" || lower == "% per annum") && g.about(hYield):
		spelled = "%" // interest is per year without saying so
	default:
		return u
	}
	if known, ok := unit.Lookup(spelled); ok {
		return known
	}
	return u
}

// crossesStop reports punctuation between words from and to.
func (g *docGrammar) crossesStop(from, to int) bool {
	for i := from; i < to; i++ {
		if g.words[i].stop {
			return true
		}
	}
	return false
}

// epochUnit reads the unit behind "epoch" or "unix": epoch milliseconds.
func (g *docGrammar) epochUnit(i int) {
	if i >= g.n || g.words[i-1].stop {
		return
	}
	if u, next, ok := g.longest(i); ok && u.Dim == (unit.Dim{unit.Time: 1}) && len(g.at(i)) > 1 {
		g.r.epoch, g.r.timestamp = unit.Unix, true
		g.add(nounPhrase, u, g.doc[g.words[i-1].start:g.words[next-1].end])
	}
}

// window reads "over the last 5 minutes", "in the past hour".
func (g *docGrammar) window(i int) {
	if g.r.windowText != "" || g.words[i].stop || i+1 >= g.n {
		return
	}
	times, j := unit.One, i+1
	if startsWithNumber(g.at(j)) {
		n, ok := unit.Lookup(g.at(j))
		if !ok || n.Kind != unit.Fraction || j+1 >= g.n {
			return
		}
		times, j = n.Factor, j+1
	} else if !g.isAny(j, "hour", "minute", "second") {
		return
	}
	if u, ok := g.lookup(g.at(j)); ok && u.Dim == (unit.Dim{unit.Time: 1}) {
		g.r.window, g.r.windowText = u.Scaled(times), g.doc[g.words[i].start:g.words[j].end]
	}
}
