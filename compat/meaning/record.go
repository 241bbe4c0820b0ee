package meaning

import "strings"

// recordProse reads "All amounts are in cents" from the doc of a record. Which of its fields are meant is not said, so the evidence is weak.
func (w *work) recordProse() {
	if !speaksForAll(w.s.TypeDoc) {
		return
	}
	if d := readDoc(w.s.TypeDoc, ""); d.text[inUnit] != "" && !d.clash[inUnit] {
		w.f.Fields = &UnitFact{Unit: d.found[inUnit], Evidence: evidence(FromDocPhrase, d.text[inUnit], "record doc", WeakName)}
	}
}

// speaksForAll is a cheap test for a doc that speaks of many fields: most speak of the record.
func speaksForAll(doc string) bool {
	if !strings.Contains(doc, " in ") && !strings.Contains(doc, " as ") {
		return false
	}
	for _, word := range [...]string{"ll ", "mounts ", "rices ", "imes ", "tamps ", "urations ", "istances ", "alues ", "eights ", "engths "} {
		if strings.Contains(doc, word) {
			return true
		}
	}
	return false
}
