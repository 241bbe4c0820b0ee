package iceberg

import "github.com/schemavet/schemavet/compat"

var equalityDeleteDropped = &compat.Rule{
	ID:    "iceberg-equality-delete-dropped",
	Level: compat.Warning,
	Title: "A column is dropped that equality deletes compare",
	Why:   "The deletes go on applying by field id after the drop; several engines fail at every scan, or bring deleted rows back.",
	Spec:  "Iceberg table specification, Equality Delete Files",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  metadata(2, `"snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "summary": {"operation": "overwrite", "total-equality-deletes": "1"}}], "current-snapshot-id": 7`, columns(0, "1 id! long", "2 k string")),
		Reader:  metadata(2, `"snapshots": [{"snapshot-id": 7, "timestamp-ms": 0, "summary": {"operation": "overwrite", "total-equality-deletes": "1"}}], "current-snapshot-id": 7`, columns(0, "1 id! long")),
		Path:    "k",
		Written: "a row that an equality delete on k removed",
		Read:    "the row again, or an error",
		Fixed:   metadata(2, "", columns(0, "1 id! long")),
		FixedIs: "reader",
	},
	Recipe: []string{
		"rewrite the data files, which applies the deletes",
		"expire the snapshots that hold them",
		"then drop {{field}}",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o := dropped(p, s)
		if o == nil || pairOf(p).Younger().Table == nil {
			return
		}
		what := equalityDeletes(pairOf(p).Younger().Table, o)
		if what == "" {
			return
		}
		f := p.Report(s, "%s (field id %d) is dropped and %s", s.Path, o.ID, what)
		f.Runtimes = Profiles().that("drop equality delete column", func(c Cell) bool { return c.Reads == "fails" || c.Reads == "changed" })
		f.Sample = &compat.Sample{Written: "a row that an equality delete on " + string(o.Path) + " removed", Read: "the row again, or an error, in engines that look the column up in the current schema"}
	},
}
