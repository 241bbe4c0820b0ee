package avro

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var aliasCollision = &compat.Rule{
	ID: "avro-alias-collision", Level: compat.Error, Since: "0.1",
	Title: "An alias makes two fields claim one place",
	Why: "Java, twmb/avro and avsc refuse the pair or the schema. hamba/avro reads one of the two written values, and which one " +
		"hangs on the order of the writer's fields.",
	Spec: "Avro 1.12, Aliases",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"b","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"b","type":"int","aliases":["a"]}]}`,
		Path:    "R.b",
		Written: `{"a":1,"b":2}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"b","type":"int"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"take the alias off: it is for writers that had the one field and not the other",
		"when old data has the one name only and new data both, read the two generations with two reader schemas",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := single(s)
		if !ok || w.Kind != Record || r.Kind != Record {
			return
		}
		for _, kid := range s.Kids {
			f := fieldOf(kid.Reader)
			if kid.Does != compat.Refuse || f == nil || len(f.Aliases) == 0 || collides(r, f) {
				continue
			}
			names := claimed(w, f)
			if len(names) < 2 {
				continue
			}
			found := p.Report(kid, "%s takes %s from the writer, and the writer has each of them", kid.Path, several(names, " and "))
			found.Writer = s.Writer.At
			found.From, found.To = strings.Join(names, ","), f.Name+"~"+strings.Join(f.Aliases, ",")
			prove(p, found, kid, "", kid.Cause, true)
		}
	},
}

// claimed are the writer's fields that f takes by its name and its aliases, each once.
func claimed(w *Type, f *Field) []string {
	var names []string
	met := make(map[string]bool, 1+len(f.Aliases))
	for _, name := range append([]string{f.Name}, f.Aliases...) {
		if w.field(name) != nil && !met[name] {
			met[name] = true
			names = append(names, name)
		}
	}
	return names
}

// several joins names by a word, and counts those that would fill the line.
func several(names []string, word string) string {
	const most = 5
	more := ""
	if len(names) > most {
		names, more = names[:most], fmt.Sprintf("%s%d more", word, len(names)-most)
	}
	told := make([]string, len(names))
	for i, name := range names {
		told[i] = clip(name)
	}
	return strings.Join(told, word) + more
}

// collides reports whether an alias of f is another field of its own record, which makes the schema invalid by itself.
func collides(r *Type, f *Field) bool {
	for _, a := range f.Aliases {
		if other := r.field(a); other != nil && other != f {
			return true
		}
	}
	return false
}
