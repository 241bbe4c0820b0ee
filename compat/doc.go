// Package compat holds the vocabulary that every adapter and every report share: the trace of a writer and a reader
// schema (Site, Node, Mechanism, Effect), what it says (Verdict), the rules that read it and the findings they make.
// It knows no format and does no I/O.
package compat
