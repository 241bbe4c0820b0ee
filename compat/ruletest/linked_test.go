package ruletest

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNotLinked: the command does not carry its tests' support.
func TestNotLinked(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "../../cmd/schemavet").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(list))
	linked := map[string]bool{}
	for _, p := range packages {
		linked[p] = true
	}
	if !linked["github.com/schemavet/schemavet/compat"] {
		t.Errorf("the command does not link compat: %d packages are not its own", len(packages))
	}
	for _, p := range []string{"github.com/schemavet/schemavet/compat/ruletest", "github.com/schemavet/schemavet/compat/golden", "github.com/schemavet/schemavet/compat/growth", "testing"} {
		if linked[p] {
			t.Errorf("the command links %s", p)
		}
	}
}
