package cli

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestEveryFlagIsInAScript: what help shows, a script uses. A flag that several commands share need be used with one of them.
func TestEveryFlagIsInAScript(t *testing.T) {
	lines := strings.Split(readScripts(t), "\n")
	users := map[string][]string{} // by a flag's name and what it does: the commands that have it; "" when a script uses it
	for _, c := range commands() {
		if c.Hidden {
			continue
		}
		var runs string
		for _, line := range lines {
			if strings.Contains(line, "schemavet "+c.Name) {
				runs += line + " \n"
			}
		}
		if runs == "" {
			t.Errorf("no script runs schemavet %s", c.Name)
		}
		fs, _ := c.flags()
		fs.VisitAll(func(f *pflag.Flag) {
			users[f.Name+f.Usage] = append(users[f.Name+f.Usage], "schemavet "+c.Name+" --"+f.Name)
			if strings.Contains(runs, "--"+f.Name+" ") || strings.Contains(runs, "--"+f.Name+"=") || f.Shorthand != "" && strings.Contains(runs, " -"+f.Shorthand+" ") {
				users[f.Name+f.Usage] = append(users[f.Name+f.Usage], "")
			}
		})
	}
	for _, names := range users {
		if !slices.Contains(names, "") {
			t.Errorf("no script uses %s", names[0])
		}
	}
}

// likewise are README's commands whose words a script has to change: a day that lies ahead, files that are there.
var likewise = map[string]string{
	"accept add unit-scale-changed@Order.amount --reason 'dashboards moved, DATA-812' --until 2027-01-31": "accept add unit-scale-changed@Order.amount --reason 'dashboards moved, DATA-812' --until 2999-01-31",

	"check new.avsc --against old.avsc":                                    "check new.avsc --against schemas/order.avsc",
	"resolve --writer w.avsc --reader r.avsc --as java,twmb --format json": "resolve --writer schemas/order.avsc --reader new.avsc --as java,twmb --format json",
}

// TestReadmeCommandsAreInAScript: every schemavet command that README shows is run by a script, or is the one that TestReadme
// runs.
func TestReadmeCommandsAreInAScript(t *testing.T) {
	readme, err := os.ReadFile("../../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	all := readScripts(t)
	shown := 0
	for line := range strings.Lines(string(readme)) {
		command, ok := strings.CutPrefix(line, "$ schemavet ")
		if !ok {
			continue
		}
		command, _, _ = strings.Cut(command, " #")
		command = strings.TrimSpace(command)
		if other, ok := likewise[command]; ok {
			command = other
		}
		shown++
		if !strings.Contains(all, "exec schemavet "+command+"\n") {
			t.Errorf("no script runs schemavet %s", command)
		}
	}
	if shown < 6 {
		t.Errorf("README shows %d commands; is it still read right?", shown)
	}
}

// TestReadme: what README shows below a command that runs on the repository's own files is what it prints, shortened where
// it says so.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(readme), "$ go run ./cmd/schemavet ")[1:]
	if len(blocks) < 2 {
		t.Fatalf("README shows %d commands on its own files", len(blocks))
	}
	for _, block := range blocks {
		command, screen, _ := strings.Cut(block, "\n")
		screen, _, _ = strings.Cut(screen, "```")
		var out, errs bytes.Buffer
		exit := Run(&Env{
			Args: strings.Fields(command), Stdout: &out, Stderr: &errs, Dir: root, Now: time.Now,
			Environ: append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root), "GIT_DIR="+t.TempDir()),
		})
		if exit != exitFound && exit != exitOK {
			t.Fatalf("%s: exit code %d: %s", command, exit, errs.String())
		}
		for line := range strings.Lines(screen) {
			if want, _, _ := strings.Cut(strings.TrimRight(line, "\n"), " …"); !strings.Contains(out.String(), strings.TrimSpace(want)) {
				t.Errorf("%s: README shows a line that is not printed:\n%s\nprinted:\n%s", command, want, out.String())
			}
		}
	}
}
