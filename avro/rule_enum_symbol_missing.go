package avro

import (
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var enumSymbolMissing = &compat.Rule{
	ID: "enum-symbol-missing", Level: compat.Error, Since: "0.1", Mirror: "enum-symbol-collapsed",
	Title: "The writer has an enum symbol that the reader lacks",
	Why:   "Records with the other symbols are read; the first one with this symbol is refused. Most checkers refuse the whole pair.",
	Spec:  "Avro 1.12, Schema Resolution, enums",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B","C"]}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B"]}}]}`,
		Path:    "R.v",
		Written: `{"v":"C"}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B","C"]}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{symbol}} in the reader's {{enum}} as long as data that holds it is retained",
		"for symbols that are yet to come, give {{enum}} one for \"not known here\" and name it as \"default\" inside the enum, before writers use the new ones",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, c := range crossings(p, s) {
			lost := lostSymbols(c)
			if len(lost) == 0 || c.r.Fallback != "" || fieldFallback(c) != "" {
				continue
			}
			enum := clip(c.r.ShortName())
			found := p.Report(c.site, "%s may be written as %s, which this reader's %s lacks, and %s has no default for symbols it does not know%s",
				c.site.Path, list(lost), enum, enum, c.elsewhere())
			reportSymbols(found, c, lost)
			prove(p, found, c.site, strconv.Quote(lost[0]), "the reader's "+enum+" has no symbol "+clip(lost[0]), true)
		}
	},
}

// lostSymbols are the writer's symbols that the reader lacks, when the two enums match at all.
func lostSymbols(c *crossing) []string {
	if c.w.Kind != Enum || specification.namesMatch(c.w, c.r) == "" {
		return nil
	}
	return (&joint{w: c.w, r: c.r}).missingSymbols()
}

// fieldFallback is the symbol that the reader's field has as its default, where the enum itself has none.
func fieldFallback(c *crossing) string {
	f := fieldOf(c.site.Reader)
	if f == nil || !f.HasDefault() || c.r.Fallback != "" || c.r.symbol(f.Default.Text()) < 0 {
		return ""
	}
	return f.Default.Text()
}

func reportSymbols(found *compat.Finding, c *crossing, lost []string) {
	found.Fill("symbol", list(lost), "enum", clip(c.r.ShortName()))
	found.From, found.To = strings.Join(lost, ",")+" among the symbols", "no such symbol"
	if c.r.Fallback != "" {
		found.To = "default " + c.r.Fallback
	}
}
