//go:build !unix

package source

import (
	"os"
	"os/exec"
)

// alone does nothing: there are no groups of processes here that could be ended.
func alone(*exec.Cmd) {}

// end ends a process. What it started is not known here.
func end(p *os.Process) error { return p.Kill() }
