package iceberg

import "github.com/schemavet/schemavet/compat"

var schemaRewritten = &compat.Rule{
	ID:     "iceberg-schema-rewritten",
	Level:  compat.Error,
	Title:  "A schema or spec id stands for two things",
	Why:    "Snapshots, manifests and readers name schemas and partition specs by id: what the id stands for depends on the metadata file that is read.",
	Spec:   "Iceberg table specification, Schemas and Data Types",
	Since:  "0.1",
	Recipe: []string{"never change a schema in place: add a new one and make it current"},
}
