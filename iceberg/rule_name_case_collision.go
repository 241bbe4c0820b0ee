package iceberg

import "github.com/schemavet/schemavet/compat"

var nameCaseCollision = &compat.Rule{
	ID:    "name-case-collision",
	Level: compat.Warning,
	Title: "Two names differ in case only",
	Why:   "Legal in Iceberg, and Spark, Hive, Glue and Trino look names up without case: the query is ambiguous or takes the wrong one.",
	Spec:  "Iceberg table specification, Nested Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2 Name string", "3 name string"),
		Path:    "name",
		Fixed:   columns(0, "1 id! long", "2 Name string", "3 given_name string"),
		FixedIs: "reader",
	},
	Recipe: []string{"rename {{field}} before engines without case read the table"},
}
