// Package cli is the command line: one table of commands from which dispatch, help, completion and the man page come, and
// the exit codes.
//
// A command is added by writing its value in a file of its own and one line in commands.
package cli
