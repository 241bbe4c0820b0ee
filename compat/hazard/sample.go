package hazard

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// prove is the sample of a finding: the datum that the format's sampler makes for the site, under our words. prefer is the
// value wanted, as JSON text of the site's innermost element. said and taken explain the two values: "cents", "dollars, 100
// times too much". Without a sampler the words alone are the sample.
func prove(p *compat.Pass, s *compat.Site, prefer, said, taken string) *compat.Sample {
	sample := compat.Sample{Written: prefer, Read: prefer}
	if made := p.Sample(s, wrap(s.Writer, prefer)); made != nil {
		if prefer == "" || canonical(made.Written) == canonical(wrap(s.Writer, prefer)) || canonical(made.Written) == canonical(prefer) {
			sample.Datum, sample.Fails, sample.Read = made.Datum, made.Fails, made.Read
		}
		if prefer == "" || sample.Fails {
			sample.Written = made.Written
		} else if !scalar(made.Read) || taken != "" && strings.HasPrefix(made.Read, prefer) {
			sample.Read = prefer // its element says enough, and our words say the sense
		}
	}
	if said != "" {
		sample.Written += " (" + said + ")"
	}
	if taken != "" && !sample.Fails {
		sample.Read += " (" + taken + ")"
	}
	return &sample
}

// wrap puts a value into the container that carries it.
func wrap(n *compat.Node, value string) string {
	if n == nil || value == "" {
		return value
	}
	switch n.Says.Carrier {
	case meaning.Array:
		return "[" + value + "]"
	case meaning.Map:
		return `{"k":` + value + "}"
	}
	return value
}

// scalar reports whether a value is short enough to stand in a sentence.
func scalar(json string) bool {
	return json != "" && json[0] != '{' && json[0] != '[' && len(json) <= 60
}

// absent is the sample of a record that was written without the field: what the reader makes up.
func absent(p *compat.Pass, s *compat.Site, value, taken string) *compat.Sample {
	sample := compat.Sample{Written: "nothing", Read: clip(value)}
	if s.Writer == nil {
		if made := p.Sample(s, ""); made != nil {
			sample.Datum, sample.Fails = made.Datum, made.Fails
		}
	}
	if taken != "" {
		sample.Read += " (" + taken + ")"
	}
	return &sample
}

// clip keeps a value from filling a line, and control characters from reaching a terminal.
func clip(text string) string {
	const most = 60
	if strings.ContainsFunc(text, unprintable) {
		text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if unprintable(r) {
				return ' '
			}
			return r
		}, text)), " ")
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

func unprintable(r rune) bool { return r == utf8.RuneError || r != ' ' && !unicode.IsPrint(r) }

// a moment that every example uses: 2023-11-14 22:13:20 UTC.
const moment = 1700000000

// noon is the time of day that every example uses, in seconds: 12:34:56.
const noon = 45296

// example is a number that a writer plausibly stores in a unit, as JSON text.
func example(u *meaning.UnitFact, c meaning.Carrier) string {
	switch {
	case u == nil:
		return "250"
	case u.Dim[unit.Money] != 0:
		return "1999"
	case u.Kind == unit.Instant || u.Kind == unit.LocalInstant:
		if n, ok := count(moment, u.Factor); ok && (c != meaning.Int || n <= math.MaxInt32) {
			return strconv.FormatInt(n, 10)
		}
	case u.Kind == unit.TimeOfDay:
		if n, ok := count(noon, u.Factor); ok && (c != meaning.Int || n <= math.MaxInt32) {
			return strconv.FormatInt(n, 10)
		}
	case u.Dim[unit.Temperature] != 0:
		return "20"
	case u.Kind == unit.Fraction:
		return "50"
	}
	return "250"
}

// count is how many steps of a factor (in seconds) make up some seconds.
func count(seconds int64, step unit.Factor) (int64, bool) {
	if step.IsZero() || !step.Exact() {
		return 0, false
	}
	n := new(big.Rat).Quo(big.NewRat(seconds, 1), step.Rat())
	whole := new(big.Int).Quo(n.Num(), n.Denom())
	return whole.Int64(), whole.IsInt64()
}

// steps is the size of a logical time's step in seconds.
func (c clock) step() unit.Factor {
	switch c.steps {
	case "millis":
		return unit.Ten(-3)
	case "micros":
		return unit.Ten(-6)
	case "nanos":
		return unit.Ten(-9)
	}
	if c.sort == "date" {
		return unit.Ratio(86400, 1, 0)
	}
	return unit.Factor{}
}

// spell is the time that a count means, as people read it.
func (c clock) spell(n int64) string { return spellTime(n, c.step(), c.sort) }

func spellTime(n int64, step unit.Factor, sort string) string {
	if step.IsZero() {
		return strconv.FormatInt(n, 10)
	}
	nanos := new(big.Rat).Mul(big.NewRat(n, 1), new(big.Rat).Mul(step.Rat(), big.NewRat(1_000_000_000, 1)))
	whole := new(big.Int).Quo(nanos.Num(), nanos.Denom())
	seconds, rest := new(big.Int).DivMod(whole, big.NewInt(1_000_000_000), new(big.Int))
	const far = 1 << 47 // beyond the year four million nobody needs a calendar
	if !seconds.IsInt64() || seconds.Int64() > far || seconds.Int64() < -far {
		years := new(big.Int).Quo(seconds, big.NewInt(31_556_952))
		return "the year " + years.Add(years, big.NewInt(1970)).String()
	}
	at := time.Unix(seconds.Int64(), rest.Int64()).UTC()
	switch {
	case sort == "date":
		return at.Format("2006-01-02")
	case sort == "time":
		return at.Format("15:04:05.999999999")
	case sort == "local-timestamp":
		return at.Format("2006-01-02T15:04:05.999999999") + " local time"
	}
	return at.Format("2006-01-02T15:04:05.999999999Z07:00")
}

// moment is a count of this clock that shows the change.
func (c clock) moment(carrier meaning.Carrier) int64 {
	seconds := int64(moment)
	if c.sort == "time" {
		seconds = noon
	}
	n, ok := count(seconds, c.step())
	if !ok || carrier == meaning.Int && n > math.MaxInt32 {
		return moment
	}
	return n
}

// times says how a quantity is mistaken: "100 times too much", "1000 times too little".
func times(f unit.Factor, u unit.Unit) string {
	if f.IsZero() || f == unit.One {
		return ""
	}
	much, little := "too much", "too little"
	if u.Kind == unit.Instant || u.Dim[unit.Length] != 0 && u.Dim[unit.Time] == 0 || u.Dim[unit.Time] == 1 {
		much, little = "too large", "too small"
	}
	if f.Float64() < 1 {
		return f.Inverse().String() + " times " + little
	}
	return f.String() + " times " + much
}

// spelled is a unit fact in words with the text it was read from: `cents (doc "in cents")`.
func spelled(u *meaning.UnitFact) string {
	if u == nil {
		return "no stated unit"
	}
	return clip(u.Words())
}

// source says where a unit was read: doc "in cents".
func source(u *meaning.UnitFact) string {
	if u == nil {
		return ""
	}
	text := strings.TrimSpace(clip(u.Text))
	if u.Place == "" {
		return fmt.Sprintf("%s %q", u.Source, text)
	}
	return fmt.Sprintf("%s %q", u.Place, text)
}

// code is a unit in a transition: "unit=ms".
func code(u *meaning.UnitFact) string {
	if u == nil {
		return "unit=none"
	}
	text := clip(u.Unit.String())
	if text == "" {
		text = clip(u.Text)
	}
	switch u.Kind {
	case unit.Instant, unit.LocalInstant, unit.TimeOfDay:
		text += " " + u.Kind.String()
	}
	return "unit=" + text
}
