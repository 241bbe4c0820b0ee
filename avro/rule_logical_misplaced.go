package avro

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

var logicalMisplaced = &compat.Rule{
	ID: "avro-logical-misplaced", Level: compat.Warning, Since: "0.1",
	Title: "A logical type stands beside the type of a field instead of inside it",
	Why: "Java, hamba/avro, Python and avsc ignore it there and read a bare number; twmb/avro heeds it. The same record has two senses, and a " +
		"change of the annotation changes one of them only.",
	Spec: "Avro 1.12, Logical Types",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"at","type":"long","logicalType":"timestamp-millis"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"at","type":"long","logicalType":"timestamp-micros"}]}`,
		Path:    "R.at",
		Written: `{"at":1700000000000}`,
		Read:    `{"at":1700000000000}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"at","type":"long","logicalType":"timestamp-millis"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"move it into the type: \"type\": {\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}; the bytes stay as they are",
		"before that, check what the writers really put there",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r := fieldOf(s.Writer), fieldOf(s.Reader)
		if w == nil || r == nil {
			return
		}
		a, b := beside(w), beside(r)
		wrote, reads := heeded(w), heeded(r)
		if a == "" && b == "" || wrote == "" || reads == "" || wrote == reads {
			return
		}
		found := p.Report(s, "%s is written %s and read %s; most runtimes ignore what stands there", s.Path, placed(a, wrote), placed(b, reads))
		found.From, found.To = wrote, reads
		if bare := w.Type.Bare(); bare != nil && bare.Kind == Long {
			proveIn(p, found, s, "1700000000000", "the same number in java, hamba, python and avsc; twmb takes it as "+reads, false)
		}
	},
}

// beside is the logical type that stands on the field, where most readers do not look.
func beside(f *Field) string {
	for _, property := range f.Properties {
		if property.Name == "logicalType" && property.Value.Kind() == position.String {
			return property.Value.Text()
		}
	}
	return ""
}

// heeded is the logical type that its author thinks the field has.
func heeded(f *Field) string {
	if bare := f.Type.Bare(); bare != nil {
		if a := annotationOf(bare); a.name != "" {
			return a.name
		}
	}
	return beside(f)
}

func placed(beside, name string) string {
	if beside == "" {
		return "as " + clip(name)
	}
	return fmt.Sprintf("with %s beside its type", quote(name))
}
