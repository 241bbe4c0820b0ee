package avro

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var nameMismatchRule = &compat.Rule{
	ID: "avro-name-mismatch", Level: compat.Error, Since: "0.1",
	Title: "A record, enum or fixed has another name for the reader",
	Why: "Named types match by their name. Registries, Python, hamba/avro, twmb/avro and avsc refuse the pair; Java's decoder reads a " +
		"renamed record all the same, but not a renamed enum or fixed.",
	Spec: "Avro 1.12, Schema Resolution; Aliases",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"Order","fields":[{"name":"a","type":"int"}]}`,
		Reader:  `{"type":"record","name":"Purchase","fields":[{"name":"a","type":"int"}]}`,
		Path:    "Purchase",
		Written: `{"a":42}`,
		Fixed:   `{"type":"record","name":"Purchase","aliases":["Order"],"fields":[{"name":"a","type":"int"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"add \"aliases\": [\"{{written}}\"] to the reader's {{read}}",
		"remember readers that are not rebuilt: they need the old name, so rename when the last of them is gone, or not at all",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, c := range crossings(p, s) {
			if specification.namesMatch(c.w, c.r) != "" {
				continue
			}
			found := p.Report(c.site, "%s is the %s %s as written and %s as read, and no alias joins the two%s%s", c.site.Path,
				c.r.Kind, clip(c.w.Name), clip(c.r.Name), nearName(c.w, c.r), c.elsewhere())
			found.Fill("written", clip(c.w.Name), "read", clip(c.r.Name))
			found.From, found.To = c.w.Name, c.r.Name
			prove(p, found, c.site, "", fmt.Sprintf("%s cannot be read as %s", c.w.Name, c.r.Name), true)
		}
	},
}

// nearName says what nearly joined two names.
func nearName(w, r *Type) string {
	for _, a := range r.Aliases {
		if shortName(a) == w.ShortName() {
			return fmt.Sprintf(": the alias stands for %s, since an alias without a dot is of the reader's own namespace", clip(a))
		}
	}
	if strings.EqualFold(w.ShortName(), r.ShortName()) {
		return ": letter case counts"
	}
	return ""
}
