package iceberg

import (
	"github.com/schemavet/schemavet/compat"
)

var nameUnmapped = &compat.Rule{
	ID:    "iceberg-name-unmapped",
	Level: compat.Warning,
	Title: "A file without field ids has a column that no name mapping gives an id",
	Why:   "Readers of Iceberg find no column by its name alone: they return null, or the default, for values that the file holds.",
	Spec:  "Iceberg table specification, Column Projection, name mapping",
	Since: "0.1",
	Recipe: []string{
		"set the table property schema.name-mapping.default, with the name of {{field}} under its field id",
		"or rewrite the files with field ids",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := pairOf(p)
		if pair == nil || pair.Bind != ByMapping || s.Does != compat.Fill && s.Does != compat.Refuse || s.Writer != nil || s.Reader == nil {
			return
		}
		f := fieldOf(s.Reader)
		if f.role() != Struct || s.How == byParentDefault {
			return
		}
		w := pair.Writer.Schema.ByPath(f.Path)
		if w == nil || w.role() != Struct {
			return
		}
		if pair.Reader.Table != nil && pair.Reader.Table.Mapping.ID(w) != 0 {
			return // it goes elsewhere by the mapping, which other rules tell
		}
		found := p.Report(s, "the file has a column %s without field id, and no name mapping gives it field id %d: its values are not found", w.Path, f.ID)
		found.Runtimes = Profiles().that("id-less by position", func(c Cell) bool { return c.Reads == "changed" })
		found.Sample = &compat.Sample{Written: sampleValue(w.Type), Read: filled(s, f)}
	},
}
