package compat

import "strings"

// A Level says how sure and how bad a finding is.
type Level uint8

// The levels. The zero Level is none, which configuration uses to switch a rule off.
const (
	Off     Level = iota
	Note          // safe, for the changelog
	Warning       // it depends on a fact that neither schema states; the finding names the fact and how to state it
	Error         // for some value the reader fails or means something else, and the finding shows that value
)

func (l Level) String() string { return [...]string{"off", "note", "warning", "error"}[l] }

// ParseLevel reads a level's name; ok is false for another word. "never" is no level.
func ParseLevel(name string) (l Level, ok bool) {
	for l := Off; l <= Error; l++ {
		if l.String() == name {
			return l, true
		}
	}
	return Off, false
}

// A Rule is one thing that schemavet can find. Everything that is said about it anywhere (explain, rules, SARIF, the docs
// page, three tests) comes from this value. Exactly one of Check and Inspect is set, or neither for a finding that the
// tool itself raises (families tool-…, order-…).
type Rule struct {
	ID      string // kebab case, the family first: "avro-field-missing"
	Level   Level  // the usual level; a finding may have another, for a reason that its check knows
	Title   string // one line, upper case first, no final stop
	Why     string // what goes wrong for whom, one or two sentences
	Spec    string // the clause that the rule stands on: "Avro 1.12, Schema Resolution, records"
	Since   string // the version that brought it
	Mirror  string // the rule that sees the same change from the other side, "" without one
	Quiet   bool   // only shown when asked for
	Example Example
	Recipe  []string // the way out, in order; {{name}} stands for a finding's argument: {{field}}, {{writer}}, {{reader}}, …

	Check   func(*Pass, *Site)       // looks at one site of a pair
	Inspect func(*Pass, Path, *Node) // looks at one side alone (lint)
}

// Family is the first word of the rule's id.
func (r *Rule) Family() string {
	family, _, _ := strings.Cut(r.ID, "-")
	return family
}

// An Example is a pair of schemas on which the rule fires, with a value that proves it.
type Example struct {
	Format  string // "avro", "iceberg"
	Writer  string // schema text
	Reader  string
	Path    Path   // where the rule fires
	Written string // a datum of the writer's schema, as JSON
	Read    string // what the reader gets from it; "" when it fails
	Fixed   string // the reader's schema (the writer's for rules of writers) on which the rule is silent
	FixedIs string // "reader" or "writer": which side Fixed replaces
}
