package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completions are words typed so far, the last one perhaps in part, and what each shell must propose for the last one; "files"
// leaves it to the shell's own completion.
var completions = []struct{ words, want string }{
	{"schemavet che", "check"},
	{"schemavet accept ", "add prune"},
	{"schemavet check --mod", "--mode"},
	{"schemavet check --mode full", "full full-transitive"},
	{"schemavet check --mode=full", "full full-transitive"}, // whole or behind the =, as the shell wants it
	{"schemavet check -q --as iceberg-", "iceberg-go iceberg-java iceberg-rust"},
	{"schemavet check --rules -unit-scale", "-unit-scale-changed"},
	{"schemavet explain unit-scale", "unit-scale-changed"},
	{"schemavet check sch", "files"},
	{"schemavet check --config=sch", "files"},
	{"schemavet nonsense ", "files"},
}

// TestCompletionInShells runs the scripts in the shells that they are for, as far as these are here.
func TestCompletionInShells(t *testing.T) {
	// Each program reads lines of words from its standard input and prints a line with what it proposes.
	programs := map[string]string{
		"bash": `source "$1"
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
while IFS= read -r line; do
	COMP_WORDS=($(sed 's/=/ = /g' <<<"$line"))
	[[ $line == *' ' ]] && COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_schemavet
	echo "${COMPREPLY[*]:-files}"
done
`,
		// The functions of zsh's completion system need a terminal; these stand in for those that the script calls.
		"zsh": `emulate -R zsh
_describe() { print -r -- "${(@)${(@P)2}%%:*}" }
_files() { print files }
compset() { : }
fpath=("$2" $fpath)
autoload -Uz _schemavet
while IFS= read -r line; do
	words=("${(@s. .)line}")
	CURRENT=$#words
	_schemavet
done
compdef() { print -r -- "compdef $*" }
source "$1"
`,
		"fish": `source $argv[1]
function __fish_complete_path; echo {$argv[1]}files; end
while read -l line
	set -l found (complete -C $line | string replace -r '\t.*' '' | string replace -r '.*files$' files)
	echo $found
end
`,
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("%s is not here: its completion script was not run", shell)
			}
			folder := t.TempDir()
			script, program := filepath.Join(folder, "_schemavet"), filepath.Join(folder, "program")
			var typed strings.Builder
			for _, c := range completions {
				typed.WriteString(c.words + "\n")
			}
			for file, text := range map[string]string{script: stubs[shell], program: programs[shell]} {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(shell, program, script, folder)
			cmd.Stdin, cmd.Dir = strings.NewReader(typed.String()), t.TempDir()
			cmd.Env = append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+folder, "XDG_DATA_HOME="+folder)
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.Output()
			if err != nil || said.Len() > 0 {
				t.Fatalf("%v: %s", err, said.String())
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if shell == "zsh" { // found in fpath it completed at once; read by hand it declares itself
				if last := lines[len(lines)-1]; last != "compdef _schemavet schemavet" {
					t.Errorf("read by hand it says %q", last)
				}
				lines = lines[:len(lines)-1]
			}
			if len(lines) != len(completions) {
				t.Fatalf("%d lines for %d completions:\n%s", len(lines), len(completions), out)
			}
			for i, c := range completions {
				var got []string
				for word := range strings.FieldsSeq(lines[i]) {
					got = append(got, word[strings.Index(word, "=")+1:])
				}
				slices.Sort(got)
				if got := strings.Join(got, " "); got != c.want {
					t.Errorf("%q: %q, want %q", c.words, got, c.want)
				}
			}
		})
	}
}
