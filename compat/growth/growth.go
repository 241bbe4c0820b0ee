// Package growth holds code to work that grows with its input and not with the square of it. What is counted is allocations, so
// that no clock decides and a busy machine is no fault. Tests alone import it.
package growth

import (
	"runtime"
	"testing"
)

// Linear lets prepare make work of size n and of size 4n, does both, and fails the test when the larger one allocates more than six
// times what the smaller one does, in number or in bytes: a square would be sixteen times.
func Linear(t testing.TB, n int, prepare func(n int) (work func())) {
	t.Helper()
	small, large := measure(prepare(n)), measure(prepare(4*n))
	if large.count > 6*small.count || large.bytes > 6*small.bytes {
		t.Errorf("%d allocations of %d bytes for %d, %d of %d for %d", small.count, small.bytes, n, large.count, large.bytes, 4*n)
	}
}

// slack is what a run may allocate beside the work: the runtime's own, and what is made once.
const slack = 64

type cost struct{ count, bytes uint64 }

func measure(work func()) cost {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return cost{after.Mallocs - before.Mallocs + slack, after.TotalAlloc - before.TotalAlloc + slack<<10}
}
