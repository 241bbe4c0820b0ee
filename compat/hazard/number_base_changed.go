package hazard

import (
	"math/big"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var numberBaseChanged = &compat.Rule{
	ID: "number-base-changed", Level: compat.Warning, Since: "0.1",
	Title:  "Positions are counted from another number",
	Why:    "What was the first is now the second, or what was before the first. Every position is off by one, which no test with round numbers shows.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "number-base-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.line",
		Writer:  payment(`{"name":"line","type":"int","doc":"0-based number of the line"}`),
		Reader:  payment(`{"name":"line","type":"int","doc":"1-based number of the line"}`),
		Written: `{"id":"p1","line":0}`, Read: `{"id":"p1","line":0}`,
		Fixed: payment(`{"name":"line","type":"int","doc":"Zero-based number of the line."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as it was and add a new field for the other count, with null as default",
		"if only the doc was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || !carrier(s.Writer).Numeric() || s.Writer.Says.Doc == s.Reader.Says.Doc {
			return
		}
		from, to := base(s.Writer.Says.Doc), base(s.Reader.Says.Doc)
		if from == "" || to == "" {
			from, to = weekdayBase(s.Writer.Says.Doc), weekdayBase(s.Reader.Says.Doc)
		}
		if from == "" || to == "" {
			from, to = shiftedRange(p, s)
		}
		if from == to || from == "" || to == "" {
			return
		}
		f := p.Report(s, "%s is counted from %s as written and from %s as read", s.Path, from, to)
		pointMember(f, s, "doc")
		f.From, f.To = "base="+from, "base="+to
		f.Sample = prove(p, s, "1", "counted from "+from, "counted from "+to)
	},
}

// base is the number that positions are counted from by a doc, "" when it does not say or says both.
func base(doc string) string {
	const based = "based"
	if !strings.Contains(doc, based) && !countsFrom(doc) {
		return ""
	}
	said := ""
	say := func(number string) bool {
		number, known := firsts[strings.Trim(number, "()[]\"'`,.;:")]
		if !known || said != "" && said != number {
			return !known
		}
		said = number
		return true
	}
	all := strings.Fields(strings.ToLower(doc))
	for i, w := range all {
		number := ""
		switch before, found := strings.CutSuffix(strings.TrimRight(w, ")],.;:"), based); {
		case found && before == "" && i > 0:
			number = all[i-1]
		case found:
			number = strings.TrimSuffix(before, "-")
		case i+2 < len(all) && starting[w] && (all[i+1] == "at" || all[i+1] == "from" || all[i+1] == "with"):
			number = all[i+2]
		}
		if !say(number) {
			return "" // both
		}
	}
	return said
}

// shiftedRange reads "1-12" and "0-11" of months, and the like: as many numbers, from one or from zero.
func shiftedRange(p *compat.Pass, s *compat.Site) (from, to string) {
	w, r, ok := both(p, s)
	if !ok || w.Range == nil || r.Range == nil {
		return "", ""
	}
	from, to = firsts[w.Range.Min], firsts[r.Range.Min]
	last, ok1 := number(w.Range.Max)
	other, ok2 := number(r.Range.Max)
	if from == "" || to == "" || from == to || !ok1 || !ok2 {
		return "", ""
	}
	if by := new(big.Rat).Sub(last, other); by.Cmp(big.NewRat(1, 1)) != 0 && by.Cmp(big.NewRat(-1, 1)) != 0 || (by.Sign() > 0) != (from == "1") {
		return "", ""
	}
	return from, to
}

// weekdays in their order, as days of the week are numbered.
var weekdays = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// weekdayBase says which day is number zero by a doc that names a day and its number, "0 = Sunday" and "1 (Monday) to 7 (Sunday)" alike.
// It is "" for a doc that does not, or not of one numbering.
func weekdayBase(doc string) string {
	if !strings.Contains(doc, "day") {
		return ""
	}
	words := meaning.Words(doc)
	day := func(i int) int { return slices.Index(weekdays[:], words[i]) }
	said, numbersFirst := -1, false
	for i := 0; i+1 < len(words); i++ {
		n, d := i, i+1
		if day(d) < 0 || !numeric(words[n]) {
			n, d = i+1, i
		}
		if len(words[n]) != 1 || !numeric(words[n]) || day(d) < 0 {
			continue
		}
		if said < 0 {
			numbersFirst = n < d
		}
		if numbersFirst != (n < d) {
			continue // "Sunday 0, Monday 1": the number is the one behind
		}
		zero := (day(d) - int(words[n][0]-'0') + 14) % 7
		if said >= 0 && said != zero {
			return ""
		}
		said = zero
	}
	if said < 0 {
		return ""
	}
	return "0 for " + strings.ToUpper(weekdays[said][:1]) + weekdays[said][1:]
}

// countsFrom is a cheap test for "at 0", "from one".
func countsFrom(doc string) bool {
	for _, before := range [...]string{" at ", " from ", " with "} {
		for _, rest, found := strings.Cut(doc, before); found; _, rest, found = strings.Cut(rest, before) {
			if rest != "" && strings.IndexByte("01zoZO", rest[0]) >= 0 {
				return true
			}
		}
	}
	return false
}

// firsts are the numbers that counting begins with.
var firsts = map[string]string{"0": "0", "zero": "0", "1": "1", "one": "1"}

// starting are the words of a count before "at 0", "from one".
var starting = map[string]bool{"starting": true, "starts": true, "start": true, "beginning": true, "begins": true, "counting": true, "counted": true, "counts": true, "numbered": true}
