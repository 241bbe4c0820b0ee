package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// Facts remembers what was inferred about nodes: nodes that say the same (compat.Node.Key) under the same declaration share one
// answer, however many pairs of a history they stand in. It is not safe for concurrent use.
type Facts struct {
	reader *meaning.Reader
	known  map[factKey]*meaning.Facts
	recent [2]struct { // the two sides of the site that the rules are looking at
		node  *compat.Node
		facts *meaning.Facts
	}
	turn     int
	Inferred int // how many inferences were made: the measure of work
}

type factKey struct {
	key      uint64
	declared *meaning.Declaration
	around   uint64 // what a declaration may make of the other fields; compat.Node.Key does not know of it
}

// NewFacts makes an empty memory over a reader; nil reads the property names that are in use everywhere.
func NewFacts(reader *meaning.Reader) *Facts {
	if reader == nil {
		reader = &meaning.Reader{}
	}
	return &Facts{reader: reader, known: map[factKey]*meaning.Facts{}}
}

// Of is what is known about a node; it serves as compat.Pass.Facts. It is never nil.
func (f *Facts) Of(n *compat.Node) *meaning.Facts {
	if n == nil || mute(&n.Says) {
		return &nothing
	}
	for i := range f.recent {
		if f.recent[i].node == n {
			return f.recent[i].facts
		}
	}
	key := factKey{key: n.Key, declared: n.Says.Declared}
	if n.Says.Declared != nil {
		key.around = n.Says.Around()
	}
	facts := f.known[key]
	if facts == nil || n.Key == 0 {
		facts = f.reader.Infer(&n.Says)
		f.known[key] = facts
		f.Inferred++
	}
	f.turn ^= 1
	f.recent[f.turn].node, f.recent[f.turn].facts = n, facts
	return facts
}

// nothing is what is known about a side that says nothing.
var nothing meaning.Facts

// mute reports whether a side says nothing at all, as the items of an array do: their field speaks for them.
func mute(s *meaning.Statement) bool {
	return s.Field == "" && s.Carrier == meaning.NoCarrier && s.Doc == "" && s.Declared == nil && len(s.Properties) == 0
}

// known is what is known about one side, never nil.
func known(p *compat.Pass, n *compat.Node) *meaning.Facts {
	if n == nil || p.Facts == nil {
		return &nothing
	}
	if facts := p.Facts(n); facts != nil {
		return facts
	}
	return &nothing
}
