package hazard

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
)

var numberReferenceChanged = &compat.Rule{
	ID: "number-reference-changed", Level: compat.Warning, Since: "0.1",
	Title: "A height or a position is measured from another reference",
	Why: "Unit and type stay, and the zero is elsewhere: a height above the ground is no height above the sea, and the same place has other " +
		"coordinates in WGS 84 and in GCJ-02. The error is small enough to look plausible, and large enough to hit a hill or another street.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "number-reference-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.altitude",
		Writer:  payment(`{"name":"altitude","type":"double","doc":"Altitude of the terminal above sea level in m"}`),
		Reader:  payment(`{"name":"altitude","type":"double","doc":"Altitude of the terminal above ground in m"}`),
		Written: `{"id":"p1","altitude":250}`, Read: `{"id":"p1","altitude":250}`,
		Fixed: payment(`{"name":"altitude","type":"double","doc":"The terminal's altitude in m above sea level"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as it was and add a new field for what is measured from the other reference, with null as default",
		"if only the wording was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || !carrier(s.Writer).Numeric() || !carrier(s.Reader).Numeric() {
			return
		}
		told := "doc"
		from, to := aReference.changed(s.Writer.Says.Doc, s.Reader.Says.Doc)
		if from == to {
			told = "name"
			from, to = aReference.changed(s.Writer.Name, s.Reader.Name)
		}
		if from == to {
			return
		}
		f := p.Report(s, "the %s of %s takes %s for the reference as written and %s as read", told, s.Path, from, to)
		pointMember(f, s, told)
		f.From, f.To = "reference="+from, "reference="+to
		f.Sample = prove(p, s, "250", from, to)
	},
}

// aReference is what numberReferenceChanged looks for.
var aReference = &topic{references, reference}

// references are the words of what heights and positions are measured from. Those of one kind exclude each other; a doc that names several
// speaks of none alone.
var references = map[string]string{
	"sea": "the sea", "msl": "the sea", "amsl": "the sea", "asl": "the sea", "ground": "the ground", "agl": "the ground", "terrain": "the ground",
	"ellipsoid": "the ellipsoid", "hae": "the ellipsoid", "geoid": "the geoid",
	"wgs": "WGS 84", "gcj": "GCJ-02", "bd": "BD-09", "osgb": "OSGB", "etrs": "ETRS89", "nad": "NAD", "pz": "PZ-90",
}

// reference is the one reference of which words speak, and the other words that carry sense. Sea and ground are references behind a word
// like "above"; the number of a datum belongs to it.
func reference(words []string) (name string, rest []string) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		found := references[w]
		datum := found != "" && found[0] != 't'
		switch {
		case datum && (i+1 == len(words) || !numeric(words[i+1])):
			found = "" // the letters of something else
		case found == "the sea" && w == "sea", found == "the ground" && w != "agl", w == "ellipsoid", w == "geoid":
			if !slices.ContainsFunc(words[max(0, i-3):i], func(w string) bool { return w == "above" || w == "below" || w == "over" }) {
				found = ""
			}
		}
		if datum && found != "" {
			i++
			if found == "NAD" {
				found += " " + words[i] // of 1927 or of 1983
			}
		}
		switch {
		case found != "" && name != "" && name != found:
			return "", nil
		case found != "":
			name = found
		case !small[w] && w != "level" && w != "mean":
			rest = append(rest, w)
		}
	}
	return name, rest
}
