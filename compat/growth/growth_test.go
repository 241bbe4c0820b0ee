package growth

import "testing"

// failures counts what a test would have reported.
type failures struct {
	testing.TB
	n int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.n++ }

var kept [][]byte

// TestLinear: work that grows with its input passes; its square fails, whether it is many pieces or large ones.
func TestLinear(t *testing.T) {
	pieces := func(count, size int) func() {
		return func() {
			kept = nil
			for range count {
				kept = append(kept, make([]byte, size))
			}
		}
	}
	for name, c := range map[string]struct {
		work func(n int) func()
		want int
	}{
		"nothing":     {func(int) func() { return func() {} }, 0},
		"linear":      {func(n int) func() { return pieces(n, 100) }, 0},
		"many pieces": {func(n int) func() { return pieces(n*n/100, 8) }, 1},
		"larger ones": {func(n int) func() { return pieces(n, n) }, 1},
	} {
		f := &failures{TB: t}
		Linear(f, 1000, c.work)
		if f.n != c.want {
			t.Errorf("%s: %d failures, want %d", name, f.n, c.want)
		}
	}
}
