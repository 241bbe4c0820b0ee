package meaning

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// maxNamed bounds the search for a field that is named, as maxSiblings does the look at all; one that is not found in a wider record may
// be there.
const maxNamed = 4096

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

// companionOf reports what a sibling's name is the companion of: its stem, and its role.
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
