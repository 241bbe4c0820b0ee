package iceberg

import "github.com/schemavet/schemavet/compat"

var typeParameter = &compat.Rule{
	ID:    "iceberg-type-parameter",
	Level: compat.Error,
	Title: "A type's parameter is out of range",
	Why:   "Decimals have 1 to 38 digits, fixed has a positive length and a geography one of five algorithms; engines refuse the schema.",
	Spec:  "Iceberg table specification, Primitive Types",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2 m decimal(39, 2)"),
		Path:    "m",
		Written: "a value in the column",
		Read:    "an error: no engine has the type",
		Fixed:   columns(0, "1 id! long", "2 m decimal(38, 2)"),
		FixedIs: "reader",
	},
	Recipe: []string{"choose a parameter that the specification allows"},
}
