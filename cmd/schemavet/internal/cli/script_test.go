package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts and golden files")

const scripts = "../../../../testdata/script"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"schemavet": func() { os.Exit(Run(System())) }})
}

// TestScripts runs the command as users run it, with real git. Commits have fixed names and dates, so that their ids are
// the same everywhere.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: scripts, RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			for _, pair := range [][2]string{
				{"HOME", filepath.Join(e.WorkDir, ".home")}, {"GIT_CONFIG_GLOBAL", os.DevNull}, {"GIT_CONFIG_NOSYSTEM", "1"},
				{"GIT_AUTHOR_NAME", "Ada"}, {"GIT_AUTHOR_EMAIL", "ada@example.org"}, {"GIT_AUTHOR_DATE", "2026-01-02T03:04:05Z"},
				{"GIT_COMMITTER_NAME", "Ada"}, {"GIT_COMMITTER_EMAIL", "ada@example.org"}, {"GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z"},
				{"GIT_CEILING_DIRECTORIES", filepath.Dir(e.WorkDir)},
			} {
				e.Setenv(pair[0], pair[1])
			}
			return nil
		},
	})
}

// readScripts is the text of all scripts.
func readScripts(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(scripts + "/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var b strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}

// TestEveryFlagIsInAScript: what help shows, a script uses.
func TestEveryFlagIsInAScript(t *testing.T) {
	lines := strings.Split(readScripts(t), "\n")
	for _, c := range commands() {
		if c.Hidden {
			continue
		}
		var used string
		for _, line := range lines {
			if strings.Contains(line, "schemavet "+c.Name) {
				used += line + " \n"
			}
		}
		if used == "" {
			t.Errorf("no script runs schemavet %s", c.Name)
		}
		fs, _ := c.flags()
		fs.VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(used, "--"+f.Name+" ") && !strings.Contains(used, "--"+f.Name+"=") &&
				(f.Shorthand == "" || !strings.Contains(used, " -"+f.Shorthand+" ")) {
				t.Errorf("no script uses schemavet %s --%s", c.Name, f.Name)
			}
		})
	}
}
