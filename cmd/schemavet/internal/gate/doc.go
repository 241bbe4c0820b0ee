// Package gate runs the job: it gathers subjects from an input and what it is compared with, turns each subject and its
// mode into (writer, reader) pairs, resolves them by the format's adapter, lets the rules look at the traces, and works out
// what counts: levels, accepted and known findings, one report for one transition.
//
// It neither reads flags nor prints. A schema under review that cannot be read is a finding; a schema it is compared with
// that cannot be read is a failure of the run, and the result says so.
package gate
