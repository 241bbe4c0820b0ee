package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var versionUpgraded = &compat.Rule{
	ID:    "iceberg-version-upgraded",
	Level: compat.Warning,
	Title: "The format version goes up",
	Why:   "There is no way back, and an engine that does not know the version cannot open the table any more.",
	Spec:  "Iceberg table specification, Format Versioning",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, "", columns(0, "1 id! long")),
		Reader:  metadata(3, "", columns(0, "1 id! long")),
		Path:    "",
		Written: "a table of version 3",
		Read:    "no table, in engines of version 2",
		Fixed:   metadata(2, "", columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"list the engines and their releases that open the table, writers too",
		"upgrade when the last of them reads the new version",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		pair := atTop(p, s)
		if pair == nil {
			return
		}
		from, to, how := upgraded(pair)
		if to <= from {
			return
		}
		engines := Profiles().that(fmt.Sprintf("format version %d", to), func(c Cell) bool { return c.Reads == "fails" || c.Writes == "no" })
		message := fmt.Sprintf("the table goes from format version %d to %d%s: there is no way back", from, to, how)
		if len(engines) > 0 {
			message += ", and " + joined(engines) + " cannot read or write it"
		}
		f := p.Report(s, "%s", message)
		f.Sample = &compat.Sample{Written: fmt.Sprintf("metadata of format version %d", to), Read: fmt.Sprintf("no table, in engines that know version %d only", from)}
		f.From, f.To = fmt.Sprintf("format-version=%d", from), fmt.Sprintf("format-version=%d", to)
	},
}
