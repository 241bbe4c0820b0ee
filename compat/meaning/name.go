package meaning

import "github.com/schemavet/schemavet/compat/unit"

// A nameReading is what a field's name says.
type nameReading struct {
	unit       unit.Unit
	text       string // the part of the name that says it
	weak       bool   // a token that counts only behind its head noun
	window     unit.Unit
	windowText string
	found      bool
	instant    bool // the name speaks of a point in time
	lasts      bool // of something that lasts
	timeNoun   bool // it ends in one
	midnight   bool // it counts from midnight
}

// readName reads the unit that a name ends in. It allocates nothing when there is none.
func readName(name string) (r nameReading) {
	g := nameGrammar{name: name}
	w := &g.w
	if !w.cut(name) {
		return r
	}
	g.end = w.n
	g.cutWindow(&r)
	scale := g.cutScaling()
	if g.end == 0 {
		return r
	}
	r.instant, r.lasts = g.instant(), g.lasts(0)
	r.timeNoun = w.in(w.n-1, timeNouns)
	if g.per(&r) || g.byteFirst(&r) {
		return r
	}
	if w.in(g.end-1, stops) && !g.scaled && !(w.is(g.end-1, "units") && w.is(g.end-2, "minor")) {
		g.plural(&r)
		return r
	}
	if g.compound(&r) || g.quotient(&r) {
		return r
	}
	g.cutRoles()
	if g.suffix(&r) || g.plural(&r) || g.percentFirst(&r) || g.currencyFirst(&r) || g.glued(&r) || g.scaledHead(&r) {
		if g.scaled {
			r.unit = r.unit.Scaled(scale)
			r.text = name[w.start[g.end-1]:]
		}
	}
	return r
}

// A nameGrammar reads one cut name from its end.
type nameGrammar struct {
	name   string
	w      nameWords
	end    int // one behind the last word that is still looked at
	scaled bool
}

func (g *nameGrammar) text(from, to int) string {
	return g.name[g.w.start[from]:g.w.end[to-1]]
}

// lookup finds the unit that the n words before end spell.
func (g *nameGrammar) lookup(end, n int) (nameUnit, bool) {
	from := end - n
	if from < 0 {
		return nameUnit{}, false
	}
	w := &g.w
	if n == 1 {
		u, ok := nameUnits[string(w.buf[w.start[from]:w.end[from]])]
		return u, ok
	}
	var key [40]byte
	k := key[:0]
	for i := from; i < end; i++ {
		if len(k)+1+int(w.end[i]-w.start[i]) > len(key) {
			return nameUnit{}, false
		}
		if i > from {
			k = append(k, ' ')
		}
		k = append(k, w.buf[w.start[i]:w.end[i]]...)
	}
	u, ok := nameUnits[string(k)]
	return u, ok
}

var prefixWords = map[string]bool{"nano": true, "micro": true, "milli": true, "centi": true, "kilo": true, "mega": true, "giga": true, "tera": true}

// suffix reads a unit in the last words.
func (g *nameGrammar) suffix(r *nameReading) bool {
	w := &g.w
	if g.end > 1 && w.in(g.end-2, prefixWords) { // NanoSeconds
		if u, ok := unit.Lookup(w.at(g.end-2) + w.at(g.end-1)); ok {
			return g.take(r, u, g.end-2, g.end, false)
		}
	}
	if g.end > 1 && (w.is(g.end-2, "sq") || w.is(g.end-2, "square") || w.is(g.end-2, "cubic")) {
		if u, ok := unit.Lookup(w.at(g.end-2) + " " + w.at(g.end-1)); ok && u.Kind == unit.Quantity {
			return g.take(r, u, g.end-2, g.end, false)
		}
	}
	if g.power(r) {
		return true
	}
	for n := 3; n > 0; n-- {
		nu, ok := g.lookup(g.end, n)
		if !ok {
			continue
		}
		return g.accept(r, nu, g.end-n)
	}
	if g.end > 1 && w.is(g.end-2, "in") { // an explicit "in": the unit may be a plain word
		return g.explicit(r)
	}
	return false
}

// power reads area_m2, volume_cm3, accel_mps2: a unit with an exponent. A bare m2 may be a model or a processor.
func (g *nameGrammar) power(r *nameReading) bool {
	w := &g.w
	i := g.end - 1
	if i < 2 || w.sep[i] || !w.is(i, "2") && !w.is(i, "3") {
		return false
	}
	text := g.text(i-1, i+1)
	switch {
	case w.is(i-1, "km") || w.is(i-1, "cm") || w.is(i-1, "mm") || w.is(i-1, "ft"):
	case w.is(i-1, "m") && (g.headOf(i-1, hArea) != 0 && w.is(i, "2") || g.headOf(i-1, hVolume) != 0 && w.is(i, "3")):
		text = "m" + w.at(i)
	case w.is(i-1, "mps") && w.is(i, "2"):
		text = "m/s2"
	default:
		return false
	}
	u, ok := unit.Lookup(text)
	return ok && g.take(r, u, i-1, i+1, false)
}

// explicit reads any unit behind "In": rewindTimeInSeconds, sizeInKiB. QuotaInRecords has none.
func (g *nameGrammar) explicit(r *nameReading) bool {
	w := &g.w
	word := g.name[w.start[g.end-1]:w.end[g.end-1]]
	if nu, ok := g.lookup(g.end-2, 1); ok && nu.noun || g.end < 3 || len(word) < 2 { // days_in_month
		return false
	}
	u, ok := unit.Lookup(w.at(g.end - 1))
	if !ok || u.Kind == unit.None || u.Kind == unit.Count || u.Kind == unit.Log || u.Dim == (unit.Dim{}) && u.Code != "%" {
		return false
	}
	return g.take(r, u, g.end-2, g.end, false)
}

// accept judges a unit token by what stands before it.
func (g *nameGrammar) accept(r *nameReading, nu nameUnit, from int) bool {
	before := from - 1
	in := g.w.is(before, "in") && before > 0
	if before < 0 && !nu.solo {
		return false
	}
	if g.falseFriend(from, before) {
		return false
	}
	text := nu.text
	if !in && nu.only != 0 && g.headOf(from, nu.only) == 0 {
		if text != "us" || !g.moneyInMicros(from) {
			return false
		}
		text = millionthOfMoney
	}
	u, ok := unit.Lookup(g.decided(text, from))
	if g.w.in(before, perNouns) && u.Kind == unit.Quantity && u.Dim[unit.Money] == 0 {
		return false
	}
	if n := scales[g.w.at(before)]; u.Dim == (unit.Dim{unit.Money: 1}) && before > 0 && (n != 0 || g.w.is(before, "k")) {
		return g.take(r, u.Scaled(unit.Ten(max(n, 3))), before, g.end, false) // budget_k_usd
	}
	return ok && g.take(r, u, from, g.end, nu.only != 0 && !in)
}

// millionthOfMoney is what ad platforms call micros.
const millionthOfMoney = "10*-6.{currency}"

func (g *nameGrammar) moneyInMicros(from int) bool {
	return g.w.is(from, "micros") && g.headOf(from, hMoney) != 0
}

// decided is what the head noun makes of a token that can be read in two ways, "" where it makes it no unit.
func (g *nameGrammar) decided(text string, from int) string {
	head, before := g.head(from), from-1
	switch text {
	case "us":
		if g.moneyInMicros(from) && head&hTime == 0 {
			return millionthOfMoney
		}
	case "[lb_av]":
		if head&hMoney != 0 && head&hMass == 0 {
			return "{GBP}"
		}
	case "g":
		if head&hAcceleration != 0 {
			return "[g]"
		}
	case "nm":
		switch {
		case g.headOf(from, hTorque) != 0:
			return "N.m"
		case !g.w.is(before, "wavelength") && !g.w.is(before, "thickness") && !g.w.is(before, "length") && !g.w.is(before, "diameter"):
			return "" // nautical miles
		}
	case "ms":
		if head&hSpeed != 0 {
			return "" // metres a second or milliseconds
		}
	case "bps":
		if head&hYield != 0 && head&hRate == 0 || g.headOf(from, hYield&^hRate) != 0 && g.strict(from) {
			return "10*-4"
		}
	}
	return text
}

// strict tells finance from networking when a bare "rate" is the head of bps: the word before decides.
func (g *nameGrammar) strict(from int) bool {
	for i := from - 1; i >= 0; i-- {
		h := g.headAt(i)
		if h&hRate != 0 && h&hYield == 0 {
			return false
		}
	}
	return true
}

func (g *nameGrammar) headAt(i int) group {
	if i < 0 || i >= g.w.n {
		return 0
	}
	return heads[string(g.w.buf[g.w.start[i]:g.w.end[i]])]
}

// head is the group of the noun nearest to the unit.
func (g *nameGrammar) head(from int) group {
	for i := from - 1; i >= 0; i-- {
		if h := g.headAt(i); h != 0 {
			return h
		}
	}
	return 0
}

// headOf is what of a group any noun before the unit has.
func (g *nameGrammar) headOf(from int, want group) group {
	for i := from - 1; i >= 0; i-- {
		if h := g.headAt(i) & want; h != 0 {
			return h
		}
	}
	return 0
}

// localeWords before "us", "gb" and the like make it a country.
var localeWords = map[string]bool{"country": true, "region": true, "locale": true, "lang": true, "language": true, "market": true, "sales": true, "state": true, "states": true, "office": true, "store": true}

// perNouns before a unit that is no money make it what the price is for: price_kwh is per kilowatt hour.
var perNouns = map[string]bool{"price": true, "cost": true, "tariff": true, "fare": true}

// quoted are the words before "px" that make it a price, as trading systems spell it.
var quoted = map[string]bool{"bid": true, "ask": true, "offer": true, "mid": true, "last": true, "avg": true, "strike": true, "limit": true, "stop": true, "close": true, "open": true, "settle": true, "settlement": true, "trade": true, "exec": true, "fill": true, "entry": true, "exit": true, "mark": true, "vwap": true, "order": true}

// falseFriend reports a token that is no unit for what stands before it: sales_us, ma_20.
func (g *nameGrammar) falseFriend(from, before int) bool {
	if before < 0 {
		return false
	}
	switch {
	case g.w.is(before, "per"):
		return true // what something is divided by, where the two make no unit
	case g.w.digits(before) && !g.w.sep[from] && (g.w.sep[before] || kind(g.name[g.w.start[from]]) == 'l' && g.w.end[from]-g.w.start[from] <= 2):
		return true // soil_temp_10cm: at that depth
	case g.w.in(before, localeWords) && g.w.end[from]-g.w.start[from] <= 3:
		return !g.w.is(from, "ms") || g.headOf(from, hTime) == 0 // time_in_state_ms
	case g.w.is(from, "ratio") || g.w.is(from, "fraction"):
		return g.w.is(before, "sharpe") || g.w.is(before, "pe") || g.w.is(before, "aspect") || g.w.is(before, "gear")
	case g.w.is(from, "hours") && (g.w.is(before, "opening") || g.w.is(before, "office") || g.w.is(before, "business") || g.w.is(before, "store")):
		return true // a schedule
	case g.w.is(from, "days") && g.w.is(before, "of") && !g.w.is(before-1, "number"):
		return true // of days, of hours: a list
	case g.w.is(from, "px") && g.w.in(before, quoted), g.w.is(from, "mm") && g.head(from) == hMoney:
		return true // a price, and millions
	}
	return false
}

// take sets the reading.
func (g *nameGrammar) take(r *nameReading, u unit.Unit, from, to int, weak bool) bool {
	r.unit, r.text, r.weak, r.found = u, g.text(from, to), weak, true
	return true
}

// plural reads a plural unit noun that is followed by participles or a preposition: BytesReadLast5Minutes, days_since_signup.
func (g *nameGrammar) plural(r *nameReading) bool {
	if g.counted(r) {
		return true
	}
	w := &g.w
	end := g.end
	for end > 1 && w.in(end-1, participles) {
		end--
	}
	if end == g.end {
		return false
	}
	nu, ok := g.lookup(end, 1)
	if !ok || !nu.noun {
		return false
	}
	u, ok := unit.Lookup(nu.text)
	return ok && g.take(r, u, end-1, end, false)
}

// counted reads a plural unit noun before a preposition, at the beginning of a name: days_since_signup, meters_to_target.
func (g *nameGrammar) counted(r *nameReading) bool {
	w := &g.w
	for i := min(g.end-1, 2); i > 0; i-- {
		nu, ok := g.lookup(i, 1)
		if !ok || !nu.noun && !w.is(i, "since") || !w.in(i, prepositions) && !(w.is(i, "of") && w.in(i+1, lasting)) {
			continue
		}
		u, ok := unit.Lookup(nu.text)
		if !ok || u.Dim != (unit.Dim{unit.Time: 1}) && (u.Dim != (unit.Dim{unit.Length: 1}) || w.is(i, "since") || w.is(i, "in") || w.is(i, "on")) {
			continue
		}
		r.instant = w.is(i, "since") && (w.is(g.end-1, "epoch") || w.is(i+1, "1970"))
		r.midnight = w.is(g.end-1, "midnight")
		return g.take(r, u, i-1, i, false)
	}
	return false
}

// lasting are the things that are counted in days and years of: years_of_experience. Of the day or the meeting there are none.
var lasting = map[string]bool{"experience": true, "service": true, "supply": true, "sleep": true, "use": true, "usage": true, "age": true, "education": true, "training": true, "employment": true, "history": true, "inventory": true, "exercise": true, "delay": true, "playtime": true}

// byteFirst reads byte_count, byteOffset: what is numbered is bytes.
func (g *nameGrammar) byteFirst(r *nameReading) bool {
	w := &g.w
	i := g.end - 2
	if !w.is(i, "byte") || !w.is(i+1, "count") && !w.is(i+1, "size") && !w.is(i+1, "length") && !w.is(i+1, "offset") {
		return false
	}
	u, ok := unit.Lookup("By")
	return ok && g.take(r, u, i, i+1, false)
}

// percentFirst reads pct_change and percent_of_total; a percentile is no percentage.
func (g *nameGrammar) percentFirst(r *nameReading) bool {
	w := &g.w
	for i := 0; i+1 < g.end; i++ {
		if (w.is(i, "pct") || w.is(i, "percent") || w.is(i, "percentage")) && (w.is(i+1, "of") || w.is(i+1, "change") || w.is(i+1, "diff") || w.is(i+1, "increase") || w.is(i+1, "decrease")) {
			u, ok := unit.Lookup("%")
			return ok && g.take(r, u, i, i+1, false)
		}
	}
	return false
}

// currencyFirst reads a currency before a money noun: usd_price, eurAmount.
func (g *nameGrammar) currencyFirst(r *nameReading) bool {
	if g.end < 2 || g.headAt(g.end-1)&hMoney == 0 {
		return false
	}
	nu, ok := g.lookup(g.end-1, 1)
	if !ok || len(nu.text) != 5 || nu.text[0] != '{' {
		return false
	}
	u, ok := unit.Lookup(nu.text)
	return ok && g.take(r, u, g.end-2, g.end-1, false)
}

// glued reads a lower-case name in one piece that is a head noun and a unit: timeoutms, latencysecs.
func (g *nameGrammar) glued(r *nameReading) bool {
	if g.end != 1 {
		return false
	}
	word := g.w.buf[g.w.start[0]:g.w.end[0]]
	for _, tail := range [...]string{"ms", "millis", "secs", "seconds", "sec", "minutes", "mins", "hours", "days"} {
		cut := len(word) - len(tail)
		if cut > 2 && string(word[cut:]) == tail && heads[string(word[:cut])]&hTime != 0 && (tail != "ms" || word[cut-1] != 'r') {
			u, ok := unit.Lookup(nameUnits[tail].text)
			if !ok {
				return false
			}
			r.unit, r.text, r.found = u, g.name[len(g.name)-len(tail):], true
			return true
		}
	}
	return false
}

// scaledHead gives a scaled integer the unit of its head noun: lat_e7 is in degrees.
func (g *nameGrammar) scaledHead(r *nameReading) bool {
	if !g.scaled {
		return false
	}
	text := ""
	switch h := g.headAt(g.end - 1); {
	case h&hAngle != 0:
		text = "deg"
	case h&hMoney != 0:
		text = "{" + unit.AnyCurrency + "}"
	default:
		return false
	}
	u, ok := unit.Lookup(text)
	return ok && g.take(r, u, g.end-1, g.end, false)
}

// instant reports whether the name speaks of a point in time, and of nothing that lasts.
func (g *nameGrammar) instant() bool {
	w := &g.w
	for i := 0; i < g.end; i++ {
		if w.is(i, "age") || w.is(i, "aged") {
			return false // ageAtOnset, age_at_death
		}
		if w.in(i, instantNouns) && !(w.is(i, "at") && i == 0) || w.is(i, "time") && (i > 0 && w.in(i-1, eventWords) || g.end == 1) {
			return !g.lasts(i+1) && !(w.is(i, "expires") && w.is(i+1, "in"))
		}
	}
	return false
}

// lasts reports a word from i on that makes a point in time a span: startTimeOffset, timestampLag.
func (g *nameGrammar) lasts(i int) bool {
	for ; i < g.end; i++ {
		if w := &g.w; w.in(i, timeNouns) && !w.is(i, "time") || w.is(i, "offset") || w.is(i, "diff") || w.is(i, "delta") || w.is(i, "gap") || w.is(i, "window") || w.is(i, "threshold") {
			return true
		}
	}
	return false
}
