package compat

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

// A State says whether a finding counts.
type State string

// The states of a finding.
const (
	New      State = "new"
	Known    State = "known"    // it already stood in the input given by --new-from
	Accepted State = "accepted" // a row of the accept file covers it
)

// A Finding is one rule at one site.
type Finding struct {
	Rule     *Rule
	Level    Level
	State    State
	Subject  string // whose history: "orders-value", "schemas/order.avsc"
	Path     Path
	Message  string         // one sentence with names and values in it, no final stop
	Writer   position.Place // the zero Place when the writer has nothing to show
	Reader   position.Place
	Sample   *Sample
	Runtimes []string // the runtimes it holds in; none means all
	Recipe   []string // the rule's recipe, filled with this site's names
	From, To string   // what changed, without positions: "unit=cent", "unit=dollar"
	Reason   string   // why it is accepted or known, "" for a new one
}

// Fingerprint is the finding's identity: rule, subject, path and transition, never a position.
func (f *Finding) Fingerprint() string {
	h := sha256.New()
	for _, part := range []string{f.Rule.ID, f.Subject, string(f.Path), f.From, f.To} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// At is the place that a report points at first: the reader's side, or the writer's when the reader has none.
func (f *Finding) At() position.Place {
	if f.Reader.IsZero() {
		return f.Writer
	}
	return f.Reader
}

// Compare orders findings for reports: by subject, source, place, then rule and transition. The order is total for
// findings with different fingerprints.
func (f *Finding) Compare(g *Finding) int {
	a, b := f.At(), g.At()
	if c := cmp.Or(cmp.Compare(f.Subject, g.Subject), cmp.Compare(a.Source(), b.Source())); c != 0 {
		return c
	}
	aStart, _ := a.Offsets()
	bStart, _ := b.Offsets()
	return cmp.Or(cmp.Compare(aStart, bStart), strings.Compare(f.Rule.ID, g.Rule.ID), cmp.Compare(f.Path, g.Path),
		cmp.Compare(f.From, g.From), cmp.Compare(f.To, g.To), cmp.Compare(f.Message, g.Message))
}
