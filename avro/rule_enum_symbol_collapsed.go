package avro

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var enumSymbolCollapsed = &compat.Rule{
	ID: "enum-symbol-collapsed", Level: compat.Error, Since: "0.1", Mirror: "enum-symbol-missing",
	Title: "A written enum symbol is read as the enum's default",
	Why: "The reader decodes every record and is told another symbol than was written. Nothing fails, so counts by symbol shift in silence; " +
		"what is written back is the default for good.",
	Spec: "Avro 1.12, Schema Resolution, enums",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B","C"]}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B"],"default":"A"}}]}`,
		Path:    "R.v",
		Written: `{"v":"C"}`,
		Read:    `{"v":"A"}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B","C"],"default":"A"}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{symbol}} in the reader's {{enum}} as long as data that holds it is retained",
		"symbols have no aliases: to rename one, read both and map them in code",
		"let the default be a symbol that says \"not known here\", never one that a writer could have meant",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, c := range crossings(p, s) {
			lost := lostSymbols(c)
			if len(lost) == 0 || c.r.symbol(c.r.Fallback) < 0 {
				continue
			}
			renamed := ""
			if to := renamedSymbol(c, lost[0]); to != "" {
				renamed = fmt.Sprintf(", although it looks like %s", clip(to))
			}
			found := p.Report(c.site, "%s may be written as %s, which this reader takes as %s%s%s", c.site.Path, list(lost),
				clip(c.r.Fallback), renamed, c.elsewhere())
			if renamed == "" && admits(c.r.Fallback) {
				found.Level = compat.Warning
				found.Message += "; fine if every consumer treats that as not known"
			}
			reportSymbols(found, c, lost)
			prove(p, found, c.site, strconv.Quote(lost[0]), strconv.Quote(c.r.Fallback), false)
		}
	},
}

// renamedSymbol is the reader's new symbol that looks like the lost one, "" without one.
func renamedSymbol(c *crossing, lost string) string {
	const most = 256 // new symbols worth comparing
	looked := 0
	for _, symbol := range c.r.Symbols {
		if c.w.symbol(symbol) >= 0 || symbol == c.r.Fallback {
			continue
		}
		if looked++; looked > most {
			return ""
		}
		if alike(lost, symbol, words(lost), words(symbol)) >= 0.6 || strings.HasPrefix(fold(symbol), fold(lost)) || strings.HasPrefix(fold(lost), fold(symbol)) {
			return symbol
		}
	}
	return ""
}

// admits reports whether a symbol says that the value is not known, so that a reader that gets it is not told anything false.
func admits(symbol string) bool {
	for _, word := range words(symbol) {
		switch strings.ToLower(word) {
		case "unknown", "unspecified", "undefined", "unrecognized", "unrecognised", "unsupported", "other", "unmapped", "invalid":
			return true
		}
	}
	return false
}
