package avro

import "github.com/schemavet/schemavet/compat"

var logicalUnknown = &compat.Rule{
	ID: "avro-logical-unknown", Level: compat.Note, Since: "0.1",
	Title: "A logical type that the specification does not know",
	Why: "Readers ignore it and see the plain type, but for those that register a conversion under this name. So what it promises, a unit or a " +
		"format, holds only by agreement.",
	Spec: "Avro 1.12, Logical Types",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"long","logicalType":"my-cents"}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"long","logicalType":"my-dollars"}}]}`,
		Path:    "R.v",
		Written: `{"v":1999}`,
		Read:    `{"v":1999}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"long","logicalType":"my-cents"}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep the logical type of {{field}} as it is; for another sense, add a new field",
		"state units where tools read them: a property \"unit\", or meanings: in schemavet.yaml",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := single(s)
		if !ok || promotion(w.Kind, r.Kind) == impossible {
			return
		}
		a, b := annotationOf(w), annotationOf(r)
		if a.name == "" || b.name == "" || a.name == b.name || a.state != annotationUnknown && b.state != annotationUnknown {
			return
		}
		found := p.Report(s, "%s is written as %s of the logical type %s and read as %s, and no value changes on the way", s.Path, w.Kind,
			quote(a.name), quote(b.name))
		found.Level = compat.Warning
		found.From, found.To = a.name, b.name
		prove(p, found, s, telling(primitiveOf(w)), "the same "+r.Kind.String(), false)
	},
}

// primitiveOf is w without its annotation, for a sample value.
func primitiveOf(w *Type) *Type {
	if w.Kind.Primitive() {
		return primitives[w.Kind]
	}
	return w
}

// An annotation is the logical type that a schema writes on a type, whether it holds or not.
type annotation struct {
	name   string // "" for none
	detail string // with its parameters, to tell two decimals apart
	state  annotationState
}

type annotationState uint8

const (
	annotationNone annotationState = iota
	annotationValid
	annotationInvalid // the specification knows it, but not on this type or with these parameters
	annotationUnknown
)

func annotationOf(t *Type) annotation {
	if t.Logical.Name != "" {
		return annotation{t.Logical.Name, t.Spelling(), annotationValid}
	}
	a := annotation{}
	for _, property := range t.Properties {
		switch property.Name {
		case "logicalType":
			a.name = property.Value.Text()
		case "precision", "scale":
			a.detail += " " + property.Name + " " + clip(property.Value.Raw())
		}
	}
	if a.name == "" {
		return annotation{}
	}
	a.detail = a.name + a.detail
	a.state = annotationUnknown
	if a.name == "decimal" || carriers[a.name] != nil {
		a.state = annotationInvalid
	}
	return a
}
