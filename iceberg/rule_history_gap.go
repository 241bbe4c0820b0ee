package iceberg

import "github.com/schemavet/schemavet/compat"

var historyGap = &compat.Rule{
	ID:     "iceberg-history-gap",
	Level:  compat.Warning,
	Title:  "A metadata file of the history is missing",
	Why:    "What happened in between was not looked at: a column may have been dropped and its id used again. Of two files of one version, one is of a commit that never came to be.",
	Spec:   "Iceberg table specification, Table Metadata",
	Since:  "0.1",
	Recipe: []string{"fetch the missing metadata files, or accept that the history is judged across the gap", "of two files of one version, leave out the one that no metadata-log names"},
}
