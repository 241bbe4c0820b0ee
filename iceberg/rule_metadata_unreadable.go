package iceberg

import "github.com/schemavet/schemavet/compat"

var metadataUnreadable = &compat.Rule{
	ID:     "iceberg-metadata-unreadable",
	Level:  compat.Error,
	Title:  "The text is no table metadata and no schema",
	Why:    "No engine opens the table from it, and nothing about its history can be said.",
	Spec:   "Iceberg table specification, Table Metadata",
	Since:  "0.1",
	Recipe: []string{"repair the text at the place shown, or take the file from the catalog again"},
}
