package iceberg

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullMeaningChanged = &compat.Rule{
	ID:    "iceberg-null-meaning-changed",
	Level: compat.Warning,
	Title: "The doc says another thing about null",
	Why:   "Nulls in old files stay what they were: one column holds nulls of two meanings, and nothing but the age of a file tells them apart.",
	Spec:  "Iceberg table specification, Column Projection",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", `2 ended timestamp | doc "When it ended, null means still open"`),
		Reader:  columns(1, "1 id! long", `2 ended timestamp | doc "When it ended, null means unknown"`),
		Path:    "ended",
		Written: "null: still open",
		Read:    "null: unknown",
		Fixed:   columns(1, "1 id! long", `2 ended timestamp | doc "When it ended: null means still open"`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"keep what null means in {{field}}, and add a column that says the new thing",
		"or fill the old nulls with what they meant, by a rewrite, before the doc changes",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if !ownStep(p) || o == nil || y == nil || o.Doc == y.Doc || o.Required {
			return
		}
		before, after := nullSense(p, s.Writer), nullSense(p, s.Reader)
		if before == "" || after == "" || strings.EqualFold(before, after) {
			return
		}
		f := p.Report(s, "null in %s (field id %d) meant %q and now means %q: old files keep their nulls", s.Path, y.ID, before, after)
		f.Sample = &compat.Sample{Written: "null: " + before, Read: "null: " + after}
		f.From, f.To = "null="+before, "null="+after
	},
}

// nullSense is what a column's doc or configuration says that null means, "" when they say nothing.
func nullSense(p *compat.Pass, n *compat.Node) string {
	infer := p.Facts
	if infer == nil {
		infer = func(n *compat.Node) *meaning.Facts { return meaning.Infer(&n.Says) }
	}
	if f := infer(n); f != nil && f.Null != nil {
		return f.Null.Means
	}
	return ""
}
