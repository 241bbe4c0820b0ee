// Package iceberg reads the metadata of Iceberg tables and says what each reader makes of what each writer put into the
// table's files.
//
// A table is its history: every schema it ever had, the partition specs and sort orders that bind columns by id, the
// snapshots that name a schema each. Read turns metadata bytes (format versions 1 to 3, 4 as far as it is known, or one
// plain schema) into that history, with exact defaults, the place of every field and the problems of a file that a
// reader can still go on with. Resolve joins a writer's schema (that of a file) and a reader's (that of the table, a
// snapshot, a job) by field id into a compat.Trace; by name and by position are other mechanisms, since many consumers
// are those. Rules judge the same trace: whether the change from the older to the younger schema is legal by the
// specification, and what a legal change hides.
//
// The type model, the promotions and the default values are this package's own: iceberg-go's schema JSON rounds numbers
// and drops attributes, and its two promotion tables disagree with each other. What engines do is data (engines.json),
// one source for each cell, never code. The package does no I/O; manifests are read by its sub-package manifest. What a
// column means can be declared by a table property with its field id: schemavet.field.7.unit = ms.
package iceberg
