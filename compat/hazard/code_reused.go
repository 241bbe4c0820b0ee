package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// codeReused has no Check of its own: no pair of neighbours shows it. History raises it.
var codeReused = &compat.Rule{
	ID: "code-reused", Level: compat.Error, Since: "0.1",
	Title: "A code that was dropped is used again for something else",
	Why: "Each single step looks harmless: a code goes, later a code comes. Over the whole history one number has two meanings, and records of " +
		"both are retained.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "code-meaning-changed",
	Recipe: []string{"give the new meaning a number that was never used, and keep dropped codes in the doc"},
}

// A Version is what one retained version of a subject says at one path, oldest first in a history.
type Version struct {
	Name  string       // "v3", "schemas/order.avsc@9f31c02"
	Node  *compat.Node // nil: the version has no such field
	Facts *meaning.Facts
}

// History finds, for one path of a subject, codes whose meaning differs between any two retained versions of which the later is
// no neighbour of the earlier: neighbours are the pair rule's business. Each code is reported once, at its last reuse.
func History(subject string, path compat.Path, versions []Version) []*compat.Finding {
	type use struct {
		at    int
		means string
	}
	first := map[string]use{}
	var found []*compat.Finding
	reported := map[string]bool{}
	for i, v := range versions {
		if v.Facts == nil || v.Facts.Codes == nil {
			continue
		}
		for _, c := range v.Facts.Codes.Codes {
			before, met := first[c.Value]
			switch {
			case !met:
				first[c.Value] = use{i, c.Means}
			case reworded(before.means, c.Means):
				first[c.Value] = use{i, before.means}
			case i-before.at > 1 && !reported[c.Value]:
				reported[c.Value] = true
				found = append(found, reuse(subject, path, versions[before.at], v, c.Value, before.means, c.Means))
			}
		}
	}
	return found
}

func reuse(subject string, path compat.Path, old, now Version, code, from, to string) *compat.Finding {
	f := &compat.Finding{
		Rule: codeReused, Level: codeReused.Level, State: compat.New, Subject: subject, Path: path,
		Message: fmt.Sprintf("code %s of %s meant %s until %s and means %s in %s", code, path, clip(from), old.Name, clip(to), now.Name),
		Sample:  &compat.Sample{Written: code + " (" + clip(from) + ", by a writer on " + old.Name + ")", Read: code + " (" + clip(to) + ")"},
		From:    code + "=" + clip(from), To: code + "=" + clip(to), Recipe: codeReused.Recipe,
	}
	if old.Node != nil {
		f.Writer = old.Node.At
	}
	if now.Node != nil {
		f.Reader = now.Node.At
	}
	return f
}
