// Package avro reads Avro schemas and resolves a writer's schema against a reader's, as the Avro 1.12 specification says
// and as the runtimes that people use really do.
//
// The way through the package: Parse turns a positioned JSON document into a graph of Types and says what is wrong with it
// (Fault) or remarkable about it; Resolve joins two graphs into a compat.Trace; Decode replays that trace on bytes; the rules
// in Rules read it. A Policy holds the named points at which a runtime departs from the specification.
package avro
