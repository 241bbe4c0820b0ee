package iceberg

import "github.com/schemavet/schemavet/compat"

var defaultInvalid = &compat.Rule{
	ID:    "iceberg-default-invalid",
	Level: compat.Error,
	Title: "A default is no value of its type",
	Why:   "Readers that need the default fail on it, or read something else than was meant: dates are ISO strings, decimals strings of the type's scale, binary is hexadecimal.",
	Spec:  "Iceberg table specification, Appendix D, JSON single-value serialization",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  columns(0, "1 id! long", "2 d date | initial-default 19000 | write-default 19000"),
		Path:    "d",
		Written: "nothing",
		Read:    "an error, or another value than was meant",
		Fixed:   columns(0, "1 id! long", `2 d date | initial-default "2022-01-08" | write-default "2022-01-08"`),
		FixedIs: "reader",
	},
	Recipe: []string{"write the default in the single-value form of {{field}}'s type"},
}
