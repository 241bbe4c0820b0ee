//go:build !unix

package cli

import (
	"testing"
	"time"
)

// cpu has no processor times to tell here.
func cpu(b *testing.B) time.Duration {
	b.Skip("no processor times here")
	return 0
}
