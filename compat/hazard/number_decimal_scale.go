package hazard

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// price is a record with a decimal.
func price(precision, scale int) string {
	return payment(fmt.Sprintf(`{"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":%d,"scale":%d}}`, precision, scale))
}

// numberDecimalScale looks at pairs that the format refuses, too: most runtimes read them all the same. It is quiet because the
// format's own finding shows the same two numbers.
var numberDecimalScale = &compat.Rule{
	ID: "number-decimal-scale", Level: compat.Error, Since: "0.1", Quiet: true,
	Title: "A decimal is read with another scale",
	Why: "The bytes hold the digits only; where the point stands is in the schema. By the specification the two types do not match, " +
		"but Java, hamba, Python and avsc do not look, and move the point in silence. A lower precision lets through numbers that " +
		"the reader's type says cannot be.",
	Spec:   "Avro 1.12, Decimal: for schema resolution, two decimals match when their scales and precisions match",
	Mirror: "number-decimal-scale",
	Example: compat.Example{
		Format: "avro", Path: "Payment.price",
		Writer: price(10, 2), Reader: price(10, 4),
		Written: `{"id":"p1","price":"\u0007\u00cf"}`,
		Fixed:   payment(`{"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":10,"scale":2},"doc":"Net."}`), FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		if s.Writer == nil || s.Reader == nil || carrier(s.Writer) != meaning.Decimal || carrier(s.Reader) != meaning.Decimal {
			return
		}
		a, b := s.Writer.Says.Logical, s.Reader.Says.Logical
		if a.Name != "decimal" || b.Name != "decimal" || a.Scale == b.Scale {
			return
		}
		const digits = 1999
		said, taken := point(digits, a.Scale), point(digits, b.Scale)
		f := p.Report(s, "%s is written as %s and read as %s: %s comes out as %s in the runtimes that do not refuse the pair", s.Path, decimalType(a), decimalType(b), said, taken)
		pointMember(f, s, "type")
		f.From, f.To = decimalType(a), decimalType(b)
		f.Sample = &compat.Sample{Written: said, Read: taken + " (Java, hamba, Python, avsc)"}
		if made := p.Sample(s, ""); made != nil {
			f.Sample.Datum, f.Sample.Fails = made.Datum, made.Fails
		}
	},
}

func decimalType(l meaning.Logical) string {
	return fmt.Sprintf("decimal(%d,%d)", l.Precision, l.Scale)
}

// point puts the decimal point into digits.
func point(digits int64, scale int) string {
	if scale <= 0 {
		return big.NewInt(digits).String()
	}
	const most = 12 // places that a sentence can bear
	text := big.NewInt(digits).String()
	if len(text) <= scale {
		if scale > most {
			return fmt.Sprintf("%se-%d", text, scale)
		}
		text = strings.Repeat("0", scale-len(text)+1) + text
	}
	return text[:len(text)-scale] + "." + text[len(text)-scale:]
}
