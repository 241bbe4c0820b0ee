package avro

import "github.com/schemavet/schemavet/compat"

var logicalInvalid = &compat.Rule{
	ID: "avro-logical-invalid", Level: compat.Warning, Since: "0.1",
	Title: "A logical type does not hold where it stands",
	Why: "The specification has readers ignore it and take the plain type; twmb/avro refuses the schema. Whoever wrote the annotation thinks " +
		"that the values have the sense it names.",
	Spec: "Avro 1.12, Logical Types",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":2,"scale":4}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":4}}]}`,
		Path:    "R.v",
		Written: `{"v":"\u0004\u00d2"}`,
		Read:    `{"v":"\u0004\u00d2"}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":"bytes"}]}`, FixedIs: "writer",
	},
	Recipe: []string{
		"give {{field}} the type that the logical type stands on, and the parameters it needs: decimal on bytes or fixed with 0 <= scale <= precision, dates and milliseconds of day on int, instants on long",
		"when data was written meanwhile, find out what the writers put there before readers take the annotation at its word",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := single(s)
		if !ok || promotion(w.Kind, r.Kind) == impossible {
			return
		}
		a, b := annotationOf(w), annotationOf(r)
		if a.state != annotationInvalid && b.state != annotationInvalid || w.Logical == r.Logical && (a.name == "" || b.name == "" || a.detail == b.detail) {
			return
		}
		found := p.Report(s, "%s is written as %s, and read as %s", s.Path, a.told(w), b.told(r))
		found.From, found.To = a.orKind(w), b.orKind(r)
	},
}

// told is the annotation with what readers make of it.
func (a annotation) told(t *Type) string {
	switch a.state {
	case annotationInvalid:
		return "plain " + t.Kind.String() + ", because its " + clip(a.detail) + " does not hold there"
	case annotationValid:
		return clip(a.detail)
	}
	return "plain " + t.Kind.String()
}

func (a annotation) orKind(t *Type) string {
	if a.detail != "" {
		return a.detail
	}
	return t.Kind.String()
}
