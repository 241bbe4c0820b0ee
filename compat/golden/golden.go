// Package golden holds the output of tests in files. Tests alone import it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the files that hold what tests expect")

// Update reports whether the files are to be rewritten instead of compared.
func Update() bool { return *update }

// Same checks that a file holds what was got, or writes it there under -update.
func Same(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		Write(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); read it, then run with -update:\n%s", file, diff)
	}
}

// Write writes a file with the folders above it.
func Write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
