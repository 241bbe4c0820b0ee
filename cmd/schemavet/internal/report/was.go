package report

import (
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat/unit"
)

// was tells what stood at the place before, when the finding is a transition.
func was(f *gate.Finding) string {
	if f.From == "" || f.To == "" || f.Forward {
		return ""
	}
	return "was " + Visible(brief(inWords(f.From), 60))
}

// phrases are the facts that transitions are made of, as the accept file keeps them, and how a sentence says each: with
// its value, and where there was none.
var phrases = []struct{ fact, with, without string }{
	{"unit", "", "without a unit"},
	{"type", "", "without a type"},
	{"logicalType", "", "without a logical type"},
	{"none", "", ""}, // what stands for no value; null is one
	{"default", "the default ", "without a default"},
	{"enum default", "the enum's default ", "without an enum's default"},
	{"initial-default", "the initial-default ", "without an initial-default"},
	{"write-default", "the write-default ", "without a write-default"},
	{"doc", "the doc ", "without a doc"},
	{"window", "per ", "without a window"},
	{"base", "in base ", "without a base"},
	{"share", "a share of ", "no share"},
	{"range", "", "without a range"},
	{"id", "an id of ", "without an id space"},
	{"meaning", "the meaning ", "without a stated meaning"},
	{"companion", "told by ", "without a field that tells its unit"},
}

// inWords is one side of a transition in words.
func inWords(state string) string {
	for _, p := range phrases {
		value, ok := strings.CutPrefix(state, p.fact+"=")
		if !ok {
			continue
		}
		value, more, _ := strings.Cut(value, " unit=")
		if more != "" { // a default with the unit that it counts
			value += " (" + unitWords(more) + ")"
		}
		switch {
		case p.without != "" && (value == "" || value == "none" || value == "unstated"):
			return p.without
		case p.fact == "unit":
			return "in " + unitWords(value)
		case p.fact == "range":
			return strings.Replace(value, "..", " to ", 1)
		}
		return p.with + value
	}
	return state
}

// unitWords is a unit's code in words; a text that is no code stays.
func unitWords(code string) string {
	if u, err := unit.Parse(code); err == nil && u.Known() {
		return u.Words()
	}
	return code
}
