package avro

import "github.com/schemavet/schemavet/compat"

var promotionRule = &compat.Rule{
	ID: "avro-promotion", Level: compat.Note, Since: "0.1",
	Title: "A value is read in a wider type",
	Why:   "Every written value comes out as it went in, in the reader's type. Readers that still have the narrower type cannot read what is written in the wider one.",
	Spec:  "Avro 1.12, Schema Resolution",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":"long"}]}`,
		Path:    "R.v",
		Written: `{"v":42}`,
		Read:    `{"v":42}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":"int"}]}`, FixedIs: "reader",
	},
	Recipe: []string{"release readers with {{reader}} before any writer writes {{field}} so"},
	Check: func(p *compat.Pass, s *compat.Site) {
		collapsed := map[*Type][]*compat.Site{}
		if ofUnion(s) {
			collapsed, _ = readAs(p, s)
		}
		around(p, s, func(up, s *compat.Site) {
			w, r, ok := single(s)
			if !ok || promotion(w.Kind, r.Kind) != exact || w.Logical != r.Logical || len(collapsed[r]) > 1 || chosenOddly(p, up, s, w) {
				return // the last two say so already
			}
			found := p.Report(s, "%s is written as %s and read as %s, without loss", s.Path, w.Spelling(), r.Spelling())
			found.From, found.To = w.Spelling(), r.Spelling()
		})
	},
}

// chosenOddly reports whether the branch that w is read as is told by avro-union-branch-choice.
func chosenOddly(p *compat.Pass, up, s *compat.Site, w *Type) bool {
	r := declared(p, up, s)
	if r == nil || r.Kind != Union || r.Bare() != nil {
		return false
	}
	c := choose(p, up, s, w, r)
	return !c.agreed()
}
