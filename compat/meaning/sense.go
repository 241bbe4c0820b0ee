package meaning

import (
	"math/big"
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// less compares two decimals exactly; false when one is none.
func less(a, b string) bool { return compareDecimals(a, b) < 0 }

// compareDecimals compares JSON numbers exactly. Exponents beyond a float's are compared as equal: no domain ends there.
func compareDecimals(a, b string) int {
	x, ok := exactNumber(a)
	y, ok2 := exactNumber(b)
	if !ok || !ok2 {
		return 0
	}
	return x.Cmp(y)
}

func exactNumber(s string) (*big.Rat, bool) {
	if len(s) > 60 || decimal(s) == "" {
		return nil, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 5 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// absences are the words by which docs say that there is no value.
var absences = map[string]bool{
	"unknown": true, "missing": true, "unset": true, "not": true, "no": true, "none": true, "unavailable": true, "undefined": true, "invalid": true, "absent": true, "never": true, "null": true, "empty": true,
	"unspecified": true, "unlimited": true, "disabled": true, "infinite": true, "without": true, "nothing": true, "inapplicable": true, "n/a": true, "unassigned": true, "indefinite": true, "forever": true,
}

// equatives are the words between a special value and what it means.
var equatives = map[string]bool{
	"if": true, "when": true, "means": true, "mean": true, "meaning": true, "indicates": true, "indicate": true, "denotes": true, "represents": true, "for": true, "is": true, "signifies": true, "implies": true, "unless": true, "otherwise": true, "where": true, "stands": true,
}

// states are the verbs that make a special value stand for a state: null represents ALIVE.
var states = map[string]bool{"represents": true, "denotes": true, "signifies": true, "stands": true}

// nullSense reads what null and special values mean from configuration and doc.
func (w *work) nullSense() {
	if d := w.s.Declared; d != nil {
		if d.Null != "" {
			w.f.Null = &NullSense{d.Null, evidence(FromConfig, d.Null, at(d, "null"), Exact)}
		}
		for _, v := range d.Sentinels {
			w.sentinel(v, "", evidence(FromConfig, v, at(d, "sentinels"), Exact))
		}
	}
	if mentionsSentinel(w.s.Doc) {
		w.docSentinels()
	}
}

// mentionsSentinel is a cheap test that lets most docs pass by: a special value is a number, NaN, null or the empty string.
func mentionsSentinel(doc string) bool {
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; {
		case c >= '0' && c <= '9':
			return true
		case c == 'u' && strings.HasPrefix(doc[i:], "ull"), c == 'U' && strings.HasPrefix(doc[i:], "ULL"), c == 'N' && strings.HasPrefix(doc[i:], "NaN"), c == 'm' && strings.HasPrefix(doc[i:], "mpty"):
			return true
		}
	}
	return false
}

// docSentinels reads "-1 if unknown", "NaN when not measured", "null means never run", "0 for no limit".
func (w *work) docSentinels() {
	g := docGrammar{doc: w.s.Doc, field: w.s.Field}
	if len(g.doc) > maxDoc {
		g.doc = g.doc[:maxDoc]
	}
	g.split()
	for i := range g.n {
		value, ok := w.specialValue(&g, i)
		if !ok {
			continue
		}
		means, text, ok := g.meaningOf(i, value)
		if !ok {
			continue
		}
		if value[0] != '-' && w.f.Codes != nil && w.f.Codes.has(value) {
			continue // a code of its own
		}
		means = oneLine(means)
		e := evidence(FromDocSlot, text, "field doc", Slot)
		if value == "null" {
			if w.f.Null == nil {
				w.f.Null = &NullSense{means, e}
			}
			continue
		}
		w.sentinel(value, means, e)
	}
}

// specialValue reads word i as a value that a doc may give a meaning to, as JSON text.
func (w *work) specialValue(g *docGrammar, i int) (string, bool) {
	s := g.at(i)
	number := w.s.Number() || w.s.Carrier == Date || w.s.Carrier == Timestamp
	switch {
	case strings.EqualFold(s, "null") && (s == "null" || s == "NULL" || s == "Null" || s == "null."):
		return "null", true
	case s == "NaN" && number:
		return "NaN", true
	case strings.EqualFold(s, "empty") && g.is(i+1, "string"):
		return `""`, w.s.Carrier == String
	case number && len(s) <= 20 && decimal(s) != "":
		return s, true
	}
	return "", false
}

// meaningOf reads what stands behind a special value up to the next punctuation, and whether it says that there is no value.
func (g *docGrammar) meaningOf(i int, value string) (means, text string, ok bool) {
	j := i + 1
	if value == `""` {
		j++
	}
	if j >= g.n {
		return "", "", false
	}
	var buf [16]byte
	equal := g.words[j-1].stop && equalSign(g.doc[g.words[j-1].end:])
	bracket := g.words[j].open
	if !equal && !bracket && (g.words[j-1].stop || !equatives[g.lower(j, &buf)]) {
		return "", "", false
	}
	keyword := g.lower(j, &buf)
	from := j
	if !equal && !bracket {
		from++
	}
	state := !equal && !bracket && states[keyword]
	if state && g.is(from, "for") { // stands for
		from++
	}
	to, absent := from, keyword == "unless"
	for to < g.n && to < from+10 {
		absent = absent || absences[g.lower(to, &buf)] || strings.HasSuffix(g.lower(to, &buf), "n't")
		to++
		gap := ""
		if to < g.n {
			gap = g.doc[g.words[to-1].end:g.words[to].start]
		}
		if g.words[to-1].stop && strings.TrimSpace(gap) != "/" || state && strings.IndexByte(gap, '\n') >= 0 {
			break // a state is named in a word or two, with which the line ends
		}
	}
	if to == from {
		if value != "null" || keyword != "otherwise" {
			return "", "", false
		}
		return "otherwise", g.doc[g.words[i].start:g.words[j].end], true
	}
	if !equal && !bracket && keyword != "if" && keyword != "when" && keyword != "unless" && !strings.HasPrefix(keyword, "mean") && !strings.HasPrefix(keyword, "indicat") {
		absent = absences[g.lower(from, &buf)] && !g.is(from, "not") // "0 for not at all complete" is a value
	}
	condition := keyword == "if" || keyword == "when" || keyword == "means" || keyword == "indicates" || keyword == "unless" || keyword == "for"
	special := value == "null" || value == "NaN" || value[0] == '-' && condition
	condition = condition || state
	if !absent && !(special && condition) {
		return "", "", false
	}
	return g.doc[g.words[from].start:g.words[to-1].end], g.doc[g.words[i].start:g.words[to-1].end], true
}

// equalSign reports "= x", ": x" and "=> x" at the start of s.
func equalSign(s string) bool {
	s = strings.TrimLeft(s, " ")
	return strings.HasPrefix(s, "=") || strings.HasPrefix(s, ": ") || strings.HasPrefix(s, "->")
}

// sentinel notes a special value once.
func (w *work) sentinel(value, means string, e Evidence) {
	for i := range w.f.Sentinels {
		if w.f.Sentinels[i].Value == value {
			return
		}
	}
	w.f.Sentinels = append(w.f.Sentinels, Sentinel{value, means, e})
}

// defaultSense says what the default stands for.
func (w *work) defaultSense() {
	s := w.s
	if !s.HasDefault {
		return
	}
	d := &w.f.Default
	d.Value = s.Default
	d.Sense, d.Evidence = w.senseOf(s.Default)
	switch d.Sense {
	case DefaultMarker:
		w.sentinel(w.plainValue(s.Default), "", d.Evidence)
	case DefaultText:
		w.fault(TextNullDefault, "the default is the text "+s.Default+", not null", d.Evidence, Evidence{})
		w.sentinel(s.Default, "null", d.Evidence)
	}
	if c := s.Declared; c != nil && c.Default != "" {
		d.Means, d.Evidence = c.Default, evidence(FromConfig, c.Default, at(c, "default"), Exact)
		switch c.Default {
		case "in-domain":
			d.Sense = DefaultDomain
		case "sentinel":
			d.Sense = DefaultMarker
			w.sentinel(w.plainValue(s.Default), "", d.Evidence)
		}
	}
}

// plainValue is the value as sentinels are written: NaN bare although JSON needs quotes.
func (w *work) plainValue(json string) string {
	if w.s.Carrier == Float || w.s.Carrier == Double {
		return jsonText(json)
	}
	return json
}

// senseOf judges a default by its value, its type, and what is known about the field.
func (w *work) senseOf(json string) (DefaultSense, Evidence) {
	s := w.s
	e := evidence(FromDefault, json, "default", Exact)
	if json == "" {
		return NoDefault, Evidence{}
	}
	switch json[0] {
	case 'n':
		return DefaultNull, e
	case 't', 'f':
		return DefaultFlag, e
	case '[', '{':
		if s.Carrier == Record {
			return DefaultRecord, e
		}
		if strings.Trim(json, "[]{} \t\r\n") == "" {
			return DefaultEmpty, e
		}
		return DefaultDomain, e
	case '"':
		return w.textSense(jsonText(json), e)
	}
	return w.numberSense(json, e)
}

// nullTexts spell null as text; markers say that the value is not known.
var (
	nullTexts = map[string]bool{"null": true, "none": true, "nan": true, "n/a": true, "na": true, "nil": true, "<null>": true, "\\n": true}
	markers   = map[string]bool{
		"unknown": true, "unspecified": true, "undefined": true, "not_set": true, "notset": true, "unset": true, "missing": true, "not_available": true, "unavailable": true, "invalid": true, "not_specified": true,
		"not_applicable": true, "notspecified": true, "tbd": true, "9999-12-31": true, "1970-01-01": true, "0001-01-01": true, "1900-01-01": true, "unrecognized": true, "not_defined": true, "undetermined": true, "uninitialized": true,
	}
)

func (w *work) textSense(text string, e Evidence) (DefaultSense, Evidence) {
	lower := strings.ToLower(strings.TrimSpace(text))
	switch w.s.Carrier {
	case Float, Double:
		if lower == "nan" || strings.HasSuffix(lower, "infinity") || strings.HasSuffix(lower, "inf") {
			return DefaultMarker, e
		}
	case Enum:
		if isMarker(lower) || lower == "none" || lower == "null" {
			return DefaultMarker, e
		}
		return DefaultDomain, e
	case Bytes, Fixed:
		if text == "" {
			return DefaultEmpty, e
		}
		return DefaultDomain, e
	}
	switch {
	case text == "":
		return DefaultEmpty, e
	case nullTexts[lower]:
		return DefaultText, e
	case isMarker(lower):
		return DefaultMarker, e
	}
	return DefaultDomain, e
}

// isMarker reports a marker, also with a prefix or suffix of an enum's own: STATUS_UNSPECIFIED.
func isMarker(lower string) bool {
	if markers[lower] || markers[strings.ReplaceAll(lower, " ", "_")] || markers[strings.ReplaceAll(lower, "-", "_")] {
		return true
	}
	for _, m := range [...]string{"unknown", "unspecified", "undefined", "not_set"} {
		if strings.HasSuffix(lower, "_"+m) || strings.HasPrefix(lower, m+"_") {
			return true
		}
	}
	return false
}

// extremes are the ends of the integer types, which no quantity reaches.
var extremes = map[string]bool{"-2147483648": true, "2147483647": true, "-9223372036854775808": true, "9223372036854775807": true, "-32768": true, "-999": true, "-9999": true, "-99999": true, "-999.0": true, "-9999.0": true, "-99": true}

func (w *work) numberSense(json string, e Evidence) (DefaultSense, Evidence) {
	zero := strings.Trim(json, "0.-eE+") == "" && strings.ContainsAny(json, "0")
	for i := range w.f.Sentinels {
		if v := w.f.Sentinels[i].Value; v == json || compareDecimals(v, json) == 0 && decimal(v) != "" && decimal(json) != "" {
			return DefaultMarker, w.f.Sentinels[i].Evidence
		}
	}
	if r := w.f.Range; r != nil && (r.Min != "" && less(json, r.Min) || r.Max != "" && less(r.Max, json)) {
		return DefaultBeyond, r.Evidence
	}
	switch {
	case zero && w.pointInTimeUnit():
		return DefaultEpoch, e
	case zero:
		return DefaultZero, e
	case extremes[json]:
		e.Confidence = Slot
		return DefaultMarker, e
	case json == "-1" || json == "-1.0":
		e.Confidence = Phrase
		return DefaultMarker, e
	}
	return DefaultDomain, e
}

// pointInTimeUnit reports whether zero would read as 1970-01-01.
func (w *work) pointInTimeUnit() bool {
	u := w.f.Unit
	return u != nil && (u.Kind == unit.Instant || u.Kind == unit.LocalInstant) || w.s.Carrier == Date || w.s.Carrier == Timestamp
}

// contradictions notes where doc, type and default say different things about "no value".
func (w *work) contradictions() {
	s := w.s
	if n := w.f.Null; n != nil && n.Source == FromDocSlot && !s.Nullable && s.Carrier != NoCarrier {
		w.fault(SentinelUndeclared, `the doc says "`+n.Text+`", but the type does not admit null`, n.Evidence, Evidence{})
	}
	if d := &w.f.Default; d.Sense == DefaultMarker && d.Source == FromDefault && s.Carrier != Enum && (s.Carrier == String || decimal(d.Value) != "") && !strings.Contains(s.Doc, jsonText(d.Value)) {
		w.fault(SentinelUndeclared, `the default `+clip(d.Value)+` stands for "no value", and neither the doc nor the configuration says so`, d.Evidence, Evidence{})
	}
	for i := range w.f.Sentinels {
		v := &w.f.Sentinels[i]
		if v.Source == FromDocSlot && s.HasDefault && s.Default == "null" {
			w.fault(SentinelUndeclared, `the doc says "`+v.Text+`", but the default is null: two ways to say that there is no value`, v.Evidence, w.f.Default.Evidence)
		}
		if v.Source == FromDocSlot && w.f.Range != nil && decimal(v.Value) != "" && w.f.Range.Source == FromProperty &&
			(w.f.Range.Min != "" && less(v.Value, w.f.Range.Min) || w.f.Range.Max != "" && less(w.f.Range.Max, v.Value)) {
			w.fault(SentinelUndeclared, `the doc says "`+v.Text+`", which the declared range does not admit`, v.Evidence, w.f.Range.Evidence)
		}
	}
}
