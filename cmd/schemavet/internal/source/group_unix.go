//go:build unix

package source

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// alone puts a process into a group of its own, with all that it starts.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end ends the group of a process that alone was asked for: a transport that git started may hang, and git be gone before it.
func end(p *os.Process) error {
	if syscall.Kill(-p.Pid, syscall.SIGTERM) != nil {
		return os.ErrProcessDone
	}
	for until := time.Now().Add(grace); time.Now().Before(until); time.Sleep(grace / 20) {
		if syscall.Kill(-p.Pid, 0) != nil { // nobody is left
			return nil
		}
	}
	syscall.Kill(-p.Pid, syscall.SIGKILL)
	return nil
}
