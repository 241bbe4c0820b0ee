package avro

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// A likeness says how surely two fields are one under two names.
type likeness uint8

const (
	unlike  likeness = iota
	likely           // the names share what matters
	strong           // and type, place or doc agree
	certain          // the schema says so, or the names differ in letter case only
)

// A renaming is a field of the writer that the reader does not ask for, and a field that the reader makes up, which look
// like one field under two names.
type renaming struct {
	written, filled *compat.Site
	likeness        likeness
	recased         bool
	joinable        bool   // an alias would join them
	why             string // what they have in common, as a clause
}

// mostPairs bounds the comparison of names, so that a pair of huge records costs no square of their fields; beyond it only
// what needs no comparison is found.
const mostPairs = 1 << 12

// renamings finds the renamed fields between two records, whose site is s. Each field is in one renaming at most.
func renamings(p *compat.Pass, s *compat.Site) []renaming {
	w, r, ok := single(s)
	if !ok || w.Kind != Record || r.Kind != Record {
		return nil
	}
	var written, filled []*compat.Site
	for _, kid := range s.Kids {
		switch {
		case fieldOf(kid.Writer) != nil && kid.Reader == nil:
			written = append(written, kid)
		case fieldOf(kid.Reader) != nil && kid.Writer == nil:
			filled = append(filled, kid)
		}
	}
	if len(written) == 0 || len(filled) == 0 {
		return nil
	}
	c := comparison{w: w, r: r, alone: len(written) == 1 && len(filled) == 1, docs: docCounts(w, r),
		resolver: joints(p), split: map[string][]string{}}
	if len(written)*len(filled) > mostPairs {
		return best(c.bySpelling(written, filled))
	}
	return best(c.eachWithEach(written, filled))
}

// best keeps the surest renaming of each field, and the first of equals.
func best(found []renaming) []renaming {
	sort.SliceStable(found, func(i, j int) bool { return found[i].likeness > found[j].likeness })
	taken := map[*compat.Site]bool{}
	kept := found[:0]
	for _, like := range found {
		if !taken[like.written] && !taken[like.filled] {
			taken[like.written], taken[like.filled] = true, true
			kept = append(kept, like)
		}
	}
	return kept
}

// comparison is what two fields are compared in.
type comparison struct {
	w, r  *Type
	alone bool           // one field went, one came
	docs  map[string]int // how often a doc stands in the two records

	resolver *Resolver
	split    map[string][]string // names in words
}

func docCounts(w, r *Type) map[string]int {
	counts := map[string]int{}
	for _, f := range w.Fields {
		counts[f.Doc]++
	}
	for _, f := range r.Fields {
		counts[f.Doc]++
	}
	return counts
}

func (c *comparison) eachWithEach(written, filled []*compat.Site) []renaming {
	var found []renaming
	for _, from := range written {
		for _, to := range filled {
			if like := c.compare(from, to); like.likeness > unlike {
				found = append(found, like)
			}
		}
	}
	return found
}

// bySpelling finds the fields whose names differ in case and separators only.
func (c *comparison) bySpelling(written, filled []*compat.Site) []renaming {
	folded := map[string]*compat.Site{}
	for _, from := range written {
		folded[fold(from.Writer.Name)] = from
	}
	var found []renaming
	for _, to := range filled {
		if from := folded[fold(to.Reader.Name)]; from != nil {
			found = append(found, c.compare(from, to))
		}
	}
	return found
}

func (c *comparison) compare(from, to *compat.Site) renaming {
	w, r := fieldOf(from.Writer), fieldOf(to.Reader)
	like := renaming{written: from, filled: to}
	switch {
	case slices.Contains(w.Aliases, r.Name):
		like.likeness, like.why = certain, "the writer's own alias says so, but only a reader's aliases count"
	case fold(w.Name) == fold(r.Name):
		like.likeness, like.recased, like.why = certain, true, "the names differ in case or separators only"
	default:
		like.likeness, like.why = c.similar(w, r)
	}
	if like.likeness > unlike {
		like.joinable = w.Type.id == r.Type.id || !c.resolver.join(w.Type, r.Type).unmatched
		if !like.joinable && like.likeness < certain {
			like.likeness = unlike // another type under another name is another field
		}
	}
	return like
}

// similar weighs names against type, place and doc.
func (c *comparison) similar(w, r *Field) (likeness, string) {
	sameType := bareID(w.Type) == bareID(r.Type)
	samePlace := ordinal(c.w, w) == ordinal(c.r, r)
	sameDoc := w.Doc != "" && w.Doc == r.Doc && c.docs[w.Doc] == 2 && len(words(w.Doc)) > 2
	names := alike(w.Name, r.Name, c.words(w.Name), c.words(r.Name))
	switch {
	case sameDoc && sameType:
		return strong, "type and doc are the same"
	case sameDoc:
		return likely, "the doc is the same"
	case names < 0.6 || !sameType && names < 0.9:
		return unlike, ""
	case len(r.Aliases) > 0 && names < 0.9:
		return unlike, "" // its author has said under which other names it was written
	case sameType && samePlace:
		return strong, "type and place are the same and the names are alike"
	case sameType && c.alone:
		return strong, "the type is the same, the names are alike, and no other field came or went"
	case sameType:
		return likely, "type and name are alike"
	}
	return likely, "the names are alike"
}

func (c *comparison) words(name string) []string {
	known, ok := c.split[name]
	if !ok {
		known = words(name)
		c.split[name] = known
	}
	return known
}

func bareID(t *Type) identity {
	if bare := t.Bare(); bare != nil {
		return bare.id
	}
	return t.id
}

func ordinal(record *Type, f *Field) int {
	for i := range record.Fields {
		if record.Fields[i] == f {
			return i
		}
	}
	return -1
}

// fold takes case and separators out of a name.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' {
			return -1
		}
		return unicode.ToLower(r)
	}, clip(name))
}

// words are the words of a name or a doc, of one without end those of its beginning.
func words(text string) []string { return meaning.Words(clip(text)) }

// common are the words that many fields of a record share, so that sharing one says little.
var common = map[string]bool{
	"id": true, "ids": true, "name": true, "names": true, "type": true, "types": true, "kind": true, "code": true,
	"codes": true, "value": true, "values": true, "key": true, "keys": true, "date": true, "time": true, "at": true,
	"on": true, "ts": true, "timestamp": true, "count": true, "counts": true, "num": true, "number": true, "size": true,
	"length": true, "is": true, "has": true, "flag": true, "flags": true, "status": true, "state": true, "url": true,
	"uri": true, "path": true, "info": true, "data": true, "field": true, "details": true, "list": true, "set": true,
	"map": true, "array": true, "version": true, "level": true, "index": true,
}

// weight is how much a word says about which field it is.
func weight(word string) float64 {
	if common[word] {
		return 0.35
	}
	return 1
}

// alike is how much of two names is the same, 0 to 1. It is high only where one name says all that the other says, or
// where they are one word apart by a slip or an abbreviation: user_name and user_email share a word and are two fields.
func alike(a, b string, left, right []string) float64 {
	if slip(fold(a), fold(b)) {
		return 0.9
	}
	if digits(left) != digits(right) {
		return 0 // a number tells fields apart
	}
	var shared, all, loneLeft, loneRight float64
	used := make([]bool, len(right))
	for _, word := range left {
		all += weight(word)
		match := -1
		for i, other := range right {
			if !used[i] && sameWord(word, other) {
				match = i
				break
			}
		}
		if match < 0 {
			loneLeft += weight(word)
			continue
		}
		used[match] = true
		shared += 2 * weight(word)
	}
	for i, word := range right {
		all += weight(word)
		if !used[i] {
			loneRight += weight(word)
		}
	}
	score := shared / all
	switch {
	case all == 0, loneLeft > 0 && loneRight > 0:
		return 0
	case shared >= 2 && score >= 0.5: // one name is the other with more to it
		return max(score, 0.6)
	}
	return score
}

func digits(words []string) string {
	all := ""
	for _, word := range words {
		if unicode.IsDigit([]rune(word)[0]) {
			all += word + "."
		}
	}
	return all
}

// sameWord reports whether two words are one: equal, singular and plural, one the beginning of the other (temp, temperature),
// or its first letter and consonants of it (qty, quantity).
func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	switch {
	case a == b, len(a) >= 4 && strings.HasPrefix(b, a), len(a) >= 3 && b == a+"s":
		return true
	case strings.HasSuffix(a, "y") && b == a[:len(a)-1]+"ies":
		return true
	}
	return len(a) >= 3 && len(b) > len(a)+1 && a[0] == b[0] && !strings.ContainsAny(a[1:], "aeiou") && inOrder(a, b)
}

// inOrder reports whether the letters of a stand in b in their order.
func inOrder(a, b string) bool {
	for i := range len(b) {
		if a != "" && a[0] == b[i] {
			a = a[1:]
		}
	}
	return a == ""
}

// slip reports whether two folded names differ by one slip of the pen: a letter too many, another letter, two letters
// swapped. Short names and first letters do not count, for lat and lot, latitude and altitude are two things.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 6 || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if i < 2 || i < len(b) && isDigit(b[i]) || i < len(a) && isDigit(a[i]) {
		return false
	}
	switch {
	case len(a) != len(b):
		return a[i:] == b[i+1:]
	case i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]:
		return true
	}
	return i < len(a) && a[i+1:] == b[i+1:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
