package avro

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var typeMismatchRule = &compat.Rule{
	ID: "avro-type-mismatch", Level: compat.Error, Since: "0.1",
	Title: "The written type cannot be read as the reader's type",
	Why: "Avro widens int, long and float, and reads string and bytes as each other. It does nothing else: the reader fails on the " +
		"first such value.",
	Spec: "Avro 1.12, Schema Resolution",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":"long"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":"int"}]}`,
		Path:    "R.v",
		Written: `{"v":42}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":"long"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as {{writer}} and add a new field of type {{reader}} with a default",
		"let writers fill both, move readers to the new one",
		"drop {{field}} when no reader asks for it any more",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		around(p, s, func(up, s *compat.Site) {
			w, r, ok := single(s)
			if !ok || ofUnion(up) || promotion(w.Kind, r.Kind) != impossible {
				return
			}
			found := p.Report(s, "%s is written as %s, which cannot be read as %s%s", s.Path, takes(w), takes(r), narrowing(w, r))
			found.From, found.To = w.Spelling(), r.Spelling()
			if !strings.Contains(string(s.Path), ".") {
				found.Recipe = []string{
					"no field can be added beside a whole datum: write " + r.Spelling() + " to another topic or file",
					"move readers there, and stop writing " + w.Spelling() + " when no reader of it is left",
				}
			}
			prove(p, found, s, telling(w), w.Spelling()+" cannot be read as "+r.Spelling(), true)
		})
	},
}

// narrowing says what a reader cannot know: that a type only became smaller.
func narrowing(w, r *Type) string {
	if promotion(r.Kind, w.Kind) == exact || promotion(r.Kind, w.Kind) == lossy {
		return ": only the other way round is allowed"
	}
	return ""
}
