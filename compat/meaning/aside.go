package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// An aside is a part of a doc that names a unit and does not say what this number is in: another field ("use amount_usd (in dollars)
// instead"), another time ("formerly in seconds"), what it is not ("never in seconds"), or another form of it ("divide by 100 to get
// dollars", "shown in MB", "rounded to cents"). A soft one is heeded where the doc says nothing else.
type aside struct {
	from, to int
	soft     bool
}

// maxAsides and maxAside bound what is cut out of one doc.
const (
	maxAsides = 8
	maxAside  = 400
)

// asides finds the asides of a doc that has been cut into words.
func (g *docGrammar) asides() (all []aside) {
	for i := 0; i < g.n && len(all) < maxAsides; i++ {
		var buf [16]byte
		key := g.lower(i, &buf)
		if len(key) < 2 || key[0] > 'w' {
			continue
		}
		if a := g.asideAt(i, key); a.to > a.from {
			all = append(all, a)
		}
	}
	return all
}

// asideAt is the aside that begins with word i.
func (g *docGrammar) asideAt(i int, key string) aside {
	start := int(g.words[i].start)
	switch key {
	case "use", "prefer", "using":
		if g.fieldName(i+1) || g.is(i+1, "the") && g.fieldName(i+2) || strings.Contains(g.doc[start:g.sentenceEnd(start)], " instead") {
			return aside{from: start, to: g.sentenceEnd(start)}
		}
	case "replaced", "superseded", "substituted":
		if g.isAny(i+1, "by", "with") {
			return aside{from: start, to: g.sentenceEnd(start)}
		}
	case "replaces", "supersedes":
		return aside{from: start, to: g.sentenceEnd(start)}
	case "favor", "favour":
		if g.is(i-1, "in") {
			return aside{from: int(g.words[i-1].start), to: g.sentenceEnd(start)}
		}
	case "instead", "rather", "opposed", "unlike":
		if key == "unlike" || g.isAny(i+1, "of", "than", "to") {
			return aside{from: start, to: g.clauseEnd(start)}
		}
	case "formerly", "previously", "originally", "historically", "was", "were", "not", "never", "nor":
		return g.pastOrDenied(i, key)
	case "used":
		if g.is(i+1, "to") && g.is(i+2, "be") {
			return aside{from: start, to: g.sentenceEnd(start)}
		}
	case "before", "until", "till", "prior", "pre":
		return g.beforeVersion(i)
	case "in":
		if next := g.at(i + 1); version(next) && next[0]|0x20 == 'v' && i > 0 && !g.words[i-1].stop { // (m/s in v1)
			return aside{from: g.clauseStart(start), to: int(g.words[i+1].end), soft: true}
		}
	case "older", "legacy", "historical":
		return aside{from: start, to: g.sentenceEnd(start)}
	case "see":
		field := g.fieldName(i+1) || g.is(i+1, "also") && g.fieldName(i+2)
		return aside{from: start, to: g.sentenceEnd(start), soft: !field}
	case "ui", "console", "dashboard":
		if g.isAny(i+1, "shows", "displays", "prints", "renders") {
			return aside{from: start, to: g.sentenceEnd(start)}
		}
	case "shown", "shows", "displayed", "displays", "printed", "prints", "rendered", "converted", "divide", "dividing", "multiply", "multiplying":
		return aside{from: start, to: g.sentenceEnd(start), soft: true}
	case "rounded", "truncated", "accurate", "precision", "resolution":
		return aside{from: start, to: g.clauseEnd(start), soft: true}
	}
	return aside{}
}

// pastOrDenied reads "formerly in seconds", "was in seconds before v2", "not seconds". Only a unit close behind makes it an aside:
// "the time the call was made, in ms" is none.
func (g *docGrammar) pastOrDenied(i int, key string) aside {
	start := int(g.words[i].start)
	j := i + 1
	if (key == "was" || key == "were") && g.isAny(j, "documented", "wrongly", "mistakenly") {
		return aside{from: start, to: g.sentenceEnd(start)}
	}
	stated := false
	for j < g.n && !g.words[j-1].stop && g.isAny(j, "in", "as", "a", "the", "documented", "stored", "given", "expressed", "reported", "measured", "specified") {
		stated, j = true, j+1
	}
	if j >= g.n || g.words[j-1].stop || (key == "was" || key == "were") && !stated {
		return aside{}
	}
	if _, ok := g.pluralUnit(j); !ok {
		return aside{}
	}
	return aside{from: start, to: g.clauseEnd(start)}
}

// beforeVersion reads "Before v3 this was in seconds" and "in seconds until 2.1".
func (g *docGrammar) beforeVersion(i int) aside {
	j := i + 1
	for j < i+4 && g.isAny(j, "to", "version", "release", "schema", "the") {
		j++
	}
	if !version(g.at(j)) {
		return aside{}
	}
	start := int(g.words[i].start)
	if i == 0 || g.words[i-1].stop {
		return aside{from: start, to: g.sentenceEnd(start)}
	}
	return aside{from: g.clauseStart(start), to: int(g.words[j].end)}
}

// clauseStart is where the clause begins in which doc[i] stands.
func (g *docGrammar) clauseStart(i int) int {
	for least := max(0, i-maxAside); i > least && strings.IndexByte(",;([", g.doc[i-1]) < 0 && !(g.doc[i-1] == '.' && isSpace(g.doc[i])); {
		i--
	}
	return i
}

// version reports v2, v1.3, 2.1.
func version(s string) bool {
	rest := strings.TrimLeft(s, "vV")
	return rest != "" && rest[0] >= '0' && rest[0] <= '9' && (rest != s || strings.IndexByte(s, '.') > 0)
}

// fieldName reports a word that can only be the name of another field: amount_usd, amountUsd, `amount`.
func (g *docGrammar) fieldName(i int) bool {
	s := g.at(i)
	if s == "" {
		return false
	}
	if start := int(g.words[i].start); start > 0 && g.doc[start-1] == '`' {
		return true
	}
	for k := 1; k < len(s); k++ {
		if s[k] == '_' && k+1 < len(s) || kind(s[k]) == 'U' && kind(s[k-1]) == 'l' {
			_, known := unit.Lookup(s)
			return !known
		}
	}
	return false
}

// sentenceEnd is where the sentence, or the bracket, ends in which doc[i] stands.
func (g *docGrammar) sentenceEnd(i int) int { return g.end(i, false) }

// clauseEnd ends at a comma, too, and before "but".
func (g *docGrammar) clauseEnd(i int) int { return g.end(i, true) }

func (g *docGrammar) end(i int, clause bool) int {
	doc, depth := g.doc[:min(len(g.doc), i+maxAside)], 0
	for ; i < len(doc); i++ {
		switch c := doc[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return i
			}
		case ';':
			if depth == 0 {
				return i
			}
		case ',':
			if clause && depth == 0 {
				return i
			}
		case ' ':
			if clause && depth == 0 && strings.HasPrefix(doc[i:], " but ") {
				return i
			}
		case '.', '!', '?':
			if depth == 0 && (i+1 == len(doc) || isSpace(doc[i+1])) && !abbreviated(doc[:i]) {
				return i
			}
		}
	}
	return len(doc)
}

// abbreviated reports a text whose last word takes a point inside a sentence.
func abbreviated(s string) bool {
	for _, word := range [...]string{"e.g", "i.e", "approx", "incl", "excl", "resp", "cf", "vs", "max", "min", "ca", "no"} {
		if strings.HasSuffix(s, word) && (len(s) == len(word) || kind(s[len(s)-len(word)-1]) == 0) {
			return true
		}
	}
	return false
}

// without is the doc with asides blanked out, the soft ones only when asked; every other byte stays where it is.
func without(doc string, all []aside, soft bool) string {
	text := []byte(doc)
	for _, a := range all {
		if a.soft && !soft {
			continue
		}
		for i := a.from; i < a.to; i++ {
			text[i] = ' '
		}
		text[a.from] = '.' // no phrase goes on across it
	}
	return string(text)
}
