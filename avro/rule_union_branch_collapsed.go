package avro

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var unionBranchCollapsed = &compat.Rule{
	ID: "avro-union-branch-collapsed", Level: compat.Warning, Since: "0.1",
	Title: "Several branches of the writer's union are read as one type",
	Why: "Which of them was written is lost, and a program that tells them apart finds one kind only. hamba/avro calls the pair compatible and " +
		"then cannot make a decoder for it.",
	Spec: "Avro 1.12, Schema Resolution, unions",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":["int","float"]}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":"double"}]}`,
		Path:    "R.v",
		Written: `{"v":3}`,
		Read:    `{"v":3}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":["int","float"]}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep the branches apart in the reader's {{field}}",
		"or settle that no consumer asks which branch was written, and narrow the writer first",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !ofUnion(s) || patched(s.Writer) || patched(s.Reader) {
			return
		}
		groups, order := readAs(p, s)
		for _, r := range order {
			if len(groups[r]) > 1 && r.Kind != Union {
				reportCollapse(p, s, groups[r], r)
			}
		}
	},
}

// readAs groups the branches of the writer's union by the type that they are read as; order is that of the first of each.
// Left out is what avro-union-branch-choice tells.
func readAs(p *compat.Pass, s *compat.Site) (groups map[*Type][]*compat.Site, order []*Type) {
	groups = map[*Type][]*compat.Site{}
	for _, kid := range s.Kids {
		w, r := typeAt(kid.Writer), typeAt(kid.Reader)
		if kid.Does == compat.Refuse || w == nil || r == nil || w.Kind == Null || chosenOddly(p, s, kid, w) {
			continue
		}
		if bare := r.Bare(); bare != nil {
			r = bare
		}
		if groups[r] == nil {
			order = append(order, r)
		}
		groups[r] = append(groups[r], kid)
	}
	return groups, order
}

func reportCollapse(p *compat.Pass, s *compat.Site, kids []*compat.Site, r *Type) {
	var names []string
	for _, kid := range kids {
		names = append(names, typeAt(kid.Writer).branchName())
	}
	found := p.Report(s, "%s is written as %s and read as %s alone, so which it was is lost", s.Path, several(names, " or "), r.Spelling())
	found.From, found.To = strings.Join(names, ","), r.Spelling()
	prove(p, found, kids[0], telling(typeAt(kids[0].Writer)), "a "+r.Spelling(), false)
}
