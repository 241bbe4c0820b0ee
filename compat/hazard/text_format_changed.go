package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var textFormatChanged = &compat.Rule{
	ID: "text-format-changed", Level: compat.Warning, Since: "0.1",
	Title: "A text is written in another format",
	Why: "The type is a string on both sides, and the doc says that what stands in it is spelled otherwise: 03/04/2025 is another day to each of " +
		"two readers, hex reads as base64 without an error, DE and DEU join with nothing.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "text-format-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.day",
		Writer:  payment(`{"name":"day","type":"string","doc":"Day of the payment, MM/DD/YYYY"}`),
		Reader:  payment(`{"name":"day","type":"string","doc":"Day of the payment, DD/MM/YYYY"}`),
		Written: `{"id":"p1","day":"03/04/2025"}`, Read: `{"id":"p1","day":"03/04/2025"}`,
		Fixed: payment(`{"name":"day","type":"string","doc":"The day of payment (MM/DD/YYYY)"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as it was and add a new field for the other format, with null as default",
		"let writers fill both; move readers, and compare both by key",
		"if only the doc was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || carrier(s.Writer) != meaning.String || carrier(s.Reader) != meaning.String || s.Writer.Says.Doc == s.Reader.Says.Doc {
			return
		}
		from, to := textFormats(s.Writer.Says.Doc), textFormats(s.Reader.Says.Doc)
		for class := range from {
			if a, b := from[class], to[class]; a != "" && b != "" && a != b {
				f := p.Report(s, "%s is written as %s and read as %s", s.Path, clip(a), clip(b))
				pointMember(f, s, "doc")
				f.From, f.To = "format="+clip(a), "format="+clip(b)
				f.Sample = &compat.Sample{Written: "a text as " + clip(a), Read: "the same text, taken as " + clip(b)}
				return
			}
		}
	},
}

// The classes of formats: those of one class exclude each other.
const (
	datePattern = iota
	letterCount
	encoding
	digest
	notation
	telephone
	timeZone
	clockTime
	textClasses
)

// formatWords name a format: most without a doubt, "national", "offset" and "local" where the other side names another one of the class.
var formatWords = map[string]struct {
	class int
	name  string
}{
	"alpha-2": {letterCount, "alpha-2"}, "alpha2": {letterCount, "alpha-2"}, "alpha-3": {letterCount, "alpha-3"}, "alpha3": {letterCount, "alpha-3"}, "639-1": {letterCount, "639-1"}, "639-2": {letterCount, "639-2"}, "639-3": {letterCount, "639-3"},
	"hex": {encoding, "hex"}, "hexadecimal": {encoding, "hex"}, "hex-encoded": {encoding, "hex"}, "base64": {encoding, "base64"}, "base64-encoded": {encoding, "base64"}, "base64url": {encoding, "base64url"}, "base32": {encoding, "base32"}, "base58": {encoding, "base58"},
	"md5": {digest, "MD5"}, "sha1": {digest, "SHA-1"}, "sha-1": {digest, "SHA-1"}, "sha256": {digest, "SHA-256"}, "sha-256": {digest, "SHA-256"}, "sha2-256": {digest, "SHA-256"}, "sha512": {digest, "SHA-512"}, "sha-512": {digest, "SHA-512"}, "sha3-256": {digest, "SHA3-256"}, "crc32": {digest, "CRC-32"}, "crc-32": {digest, "CRC-32"}, "blake3": {digest, "BLAKE3"},
	"json": {notation, "JSON"}, "json-encoded": {notation, "JSON"}, "xml": {notation, "XML"}, "yaml": {notation, "YAML"}, "csv": {notation, "CSV"}, "html": {notation, "HTML"}, "markdown": {notation, "Markdown"},
	"e.164": {telephone, "E.164"}, "e164": {telephone, "E.164"}, "national": {telephone, "a national number"},
	"utc": {clockTime, "a time in UTC"}, "gmt": {clockTime, "a time in UTC"}, "local": {clockTime, "a local time"},
	"iana": {timeZone, ianaZone}, "tzdb": {timeZone, ianaZone}, "olson": {timeZone, ianaZone}, "offset": {timeZone, zoneOffset}, "windows": {timeZone, "a Windows time zone name"},
}

const (
	ianaZone   = "an IANA time zone name"
	zoneOffset = "an offset from UTC"
)

// zoneSpelling reads an example of a zone: Europe/Berlin, +02:00.
func zoneSpelling(word string) string {
	area, place, ok := strings.Cut(word, "/")
	switch area {
	case "Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific":
		if ok && place != "" && place[0] >= 'A' && place[0] <= 'Z' {
			return ianaZone
		}
	}
	if len(word) == len("+02:00") && (word[0] == '+' || word[0] == '-') && word[3] == ':' && strings.Trim(word, "+-:0123456789") == "" {
		return zoneOffset
	}
	return ""
}

// textFormats are the formats that a doc names, one a class, "" where it names none or several.
func textFormats(doc string) (formats [textClasses]string) {
	const most = 2000
	var several [textClasses]bool
	note := func(class int, name string) {
		several[class] = several[class] || formats[class] != "" && formats[class] != name
		formats[class] = name
	}
	for _, word := range strings.Fields(doc[:min(len(doc), most)]) {
		word = strings.Trim(word, "()[]{}<>\"'`,.;:!?")
		if f, ok := formatWords[strings.ToLower(word)]; ok {
			note(f.class, f.name)
		} else if pattern := dateSpelling(word); pattern != "" {
			note(datePattern, pattern)
		} else if spelled := zoneSpelling(word); spelled != "" {
			note(timeZone, spelled)
		}
	}
	for class := range formats {
		if several[class] {
			formats[class] = ""
		}
	}
	return formats
}

// dateSpelling is a date pattern such as YYYY-MM-DD or dd.MM.yy in one spelling, "" for other words.
func dateSpelling(word string) string {
	if len(word) < 5 || len(word) > 40 || strings.Trim(word, "YyMmDdHhSsTZz-/.:_'+") != "" {
		return ""
	}
	upper := strings.ToUpper(strings.ReplaceAll(word, "'", ""))
	if !strings.Contains(upper, "YY") || !strings.Contains(upper, "MM") {
		return ""
	}
	return upper
}
