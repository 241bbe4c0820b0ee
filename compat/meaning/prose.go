package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// Bounds on what is looked at of a doc. What follows is prose about something else, or an attack.
const (
	maxDoc   = 8 << 10
	maxWords = 256
)

// A docWord is one word of a doc without the punctuation around it.
type docWord struct {
	start, end uint16
	stop       bool // punctuation or a bracket follows: no phrase goes on behind it
	open       bool // a bracket or quote comes before
}

// A phrase class says how a unit was met in prose; lower classes are better evidence.
type phrase uint8

const (
	inUnit     phrase = iota // "in seconds", "measured in", "as percent"
	numberOf                 // "number of bytes"
	nounPhrase               // "milliseconds since", "bytes received"
	rate                     // "steps per minute"
	loose                    // "speed, km/h": a symbol or a whole part between commas
	percent                  // "percentage of"
	phrases
)

// A docReading is what a doc says about the number.
type docReading struct {
	slot       unit.Unit // of a bracket or "unit: x"
	slotText   string
	opaque     string // a bracket that looks like a unit and is none
	found      [phrases]unit.Unit
	text       [phrases]string
	clash      [phrases]bool // two different units in one class
	epoch      string
	sinceWord  bool // since, from, after
	midnight   bool
	localTime  bool // no zone, wall clock
	stamp      bool // says timestamp or UTC
	timestamp  bool // speaks of a point in time in another way
	lasting    bool // speaks of a duration
	variance   bool
	difference bool
	hasSlot    bool
	window     unit.Unit
	windowText string
	unitBeyond bool // "unit: x" with an x nobody knows
}

// A docGrammar reads one doc.
type docGrammar struct {
	doc   string
	field string
	words [maxWords]docWord
	n     int
	r     *docReading
}

// readDoc reads what a field's doc says about its unit. name helps where a letter is ambiguous.
func readDoc(doc, name string, g *docGrammar, r *docReading) {
	if len(doc) > maxDoc {
		doc = doc[:maxDoc]
	}
	g.doc, g.field, g.n, g.r = doc, name, 0, r
	g.brackets()
	g.split()
	for i := 0; i < g.n; i++ {
		g.word(i)
	}
	g.segments()
	if r.epoch == "pending" {
		r.epoch = ""
		if r.sinceWord {
			r.epoch = unit.Unix
		}
	}
}

// split cuts the doc into words.
func (g *docGrammar) split() {
	doc := g.doc
	for i := 0; i < len(doc) && g.n < maxWords; {
		if isSpace(doc[i]) {
			i++
			continue
		}
		j := i
		for j < len(doc) && !isSpace(doc[j]) {
			j++
		}
		w := docWord{start: uint16(i), end: uint16(j)}
		for w.start < w.end && strings.IndexByte("([{\"'`<*", doc[w.start]) >= 0 && !(doc[w.start] == '[' && closes(doc[w.start:w.end])) {
			w.start, w.open = w.start+1, true
		}
		for w.end > w.start && strings.IndexByte(")]}\"'`>*.,;:!?", doc[w.end-1]) >= 0 && !(doc[w.end-1] == ']' && closes(doc[w.start:w.end])) {
			w.end, w.stop = w.end-1, true
		}
		i = j
		if w.start == w.end || dash(doc[w.start:w.end]) {
			if g.n > 0 {
				g.words[g.n-1].stop = true
			}
			continue
		}
		if w.open && g.n > 0 {
			g.words[g.n-1].stop = true
		}
		g.words[g.n] = w
		g.n++
	}
	if g.n > 0 {
		g.words[g.n-1].stop = true
	}
}

// closes reports a UCUM symbol that is a bracket of its own, [lb_av].
func closes(s string) bool {
	return len(s) > 2 && s[0] == '[' && s[len(s)-1] == ']' && strings.IndexByte(s, '_') > 0
}

func dash(s string) bool {
	return s == "-" || s == "–" || s == "—" || s == "--" || s == "=" || s == "|" || s == "/"
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (g *docGrammar) at(i int) string {
	if i < 0 || i >= g.n {
		return ""
	}
	return g.doc[g.words[i].start:g.words[i].end]
}

// is compares word i in any case.
func (g *docGrammar) is(i int, word string) bool {
	return i >= 0 && i < g.n && strings.EqualFold(g.at(i), word)
}

func (g *docGrammar) isAny(i int, words ...string) bool {
	for _, w := range words {
		if g.is(i, w) {
			return true
		}
	}
	return false
}

// lower is word i in lower case, in buf; longer words are cut, which no keyword is.
func (g *docGrammar) lower(i int, buf *[16]byte) string {
	w := g.words[i]
	n := min(int(w.end-w.start), len(buf))
	for k := range n {
		c := g.doc[int(w.start)+k]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		buf[k] = c
	}
	return string(buf[:n])
}

// word looks at one word and, where it is a keyword of the grammar, at what stands around it.
func (g *docGrammar) word(i int) {
	var buf [16]byte
	w := g.words[i]
	n := min(int(w.end-w.start), len(buf))
	odd := false
	for k := range n {
		c := g.doc[int(w.start)+k]
		switch {
		case c >= 'A' && c <= 'Z':
			c |= 0x20
		case c < 'a' || c > 'z':
			odd = true
		}
		buf[k] = c
	}
	r := g.r
	switch string(buf[:n]) {
	case "in", "as", "meaning":
		g.inUnit(i)
	case "unit", "units":
		g.unitIs(i)
	case "number", "amount", "count":
		if g.is(i+1, "of") {
			g.numberOf(i)
		}
	case "per":
		g.perUnit(i)
	case "since", "until", "elapsed", "between", "from", "spent", "after", "before", "remaining", "passed", "past", "ago", "received", "sent", "read", "written", "transferred", "downloaded", "uploaded":
		g.nounPhrase(i, string(buf[:n]))
	case "percentage", "percent":
		g.percentOf(i)
	case "unix", "posix":
		g.epochUnit(i + 1)
		if g.isAny(i+1, "time", "timestamp", "epoch", "seconds", "second", "millis", "milliseconds", "ms", "micros", "nanos", "date") {
			r.epoch, r.timestamp = unit.Unix, true
		}
	case "epoch":
		g.epochUnit(i + 1)
		if g.isAny(i-1, "unix", "the", "since", "from", "posix") && i > 0 || g.isAny(i+1, "time", "timestamp", "seconds", "second", "millis", "milliseconds", "ms", "micros", "nanos", "date") {
			if r.epoch == "" {
				r.epoch = unit.Unix
			}
			r.timestamp = true
		}
	case "gps":
		if g.isAny(i+1, "epoch", "time", "seconds") {
			r.epoch = "gps"
		}
	case "day":
		if g.is(i-1, "of") && g.is(i-2, "time") {
			r.midnight = true
		}
	case "midnight":
		if g.isAny(i-1, "after", "since", "from", "past") {
			r.midnight = true
		}
	case "timestamp", "timestamps", "utc", "datetime":
		r.stamp = true
	case "date", "instant", "moment":
		r.timestamp = true
	case "when", "at":
		r.timestamp = r.timestamp || g.isAny(i-1, "time", "date", "moment", "timestamp")
	case "duration", "durations", "interval", "length", "latency", "delay", "age", "timeout", "period", "lag", "spend", "took", "takes", "long", "wait", "ttl", "uptime", "lifetime", "offset":
		r.lasting = true
	case "difference", "delta", "change", "deviation", "rise", "gradient", "anomaly":
		r.difference = true
	case "variance", "covariance":
		r.variance = true
	case "wall-clock", "zoneless", "timezone-less":
		r.localTime = true
	case "zone", "timezone":
		if g.isAny(i-1, "no", "without") || g.is(i-1, "time") && g.isAny(i-2, "no", "without") {
			r.localTime = true
		}
	default:
		if odd {
			g.symbol(i)
		}
	}
	switch string(buf[:n]) {
	case "since":
		r.sinceWord = true
	case "last", "past", "previous", "trailing", "rolling":
		g.window(i)
	}
}

// add keeps the first unit of a class and notes a second, different one.
func (g *docGrammar) add(class phrase, u unit.Unit, text string) {
	r := g.r
	if r.text[class] == "" {
		r.found[class], r.text[class] = u, text
		return
	}
	if !unit.Same(r.found[class], u) {
		r.clash[class] = true
	}
}

// longest reads the longest unit that begins at word i, of at most six words, and tells the word behind it.
func (g *docGrammar) longest(i int) (unit.Unit, int, bool) {
	if i >= g.n || !unit.Starts(g.at(i)) {
		return unit.Unit{}, i, false
	}
	last := i
	for last < g.n-1 && last < i+5 && !g.words[last].stop {
		last++
	}
	for ; last >= i; last-- {
		if u, ok := unit.Lookup(g.doc[g.words[i].start:g.words[last].end]); ok {
			return u, last + 1, true
		}
	}
	return unit.Unit{}, i, false
}

// skipped are the words that may stand between "in" and the unit.
var skipped = map[string]bool{
	"whole": true, "full": true, "fractional": true, "integer": true, "elapsed": true, "total": true, "utc": true, "approximate": true, "unix": true, "epoch": true, "number": true, "of": true, "units": true, "unit": true, "terms": true,
	"standard": true, "actual": true, "absolute": true, "nearest": true, "simulated": true, "simulation": true, "the": true, "a": true, "an": true, "metric": true, "signed": true, "unsigned": true, "local": true, "positive": true, "gps": true,
}

// inUnit reads "in seconds", "as a percentage", "in units of nJy". Behind an article only a ratio or the smallest currency unit
// follows: "in a second" is narrative.
func (g *docGrammar) inUnit(i int) {
	var buf [16]byte
	j := i + 1
	article := false
	for j < g.n && j < i+4 && !g.words[j-1].stop && skipped[g.lower(j, &buf)] {
		if u, ok := unit.Lookup(g.at(j)); ok && u.Known() && len(g.at(j)) > 1 && u.Kind == unit.Quantity {
			break
		}
		article = article || g.isAny(j, "a", "an", "the")
		j++
	}
	if j >= g.n || j > i+1 && g.words[j-1].stop || g.words[i].stop {
		return
	}
	if g.isAny(j, "smallest", "minor", "lowest") && (g.isAny(j+1, "currency", "unit", "units", "monetary", "denomination") || g.is(j+2, "unit")) {
		if u, ok := unit.MinorUnit(unit.AnyCurrency); ok {
			g.add(inUnit, u, g.doc[g.words[i].start:g.words[j+1].end])
		}
		return
	}
	u, next, ok := g.longest(j)
	if g.is(i, "as") && g.isAny(j, "fraction", "ratio", "proportion") {
		g.add(percent, bare(), g.doc[g.words[i].start:g.words[j].end])
		return
	}
	if !ok || startsWithNumber(g.at(j)) || !g.statesUnit(u, j, next, g.is(i, "as")) || article && u.Code != "%" && u.Kind != unit.Instant {
		return
	}
	g.add(inUnit, u, g.doc[g.words[i].start:g.words[next-1].end])
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
	"gray": true, "min": true, "meter": true, "metre": true, "inch": true, "mile": true, "gram": true, "byte": true, "bit": true, "pixel": true, "volt": true, "watt": true, "ms": false, "cent": true, "dollar": true, "euro": true, "mag": true,
	"gal": true, "mas": true, "var": true, "rev": true, "cal": true, "ft": true, "mi": true, "kn": true, "kt": true, "lm": true, "cd": true, "pc": true, "au": true, "ac": true, "ha": true, "qt": true, "nm": true, "mn": true, "million": true, "degrees": false,
}

// letters are the single letters that prose may use for a unit.
const letters = "smghVAWKNJL%"

// statesUnit judges a unit met after "in" or "as".
func (g *docGrammar) statesUnit(u unit.Unit, from, next int, as bool) bool {
	text := g.doc[g.words[from].start:g.words[next-1].end]
	ends := g.words[next-1].stop || next >= g.n || g.isAny(next, "since", "above", "below", "after", "from", "over", "when", "while", "and", "for", "between", "(")
	switch {
	case u.Kind == unit.None || u.Kind == unit.Count && u.Tag == "" || u.Code == "1" || u.Code == "[iU]":
		return false
	case u.Kind == unit.Fraction && strings.Contains(u.Code, "/") && !strings.ContainsAny(text, "^23³²") && !g.isAny(from+1, "per"):
		return false // seconds/minutes: two of them
	case as && u.Dim[unit.Information] != 0:
		return false // stored as bytes
	case len(text) == 1 || text == "€" || text == "£":
		return ends && strings.Contains(letters+"$€£", text)
	case next == from+1 && singulars[strings.ToLower(text)]:
		return ends && !strings.EqualFold(text, "in")
	case strings.EqualFold(text, "in"), strings.EqualFold(text, "at"):
		return false
	case isCode(text) && u.Dim == (unit.Dim{unit.Money: 1}):
		return commonCurrency[text] || g.about(hMoney)
	}
	return true
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
	colon := g.words[i].stop && int(g.words[i].end) < len(g.doc) && (g.doc[g.words[i].end] == ':' || g.doc[g.words[i].end] == ' ')
	says := colon && g.doc[g.words[i].end] == ':' || g.isAny(j, "is", "are") || strings.HasPrefix(g.at(i), "unit=")
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
	case !ok && says && g.words[j].stop && len(g.at(j)) <= 16:
		if g.r.opaque == "" {
			g.r.opaque = g.at(j)
		}
		g.r.unitBeyond = true
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
	if u.Dim[unit.Pixel] != 0 || singulars[strings.ToLower(g.at(next-1))] && next == j+1 {
		return
	}
	g.add(numberOf, u, g.doc[g.words[i].start:g.words[next-1].end])
}

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
	case "elapsed", "spent":
		if u, ok := g.pluralUnit(i + 1); ok && u.Dim == (unit.Dim{unit.Time: 1}) && !g.words[i].stop {
			g.add(nounPhrase, u, g.doc[g.words[i].start:g.words[i+1].end])
			return
		}
	}
	if i == 0 || g.words[i-1].stop || g.narrative(i-2) && i > 1 {
		return
	}
	u, ok := g.pluralUnit(i - 1)
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
	if len(s) < 2 || !unit.Starts(s) || singulars[strings.ToLower(s)] {
		return unit.Unit{}, false
	}
	u, ok := unit.Lookup(s)
	return u, ok && (u.Kind == unit.Quantity || u.Kind == unit.Fraction && u.Code == "%")
}

// perUnit reads "steps per minute", "frames sent per second", "kilometers per hour".
func (g *docGrammar) perUnit(i int) {
	if i == 0 || i+1 >= g.n || g.words[i-1].stop || g.words[i].stop {
		return
	}
	den, next, ok := g.longest(i + 1)
	if !ok || !rateUnit(den) {
		return
	}
	for k := min(3, i); k > 0; k-- {
		if g.crossesStop(i-k, i) {
			continue
		}
		u, ok := unit.Lookup(g.doc[g.words[i-k].start:g.words[next-1].end])
		if ok && u.Kind != unit.None && !startsWithNumber(g.at(i-k)) {
			if !g.narrative(i-k-1) || g.isAny(i-k-1, "in", "by") {
				g.add(rate, u, g.doc[g.words[i-k].start:g.words[next-1].end])
			}
			return
		}
	}
	if den.Dim != (unit.Dim{unit.Time: 1}) && !g.isAny(i-1, "price", "cost", "tariff") {
		return
	}
	noun := i - 1
	if w := strings.ToLower(g.at(noun)); participles[w] || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en") {
		noun--
	}
	if noun < 0 || g.narrative(noun-1) && noun > 0 {
		return
	}
	word := strings.ToLower(g.at(noun))
	if !strings.HasSuffix(word, "s") || len(word) < 4 || strings.HasSuffix(word, "ss") || startsWithNumber(word) {
		if !g.isAny(i-1, "price", "cost", "tariff") {
			return
		}
	}
	if u, ok := unit.Lookup("/(" + den.Code + ")"); ok {
		g.add(rate, u, g.doc[g.words[noun].start:g.words[next-1].end])
	}
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
	if u, ok := unit.Lookup(g.at(j)); ok && u.Dim == (unit.Dim{unit.Time: 1}) {
		g.r.window, g.r.windowText = u.Scaled(times), g.doc[g.words[i].start:g.words[j].end]
	}
}

// percentOf reads "percentage of", "percent".
func (g *docGrammar) percentOf(i int) {
	if i > 0 && g.narrative(i-1) && !g.isAny(i-1, "a", "an", "by") || g.isAny(i+1, "point", "points", "rank") {
		return
	}
	u, ok := unit.Lookup("%")
	if ok {
		g.add(percent, u, g.at(i))
	}
}

// symbol reads a word that holds a stroke, a degree sign or the like: km/h, °C, mg·L-1.
func (g *docGrammar) symbol(i int) {
	s := g.at(i)
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
	if len(s) > 40 || startsWithNumber(s) || i > 0 && g.narrative(i-1) {
		return
	}
	degree := strings.Contains(s, "°") && len(s) > 2
	stroke := strings.IndexByte(s, '/') > 0
	if !degree && !stroke || !unit.Starts(s) {
		return
	}
	u, ok := unit.Lookup(s)
	if !ok || u.Kind != unit.Quantity && u.Kind != unit.Log {
		return
	}
	if stroke && !degree {
		num, den, _ := strings.Cut(s, "/")
		if len(num) == 1 && len(den) == 1 && s != "m/s" && s != "V/m" && s != "g/L" && s != "g/l" || len(num) > 3 && singulars[strings.ToLower(num)] || u.Dim.IsZero() {
			return
		}
	}
	g.add(loose, u, s)
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
// "Seconds". A plural noun at the very start counts too: "Milliseconds the request took".
func (g *docGrammar) segments() {
	from := 0
	for i := range g.n {
		if !g.words[i].stop {
			continue
		}
		if i-from < 4 {
			g.segment(from, i+1)
		}
		if from > 0 && i > from && g.isAny(from+1, "clockwise", "counterclockwise", "from", "above", "below", "north", "east", "south", "west", "over", "relative") {
			if u, ok := g.pluralUnit(from); ok {
				g.add(loose, u, g.at(from))
			}
		}
		from = i + 1
	}
	if g.n > 1 && !g.words[0].stop {
		if u, ok := g.pluralUnit(0); ok && (u.Dim == (unit.Dim{unit.Time: 1}) || u.Dim == (unit.Dim{unit.Information: 1})) && len(g.at(0)) > 2 && !g.isAny(1, "and", "or", "in") {
			g.add(nounPhrase, u, g.at(0))
		}
	}
}

func (g *docGrammar) segment(from, to int) {
	first := g.at(from)
	if g.words[from].open || startsWithNumber(first) || len(first) < 2 && first != "%" || !unit.Starts(first) {
		return
	}
	text := g.doc[g.words[from].start:g.words[to-1].end]
	lower := strings.ToLower(text)
	if to == from+1 && (singulars[lower] || lower == "in") {
		return
	}
	u, ok := unit.Lookup(text)
	switch {
	case !ok, u.Kind == unit.None, u.Kind == unit.Count, u.Code == "1", u.Code == "", u.Kind == unit.Log && from == 0:
		return
	case len(text) <= 5 && len(text) > 1 && text[1] == '.':
		return // N.B.
	case isCode(text) && u.Dim[unit.Money] != 0 && !commonCurrency[text]:
		return
	}
	g.add(loose, u, text)
}
