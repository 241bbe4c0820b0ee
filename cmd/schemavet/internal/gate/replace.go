package gate

import (
	"slices"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// A replacement is a field that goes and one that comes in the same record, by one change, for one thing.
type replacement struct {
	gone, came *compat.Site
	why        string // what makes them one thing, as a clause
}

// lookalikeRules are the rules of formats and families that find one thing under two names, and from which level on they are
// sure enough to stop a commit.
var lookalikeRules = map[string]compat.Level{
	"name-field-recased": compat.Warning,
	"name-field-renamed": compat.Error, // below it the names are alike and no more
	"unit-drop-add":      compat.Warning,
}

// replacements finds the fields that a change replaces. A field that is joined to its old self (an alias, a field id) is none:
// its values survive. It errs on the side of silence, for what it finds stops a commit; each field is in one replacement.
func (r *runner) replacements(t *compat.Trace) []replacement {
	var all []replacement
	taken := map[*compat.Site]bool{}
	keep := func(found replacement) {
		if found.gone.Writer.Name == found.came.Reader.Name {
			return // dropped and added under one name: the format says what that comes to
		}
		if !taken[found.gone] && !taken[found.came] {
			taken[found.gone], taken[found.came] = true, true
			all = append(all, found)
		}
	}
	likes := r.lookalikes(t)
	t.Walk(func(s *compat.Site) {
		e := exchangeOf(s)
		if e == nil {
			return
		}
		for _, came := range e.came {
			if f := likes[came.Path]; f != nil {
				if i := slices.IndexFunc(e.gone, func(gone *compat.Site) bool { return gone.Writer.At == f.Writer }); i >= 0 {
					keep(replacement{e.gone[i], came, reasonOf(f)})
				}
			}
		}
		e.byDoc(keep)
		e.byStem(keep)
	})
	return all
}

// lookalikes lets the rules that know lookalikes see the trace, whatever the configuration makes of them.
func (r *runner) lookalikes(t *compat.Trace) map[compat.Path]*compat.Finding {
	rules := slices.DeleteFunc(slices.Concat(r.subject.Format.Rules(), r.options.Rules), func(rule *compat.Rule) bool { return lookalikeRules[rule.ID] == compat.Off })
	found := map[compat.Path]*compat.Finding{}
	for _, f := range (compat.Pass{Subject: r.subject.Name, Trace: t, Facts: r.facts}).Run(rules) {
		if f.Level >= lookalikeRules[f.Rule.ID] && found[f.Path] == nil {
			found[f.Path] = f
		}
	}
	return found
}

const recased = "the names differ in case or separators only"

func reasonOf(f *compat.Finding) string {
	switch f.Rule.ID {
	case "unit-drop-add":
		return "one quantity in two units"
	case "name-field-recased":
		return recased
	}
	return "one field under two names"
}

// An exchange is the fields that go from one record and those that come.
type exchange struct {
	gone, came []*compat.Site
	stay       map[string]bool // stems of the fields that are on both sides
}

// exchangeOf is nil for a site from which nothing goes or to which nothing comes.
func exchangeOf(s *compat.Site) *exchange {
	if s.Writer == nil || s.Reader == nil {
		return nil
	}
	e := &exchange{}
	for _, kid := range s.Kids {
		switch {
		case kid.Does == compat.Skip && kid.Writer != nil && kid.Writer.Name != "":
			e.gone = append(e.gone, kid)
		case kid.Writer == nil && kid.Reader != nil && kid.Reader.Name != "" && (kid.Does == compat.Fill || kid.Does == compat.Refuse):
			e.came = append(e.came, kid)
		}
	}
	if len(e.gone) == 0 || len(e.came) == 0 {
		return nil
	}
	e.stay = map[string]bool{}
	before := map[string]bool{}
	for _, sibling := range e.gone[0].Writer.Says.Family.Fields() {
		before[sibling.Name] = true
	}
	for _, sibling := range e.came[0].Reader.Says.Family.Fields() { // a trace may leave out what is the same on both sides
		if before[sibling.Name] {
			e.stay[stem(sibling.Name)] = true
		}
	}
	for _, kid := range s.Kids { // where a format states no siblings
		if kid.Writer != nil && kid.Reader != nil {
			e.stay[stem(kid.Reader.Name)] = true
		}
	}
	return e
}

// byStem finds names that are one word but for their unit, type or version: ts and ts_ms, price and price_decimal, weight and
// weight_in_grams.
func (e *exchange) byStem(keep func(replacement)) {
	gone := map[string][]*compat.Site{}
	for _, s := range e.gone {
		if word := stem(s.Writer.Name); word != "" && !e.stay[word] {
			gone[word] = append(gone[word], s)
		}
	}
	came := map[string]int{}
	for _, s := range e.came {
		came[stem(s.Reader.Name)]++
	}
	for _, s := range e.came {
		word := stem(s.Reader.Name)
		if from := gone[word]; len(from) == 1 && came[word] == 1 && represents(from[0].Writer, s.Reader) {
			why := "one name with another unit, type or version"
			if folded(from[0].Writer.Name) == folded(s.Reader.Name) {
				why = recased
			}
			keep(replacement{from[0], s, why})
		}
	}
}

// folded is a name in lower case without separators.
func folded(name string) string { return strings.Join(meaning.Words(strings.ToLower(name)), "") }

// represents reports whether two fields of one stem can be one value in two forms: numbers, texts and times are, and whatever
// counts its versions.
func represents(w, r *compat.Node) bool {
	if scalar(w.Says.Carrier) && scalar(r.Says.Carrier) {
		return !otherQuantity(w.Name, r.Name)
	}
	return unversioned(w.Name) == w.Name && unversioned(r.Name) == w.Name
}

// otherQuantity reports whether two names end in units of different quantities: total_bytes and total_seconds are two things.
func otherQuantity(a, b string) bool {
	last := func(name string) (unit.Unit, bool) {
		words := meaning.Words(unversioned(name))
		if len(words) == 0 {
			return unit.Unit{}, false
		}
		return unit.Lookup(words[len(words)-1])
	}
	from, known := last(a)
	to, also := last(b)
	return known && also && from.Dim != to.Dim
}

func scalar(c meaning.Carrier) bool {
	switch c {
	case meaning.Int, meaning.Long, meaning.Float, meaning.Double, meaning.Decimal, meaning.String, meaning.Date, meaning.Time, meaning.Timestamp:
		return true
	}
	return false
}

// forms are the last words of a name that say in which form a value is written, not which value it is.
var forms = wordSet("cents cent pennies minor units micros millis nanos usd eur gbp",
	"ms us ns s sec secs second seconds mins minutes hrs hours days millisecond milliseconds microseconds nanoseconds",
	"kg grams gram lbs pounds tonnes km meters metres cm mm miles feet inches bytes kb mb gb kib mib gib",
	"pct percent percentage bps ratio celsius fahrenheit kelvin deg degrees rad radians kwh wh watts kw",
	"decimal dec str string text int long double float num iso epoch unix ts timestamp")

func wordSet(lines ...string) map[string]bool {
	all := map[string]bool{}
	for _, line := range lines {
		for _, word := range strings.Fields(line) {
			all[word] = true
		}
	}
	return all
}

// stem is a name without the words that say its form, in lower case; "" when nothing but such words is left or too little to
// tell fields apart.
func stem(name string) string {
	if len(name) > 200 {
		return ""
	}
	words := meaning.Words(unversioned(name))
	for len(words) > 1 && forms[words[len(words)-1]] {
		words = words[:len(words)-1]
		if len(words) > 1 && words[len(words)-1] == "in" {
			words = words[:len(words)-1]
		}
	}
	if text := strings.Join(words, " "); len(text) > 1 {
		return text
	}
	return ""
}

// unversioned is a name without a version at its end: price for price_v2, priceV2 and price_new.
func unversioned(name string) string {
	if rest, ok := strings.CutSuffix(name, "_new"); ok && rest != "" {
		return rest
	}
	rest := strings.TrimRightFunc(name, unicode.IsDigit)
	if rest == name || rest == "" {
		return name
	}
	for _, mark := range []string{"_v", "_V", "V"} {
		bare, ok := strings.CutSuffix(rest, mark)
		if !ok || bare == "" || strings.HasSuffix(strings.ToLower(bare), "ip") { // IPv4 and IPv6 are no versions of a field
			continue
		}
		if c := bare[len(bare)-1]; mark != "V" || c >= 'a' && c <= 'z' {
			return bare
		}
	}
	return name
}

// Words before the name of another field by which a doc says that it takes that field's place, and words before the name of
// the field that takes its own.
var (
	takesOver = []string{"replaces", "supersedes", "replacement for", "replacement of", "instead of", "in place of", "renamed from", "formerly", "was called", "previously called", "formerly called", "successor of", "successor to"}
	yields    = []string{"replaced by", "replaced with", "superseded by", "in favor of", "in favour of", "renamed to", "moved to", "use"}
)

// byDoc finds the fields of which a doc says so.
func (e *exchange) byDoc(keep func(replacement)) {
	gone, came := map[string]*compat.Site{}, map[string]*compat.Site{}
	for _, s := range e.gone {
		gone[s.Writer.Name] = s
	}
	for _, s := range e.came {
		came[s.Reader.Name] = s
	}
	for _, s := range e.came {
		if from := named(s.Reader.Says.Doc, takesOver, gone); from != nil {
			keep(replacement{from, s, "its doc says that it takes the place of " + brief(from.Writer.Name)})
		}
	}
	for _, s := range e.gone {
		if to := named(s.Writer.Says.Doc, yields, came); to != nil {
			keep(replacement{s, to, "the doc of " + brief(s.Writer.Name) + " says so"})
		}
	}
}

// named is the field whose name stands in a doc behind one of the phrases.
func named(doc string, phrases []string, fields map[string]*compat.Site) *compat.Site {
	const most = 4 << 10
	doc = doc[:min(len(doc), most)]
	inName := func(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }
	for start := 0; start < len(doc); {
		length := strings.IndexFunc(doc[start:], func(c rune) bool { return !inName(c) })
		if length < 0 {
			length = len(doc) - start
		}
		if s := fields[doc[start:start+length]]; s != nil && length > 0 && announced(doc[:start], phrases) {
			return s
		}
		next := strings.IndexFunc(doc[start+length:], inName)
		if next < 0 {
			return nil
		}
		start += length + next
	}
	return nil
}

// announced reports whether the text before a name ends in one of the phrases, and does not deny it.
func announced(before string, phrases []string) bool {
	before = strings.ToLower(before[max(0, len(before)-60):])
	words := strings.FieldsFunc(before, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("`'\"“”‘’:<>", c) })
	for len(words) > 0 && slices.Contains([]string{"the", "field", "old", "deprecated", "former", "new", "column"}, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	text := " " + strings.Join(words, " ")
	for _, phrase := range phrases {
		if rest, ok := strings.CutSuffix(text, " "+phrase); ok {
			return !strings.HasSuffix(rest, " not") && !strings.HasSuffix(rest, " never")
		}
	}
	return false
}
