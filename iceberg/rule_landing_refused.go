package iceberg

import "github.com/schemavet/schemavet/compat"

// LandingRefused is raised by whoever lands a topic in a table.
var LandingRefused = &compat.Rule{
	ID:     "iceberg-landing-refused",
	Level:  compat.Error,
	Title:  "A part of the topic has no column type in the table",
	Why:    "The sink stops, or drops the column: the topic takes records that the table cannot hold.",
	Spec:   "Iceberg table specification, Primitive Types; the mapping is in iceberg/IMAGE.md",
	Since:  "0.1",
	Recipe: []string{"give {{field}} a type that has an image in the table", "or leave it out of the table in the sink's configuration"},
}
