package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// per reads a_per_b. The denominator must be a unit of its own; what is no unit above it is a count, or money.
func (g *nameGrammar) per(r *nameReading) bool {
	w := &g.w
	for i := g.end - 2; i >= 0; i-- {
		if !w.is(i, "per") {
			continue
		}
		g2 := *g
		g2.cutRolesTo(i + 2)
		var denominator unit.Unit
		ok := false
		for n := g2.end - i - 1; n > 0 && !ok; n-- {
			denominator, ok = unit.Lookup(strings.ToLower(joinWords(w, i+1, i+1+n)))
			if ok {
				g2.end = i + 1 + n
			}
		}
		if !ok || !rateUnit(denominator) || g.megabases(i) {
			return false
		}
		over := ""
		from := i
		if nu, ok := g.lookup(i-1, 1); ok && nu.noun && w.in(i-1, participles) { // bytes_sent_per_second
			over, from = nu.text, i-2
		} else if w.in(i-1, participles) && i > 1 { // messages_in_per_second
			from = i - 1
		} else if nu, ok := g.lookup(i, 1); ok && (nu.only == 0 || nu.only&(hLength|hVolume|hMass|hPower|hEnergy) != 0 || g.headOf(i-1, nu.only) != 0) && nu.text != "1" {
			over, from = nu.text, i-1
		} else if i > 0 && w.digits(i-1) {
			return false
		} else if i > 0 && w.in(i-1, eachWords) {
			return false
		}
		if u, ok := unit.Lookup(over + "/(" + denominator.Code + ")"); ok {
			return g.take(r, u, from, g2.end, false)
		}
		return false
	}
	return false
}

// megabases reports "Mb" and "kb" behind things that are counted along a genome: snvsPerMb, reads_per_kb. There they are bases, not bytes.
func (g *nameGrammar) megabases(per int) bool {
	w := &g.w
	if !w.is(per+1, "mb") && !w.is(per+1, "kb") && !w.is(per+1, "gb") {
		return false
	}
	for i := range per {
		if w.in(i, genomic) {
			return true
		}
	}
	return false
}

// genomic are the things that are counted per million bases.
var genomic = map[string]bool{"snv": true, "snvs": true, "snp": true, "snps": true, "indel": true, "indels": true, "variant": true, "variants": true, "mutation": true, "mutations": true, "mutational": true, "gene": true, "genes": true, "exon": true, "exons": true, "reads": true, "genome": true, "somatic": true, "germline": true, "dna": true, "rna": true}

// eachWords before "per" speak of a rate card or an average over a group, not of a unit.
var eachWords = map[string]bool{"unit": true, "units": true}

// rateUnit reports whether people divide by it: time, lengths, areas, volumes, mass, energy, information, not pixels or plain counts.
func rateUnit(u unit.Unit) bool {
	return u.Kind == unit.Quantity && u.Dim[unit.Pixel] == 0 && u.Dim[unit.Money] == 0 && u.Code != ""
}

// compound reads endings of several segments: glucose_mg_dl.
func (g *nameGrammar) compound(r *nameReading) bool {
	if g.end < 2 {
		return false
	}
	name := g.name[:g.w.end[g.end-1]]
	for i := range nameCompounds {
		c := &nameCompounds[i]
		if len(name) > len(c.suffix) && strings.EqualFold(name[len(name)-len(c.suffix):], c.suffix) {
			u, ok := unit.Lookup(c.text)
			if !ok {
				return false
			}
			r.unit, r.text, r.found = u, name[len(name)-len(c.suffix):], true
			return true
		}
	}
	return false
}

// quotient reads an ending of two units in segments of their own, the first over the second: price_eur_mwh, rain_mm_h. Two units of one
// dimension say something else, height_m_cm, but for the share of a mass; watts over hours are no rate.
func (g *nameGrammar) quotient(r *nameReading) bool {
	w := &g.w
	last := g.segmentStart(g.end)
	first := g.segmentStart(last)
	if first <= 0 {
		return false
	}
	over, isOver := numerators[string(w.buf[w.start[first]:w.end[last-1]])]
	under, isUnder := denominators[string(w.buf[w.start[last]:w.end[g.end-1]])]
	if !isOver || !isUnder {
		return false
	}
	num, ok := unit.Lookup(over)
	den, known := unit.Lookup(under)
	perTime := den.Dim == unit.Dim{unit.Time: 1}
	switch {
	case !ok || !known,
		num.Dim == den.Dim && under != "kg",
		over == "m" && (under != "s" || g.headOf(first, hSpeed) == 0),
		perTime && (num.Dim[unit.Time] == -3 || num.Dim[unit.Money] != 0 && under == "s"):
		return false
	}
	u, ok := unit.Lookup(over + "/(" + under + ")")
	return ok && g.take(r, u, first, g.end, false)
}

// segmentStart is the first word of the segment that ends before word end.
func (g *nameGrammar) segmentStart(end int) int {
	i := end - 1
	for i > 0 && !g.w.sep[i] {
		i--
	}
	return i
}
