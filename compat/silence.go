package compat

import (
	"slices"

	"github.com/schemavet/schemavet/compat/meaning"
)

// A Silence remembers at which two sides some rules had nothing to report, so that the many pairs of a history that repeat the two
// are spared the look. Its rules must look at the two sides of a site and at the facts about them alone, which is all that rules of
// no format can see, but for the population: they may ask it where the two have another default. It serves the passes of one
// direction and of one goroutine.
type Silence struct {
	rules []*Rule
	known map[sides]struct{}

	among, rest []*Rule // the rules of the last pass, and those of them that are none of the silence's
}

// NewSilence is an empty memory for some of the rules of its passes, which are those of among.
func NewSilence(rules, among []*Rule) *Silence {
	m := &Silence{rules: rules, known: map[sides]struct{}{}}
	m.others(checking(among))
	return m
}

// Fresh is an empty memory for the same rules.
func (m *Silence) Fresh() *Silence {
	fresh := *m
	fresh.known = map[sides]struct{}{}
	return &fresh
}

// sides are all that a site says of itself, its path left out.
type sides struct {
	writer, reader side
	how            Mechanism
	does           Effect
	when           string
	lossy          bool
}

type side struct {
	key      uint64
	declared *meaning.Declaration
	around   uint64 // the other fields of the record, where a rule may look for one
}

func sideOf(n *Node, around bool) side {
	s := side{key: n.Key, declared: n.Says.Declared}
	if around {
		s.around = n.Says.Family.Content()
	}
	return s
}

// sidesOf is what a site is known by; ok is false for a site that is more than two sides: with sites inside, with sites elsewhere,
// with one side only, with another default.
func sidesOf(s *Site) (known sides, ok bool) {
	if len(s.Kids) > 0 || s.Again != nil || s.Writer == nil || s.Reader == nil || s.Writer.Key == 0 || s.Reader.Key == 0 ||
		!sameDefault(s.Writer.Default, s.Reader.Default) {
		return sides{}, false
	}
	w, r := &s.Writer.Says, &s.Reader.Says
	around := w.NamesOthers() || r.NamesOthers() || w.Around() != r.Around() // what one side names is looked for on the other
	return sides{sideOf(s.Writer, around), sideOf(s.Reader, around), s.How, s.Does, s.When, s.Lossy}, true
}

func sameDefault(a, b *Value) bool {
	return a == b || a != nil && b != nil && a.JSON == b.JSON
}

// others are the rules that are none of the silence's.
func (m *Silence) others(rules []*Rule) []*Rule {
	if !slices.Equal(m.among, rules) {
		m.among = rules
		m.rest = slices.DeleteFunc(slices.Clone(rules), func(r *Rule) bool { return slices.Contains(m.rules, r) })
	}
	return m.rest
}

// spoke reports whether one of the silence's rules is among findings.
func (m *Silence) spoke(found []*Finding) bool {
	return slices.ContainsFunc(found, func(f *Finding) bool { return slices.Contains(m.rules, f.Rule) })
}
