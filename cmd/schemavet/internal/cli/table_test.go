package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestTable: every command says what a user needs to know.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commands() {
		if seen[c.Name] {
			t.Errorf("%s stands in the table twice", c.Name)
		}
		seen[c.Name] = true
		switch {
		case c.Short == "" || strings.HasSuffix(c.Short, "."):
			t.Errorf("%s: Short %q; one line without a final stop", c.Name, c.Short)
		case c.Setup == nil:
			t.Errorf("%s: no Setup", c.Name)
		case !c.Hidden && len(c.Examples) == 0:
			t.Errorf("%s: no example", c.Name)
		}
		for _, x := range c.Examples {
			if !strings.Contains(x.Line, "schemavet "+c.Name) && !strings.HasPrefix(x.Line, "schemavet config schema") {
				t.Errorf("%s: its example is of another command: %s", c.Name, x.Line)
			}
		}
	}
}

// TestHelp: the help pages are goldens; a change in them is seen in review.
func TestHelp(t *testing.T) {
	var b bytes.Buffer
	Run(&Env{Args: []string{"--help"}, Stdout: &b, Stderr: &b, Now: time.Now})
	golden(t, "help/schemavet.txt", b.String())
	for _, c := range commands() {
		if !c.Hidden {
			golden(t, "help/"+strings.ReplaceAll(c.Name, " ", "-")+".txt", c.help(0))
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not what is printed (-want +got; -update rewrites it):\n%s", name, diff)
	}
}

// TestManualIsComplete: the man page has every command, every flag and the exit codes.
func TestManualIsComplete(t *testing.T) {
	page := manual()
	for _, c := range commands() {
		if c.Hidden {
			continue
		}
		if !strings.Contains(page, ".SS "+roff(c.Name)+"\n") {
			t.Errorf("the manual has no %s", c.Name)
		}
	}
	for code := range strings.Lines(exitCodes) {
		if !strings.Contains(page, ".B "+strings.Fields(code)[0]+"\n") {
			t.Errorf("the manual does not tell exit code %s", code)
		}
	}
	if bad := regexp.MustCompile(`(?m)^'`).FindString(page); bad != "" {
		t.Errorf("a line that man takes for a request: %q", bad)
	}
}

// TestComplete: what a shell is offered.
func TestComplete(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  string // one of the lines starts so
		not   string // none does
	}{
		{[]string{"che"}, "check\t", "diff"},
		{[]string{"config", ""}, "verify\t", "check"},
		{[]string{"check", "--stag"}, "--staged\t", "--format"},
		{[]string{"check", "--format", "j"}, "json", "text"},
		{[]string{"check", "--format=j"}, "--format=json", "--format=text"},
		{[]string{"check", "--rules", "-tool-accept-s"}, "-tool-accept-stale", "+tool"},
		{[]string{"explain", "tool-subject-d"}, "tool-subject-deleted", "tool-accept"},
		{[]string{"completion", ""}, "bash", ""},
		{[]string{"check", "-q", "--fail-on", "w"}, "warning", "error"},
	} {
		lines := complete(&Env{}, tt.words)
		found := false
		for _, line := range lines {
			found = found || strings.HasPrefix(line, tt.want)
			if tt.not != "" && strings.HasPrefix(line, tt.not) {
				t.Errorf("%q: offers %q", tt.words, line)
			}
		}
		if !found {
			t.Errorf("%q: offers %q, not %q", tt.words, lines, tt.want)
		}
	}
	if lines := complete(&Env{}, []string{"check", "schemas/o"}); len(lines) > 0 {
		t.Errorf("a path: offers %q instead of leaving it to the shell", lines)
	}
}

func TestColor(t *testing.T) {
	for _, tt := range []struct {
		flag     string
		environ  []string
		terminal bool
		want     bool
	}{
		{"auto", nil, true, true},
		{"auto", nil, false, false},
		{"auto", []string{"NO_COLOR=1"}, true, false},
		{"auto", []string{"CLICOLOR_FORCE=1"}, false, true},
		{"auto", []string{"CLICOLOR_FORCE=0"}, false, false},
		{"auto", []string{"NO_COLOR=1", "CLICOLOR_FORCE=1"}, true, false},
		{"auto", []string{"TERM=dumb"}, true, false},
		{"always", []string{"NO_COLOR=1"}, false, true},
		{"never", []string{"CLICOLOR_FORCE=1"}, true, false},
	} {
		e := &Env{Environ: tt.environ, Terminal: tt.terminal}
		if got := e.color(tt.flag); got != tt.want {
			t.Errorf("--color %s, %v, terminal %t: colour %t", tt.flag, tt.environ, tt.terminal, got)
		}
	}
}
