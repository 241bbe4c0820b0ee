package meaning

import "github.com/schemavet/schemavet/compat/unit"

// Stem is a field's name without its unit, as lower-case words joined by a space, and the unit that the name ends in: price_usd is
// "price" in US dollars, weightInGrams "weight" in grams. Two fields of one stem are one quantity, whatever their case, separators
// and units. The unit is the zero Unit when the name ends in none.
func Stem(field string) (stem string, u unit.Unit) {
	var w nameWords
	if !w.cut(field) {
		return field, unit.Unit{}
	}
	r := readName(field)
	if !r.found {
		return joinWords(&w, 0, w.n), unit.Unit{}
	}
	from := len(field)
	for i := 0; i+len(r.text) <= len(field); i++ { // the evidence is a part of the name
		if field[i:i+len(r.text)] == r.text {
			from = i
		}
	}
	for i := range w.n {
		at := int(w.start[i])
		if at >= from && at < from+len(r.text) || w.is(i, "in") && i+1 < w.n && int(w.start[i+1]) == from {
			continue
		}
		if stem != "" {
			stem += " "
		}
		stem += w.at(i)
	}
	return stem, r.unit
}
