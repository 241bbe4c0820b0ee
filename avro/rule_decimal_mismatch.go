package avro

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var decimalMismatchRule = &compat.Rule{
	ID: "avro-decimal-mismatch", Level: compat.Error, Since: "0.1",
	Title: "A decimal has another precision or scale for the reader",
	Why: "The bytes hold digits without a point; only the schema says where it stands. The specification and twmb/avro refuse the pair. " +
		"Java, registries and hamba/avro call it compatible and set the point where the reader's schema has it.",
	Spec: "Avro 1.12, Logical Types, Decimal",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":4}}]}`,
		Path:    "R.v",
		Written: `{"v":"\u0004\u00d2"}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{writer}} for {{field}} and add a field of type {{reader}} with default null",
		"let writers fill both, backfill the new one from the old, reconcile by key, then move readers",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		w, r, ok := single(s)
		if !ok || w.Kind != r.Kind || w.Logical.Name != "decimal" || r.Logical.Name != "decimal" || w.Logical == r.Logical {
			return
		}
		if w.Kind == Fixed && (w.Size != r.Size || specification.namesMatch(w, r) == "") {
			return
		}
		written, read := pointed("1234", w.Logical.Scale), pointed("1234", r.Logical.Scale)
		found := p.Report(s, "%s is written as %s and read as %s, which the specification refuses; Java and hamba read %s for a written %s",
			s.Path, w.Spelling(), r.Spelling(), read, written)
		found.From, found.To = w.Spelling(), r.Spelling()
		outcome := fmt.Sprintf("refused by the specification and twmb; %s in java and hamba", read)
		if written == read {
			found.Runtimes = []string{"spec", "twmb"}
			found.Message = fmt.Sprintf("%s is written as %s and read as %s, which the specification refuses; Java and hamba read on, whatever the precision",
				s.Path, w.Spelling(), r.Spelling())
		}
		proveIn(p, found, s, `"\u0004\u00d2"`, outcome, true)
		found.Sample.Written = written
	},
}

// pointed sets the point into digits, scale digits from the right.
func pointed(digits string, scale int) string {
	const most = 20 // zeros worth showing
	switch {
	case scale == 0:
		return digits
	case scale > most:
		return fmt.Sprintf("%sE-%d", digits, scale)
	case scale >= len(digits):
		digits = strings.Repeat("0", scale-len(digits)+1) + digits
	}
	return digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}
