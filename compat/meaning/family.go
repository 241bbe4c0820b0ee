package meaning

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// maxSiblings bounds the look at a record's other fields, so that a record of thousands stays linear.
const maxSiblings = 512

// maxNamed bounds the search for a field that is named, for the same reason; one that is not found in a wider record may be there.
const maxNamed = 4096

// A Sibling is a field as the other fields of its record see it.
type Sibling struct {
	Name    string
	Doc     string
	Carrier Carrier
}

// A Family is the fields of one record, in order. It is made once for a record and shared by the statements of its fields.
type Family struct {
	fields     []Sibling
	companions []int  // places in fields of those that tell a unit or a currency by their own name
	tells      uint64 // what the companions say
	content    uint64 // what all fields say
}

// NewFamily is the family of a record's fields. Equal contents, of one run, promise equal fields.
func NewFamily(fields []Sibling, content uint64) *Family {
	f := &Family{fields: fields, content: content}
	for i := range fields[:min(len(fields), maxSiblings)] {
		s := &fields[i]
		if s.Carrier != String && s.Carrier != Enum || !maybeCompanion(s.Name) {
			continue
		}
		if _, _, ok := companionOf(s.Name); ok {
			f.companions = append(f.companions, i)
			f.tells = maphash.Comparable(familySeed, companionKey{f.tells, s.Name, s.Carrier})
		}
	}
	return f
}

// familySeed makes what families say comparable within one run.
var familySeed = maphash.MakeSeed()

type companionKey struct {
	before  uint64
	name    string
	carrier Carrier
}

// Fields are all fields of the family, in order; none of a family that is not known.
func (f *Family) Fields() []Sibling {
	if f == nil {
		return nil
	}
	return f.fields
}

// Content identifies what all fields say, 0 for a family that is not known. Equal contents of one run are equal families.
func (f *Family) Content() uint64 {
	if f == nil {
		return 0
	}
	return f.content ^ f.tells ^ uint64(len(f.fields))
}

// Around identifies what inference can make of the other fields of the record: statements that say the same and have equal
// Arounds have equal facts. Most fields look at nothing but the companions; a field that names another one, and a statistic of
// another one, may look at any.
func (s *Statement) Around() uint64 {
	switch {
	case s.Family == nil:
		return 0
	case s.NamesOthers():
		return s.Family.Content()
	}
	return s.Family.tells
}

// NamesOthers reports whether a statement may name another field of its record: in a declaration, a property, its doc or its own name.
func (s *Statement) NamesOthers() bool {
	return len(s.Properties) > 0 || s.Declared != nil || strings.IndexByte(s.Doc, '`') >= 0 || isStatistic(s.Field)
}

// siblings is the part of the record that is looked at.
func (w *work) siblings() []Sibling {
	all := w.s.Family.Fields()
	return all[:min(len(all), maxSiblings)]
}

// companion notes the field that names the unit or the currency.
func (w *work) companion(field, role string, e Evidence) {
	if field == "" || w.f.Companion != nil {
		return
	}
	all := w.s.Family.Fields()
	c := &Companion{Field: field, Role: role, Missing: len(all) > 0 && len(all) <= maxNamed, Evidence: e}
	for i := range all[:min(len(all), maxNamed)] {
		if all[i].Name == field {
			c.Carrier, c.Missing = all[i].Carrier, false
			break
		}
	}
	if strings.Contains(strings.ToLower(field), "currency") {
		c.Role = "currency"
	}
	if c.Missing {
		w.fault(MissingCompanion, `the field "`+field+`", which names the `+c.Role+`, does not exist`, e, Evidence{})
	}
	w.f.Companion = c
}

// companionEndings are the last words of a field that names a unit or a currency.
var companionEndings = [...]struct{ ending, role string }{
	{"currencycode", "currency"}, {"currency_code", "currency"}, {"currency", "currency"}, {"unitofmeasure", "unit"}, {"unit_of_measure", "unit"}, {"units", "unit"}, {"unit", "unit"}, {"uom", "unit"}, {"timeunit", "unit"}, {"time_unit", "unit"},
}

// companionOf reports what a sibling's name is the companion of: its stem in lower case without separators, and its role.
func companionOf(name string) (stem, role string, ok bool) {
	for i := range companionEndings {
		c := &companionEndings[i]
		if cut := len(name) - len(c.ending); cut >= 0 && strings.EqualFold(name[cut:], c.ending) {
			if cut > 0 && name[cut-1] != '_' && name[cut-1] != '-' && name[cut-1] != '.' && !(kind(name[cut]) == 'U' && kind(name[cut-1]) != 'U') {
				continue
			}
			return strings.TrimRight(name[:cut], "_-."), c.role, true
		}
	}
	return "", "", false
}

// measureWords are names that a bare sibling "unit" belongs to.
var measureWords = map[string]bool{"value": true, "amount": true, "quantity": true, "qty": true, "measurement": true, "reading": true, "magnitude": true, "measure": true, "size": true, "number": true, "duration": true, "dose": true, "result": true, "min": true, "max": true}

// companionSibling finds retentionWindowUnit beside retentionWindow, currency beside amount.
func (w *work) companionSibling() {
	family := w.s.Family
	if w.f.Companion != nil || !w.s.Number() && !isDecimal(w.s.Logical.Name) || family == nil || len(family.companions) == 0 || len(family.fields) < 2 {
		return
	}
	u := w.f.Unit
	money := u != nil && u.Dim[unit.Money] != 0
	if u != nil && !money && u.Known() {
		return
	}
	best, role, found := 0, "", -1
	for _, i := range family.companions {
		stem, r, _ := companionOf(family.fields[i].Name)
		if r == "unit" && money || len(stem) < best || !w.belongs(stem, r) {
			continue
		}
		if found >= 0 && len(stem) == best {
			continue // the first of equals
		}
		best, role, found = len(stem), r, i
	}
	if found < 0 {
		return
	}
	sib := &family.fields[found]
	w.f.Companion = &Companion{Field: sib.Name, Role: role, Carrier: sib.Carrier, Evidence: evidence(FromSibling, sib.Name, "sibling field", Phrase)}
}

// maybeCompanion looks at the last letter only: most names end otherwise.
func maybeCompanion(name string) bool {
	if len(name) < 3 {
		return false
	}
	switch name[len(name)-1] | 0x20 {
	case 't', 's', 'm', 'y', 'e':
		return true
	}
	return false
}

// belongs reports whether a companion with the stem speaks of this field.
func (w *work) belongs(stem, role string) bool {
	name := w.s.Field
	if stem != "" {
		return len(name) >= len(stem) && strings.EqualFold(name[:len(stem)], stem) && (len(name) == len(stem) || kind(name[len(stem)]) != 'l')
	}
	var words nameWords
	if !words.cut(name) {
		return false
	}
	last := words.n - 1
	if role == "currency" {
		for i := range words.n {
			if heads[words.at(i)]&hMoney != 0 {
				return !words.in(last, stops)
			}
		}
		return false
	}
	return words.in(last, measureWords)
}

// hasSibling reports whether a field that prose names stands in this record. It may stand around it; only a declaration is held to it.
func (w *work) hasSibling(name string) bool {
	all := w.s.Family.Fields()
	return len(all) == 0 || slices.ContainsFunc(all, func(s Sibling) bool { return s.Name == name })
}

// docCompanion reads a companion that the doc names between backticks: "minor units of `currency`".
func (w *work) docCompanion() {
	if w.f.Companion != nil {
		return
	}
	doc := w.s.Doc
	if len(doc) > maxDoc {
		doc = doc[:maxDoc]
	}
	for i := strings.IndexByte(doc, '`'); i >= 0; {
		end := strings.IndexByte(doc[i+1:], '`')
		if end < 0 {
			return
		}
		name := doc[i+1 : i+1+end]
		if _, role, ok := companionOf(name); ok && name != w.s.Field && w.hasSibling(name) {
			w.companion(name, role, evidence(FromDocPhrase, "`"+name+"`", "field doc", Phrase))
			return
		}
		next := strings.IndexByte(doc[i+end+2:], '`')
		if next < 0 {
			return
		}
		i += end + 2 + next
	}
}

// statistics are the endings of a field that describes another one in the same unit.
var statistics = [...]string{"Err", "Error", "_err", "_error", "Mean", "_mean", "Min", "_min", "Max", "_max", "Minimum", "Maximum", "Avg", "_avg", "Std", "_std", "Sigma", "_sigma", "Median", "_median"}

// isStatistic reports whether a name may be that of a statistic of another field.
func isStatistic(name string) bool {
	if len(name) < 3 {
		return false
	}
	switch name[len(name)-1] { // the last letters of all endings
	case 'r', 'n', 'x', 'm', 'g', 'd', 'a':
		return slices.ContainsFunc(statistics[:], func(ending string) bool { return strings.HasSuffix(name, ending) })
	}
	return false
}

// relative notes an error or a mean that is stated in another dimension than its field.
func (w *work) relative() {
	s, u := w.s, w.f.Unit
	if u == nil || u.Confidence < Phrase || !u.Known() || len(s.Family.Fields()) < 2 || !isStatistic(s.Field) {
		return
	}
	for _, ending := range statistics {
		stem, ok := strings.CutSuffix(s.Field, ending)
		if !ok || stem == "" {
			continue
		}
		for _, sib := range w.siblings() {
			if sib.Name != stem || sib.Doc == "" || !sib.Carrier.Numeric() {
				continue
			}
			r := readDoc(sib.Doc, sib.Name)
			if r.hasSlot && r.slot.Known() && unit.Compare(r.slot, u.Unit).Verdict == unit.OtherDimension && !w.doc.variance {
				w.fault(OtherDimension, `the `+u.Place+` says `+u.Words()+`, but "`+sib.Name+`" is in `+r.slot.Words(), u.Evidence, evidence(FromDocSlot, r.slotText, "doc of "+sib.Name, Slot))
			}
		}
		return
	}
}

// identifier finds the space that an identifier is drawn from: customer of customer_id, uuid of the logical type.
func (w *work) identifier() {
	s := w.s
	switch s.Carrier {
	case Int, Long, String, Bytes, Fixed, UUID:
	default:
		return
	}
	if n := len(s.Field); n < 2 || s.Logical.Name != "uuid" && !endsLikeID(s.Field) {
		return
	}
	space := ""
	var words nameWords
	if words.cut(s.Field) {
		last := words.n - 1
		switch {
		case words.is(last, "id") || words.is(last, "uuid") || words.is(last, "guid") || words.is(last, "identifier") || words.is(last, "ids"):
			if last > 0 {
				space = joinWords(&words, 0, last)
			}
		case s.Logical.Name != "uuid":
			return
		}
	}
	e := evidence(FromName, s.Field, "name", StrongName)
	if noun, text := idNoun(s.Doc); noun != "" {
		space, e = noun, evidence(FromDocPhrase, text, "field doc", Phrase)
	}
	if s.Logical.Name == "uuid" {
		space = strings.TrimSpace(space + " uuid")
	}
	w.f.Identifier = &Text{space, e}
}

func endsLikeID(name string) bool {
	c := name[len(name)-1] | 0x20
	return c == 'd' || c == 's' && len(name) > 2 && name[len(name)-2]|0x20 == 'd' || c == 'r' && strings.HasSuffix(strings.ToLower(name), "identifier")
}

// idNoun reads "customer id", "identifier of the account" in a doc, in lower case.
func idNoun(doc string) (noun, text string) {
	if len(doc) > 400 {
		doc = doc[:400]
	}
	g := docGrammar{doc: doc}
	g.split()
	for i := range g.n {
		if !g.isAny(i, "id", "identifier", "uuid", "guid", "key") {
			continue
		}
		if g.isAny(i+1, "of", "for") {
			j := i + 2
			if g.isAny(j, "the", "a", "an", "this", "each") {
				j++
			}
			if j < g.n {
				return strings.ToLower(g.at(j)), doc[g.words[i].start:g.words[j].end]
			}
		}
		if i > 0 && !g.words[i-1].stop && !g.isAny(i-1, "the", "a", "an", "unique", "this", "its", "numeric", "internal", "external", "of", "and", "or", "surrogate", "primary", "new", "with", "is", "stable", "opaque", "foreign", "random") {
			return strings.ToLower(g.at(i - 1)), doc[g.words[i-1].start:g.words[i].end]
		}
	}
	return "", ""
}
