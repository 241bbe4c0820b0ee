//go:build unix

package cli

import (
	"syscall"
	"testing"
	"time"
)

// cpu is the processor time, user and system, that this process has used.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Skipf("no processor times here: %v", err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
