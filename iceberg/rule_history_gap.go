package iceberg

import "github.com/schemavet/schemavet/compat"

var historyGap = &compat.Rule{
	ID:     "iceberg-history-gap",
	Level:  compat.Warning,
	Title:  "A metadata file of the history is missing",
	Why:    "What happened in between was not looked at: a column may have been dropped and its id used again.",
	Spec:   "Iceberg table specification, Table Metadata",
	Since:  "0.1",
	Recipe: []string{"fetch the missing metadata files, or accept that the history is judged across the gap"},
}
