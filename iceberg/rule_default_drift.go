package iceberg

import "github.com/schemavet/schemavet/compat"

var defaultDrift = &compat.Rule{
	ID:    "iceberg-default-drift",
	Level: compat.Warning,
	Title: "Old rows and new rows get different values where none was given",
	Why:   "initial-default fills rows from before the column, write-default those written without it: where the two differ, one missing value has two meanings by date, and compaction freezes the old one into files.",
	Spec:  "Iceberg table specification, Default values",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(3, "", columns(0, "1 id! long")),
		Reader:  metadata(3, "", columns(0, "1 id! long", "2 j int | initial-default -1 | write-default -999")),
		Path:    "j",
		Written: "nothing",
		Read:    "-1 in old rows, -999 in new ones",
		Fixed:   metadata(3, "", columns(0, "1 id! long", "2 j int")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"stop relying on defaults: let writers state {{field}}",
		"if write-default must change, note the snapshot from which it holds",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if forward(p) == nil || s.Reader == nil || fieldOf(s.Reader) == nil || s.How == byParentDefault {
			return
		}
		y := fieldOf(s.Reader)
		o := fieldOf(s.Writer)
		switch {
		case y.Write != nil && y.Write.Problem != "", y.Initial != nil && y.Initial.Problem != "":
			return // defaultInvalid's
		case y.Required && y.Write == nil:
			return // writeDefaultMissing's and writeDefaultRemoved's
		case o != nil && sameDefault(o.Write, y.Write), o == nil && sameDefault(y.Initial, y.Write):
			return
		}
		was := "initial-default " + jsonOf(y.Initial)
		if o != nil && !sameDefault(o.Write, y.Initial) || sameDefault(y.Initial, y.Write) {
			was = "write-default " + jsonOf(writeOf(o))
		}
		f := p.Report(s, "%s (field id %d): a row without a value reads %s from before and %s from now on", s.Path, y.ID, was, jsonOf(y.Write))
		f.Sample = &compat.Sample{Written: "nothing", Read: jsonOf(y.Initial) + " in rows from before the column, " + jsonOf(y.Write) + " in rows written from now on"}
		if o != nil && !sameDefault(o.Write, y.Initial) {
			f.Sample.Read = jsonOf(o.Write) + " in rows written before, " + jsonOf(y.Write) + " in rows written from now on"
		}
		f.From, f.To = was, "write-default="+jsonOf(y.Write)
	},
}
