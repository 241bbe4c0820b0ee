package hazard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// both are the facts of the two sides of a site through which values pass. ok is false where a side is missing or the format
// refuses every value.
func both(p *compat.Pass, s *compat.Site) (w, r *meaning.Facts, ok bool) {
	if !passes(s) {
		return nil, nil, false
	}
	if len(s.Kids) == 0 && s.Writer.Says.Doc != s.Reader.Says.Doc && s.Writer.Says.Carrier == meaning.NoCarrier {
		// The branches of a union are the same on both sides, and only what stands around them changed.
		if w, r := numberIn(s.Writer), numberIn(s.Reader); w != nil && r != nil {
			return known(p, w), known(p, r), true
		}
	}
	return known(p, s.Writer), known(p, s.Reader), true
}

// numberIn is a side whose type is a union as its only numeric branch would be: the doc of the field speaks of that number. It is nil
// without such a branch, or with several.
func numberIn(n *compat.Node) *compat.Node {
	found := meaning.NoCarrier
	for _, branch := range n.Says.Branches {
		c := meaning.NoCarrier
		switch branch {
		case "int":
			c = meaning.Int
		case "long":
			c = meaning.Long
		case "float":
			c = meaning.Float
		case "double":
			c = meaning.Double
		}
		if c != meaning.NoCarrier && found != meaning.NoCarrier {
			return nil
		}
		found = max(found, c)
	}
	if found == meaning.NoCarrier {
		return nil
	}
	view := *n
	view.Says.Carrier = found
	view.Key ^= 0x9e3779b97f4a7c15 // not the facts of the union
	return &view
}

// passes reports whether values other than null get from the writer to the reader at a site.
func passes(s *compat.Site) bool {
	if s.Writer == nil || s.Reader == nil || s.Does == compat.Refuse {
		return false
	}
	return s.Does != compat.Depends || !strings.HasSuffix(s.When, " is not null")
}

// A class says which rule speaks for a site whose unit changed.
type class uint8

const (
	steady class = iota
	scaleChanged
	dimensionChanged
	offsetChanged
	kindChanged
	currencyChanged
	textChanged
	removed
	added
	renamed       // an alias or a field id joins two names that state different units
	widened       // the type grew along with the change
	resolution    // a time's logical type counts in other steps
	zone          // an instant and a local time
	reinterpreted // plain number and logical time, or two kinds of time
	rescaled      // decimals
	retyped       // bytes, text, decimal, uuid, duration
	mislabelled   // logical types that no reader heeds
)

// A change is what happened to the unit of a site.
type change struct {
	class class
	level compat.Level
	w, r  *meaning.UnitFact // nil where nothing is known
	rel   unit.Relation
}

// unitChange classifies what happened to the unit at a site. Exactly one class is given, so that one cause is one finding. Most
// rules about units ask for it, so the pass remembers it while it is at the site.
func unitChange(p *compat.Pass, s *compat.Site) change {
	if c, ok := p.Recall(s).(*change); ok {
		return *c
	}
	c := classify(p, s)
	p.Remember(s, &c)
	return c
}

func classify(p *compat.Pass, s *compat.Site) change {
	w, r, ok := both(p, s)
	if !ok || r.DocFix {
		return change{}
	}
	if c := logicalChange(s, w, r); c.class != steady {
		return c
	}
	c := change{w: w.Unit, r: r.Unit}
	if w.Fields != nil && r.Fields != nil {
		c.w, c.r = w.Fields, r.Fields
	}
	if c.w == nil || c.r == nil {
		if from, to := renamedUnits(s); from != nil {
			c.w, c.r = from, to
		} else if from, to := unscaled(s, c.w, c.r); from != nil {
			c.w, c.r = from, to
		} else if from, to := countedInMany(s, c.w, c.r); from != nil {
			c.w, c.r = from, to
		} else if from, to := otherRates(s, c.w, c.r); from != nil {
			c.w, c.r = from, to
		} else if from, to := countedThings(s, c.w, c.r); from != nil {
			c.w, c.r = from, to
		}
	}
	switch {
	case c.w == nil && c.r == nil:
		return mislabelChange(s)
	case c.w == nil:
		c.class, c.level = added, compat.Note
		return c
	case c.r == nil:
		c.class, c.level = removed, removalLevel(c.w)
		return c
	}
	c.rel = unit.Compare(c.w.Unit, c.r.Unit)
	c.class = classOf(c.rel, c.w, c.r, s)
	if c.class == steady {
		return mislabelChange(s)
	}
	c.level = unitLevel(c.class, c.w, c.r, retypedNumber(s))
	switch {
	case c.level == compat.Off:
		return change{}
	case c.class == textChanged:
	case byName(c.w) && byName(c.r) && s.Writer.Name != s.Reader.Name && s.Writer.Name != "":
		c.class = renamed
	case retypedNumber(s):
		c.class = widened
	}
	return c
}

// renamedUnits reads the units of two joined names that differ in their last word alone, as t_s and t_ms do. Neither word would be
// a unit by itself; that they stand for each other makes them one.
func renamedUnits(s *compat.Site) (w, r *meaning.UnitFact) {
	a, b := s.Writer.Name, s.Reader.Name
	if a == b || a == "" || b == "" || !carrier(s.Writer).Numeric() || !carrier(s.Reader).Numeric() {
		return nil, nil
	}
	x, y := meaning.Words(a), meaning.Words(b)
	last := len(x) - 1
	if last < 1 || len(y) != len(x) || !slices.Equal(x[:last], y[:last]) || len(x[last])+len(y[last]) < 3 {
		return nil, nil
	}
	from, ok1 := unit.Lookup(x[last])
	to, ok2 := unit.Lookup(y[last])
	if !ok1 || !ok2 || from.Dim != to.Dim || from.Dim.IsZero() || from.Factor == to.Factor {
		return nil, nil
	}
	weak := func(u unit.Unit, word string) *meaning.UnitFact {
		return &meaning.UnitFact{Unit: u, Evidence: meaning.Evidence{Source: meaning.FromWeakName, Text: word, Place: "name", Confidence: meaning.WeakName}}
	}
	return weak(from, x[last]), weak(to, y[last])
}

// unscaled reads a scaled integer that an alias joins to a plain number: lat_e7 in a long and lat in a double. A name without the scale
// counts whole units, or else the type need not have changed.
func unscaled(s *compat.Site, w, r *meaning.UnitFact) (from, to *meaning.UnitFact) {
	scaled, plain, other := w, s.Reader, s.Writer
	if w == nil {
		scaled, plain, other = r, s.Writer, s.Reader
	}
	if scaled == nil || !byName(scaled) || plain.Name == other.Name || !retypedNumber(s) || !strings.HasPrefix(squeeze(other.Name), squeeze(plain.Name)) || plain.Name == "" {
		return nil, nil
	}
	whole, real := carrier(other), carrier(plain)
	if whole != meaning.Int && whole != meaning.Long || real != meaning.Float && real != meaning.Double && real != meaning.Decimal {
		return nil, nil
	}
	by := unscaledFactor(scaled.Unit)
	if by == unit.One {
		return nil, nil
	}
	full := scaled.Scaled(by)
	if named, ok := unit.Lookup(full.Code); ok {
		full = named
	}
	fact := &meaning.UnitFact{Unit: full, Evidence: meaning.Evidence{Source: meaning.FromWeakName, Text: plain.Name, Place: "name", Confidence: meaning.WeakName}}
	if w == nil {
		return fact, scaled
	}
	return scaled, fact
}

// unscaledFactor makes ten-millionths of a degree degrees, and cents and micros of money whole units; it is one for other units.
func unscaledFactor(u unit.Unit) unit.Factor {
	for n := 1; n <= 9; n++ {
		if strings.HasPrefix(u.Code, "10*-"+strconv.Itoa(n)+".") {
			return unit.Ten(n)
		}
	}
	return unit.One
}

// countedInMany reads "Impressions" and "Impressions in thousands": a doc that names things and says no more counts them one by one.
func countedInMany(s *compat.Site, w, r *meaning.UnitFact) (from, to *meaning.UnitFact) {
	many, plain := w, s.Reader
	if w == nil {
		many, plain = r, s.Writer
	}
	c := carrier(plain)
	if many == nil || many.Kind != unit.Count || !many.Dim.IsZero() || many.Tag != "" || many.Factor == unit.One || c != meaning.Int && c != meaning.Long {
		return nil, nil
	}
	a, b := content(s.Writer.Says.Doc), content(s.Reader.Says.Doc)
	if len(a) == 0 || len(b) == 0 || sharedWords(a, b) < min(len(set(a)), len(set(b))) {
		return nil, nil
	}
	one, _ := unit.Lookup("number")
	fact := &meaning.UnitFact{Unit: one, Evidence: meaning.Evidence{Source: meaning.FromDocPhrase, Text: plain.Says.Doc, Place: "field doc", Confidence: meaning.WeakName}}
	if w == nil {
		return fact, many
	}
	return many, fact
}

// otherRates reads two docs that differ in nothing but the time behind "per": "Damage per second" and "Damage per minute". What is counted
// need not be known.
func otherRates(s *compat.Site, w, r *meaning.UnitFact) (from, to *meaning.UnitFact) {
	if w != nil || r != nil || s.Writer.Says.Doc == s.Reader.Says.Doc || !carrier(s.Writer).Numeric() {
		return nil, nil
	}
	a, b := meaning.Words(s.Writer.Says.Doc), meaning.Words(s.Reader.Says.Doc)
	x, y := rate(a), rate(b)
	if x == "" || y == "" || x == y || strings.Replace(strings.Join(a, " "), x, y, 1) != strings.Join(b, " ") {
		return nil, nil
	}
	fact := func(text string) *meaning.UnitFact {
		u, _ := unit.Lookup("/" + strings.TrimPrefix(text, "per "))
		return &meaning.UnitFact{Unit: u, Evidence: meaning.Evidence{Source: meaning.FromDocPhrase, Text: text, Place: "field doc", Confidence: meaning.WeakName}}
	}
	if from, to = fact(x), fact(y); !from.Known() || !to.Known() {
		return nil, nil
	}
	return from, to
}

// countedThings reads "Length in samples" and "Length in milliseconds": things are no unit, but where a unit takes their place they were
// one.
func countedThings(s *compat.Site, w, r *meaning.UnitFact) (from, to *meaning.UnitFact) {
	known, stating, plain := w, s.Writer, s.Reader
	if w == nil {
		known, stating, plain = r, s.Reader, s.Writer
	}
	if known == nil || known.Source != meaning.FromDocPhrase || !strings.HasPrefix(strings.ToLower(known.Text), "in ") || !carrier(plain).Numeric() {
		return nil, nil
	}
	all := meaning.Words(plain.Says.Doc)
	i := slices.IndexFunc(all, func(w string) bool { return things[w] })
	if i < 1 || all[i-1] != "in" {
		return nil, nil
	}
	rest, words := set(content(strings.Replace(stating.Says.Doc, known.Text, "", 1))), set(all)
	for word := range rest {
		if !words[word] || word == stemmed(all[i]) {
			return nil, nil // the docs speak of other things, or of these beside the unit
		}
	}
	fact := &meaning.UnitFact{Unit: unit.OpaqueText(all[i]), Evidence: meaning.Evidence{Source: meaning.FromDocPhrase, Text: "in " + all[i], Place: "field doc", Confidence: meaning.Phrase}}
	if w == nil {
		return fact, known
	}
	return known, fact
}

// things are what lengths and sizes are counted in where there is no unit.
var things = map[string]bool{
	"samples": true, "frames": true, "ticks": true, "pages": true, "blocks": true, "words": true, "characters": true, "chars": true, "lines": true, "records": true, "rows": true, "items": true,
	"packets": true, "chunks": true, "slots": true, "steps": true, "beats": true, "cycles": true, "pieces": true, "boxes": true, "cartons": true, "pallets": true, "sectors": true,
}

func classOf(rel unit.Relation, w, r *meaning.UnitFact, s *compat.Site) class {
	switch rel.Verdict {
	case unit.OtherScale:
		return scaleChanged
	case unit.OtherOffset:
		return offsetChanged
	case unit.OtherCurrency:
		return currencyChanged
	case unit.OtherDimension:
		return dimensionChanged
	case unit.OtherText:
		return textChanged
	case unit.OtherKind:
		return kindClass(rel, w, r, s)
	}
	return steady
}

// kindClass tells a duration that became a point in time from a point in time whose epoch was mentioned on one side only, which is
// wording. Where the scale differs as well the wording does not matter.
func kindClass(rel unit.Relation, w, r *meaning.UnitFact, s *compat.Site) class {
	if w.KindStated && r.KindStated {
		return kindChanged
	}
	plain, doc := w, s.Writer.Says.Doc
	if r.Kind == unit.Quantity {
		plain, doc = r, s.Reader.Says.Doc
	}
	if plain.Kind != unit.Quantity || plain.Dim[unit.Time] != 1 || spansTime(doc, s.Reader.Name) {
		return kindChanged
	}
	if !rel.Times.IsZero() && rel.Times != unit.One {
		return scaleChanged
	}
	return steady
}

// spanWords say that a number of seconds is a length of time.
var spanWords = []string{"elapsed", "duration", "how long", "interval", "time taken", "time spent", "latency", "timeout", "lifetime", "since the last", "since last", "since boot", "since start", "since the start", "since power", "since the process", "uptime", "age of", "delay"}

func spansTime(doc, name string) bool {
	text := strings.ToLower(doc + " " + name)
	for _, word := range spanWords {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// byName reports whether a unit was read from the name alone.
func byName(u *meaning.UnitFact) bool {
	return u.Source == meaning.FromName || u.Source == meaning.FromWeakName
}

// stated reports whether a unit was stated: declared, in a property, by the type or in the doc.
func stated(u *meaning.UnitFact) bool {
	return u.Source >= meaning.FromConfig && u.Source <= meaning.FromDocPhrase && u.Confidence >= meaning.Phrase
}

// unitLevel is how loud a difference may be for its evidence (design: stated on both sides makes an error; names alone never do,
// unless the type changed too; weak names at most a warning).
func unitLevel(c class, w, r *meaning.UnitFact, typeChanged bool) compat.Level {
	least := min(w.Confidence, r.Confidence)
	switch {
	case w.Source == meaning.FromSibling || r.Source == meaning.FromSibling:
		return compat.Off
	case least < meaning.Phrase:
		if c == dimensionChanged || c == kindChanged {
			return compat.Note
		}
		return compat.Warning
	case c == textChanged:
		return compat.Warning
	case c == kindChanged && least < meaning.Typed:
		return compat.Warning
	case stated(w) && stated(r), typeChanged:
		return compat.Error
	}
	return compat.Warning
}

// removalLevel: a unit that nobody states any more must be remembered; where it was a guess from the name nothing is lost.
func removalLevel(w *meaning.UnitFact) compat.Level {
	switch {
	case w.Kind == unit.None || w.Kind == unit.Count:
		return compat.Off
	case w.Source == meaning.FromConfig || w.Source == meaning.FromProperty:
		return compat.Warning
	}
	return compat.Note
}

// retypedNumber reports whether the type that carries the number changed.
func retypedNumber(s *compat.Site) bool {
	a, b := carrier(s.Writer), carrier(s.Reader)
	return a != b && a.Numeric() && b.Numeric()
}

// carrier is the type that holds the value, or the innermost element of a container.
func carrier(n *compat.Node) meaning.Carrier {
	if c := n.Says.Carrier; c != meaning.Array && c != meaning.Map {
		return c
	}
	return n.Says.Element
}

// mislabelChange finds logical types that no reader heeds and that differ all the same: unknown ones, and those that stand beside
// the type. People read them.
func mislabelChange(s *compat.Site) change {
	a, b := label(&s.Writer.Says), label(&s.Reader.Says)
	if a == "" || b == "" || a == b {
		return change{}
	}
	return change{class: mislabelled, level: compat.Warning}
}

// label is the text of a logical type without effect, "" for none.
func label(s *meaning.Statement) string {
	if s.Misplaced != "" {
		return s.Misplaced
	}
	for i := range s.Properties {
		if s.Properties[i].Name == "logicalType" {
			return strings.Trim(s.Properties[i].JSON, `"`)
		}
	}
	return ""
}
