package hazard

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// lacking names the retained writer versions in whose data the reader's field at path is not written, so that its default shows.
func lacking(p *compat.Pass, path compat.Path) []string {
	if p.Population == nil {
		return nil
	}
	versions, known := p.Population.Lacking(path)
	if !known {
		return nil
	}
	return versions
}

// lackingAround names the versions that lack a record around path; the record's default decides what the field reads as then.
func lackingAround(p *compat.Pass, path compat.Path) []string {
	for at := string(path); p.Population != nil; {
		i := strings.LastIndexByte(at, '.')
		if i < 0 {
			return nil
		}
		at = strings.TrimRight(at[:i], "[]{}")
		if old := lacking(p, compat.Path(at)); len(old) > 0 {
			return old
		}
	}
	return nil
}

// settled reports whether the population says what is retained: then a default that nothing lacks is known to show nowhere.
func settled(p *compat.Pass, path compat.Path) bool {
	if p.Population == nil {
		return false
	}
	_, known := p.Population.Lacking(path)
	return known
}

// versions names a few versions and counts the rest.
func versions(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " and others"
	}
	return strings.Join(names, ", ")
}

// A turn is what happened to the default of a field, and to what its absence and null mean.
type turn uint8

const (
	same turn = iota
	defaultGone
	defaultCame
	defaultOther      // one value became another
	sentinelToNull    // a value that stood for "no value" became null
	nullToSentinel    // the reverse
	nullAndValue      // null became an ordinary value, or the reverse
	branchMoved       // the same, by putting the union's branches in another order
	emptyAndNull      // null became "", [] or {}, or the reverse
	defaultFollows    // the default changed by the factor of the unit
	nullDefaultSilent // a null default came or went
)

// defaultTurn classifies what happened to a field's default. Exactly one class is given, so that one cause is one finding.
func defaultTurn(p *compat.Pass, s *compat.Site) turn {
	if !passes(s) {
		return same
	}
	a, b := s.Writer.Default, s.Reader.Default
	switch {
	case a == nil && b == nil, byID(s):
		return undefaulted(p, s)
	case a == nil:
		if t := undefaulted(p, s); t != same {
			return t
		}
		if b.JSON == "null" {
			return nullDefaultSilent
		}
		return defaultCame
	case b == nil:
		if t := undefaulted(p, s); t != same {
			return t
		}
		if a.JSON == "null" {
			return nullDefaultSilent
		}
		return defaultGone
	case a.JSON == b.JSON || canonical(a.JSON) == canonical(b.JSON), !fits(s.Writer) || !fits(s.Reader):
		return same // a default of another type was never filled in: the format's own rules tell of it
	}
	w, r := known(p, s.Writer), known(p, s.Reader)
	if a.JSON != "null" && b.JSON != "null" {
		if followsUnit(w, r, a.JSON, b.JSON) {
			return defaultFollows
		}
		return defaultOther
	}
	return nullTurn(s, w, r)
}

// fits reports a default of a side's own type, as far as its spelling tells. Null may be meant by an author who forgot the branch.
func fits(n *compat.Node) bool {
	text := n.Default.JSON
	if text == "null" {
		return true
	}
	first := text[:min(len(text), 1)]
	switch n.Says.Carrier {
	case meaning.Bool:
		return first == "t" || first == "f"
	case meaning.Int, meaning.Long:
		return strings.Contains("-0123456789", first)
	case meaning.String:
		return first == `"`
	case meaning.Array:
		return first == "["
	case meaning.Map:
		return first == "{"
	}
	return true
}

// byID reports whether the format joins fields by an id that keeps the default as well. There a missing value without a default is
// null, not an error, and the format's own rules judge what becomes of defaults.
func byID(s *compat.Site) bool { return s.How == "by field id" || s.How == "by initial-default" }

// nullTurn is a default that was null and is a value, or the reverse.
func nullTurn(s *compat.Site, w, r *meaning.Facts) turn {
	side, toNull := w, s.Reader.Default.JSON == "null"
	if !toNull {
		side = r
	}
	value := side.Default.Sense
	switch value {
	case meaning.DefaultEmpty:
		return emptyAndNull
	case meaning.DefaultMarker, meaning.DefaultText, meaning.DefaultEpoch, meaning.DefaultBeyond:
		if toNull {
			return sentinelToNull
		}
		return nullToSentinel
	case meaning.DefaultZero:
		if toNull && !coded(side) {
			return sentinelToNull
		}
	}
	if sameBranches(s.Writer.Says.Branches, s.Reader.Says.Branches) {
		return branchMoved
	}
	return nullAndValue
}

// coded reports a default that the doc lists among the codes, with what it stands for: a value, and no want of one.
func coded(f *meaning.Facts) bool {
	return f.Codes != nil && slices.ContainsFunc(f.Codes.Codes, func(c meaning.Code) bool { return c.Value == f.Default.Value })
}

// undefaulted looks for a sentinel that the writer's doc names and that null takes the place of, without any default.
func undefaulted(p *compat.Pass, s *compat.Site) turn {
	if s.Writer.Nullable == s.Reader.Nullable {
		return same
	}
	w, r := known(p, s.Writer), known(p, s.Reader)
	switch {
	case s.Reader.Nullable && s.Reader.Default == nil && (w.Default.Sense == meaning.DefaultMarker || w.Default.Sense == meaning.DefaultText):
		return sentinelToNull
	case s.Reader.Nullable && len(w.Sentinels) > 0 && len(r.Sentinels) == 0:
		return sentinelToNull
	case s.Writer.Nullable && len(r.Sentinels) > 0 && len(w.Sentinels) == 0:
		return nullToSentinel
	}
	return same
}

// sameBranches reports whether two unions have the same branches in another order.
func sameBranches(a, b []string) bool {
	if len(a) == 0 || len(a) != len(b) || slices.Equal(a, b) {
		return false
	}
	x, y := slices.Clone(a), slices.Clone(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// followsUnit reports whether a default changed by just the factor by which the unit did.
func followsUnit(w, r *meaning.Facts, from, to string) bool {
	if w.Unit == nil || r.Unit == nil {
		return false
	}
	a, okA := number(from)
	b, okB := number(to)
	if !okA || !okB || w.Unit.Factor.IsZero() || r.Unit.Factor.IsZero() || w.Unit.Dim != r.Unit.Dim || w.Unit.Factor == r.Unit.Factor {
		return false
	}
	return new(big.Rat).Mul(a, w.Unit.Factor.Rat()).Cmp(new(big.Rat).Mul(b, r.Unit.Factor.Rat())) == 0
}

// canonical is a JSON value in one spelling: 1.0 is 1, members are sorted, escapes are undone. A text that is no JSON stays.
func canonical(text string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return text
	}
	spelled, err := json.Marshal(plain(value))
	if err != nil {
		return text
	}
	return string(spelled)
}

// plain puts numbers into lowest terms; the encoder sorts members.
func plain(value any) any {
	switch v := value.(type) {
	case json.Number:
		if r, ok := number(v.String()); ok {
			return json.RawMessage(`"#` + r.RatString() + `"`)
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for key, member := range v {
			v[key] = plain(member)
		}
	}
	return value
}

// noted is a field's default in a message.
func noted(v *compat.Value) string {
	if v == nil {
		return "none"
	}
	return clip(v.JSON)
}

// moved is a transition of defaults.
func moved(f *compat.Finding, s *compat.Site) {
	f.From, f.To = "default="+noted(s.Writer.Default), "default="+noted(s.Reader.Default)
	pointDefaults(f, s)
}

// holds reports whether a whole number is inside the range of the integer type that carries it.
func holds(c meaning.Carrier, value string) bool {
	n, ok := number(value)
	switch {
	case !ok:
		return true
	case c == meaning.Int:
		return n.IsInt() && n.Num().IsInt64() && int64(int32(n.Num().Int64())) == n.Num().Int64()
	case c == meaning.Long:
		return n.IsInt() && n.Num().IsInt64()
	}
	return true
}

// filled is what is known about a field that was not written and whose default shows; nil where the configuration says what
// the default means, or where values get lost for other reasons.
func filled(p *compat.Pass, s *compat.Site) *meaning.Facts {
	if s.Writer != nil || s.Reader == nil || s.Does != compat.Fill || s.Reader.Default == nil || byID(s) {
		return nil
	}
	if !holds(s.Reader.Says.Carrier, s.Reader.Default.JSON) {
		return nil // no default of its type: another finding says so, and no record reads as it
	}
	facts := known(p, s.Reader)
	if facts.Default.Means != "" && facts.Default.Source == meaning.FromConfig {
		return nil
	}
	return facts
}
