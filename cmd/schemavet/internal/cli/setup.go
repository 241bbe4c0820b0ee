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
			_, err = fmt.Fprintf(e.Stdout, "wrote %s\nnext: schemavet check, then schemavet hook install\n", config.Name)
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
	Name: "hook install", Short: "install the pre-commit hook into this git repository",
	Long: `
Writes a pre-commit hook that runs schemavet check --staged, into the folder where git looks for hooks (core.hooksPath
counts). A hook that is there already and is not ours stays as it is; the message says what to add to it. For the
pre-commit framework name this repository in .pre-commit-config.yaml instead.`,
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
			return exitOK, installHook(e, filepath.Join(folder, "pre-commit"))
		}
	},
}

// hookMark is the line by which a hook is known as ours.
const hookMark = "# schemavet hook"

func hook(program string) string {
	text := "#!/bin/sh\n" + hookMark + `: stops a commit whose schemas readers cannot read or would misread.
# Once in a while it is wrong: git commit --no-verify passes, schemavet accept add writes down why.
if command -v schemavet >/dev/null 2>&1; then
	exec schemavet check --staged --allow-empty
fi
`
	if program == "" {
		return text + "echo 'schemavet is not on the PATH: the hook cannot look' >&2\nexit 3\n"
	}
	return text + "exec '" + strings.ReplaceAll(filepath.ToSlash(program), "'", `'\''`) + "' check --staged --allow-empty\n"
}

func installHook(e *Env, file string) error {
	shown := gate.Shown(e.Dir, file)
	wanted := hook(e.Program)
	present, err := os.ReadFile(file)
	switch {
	case err == nil && string(present) == wanted:
		_, err := fmt.Fprintf(e.Stdout, "%s is installed already\n", shown)
		return err
	case err == nil && !strings.Contains(string(present), hookMark):
		return &gate.Usage{Problem: fmt.Sprintf("%s is another tool's hook and stays as it is; add this line to it:\n  schemavet check --staged --allow-empty || exit $?", shown)}
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("read the hook: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("write the hook: %w", err)
	}
	if err := os.WriteFile(file, []byte(wanted), 0o755); err != nil {
		return fmt.Errorf("write the hook: %w", err)
	}
	if err := os.Chmod(file, 0o755); err != nil { // a file that was there keeps its mode otherwise
		return fmt.Errorf("write the hook: %w", err)
	}
	_, err = fmt.Fprintf(e.Stdout, "installed %s\n", shown)
	return err
}
