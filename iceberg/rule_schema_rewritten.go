package iceberg

import "github.com/schemavet/schemavet/compat"

var schemaRewritten = &compat.Rule{
	ID:     "iceberg-schema-rewritten",
	Level:  compat.Error,
	Title:  "A schema id stands for two schemas",
	Why:    "Snapshots and readers name schemas by id: what the id stands for depends on the metadata file that is read.",
	Spec:   "Iceberg table specification, Schemas and Data Types",
	Since:  "0.1",
	Recipe: []string{"never change a schema in place: add a new one and make it current"},
}
