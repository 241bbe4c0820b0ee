package iceberg

import "github.com/schemavet/schemavet/compat"

// LandingRenamed is raised by whoever lands a topic in a table.
var LandingRenamed = &compat.Rule{
	ID:     "iceberg-landing-renamed",
	Level:  compat.Warning,
	Title:  "A field that is renamed on the topic becomes another column of the table",
	Why:    "An alias joins the two names for readers of the topic; a sink finds columns by name, adds a new one and leaves the old one to null.",
	Spec:   "Iceberg table specification, Schema Evolution: adding a field assigns a new id",
	Since:  "0.1",
	Recipe: []string{"rename the column in the table first, by an ALTER that keeps its id", "or keep the name on the topic"},
}
