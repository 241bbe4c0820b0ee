package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// A silent test takes down whether it failed.
type silent struct {
	testing.TB
	failed bool
}

func (s *silent) Helper()               {}
func (s *silent) Errorf(string, ...any) { s.failed = true }

func TestSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a", "b.txt")
	Write(t, file, "one\n")
	for _, tt := range []struct {
		got    string
		failed bool
	}{{"one\n", false}, {"two\n", true}} {
		s := &silent{TB: t}
		if Same(s, file, tt.got); s.failed != tt.failed {
			t.Errorf("%q: failed is %v", tt.got, s.failed)
		}
	}
	*update = true
	defer func() { *update = false }()
	Same(t, file, "two\n")
	if text, err := os.ReadFile(file); err != nil || string(text) != "two\n" {
		t.Errorf("rewritten it holds %q, %v", text, err)
	}
}
