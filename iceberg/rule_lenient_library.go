package iceberg

import "github.com/schemavet/schemavet/compat"

var lenientLibrary = &compat.Rule{
	ID:    "iceberg-lenient-library",
	Level: compat.Warning,
	Title: "Some libraries accept a change that the specification forbids",
	Why:   "One library commits the change without a word, and the others cannot read the table, or take the values for something else.",
	Spec:  "Iceberg table specification, Schema Evolution",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 s string"),
		Reader:  columns(1, "1 id! long", "2 s binary"),
		Path:    "s",
		Written: "\"a\"",
		Read:    "the bytes 61, in libraries that accept it",
		Fixed:   columns(1, "1 id! long", "2 s string"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"undo the change before files are written with it",
		"pin the library that lets it through, or check schemas before it commits",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if o == nil || y == nil || o.ID != y.ID || o.Type.Same(y.Type) || retyped(o, y, versionOf(p)) == promotion {
			return
		}
		engines := Profiles().that(retypeTopic(o.Type, y.Type), func(c Cell) bool { return c.Accepts == "yes" || c.Accepts == "unknown" && c.Reads == "changed" })
		if len(engines) == 0 {
			return
		}
		f := p.Report(s, "%s goes from %s to %s, forbidden by the specification and let through by %s: nothing fails there, and other engines cannot read the table or take its values for something else", s.Path, o.Type, y.Type, joined(engines))
		f.Runtimes = engines
		f.Sample = &compat.Sample{Written: sampleValue(o.Type), Read: "a value of " + y.Type.String() + " in " + joined(engines) + ", an error elsewhere"}
		f.From, f.To = "type="+o.Type.String(), "type="+y.Type.String()
	},
}
