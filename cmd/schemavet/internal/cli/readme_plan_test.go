package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestReadmePlans: what README shows of rollout plans is what the command prints, line after line, shortened where it says so; and
// the plans that it shows are those files.
func TestReadmePlans(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	const prompt = "$ go run ./cmd/schemavet plan "
	screens := strings.Split(string(text), prompt)[1:]
	if len(screens) != 2 {
		t.Fatalf("README shows %d runs about plans; is it still read right?", len(screens))
	}
	for i, exit := range []int{exitFound, exitOK} {
		screen, _, _ := strings.Cut(screens[i], "```")
		command, shown, _ := strings.Cut(screen, "\n")
		var out, errs bytes.Buffer
		got := Run(&Env{
			Args: strings.Fields("plan " + command), Stdout: &out, Stderr: &errs, Dir: root, Now: time.Now,
			Environ: append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root), "GIT_DIR="+t.TempDir()),
		})
		if got != exit {
			t.Errorf("plan %s: exit code %d, want %d: %s", command, got, exit, errs.String())
		}
		printed := strings.Split(out.String(), "\n")
		for n, line := range strings.Split(strings.TrimRight(shown, "\n"), "\n") {
			line, cut := strings.CutSuffix(line, " …")
			if n >= len(printed) || printed[n] != line && !(cut && strings.HasPrefix(printed[n], line)) {
				t.Errorf("plan %s: README shows a line that is not printed:\n%s\nprinted:\n%s", command, line, out.String())
				break
			}
		}
	}
	for _, name := range []string{"s6-textbook-order", "s6-window-closed"} {
		plan, err := os.ReadFile(filepath.Join(root, "testdata/rollout", name, "plan.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		_, steps, _ := strings.Cut(string(plan), "steps:\n")
		if !strings.Contains(string(text), "steps:\n"+steps) {
			t.Errorf("README does not show the steps of %s:\n%s", name, steps)
		}
	}
}
