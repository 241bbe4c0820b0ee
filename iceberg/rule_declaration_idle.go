package iceberg

import "github.com/schemavet/schemavet/compat"

var declarationIdle = &compat.Rule{
	ID:    "iceberg-declaration-idle",
	Level: compat.Warning,
	Title: "A table property declares something about no column",
	Why:   "Columns are declared by field id, as in schemavet.field.7.unit: a name in its place, or an id that no schema has, declares nothing, and a change of unit goes unseen.",
	Spec:  "schemavet, declarations in table properties",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Reader:  metadata(2, `"properties": {"schemavet.field.dur.unit": "ms"}`, columns(0, "1 dur long")),
		Path:    "",
		Fixed:   metadata(2, `"properties": {"schemavet.field.1.unit": "ms"}`, columns(0, "1 dur long")),
		FixedIs: "reader",
	},
	Recipe: []string{"write the field id of the column: schemavet.field.ID.unit"},
}
