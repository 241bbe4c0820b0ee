package hazard

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var textBytesReread = &compat.Rule{
	ID: "text-bytes-reread", Level: compat.Error, Since: "0.1",
	Title: "Bytes are read as text, as a decimal or as an identifier, or the reverse",
	Why: "The same bytes are taken in another sense. Bytes that are no UTF-8 come out as replacement characters or as broken text, the " +
		"text \"12.34\" read as a decimal is 211295286068 hundredths, twelve bytes become months, days and milliseconds.",
	Spec:   "Avro 1.12, Schema Resolution: string and bytes are promotable to each other; Logical Types",
	Mirror: "text-bytes-reread",
	Example: compat.Example{
		Format: "avro", Path: "Payment.token",
		Writer:  payment(`{"name":"token","type":"bytes"}`),
		Reader:  payment(`{"name":"token","type":"string"}`),
		Written: `{"id":"p1","token":"\u00ff\u00fe"}`, Read: "{\"id\":\"p1\",\"token\":\"\ufffd\ufffd\"}",
		Fixed: payment(`{"name":"token","type":"bytes","doc":"Opaque."}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as {{writer}} and add a new field of the other type, with null as default",
		"let writers fill both from the value itself, not from its bytes; then move readers",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		c := unitChange(p, s)
		if c.class != retyped {
			return
		}
		written, said, taken := reread(shape(s.Writer), shape(s.Reader), carrier(s.Writer) == meaning.Fixed)
		f := p.Report(s, "%s is written as %s and read as %s: %s", s.Path, s.Writer.Type, s.Reader.Type, taken)
		pointMember(f, s, "type")
		f.Level, f.From, f.To = c.level, "type="+s.Writer.Type, "type="+s.Reader.Type
		if c.level == compat.Note && (c.w != nil || s.Reader.Default != nil && shape(s.Reader) == "bytes") {
			f.Level = compat.Warning // a number in text, or a default that is spelled in another encoding
		}
		f.Sample = prove(p, s, written, said, taken)
	},
}

// reread is a value that shows what a change of shape does: as JSON of the writer's type, what it was, what it is taken for.
func reread(from, to string, fixed bool) (written, said, taken string) {
	switch {
	case from == "duration":
		return `"\u0001\u0000\u0000\u0000\u0002\u0000\u0000\u0000\u0003\u0000\u0000\u0000"`, "1 month, 2 days and 3 milliseconds", "months, days and milliseconds come out as twelve raw bytes"
	case from == "uuid":
		return `"0123456789abcdef"`, "a UUID", "the UUID comes out as sixteen raw bytes"
	case from == "big-decimal":
		return "", "a number", "the number comes out as the raw bytes of its digits and scale"
	case fixed && from == "decimal":
		return "", "a number", "the number's digits come out as raw bytes"
	case fixed && to == "decimal":
		return "", "raw bytes", "the raw bytes come out as the digits of a number"
	case from == "bytes" && to == "text":
		return `"\u00ff\u00fe"`, "the bytes ff fe", "ff fe is no UTF-8 and comes out as replacement characters or broken text"
	case from == "text" && to == "decimal":
		return `"12.34"`, "text", "the text 12.34 comes out as the number that its five bytes 31 32 2e 33 34 make up"
	case from == "decimal":
		return `"\u0007\u00cf"`, "19.99 when the scale is 2", "the number's digits come out as the two raw bytes 07 cf" + map[bool]string{true: ", as text"}[to == "text"]
	case to == "decimal":
		return `"\u0007\u00cf"`, "the bytes 07 cf", "the bytes 07 cf come out as a number, 1999 before the point is put in"
	case to == "duration":
		return `"\u0001\u0000\u0000\u0000\u0002\u0000\u0000\u0000\u0003\u0000\u0000\u0000"`, "twelve raw bytes", "twelve raw bytes come out as months, days and milliseconds"
	case to == "uuid text":
		return `"p1"`, "text", "text that is no UUID fails in runtimes that heed the logical type"
	case to == "uuid":
		return `"0123456789abcdef"`, "sixteen raw bytes", "sixteen raw bytes come out as a UUID"
	case to == "bytes":
		return `"12.34"`, "text", "the value comes out as its raw bytes, here 31 32 2e 33 34"
	}
	return "", from, "the " + from + " comes out as " + to
}
