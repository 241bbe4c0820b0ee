package hazard

import (
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

var unitRangeMismatch = &compat.Rule{
	ID: "unit-range-mismatch", Level: compat.Warning, Since: "0.1",
	Title: "The declared range does not fit the unit",
	Why: "A range that grows or shrinks by a factor, with the same unit or none, says that the number is counted otherwise: 0 to 100 and 0 to 1 " +
		"are a percentage and a fraction.",
	Spec:   "Avro 1.12, Schema Declaration: doc and custom properties never change how data is read",
	Mirror: "unit-range-mismatch",
	Example: compat.Example{
		Format: "avro", Path: "Payment.share",
		Writer:  payment(`{"name":"share","type":"double","minimum":0,"maximum":100}`),
		Reader:  payment(`{"name":"share","type":"double","minimum":0,"maximum":1}`),
		Written: `{"id":"p1","share":50}`, Read: `{"id":"p1","share":50}`,
		Fixed: payment(`{"name":"share","type":"double","minimum":0,"maximum":100.0}`), FixedIs: "reader",
	},
	Recipe: []string{
		"state the unit of {{field}} on both sides (\"unit\": \"%\" or \"1\"); where it is the same nothing is reported but the range",
		"if the number did change, leave {{field}} as it was and add a new field",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := both(p, s)
		if ok && shareRestated(p, s, w, r) {
			return
		}
		if !ok || w.Range == nil || r.Range == nil || w.Range.Max == "" || r.Range.Max == "" {
			return
		}
		factor := rangeFactor(w.Range, r.Range)
		if factor == nil {
			marksRescaled(p, s, w, r)
			return
		}
		if w.Unit != nil && r.Unit != nil {
			if rel := unit.Compare(w.Unit.Unit, r.Unit.Unit); rel.Verdict != unit.Equal && rel.Verdict != unit.NotComparable {
				return // the unit's own finding says it
			}
		}
		f := p.Report(s, "the range of %s is %s to %s as written and %s to %s as read: the numbers are counted %s times otherwise, and no unit says so",
			s.Path, clip(w.Range.Min), clip(w.Range.Max), clip(r.Range.Min), clip(r.Range.Max), factor.RatString())
		f.From, f.To = "range="+w.Range.Min+".."+w.Range.Max, "range="+r.Range.Min+".."+r.Range.Max
		f.Sample = prove(p, s, "50", "of "+w.Range.Max, "of "+r.Range.Max)
	},
}

// marksRescaled reports a mark on a scale that ends elsewhere: the best of five is the middle of ten.
func marksRescaled(p *compat.Pass, s *compat.Site, w, r *meaning.Facts) {
	from, to := w.Range, r.Range
	if w.Unit != nil || r.Unit != nil || canonical(from.Min) != canonical(to.Min) || canonical(from.Max) == canonical(to.Max) || !marks(s) {
		return
	}
	f := p.Report(s, "%s is a mark of %s to %s as written and of %s to %s as read", s.Path, clip(from.Min), clip(from.Max), clip(to.Min), clip(to.Max))
	f.From, f.To = "range="+from.Min+".."+from.Max, "range="+to.Min+".."+to.Max
	f.Sample = prove(p, s, from.Max, "of "+clip(from.Max), "of "+clip(to.Max))
}

// marks reports a field that says it holds a mark on a scale, in its name or in both docs.
func marks(s *compat.Site) bool {
	says := func(text string) bool {
		return slices.ContainsFunc(meaning.Words(text), func(w string) bool {
			switch w {
			case "rating", "score", "scale", "stars", "grade", "satisfaction", "mark":
				return true
			}
			return false
		})
	}
	return says(s.Reader.Says.Field) || says(s.Writer.Says.Doc) && says(s.Reader.Says.Doc)
}

// shareRestated reports a share whose unit one side states and whose range alone the other: "in percent" and "(0..1)".
func shareRestated(p *compat.Pass, s *compat.Site, w, r *meaning.Facts) bool {
	from, to := shareOf(w), shareOf(r)
	if from.IsZero() || to.IsZero() || from == to || (w.Unit == nil) == (r.Unit == nil) {
		return false
	}
	f := p.Report(s, "%s is a share in %s as written and in %s as read", s.Path, spelledShare(w), spelledShare(r))
	pointMember(f, s, "doc")
	f.From, f.To = "share="+spelledShare(w), "share="+spelledShare(r)
	f.Sample = prove(p, s, "50", spelledShare(w), spelledShare(r)+", "+times(to.Mul(from.Inverse()), unit.Unit{}))
	return true
}

// rangeStands reports whether a unit that is no longer stated can still be read off the range, by which unit-range-mismatch compares.
func rangeStands(p *compat.Pass, s *compat.Site) bool {
	w, r, ok := both(p, s)
	return ok && r.Unit == nil && !shareOf(w).IsZero() && !shareOf(r).IsZero()
}

// shareOf is the size of a share's unit by its statement or, without one, by its range; zero where neither says.
func shareOf(f *meaning.Facts) unit.Factor {
	switch {
	case f.Unit != nil && f.Unit.Kind == unit.Fraction && f.Unit.Confidence >= meaning.Phrase:
		return f.Unit.Factor
	case f.Unit == nil && f.Range != nil && zeroBound(f.Range.Min):
		switch canonical(f.Range.Max) {
		case canonical("1"):
			return unit.One
		case canonical("100"):
			return unit.Ten(-2)
		}
	}
	return unit.Factor{}
}

func zeroBound(text string) bool {
	n, ok := bound(text)
	return ok && n.Sign() == 0
}

func spelledShare(f *meaning.Facts) string {
	if f.Unit != nil {
		return spelled(f.Unit)
	}
	return clip(f.Range.Min) + " to " + clip(f.Range.Max)
}

// rangeFactor is the power of ten, of ten or more, by which both bounds were scaled; nil when they were not.
func rangeFactor(a, b *meaning.Range) *big.Rat {
	from, ok1 := number(a.Max)
	to, ok2 := number(b.Max)
	if !ok1 || !ok2 || from.Sign() <= 0 || to.Sign() <= 0 {
		return nil
	}
	low, ok1 := bound(a.Min)
	high, ok2 := bound(b.Min)
	if !ok1 || !ok2 {
		return nil
	}
	f := new(big.Rat).Quo(from, to)
	if low.Cmp(new(big.Rat).Mul(high, f)) != 0 {
		return nil
	}
	if f.Cmp(big.NewRat(1, 1)) < 0 {
		f.Inv(f)
	}
	if f.IsInt() && powerOfTen(f.Num()) {
		return f
	}
	return nil
}

func bound(text string) (*big.Rat, bool) {
	if text == "" {
		return new(big.Rat), true
	}
	return number(text)
}

func powerOfTen(n *big.Int) bool {
	text := n.String()
	for i := range len(text) {
		if text[i] != '0' && (i > 0 || text[i] != '1') {
			return false
		}
	}
	return len(text) > 1
}
