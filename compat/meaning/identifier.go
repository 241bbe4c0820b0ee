package meaning

import "strings"

// identifier finds the space that an identifier is drawn from: customer of customer_id, uuid of the logical type.
func (w *work) identifier() {
	s := w.s
	switch s.Carrier {
	case Int, Long, String, Bytes, Fixed, UUID:
	default:
		return
	}
	if n := len(s.Field); n < 2 || s.Logical.Name != "uuid" && !endsLikeID(s.Field) {
		return
	}
	space := ""
	var words nameWords
	if words.cut(s.Field) {
		last := words.n - 1
		switch {
		case words.is(last, "id") || words.is(last, "uuid") || words.is(last, "guid") || words.is(last, "identifier") || words.is(last, "ids"):
			if last > 0 {
				space = joinWords(&words, 0, last)
			}
		case s.Logical.Name != "uuid":
			return
		}
	}
	e := evidence(FromName, s.Field, "name", StrongName)
	if noun, text := idNoun(s.Doc); noun != "" {
		space, e = noun, evidence(FromDocPhrase, text, "field doc", Phrase)
	}
	if s.Logical.Name == "uuid" {
		space = strings.TrimSpace(space + " uuid")
	}
	w.f.Identifier = &Text{space, e}
}

func endsLikeID(name string) bool {
	c := name[len(name)-1] | 0x20
	return c == 'd' || c == 's' && len(name) > 2 && name[len(name)-2]|0x20 == 'd' || c == 'r' && strings.HasSuffix(strings.ToLower(name), "identifier")
}

// idNoun reads "customer id", "identifier of the account" in a doc, in lower case.
func idNoun(doc string) (noun, text string) {
	if len(doc) > 400 {
		doc = doc[:400]
	}
	g := docGrammar{doc: doc}
	g.split()
	for i := range g.n {
		if !g.isAny(i, "id", "identifier", "uuid", "guid", "key") {
			continue
		}
		if g.isAny(i+1, "of", "for") {
			j := i + 2
			if g.isAny(j, "the", "a", "an", "this", "each") {
				j++
			}
			if j < g.n {
				return strings.ToLower(g.at(j)), doc[g.words[i].start:g.words[j].end]
			}
		}
		if i > 0 && !g.words[i-1].stop && !g.isAny(i-1, "the", "a", "an", "unique", "this", "its", "numeric", "internal", "external", "of", "and", "or", "surrogate", "primary", "new", "with", "is", "stable", "opaque", "foreign", "random") {
			return strings.ToLower(g.at(i - 1)), doc[g.words[i-1].start:g.words[i].end]
		}
	}
	return "", ""
}
