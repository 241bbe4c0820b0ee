package meaning

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

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
