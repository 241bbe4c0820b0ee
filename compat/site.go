package compat

import (
	"strings"

	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/position"
)

// A Path names a site for people: Order.items[].price. A record's or table's name first, then fields; [] stands for the
// items of an array or list, {} for the values of a map, <Name> for one branch of a union that has several.
type Path string

// Field is the path of a field inside p.
func (p Path) Field(name string) Path { return p + "." + Path(name) }

// Item is the path of an array's items.
func (p Path) Item() Path { return p + "[]" }

// Entry is the path of a map's values.
func (p Path) Entry() Path { return p + "{}" }

// Branch is the path of one branch of a union.
func (p Path) Branch(name string) Path { return p + "<" + Path(name) + ">" }

// Last is the last step of p: the field's own name, with [] or {} where p goes on into it.
func (p Path) Last() string { return string(p[strings.LastIndexByte(string(p), '.')+1:]) }

// A Mechanism says how an adapter joined the two sides of a site, in the adapter's own word: "by name", "by alias", "by
// field id", "by branch", "by default", …
type Mechanism string

// An Effect is what happens to a value at a site.
type Effect uint8

// The effects, in the order in which they trouble a reader.
const (
	Keep    Effect = iota // the value comes through as it is
	Promote               // the value comes through in a wider type
	Fill                  // nothing was written: the reader makes the value up
	Skip                  // the reader does not ask for what was written
	Depends               // only data can settle it; Site.When names the case that fails
	Refuse                // no value gets through
)

func (e Effect) String() string {
	return [...]string{"keep", "promote", "fill", "skip", "depends", "refuse"}[e]
}

// A Site is one place where the writer's schema meets the reader's.
type Site struct {
	Path   Path      // as the reader names it; the writer's name where the reader has none
	Writer *Node     // nil: nothing was written here, the reader makes the value up
	Reader *Node     // nil: the reader skips what was written
	How    Mechanism // how the two sides were joined
	Does   Effect    // what happens to a value here, the kids left out
	When   string    // Depends: the case that fails, as a predicate ("v is null"); else ""
	Cause  string    // Refuse and Depends: why, as one clause ("the enum has no symbol C and no default")
	Lossy  bool      // some value comes out as another one although nothing fails here
	Still  bool      // nothing differs between the two sides, nor around them, that a rule may ask about: rules are not shown the site
	Kids   []*Site   // the sites inside; for a writer's union one kid per branch that was tried
	Again  *Site     // this pair of definitions was resolved at that site; Kids stand there
}

// A Node is one side of a site, with the facts that a rule may ask for.
type Node struct {
	Name     string            // the field's, type's or branch's own name, "" for an anonymous type
	Type     string            // the format's own spelling: "long", "decimal(9,2)"
	Nullable bool              // null is a value of this side
	Default  *Value            // nil: none
	Says     meaning.Statement // what the schema says about this side, before inference
	Key      uint64            // equal keys and declarations, equal facts: inferred once; 0: not known
	At       position.Place    // where this side is declared
	Origin   any               // the adapter's own definition, for rules of its family
}

// A Value is a default as the schema states it.
type Value struct {
	JSON string         // exact text
	At   position.Place // where it stands
}

// A Verdict says what a trace means for a pair.
type Verdict uint8

// The verdicts of a pair, in rising order.
const (
	Same          Verdict = iota // every value comes out as it went in
	Changed                      // readable; some value comes out as, or means, something else
	DependsOnData                // readable unless the data holds a named case
	Refused                      // some part of every datum, or the whole pair, is refused
	Invalid                      // one of the two is no valid schema
)

func (v Verdict) String() string {
	return [...]string{"same", "changed", "depends", "refused", "invalid"}[v]
}

// A Reading is what one runtime makes of a pair.
type Reading struct {
	Runtime string // "java", "hamba", "twmb", "python", "avsc", an engine's name
	Check   string // "compatible", "incompatible" or "rejects": the runtime's own checker
	Read    string // "same", "changed" or "fails": its reader, for the worst datum
	Reason  string // the rule of that runtime that decided, where it departs from the specification
}

// A Trace is the tree of all sites of a pair, the one truth that verdicts, rules, reports and decoders read. It is a
// graph where schemas recurse: see Site.Again.
type Trace struct {
	Root     *Site
	Verdict  Verdict // by the format's specification
	Readings []Reading
	Sampler  Sampler
}

// Walk visits every site of the trace once, parents before kids, in schema order.
func (t *Trace) Walk(visit func(*Site)) {
	if t.Root == nil {
		return
	}
	visit(t.Root)
	var shallow [8][]*Site // what is left of the kids at each depth
	stack := append(shallow[:0], t.Root.Kids)
	for len(stack) > 0 {
		left := &stack[len(stack)-1]
		if len(*left) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		s := (*left)[0]
		*left = (*left)[1:]
		visit(s)
		if len(s.Kids) > 0 {
			stack = append(stack, s.Kids)
		}
	}
}

// A Sample is a value that proves a finding: what was written and what is read from it.
type Sample struct {
	Written string // the value at the site, as JSON or in words; "nothing" when the field was not written
	Read    string // the value that the reader gets, or how it fails
	Datum   []byte // the whole datum in the writer's encoding; nil when the sample is about text only
	Fails   bool   // the reader gets an error, which Read tells
}

// A Sampler makes samples for one trace. An adapter implements it.
type Sampler interface {
	// Sample makes a datum that reaches the site. prefer is the value wanted there as JSON text ("" leaves the choice to
	// the sampler; a value that the writer's type cannot hold is ignored). It returns nil when no finite datum reaches it.
	Sample(s *Site, prefer string) *Sample
}
