package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// Bounds on what is looked at of a doc. What follows is prose about something else, or an attack.
const (
	maxDoc   = 8 << 10
	maxWords = 256
	maxTries = 64
)

// A docWord is one word of a doc without the punctuation around it.
type docWord struct {
	start, end uint16
	stop       bool // punctuation or a bracket follows: no phrase goes on behind it
	open       bool // a bracket or quote comes before
}

// A phrase is a way in which a unit was met in prose; lower ones are better evidence.
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
	epochText  string
	sinceWord  bool // since, from, after
	midnight   bool
	localTime  bool // no zone, wall clock
	stamp      bool // says timestamp or UTC
	timestamp  bool // speaks of a point in time in another way
	lasting    bool // speaks of a duration
	variance   bool
	fraction   bool // speaks of a ratio
	difference bool
	hasSlot    bool
	precision  bool // names a unit as the precision of its values
	scale      int  // the power of ten that the numbers are counted in: "in thousands"
	scaleText  string
	scaleOf    unit.Unit // the unit that is multiplied, where the doc says which
	window     unit.Unit
	windowText string
}

// A docGrammar reads one doc.
type docGrammar struct {
	doc   string
	field string
	words [maxWords]docWord
	n     int
	tries int
	r     docReading
}

// silent is the reading of a doc that says nothing.
var silent docReading

// readDoc reads what a field's doc says about its unit. name helps where a letter is ambiguous. It allocates only for a doc that
// says something.
func readDoc(doc, name string) *docReading {
	if len(doc) > maxDoc {
		doc = doc[:maxDoc]
	}
	doc = uncased(uncoded(untagged(doc)))
	g := docGrammar{doc: doc, field: name}
	g.split()
	all := g.asides()
	if len(all) == 0 {
		return g.read()
	}
	g = docGrammar{doc: without(doc, all, true), field: name}
	g.split()
	if r := g.read(); r.speaks() {
		return r
	}
	g = docGrammar{doc: without(doc, all, false), field: name}
	g.split()
	return g.read()
}

// untagged blanks out HTML tags, which generators copy from comments.
func untagged(doc string) string {
	if strings.IndexByte(doc, '<') < 0 {
		return doc
	}
	text := []byte(doc)
	for i := 0; i < len(text); i++ {
		if text[i] != '<' || i+1 >= len(text) || kind(text[i+1]) != 'l' && text[i+1] != '/' {
			continue
		}
		end := strings.IndexByte(doc[i:min(len(doc), i+24)], '>')
		if end < 0 {
			continue
		}
		for j := i; j <= i+end; j++ {
			text[j] = ' '
		}
	}
	return string(text)
}

// speaks reports whether any unit was read.
func (r *docReading) speaks() bool {
	return r.hasSlot || r.opaque != "" || r.text != [phrases]string{}
}

// read reads a doc that has been cut into words.
func (g *docGrammar) read() *docReading {
	r := &g.r
	g.brackets()
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
	if g.r == silent {
		return &silent
	}
	said := g.r
	return &said
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
		for w.start < w.end && strings.IndexByte("([{\"'`<*@", doc[w.start]) >= 0 && !(doc[w.start] == '[' && closes(doc[w.start:w.end])) {
			w.open = w.open || doc[w.start] != '`' && doc[w.start] != '*'
			w.start++
		}
		for w.end > w.start && strings.IndexByte(")]}\"'`>*.,;:!?", doc[w.end-1]) >= 0 && !(doc[w.end-1] == ']' && closes(doc[w.start:w.end])) {
			if doc[w.end-1] == ')' && strings.IndexByte(doc[w.start:w.end], '(') > 0 {
				break // dB(A)
			}
			w.stop = w.stop || doc[w.end-1] != '`' && doc[w.end-1] != '*'
			w.end--
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
	key := g.lower(i, &buf)
	if g.unitWord(i, key) || g.timeWord(i, key) {
		return
	}
	switch key {
	case "difference", "delta", "change", "deviation", "rise", "gradient", "anomaly":
		g.r.difference = true
	case "ph":
		if g.at(i) == "pH" && (i == 0 || g.words[i-1].stop || g.is(i-1, "the") || g.words[i].stop && i < 4) && !g.isAny(i+1, "meter", "sensor", "probe", "electrode") {
			if u, ok := g.lookup("pH"); ok {
				g.add(loose, u, g.at(i))
			}
		}
	case "fraction", "ratio", "proportion":
		g.r.fraction = true
		if g.is(i+1, "of") && !g.words[i].stop && !g.isAny(i+2, "a", "an", "one") {
			g.add(percent, bare(), g.doc[g.words[i].start:g.words[i+1].end])
		}
	case "variance", "covariance":
		g.r.variance = true
	default:
		for k := range len(key) {
			if c := key[k]; c < 'a' || c > 'z' {
				g.symbol(i)
				return
			}
		}
	}
}

// unitWord reads the keywords around which a unit stands.
func (g *docGrammar) unitWord(i int, key string) bool {
	switch key {
	case "in", "as", "meaning", "en", "em":
		g.inUnit(i)
	case "to":
		if g.isAny(i-1, "converted", "normalized", "normalised", "rounded", "scaled") {
			g.r.precision = g.r.precision || g.is(i-1, "rounded")
			g.inUnit(i)
		}
	case "unit", "units", "uom":
		g.unitIs(i)
	case "number", "amount", "count":
		if g.is(i+1, "of") {
			g.numberOf(i)
		}
	case "many":
		if u, ok := g.pluralUnit(i + 1); ok && g.is(i-1, "how") && !g.words[i].stop {
			g.add(nounPhrase, u, g.doc[g.words[i-1].start:g.words[i+1].end])
		}
	case "per":
		if g.is(i+1, "cent") {
			g.percentOf(i)
		} else {
			g.perUnit(i)
		}
	case "percentage", "percent", "pct":
		g.percentOf(i)
	case "since", "until", "elapsed", "between", "from", "spent", "after", "before", "remaining", "passed", "past", "ago", "received", "sent", "read", "written", "transferred", "downloaded", "uploaded":
		g.nounPhrase(i, key)
		g.r.sinceWord = g.r.sinceWord || key == "since"
		if key == "past" {
			g.window(i)
		}
	case "total", "consecutive", "cumulative", "accumulated":
		if u, ok := g.pluralUnit(i + 1); ok && !g.words[i].stop && (u.Dim == (unit.Dim{unit.Time: 1}) || u.Dim == (unit.Dim{unit.Information: 1})) {
			g.add(nounPhrase, u, g.doc[g.words[i].start:g.words[i+1].end])
		}
	case "last", "previous", "trailing", "rolling":
		g.window(i)
	default:
		return false
	}
	return true
}

// timeWord reads the keywords that say what a unit of time counts: a point in time, a span, a time of day, a local time.
func (g *docGrammar) timeWord(i int, key string) bool {
	r := &g.r
	switch key {
	case "unix", "posix":
		g.epochUnit(i + 1)
		if g.is(i+1, "epoch") || g.epochNoun(i+1) {
			r.epoch, r.timestamp = unit.Unix, true
			r.epochText = g.doc[g.words[i].start:g.words[i+1].end]
		}
	case "epoch":
		g.epochUnit(i + 1)
		if g.isAny(i-1, "unix", "the", "since", "from", "posix") || g.epochNoun(i+1) || (i == 0 || g.words[i-1].stop) && g.is(i+1, "in") && g.timeUnit(i+2) {
			if r.epoch == "" {
				r.epoch, r.epochText = unit.Unix, g.at(i)
			}
			r.timestamp = true
		}
	case "gps":
		if g.isAny(i+1, "epoch", "time", "seconds") {
			r.epoch = "gps"
		}
	case "day":
		r.midnight = r.midnight || g.is(i-1, "of") && g.is(i-2, "time")
	case "midnight":
		r.midnight = r.midnight || g.isAny(i-1, "after", "since", "from", "past")
	case "timestamp", "timestamps", "utc", "datetime":
		r.stamp = true
		if u, ok := g.pluralUnit(i + 1); ok && key == "utc" && !g.words[i].stop && u.Dim == (unit.Dim{unit.Time: 1}) {
			g.add(nounPhrase, u, g.doc[g.words[i].start:g.words[i+1].end])
		}
	case "date", "instant", "moment":
		r.timestamp = true
	case "when", "at":
		r.timestamp = r.timestamp || g.isAny(i-1, "time", "date", "moment", "timestamp")
	case "duration", "durations", "interval", "length", "latency", "delay", "age", "timeout", "period", "lag", "spend", "took", "takes", "long", "wait", "ttl", "uptime", "lifetime", "offset":
		r.lasting = true
	case "wall-clock", "zoneless", "timezone-less":
		r.localTime = true
	case "local":
		r.localTime = r.localTime || g.isAny(i+1, "time", "timestamp", "datetime") && !g.isAny(i+2, "zone", "zones")
	case "zone", "timezone":
		r.localTime = r.localTime || g.isAny(i-1, "no", "without") || g.is(i-1, "time") && g.isAny(i-2, "no", "without")
	default:
		return false
	}
	return true
}

// epochNoun reports what may follow "epoch" and "unix" where they speak of a point in time.
func (g *docGrammar) epochNoun(i int) bool {
	return g.isAny(i, "time", "timestamp", "seconds", "second", "millis", "milliseconds", "ms", "micros", "nanos", "date", "format")
}

// timeUnit reports a plural unit of time: "epoch in milliseconds".
func (g *docGrammar) timeUnit(i int) bool {
	u, ok := g.pluralUnit(i)
	return ok && u.Dim == (unit.Dim{unit.Time: 1})
}

// add keeps the first unit of a class and notes a second, different one.
func (g *docGrammar) add(class phrase, u unit.Unit, text string) {
	r := &g.r
	if r.text[class] == "" {
		r.found[class], r.text[class] = u, text
		return
	}
	switch was := r.found[class]; {
	case unit.Same(was, u) || minorUnits(was) && u.Dim == was.Dim: // "in minor units, for USD in cents": an example
	case minorUnits(u) && u.Dim == was.Dim:
		r.found[class], r.text[class] = u, text
	default:
		r.clash[class] = true
	}
}

// minorUnits reports money in the smallest unit of a currency that nobody names.
func minorUnits(u unit.Unit) bool { return u.Dim == (unit.Dim{unit.Money: 1}) && u.Factor.IsZero() }

// longest reads the longest unit that begins at word i, of at most six words, and tells the word behind it.
func (g *docGrammar) longest(i int) (unit.Unit, int, bool) {
	if i >= g.n || !unit.Starts(g.at(i)) {
		return unit.Unit{}, i, false
	}
	last := i
	for last < g.n-1 && last < i+5 && !g.words[last].stop && g.goesOn(last+1) {
		last++
	}
	for ; last >= i; last-- {
		if u, ok := g.lookup(g.doc[g.words[i].start:g.words[last].end]); ok {
			return u, last + 1, !ambiguous(g.at(i))
		}
	}
	return unit.Unit{}, i, false
}

// continuations are the words inside units of several words that begin no unit themselves.
var continuations = map[string]bool{"per": true, "of": true, "a": true, "since": true, "from": true, "after": true, "the": true, "unix": true, "epoch": true, "midnight": true, "squared": true, "cubed": true, "k": true, "mn": true, "bn": true, "mio": true, "currency": true, "unit": true, "units": true, "mercury": true, "hg": true, "mille": true, "mil": true, "francs": true, "franc": true, "celsius": true, "fahrenheit": true, "force": true, "gravity": true, "points": true, "ounces": true, "january": true, "jan": true}

// goesOn reports whether word i may belong to the unit before it. "in" is a preposition there, never an inch.
func (g *docGrammar) goesOn(i int) bool {
	var buf [16]byte
	w := g.lower(i, &buf)
	return continuations[w] || w != "in" && w != "at" && w != "min" && unit.Starts(g.at(i))
}

// lookup is unit.Lookup within the doc's budget: a doc that keeps us trying is no doc of a unit.
func (g *docGrammar) lookup(text string) (unit.Unit, bool) {
	if g.tries++; g.tries > maxTries {
		return unit.Unit{}, false
	}
	return unit.Lookup(text)
}
