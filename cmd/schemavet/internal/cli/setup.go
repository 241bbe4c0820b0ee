package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
)

var initCommand = &Command{
	Name: "init", Short: "write a schemavet.yaml to start from",
	Long: `
Writes a configuration with the choices that most people change, each with what it does. schemavet works without one.`,
	Examples: []Example{{"schemavet init", "in the folder whose schemas it is to speak of"}},
	Setup: func(*pflag.FlagSet) Action {
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			f, err := os.OpenFile(filepath.Join(e.Dir, config.Name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
			if errors.Is(err, os.ErrExist) {
				return 0, &gate.Usage{Problem: config.Name + " is there already; schemavet config verify checks it"}
			}
			if err != nil {
				return 0, fmt.Errorf("write %s: %w", config.Name, err)
			}
			defer f.Close()
			if _, err := f.WriteString(starter); err != nil {
				return 0, fmt.Errorf("write %s: %w", config.Name, err)
			}
			_, err = fmt.Fprintf(visible{e.Stdout}, "wrote %s\nnext: schemavet check, then schemavet hook install\n", config.Name)
			return exitOK, err
		}
	},
}

const starter = `# schemavet.yaml: how the schemas below this folder evolve. schemavet config schema prints the JSON Schema of this file.
version: 1

# Which pairs must work: backward (the new schema reads old data), forward (old readers read new data), full (both); with
# -transitive against the whole history, not only the version before.
mode: backward-transitive

# The lowest level that fails a run: error, warning, note, never.
fail-on: error

# A subject is known by its file's path. Rows give it the name that a registry knows, another mode, or the files that hold
# types it refers to; the first row that matches counts.
# subjects:
#   - files: schemas/orders/*.avsc
#     references: [schemas/common/*.avsc]
#     mode: full-transitive
#     since: v1.4.0               # the history before that revision is not looked at
#   - files: schemas/payment.avsc
#     subject: payments-value

# Files that are no subjects.
# exclude: ["**/testdata/**"]

# Facts that the schemas do not state.
# meanings:
#   - path: "Order.*_amount"
#     unit: USD/100

# Rules and families at another level: error, warning, note, off.
# levels: {tool-subject-deleted: error}

# Changes that were accepted with a reason; schemavet accept add writes rows.
# accept: schemavet.accept.yaml
`

var hookInstallCommand = &Command{
	Name: "hook install", Short: "install the hooks that stop a bad commit or merge into this git repository",
	Long: `
Writes a pre-commit and a pre-merge-commit hook that run schemavet check --staged, into the folder where git looks for
hooks (core.hooksPath counts). Git runs only the second one when a merge commits by itself. A hook that is there already
and is not ours stays as it is; the message says what to add to it. For the pre-commit framework name this repository in
.pre-commit-config.yaml instead.`,
	Examples: []Example{{"schemavet hook install", "once for each clone"}},
	Setup: func(*pflag.FlagSet) Action {
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			git, err := loader(e).Git()
			if err != nil {
				return 0, fmt.Errorf("look for a git repository: %w", err)
			}
			folder, err := git.Hooks()
			if err != nil {
				return 0, err
			}
			return exitOK, installHooks(e, folder)
		}
	},
}

// hookNames are the hooks that see what is about to be committed. A merge that stops, or is told not to commit, ends with
// pre-commit; one that commits by itself runs pre-merge-commit and nothing else (githooks(5)).
var hookNames = []string{"pre-commit", "pre-merge-commit"}

// hookMark is the line by which a hook is known as ours.
const hookMark = "# schemavet hook"

// hookLine is what another tool's hook needs to do the same.
const hookLine = "schemavet check --staged --allow-empty || exit $?"

func hook(program string) string {
	text := "#!/bin/sh\n" + hookMark + `: stops a commit whose schemas readers cannot read or would misread.
# Once in a while it is wrong: --no-verify passes, schemavet accept add writes down why.
if command -v schemavet >/dev/null 2>&1; then
	exec schemavet check --staged --allow-empty
fi
`
	where := ""
	if program != "" {
		quoted := "'" + strings.ReplaceAll(filepath.ToSlash(program), "'", `'\''`) + "'"
		text += "if test -x " + quoted + "; then\n\texec " + quoted + " check --staged --allow-empty\nfi\n"
		where = ", nor where it was when the hook was installed"
	}
	return text + "echo 'schemavet is not on the PATH" + where + ": the hook cannot look (schemavet hook install mends it, git commit --no-verify passes)' >&2\nexit 3\n"
}

// installHooks installs every hook that it may; the error names those that it may not.
func installHooks(e *Env, folder string) error {
	var foreign []string
	for _, name := range hookNames {
		file := filepath.Join(folder, name)
		switch mine, err := installHook(e, file); {
		case err != nil:
			return err
		case !mine:
			foreign = append(foreign, gate.Shown(e.Dir, file))
		}
	}
	if len(foreign) == 0 {
		return nil
	}
	problem := foreign[0] + " is another tool's hook and stays as it is; add this line to it:"
	if len(foreign) > 1 {
		problem = strings.Join(foreign, " and ") + " are another tool's hooks and stay as they are; add this line to each:"
	}
	return &gate.Advised{Err: &gate.Usage{Problem: problem}, Advice: []string{hookLine}}
}

// installHook writes one hook. It reports false for one that is there and is neither ours nor runs us.
func installHook(e *Env, file string) (mine bool, err error) {
	shown := gate.Shown(e.Dir, file)
	wanted := hook(e.Program)
	present, err := os.ReadFile(file)
	switch {
	case err == nil && string(present) == wanted, err == nil && !strings.Contains(string(present), hookMark) && runsUs(string(present)):
		_, err := fmt.Fprintf(visible{e.Stdout}, "%s is installed already\n", shown)
		return true, err
	case err == nil && !strings.Contains(string(present), hookMark):
		return false, nil
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return false, fmt.Errorf("read the hook: %w", err)
	}
	if err := writeHook(file, wanted); err != nil {
		return false, fmt.Errorf("write the hook: %w", err)
	}
	_, err = fmt.Fprintf(visible{e.Stdout}, "installed %s\n", shown)
	return true, err
}

// runsUs reports whether another tool's hook has the line that we ask for, on a line that is no comment.
func runsUs(script string) bool {
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && strings.Contains(line, "schemavet check --staged") {
			return true
		}
	}
	return false
}

func writeHook(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		return err
	}
	return os.Chmod(file, 0o755) // a file that was there keeps its mode otherwise
}
