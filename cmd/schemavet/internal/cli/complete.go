package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
)

// Each stub hands the words so far to "schemavet __complete" and shows the lines that come back: a word, a tab, a note.
// No line at all leaves the word to the shell's completion of files.
//
// What the shells make hard: bash cuts a word at = and replaces only what stands behind it, and the bash of macOS (3.2) has
// no nosort; zsh runs the text as the function itself when it finds it in its fpath; a value behind = is no path to zsh
// or fish.
var stubs = map[string]string{
	"bash": `_schemavet() {
	local IFS=$'\n' i n=0 glued words
	words=()
	for ((i = 1; i <= COMP_CWORD; i++)); do
		if [[ $n -gt 0 && ( ${COMP_WORDS[i]} == = || $glued ) ]]; then
			words[n - 1]+=${COMP_WORDS[i]}
		else
			words[n++]=${COMP_WORDS[i]}
		fi
		glued=
		if [[ ${COMP_WORDS[i]} == = ]]; then glued=yes; fi
	done
	COMPREPLY=($(schemavet __complete "${words[@]}" 2>/dev/null | cut -f1))
	if [[ ${words[n - 1]} == *=* && $COMP_WORDBREAKS == *=* ]]; then
		COMPREPLY=("${COMPREPLY[@]#*=}")
	fi
}
complete -o default -o nosort -F _schemavet schemavet 2>/dev/null || complete -o default -F _schemavet schemavet
`,
	"zsh": `#compdef schemavet
_schemavet() {
	local line
	local -a lines found
	lines=("${(@f)$(schemavet __complete "${(@)words[2,$CURRENT]}" 2>/dev/null)}")
	for line in $lines; do
		case $line in
		*$'\t'*) found+=("${${line%%$'\t'*}//:/\:}:${line#*$'\t'}") ;;
		?*) found+=("${line//:/\:}") ;;
		esac
	done
	if (( $#found )); then
		_describe schemavet found
	else
		[[ $words[CURRENT] == --*=* ]] && compset -P '*='
		_files
	fi
}
if [[ $funcstack[1] == _schemavet ]]; then
	_schemavet "$@"
elif (( $+functions[compdef] )); then
	compdef _schemavet schemavet
else
	echo 'schemavet: completion needs compinit: autoload -Uz compinit && compinit' >&2
fi
`,
	"fish": `function __schemavet_complete
	set -l word (commandline -ct)
	set -l words (commandline -opc) $word
	set -l lines (schemavet __complete $words[2..-1] 2>/dev/null)
	if set -q lines[1]
		printf '%s\n' $lines
	else if string match -q -- '--*=*' $word
		set -l flag (string replace -r '=.*' = -- $word)
		printf "$flag%s\n" (__fish_complete_path (string replace -r '^[^=]*=' '' -- $word))
	else
		__fish_complete_path $word
	end
end
complete -c schemavet -f -a '(__schemavet_complete)'
`,
	"powershell": `Register-ArgumentCompleter -Native -CommandName schemavet -ScriptBlock {
	param($word, $ast, $position)
	$words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
	if ($word -eq '') { $words += '' }
	schemavet __complete @words 2>$null | ForEach-Object {
		$name, $note = $_ -split "` + "`t" + `", 2
		[System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $(if ($note) { $note } else { $name }))
	}
}
`,
}

var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand() *Command {
	return &Command{
		Name: "completion", Args: "SHELL", Short: "print the completion script of a shell",
		Long: "SHELL is " + strings.Join(shells, ", ") + ".",
		Examples: []Example{
			{"source <(schemavet completion bash)", "for this shell"},
			{"schemavet completion zsh > \"${fpath[1]}/_schemavet\"", "for good, in a folder where zsh looks for functions"},
			{"schemavet completion fish > ~/.config/fish/completions/schemavet.fish", "for good"},
		},
		Setup: func(*pflag.FlagSet) Action {
			return func(e *Env, args []string) (int, error) {
				if len(args) != 1 {
					return 0, &gate.Usage{Problem: "completion takes one shell: " + strings.Join(shells, ", ")}
				}
				stub, ok := stubs[args[0]]
				if !ok {
					return 0, unknown("shell", args[0], args[0], shells)
				}
				_, err := fmt.Fprint(e.Stdout, stub)
				return exitOK, err
			}
		},
		Complete: func(*Env, []string) []string { return shells },
	}
}

func completeCommand() *Command {
	return &Command{
		Name: "__complete", Hidden: true, Raw: true, Short: "propose words for a shell",
		Setup: func(*pflag.FlagSet) Action {
			return func(e *Env, args []string) (int, error) {
				for _, line := range complete(e, args) {
					if _, err := fmt.Fprintln(e.Stdout, line); err != nil {
						return 0, err
					}
				}
				return exitOK, nil
			}
		},
	}
}

// complete proposes lines for the last of the words, which may be empty.
func complete(e *Env, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	before, word := words[:len(words)-1], words[len(words)-1]
	command, rest, err := find(before)
	if err != nil {
		return nil
	}
	if command == nil {
		return commandWords(before, word)
	}
	fs, _ := command.flags()
	if len(rest) > 0 { // the value of a flag that stands alone
		if f := flagOf(fs, rest[len(rest)-1]); f != nil && f.NoOptDefVal == "" && !strings.Contains(rest[len(rest)-1], "=") {
			return matching(flagWords(f), word, "")
		}
	}
	if name, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(name, "--") {
		if f := flagOf(fs, name); f != nil {
			return matching(flagWords(f), value, name+"=")
		}
	}
	if strings.HasPrefix(word, "-") {
		var lines []string
		fs.VisitAll(func(f *pflag.Flag) {
			_, usage := pflag.UnquoteUsage(f)
			lines = append(lines, "--"+f.Name+"\t"+usage)
		})
		return matching(append(lines, "--help\tprint help"), word, "")
	}
	if command.Complete != nil {
		return matching(command.Complete(e, rest), word, "")
	}
	return nil
}

// commandWords proposes the next word of a command's name.
func commandWords(before []string, word string) []string {
	var lines []string
	for _, c := range commands() {
		name := strings.Fields(c.Name)
		if c.Hidden || len(name) <= len(before) || !slices.Equal(name[:len(before)], before) {
			continue
		}
		line := name[len(before)] + "\t" + c.Short
		if len(name) > len(before)+1 {
			line = name[len(before)] + "\t" + name[len(before)] + " …"
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return matching(lines, word, "")
}

// flagOf is the flag that a word names, nil when it names none.
func flagOf(fs *pflag.FlagSet, word string) *pflag.Flag {
	if name, ok := strings.CutPrefix(word, "--"); ok {
		name, _, _ = strings.Cut(name, "=")
		return fs.Lookup(name)
	}
	if len(word) == 2 && word[0] == '-' && word[1] != '-' {
		return fs.ShorthandLookup(word[1:])
	}
	return nil
}

// flagWords are the values that a flag may have, as far as they are known.
func flagWords(f *pflag.Flag) []string {
	if c, ok := f.Value.(*choice); ok {
		return c.words
	}
	switch f.Name {
	case "rules":
		var words []string
		for _, id := range ruleIDs() {
			words = append(words, "-"+id, "+"+id)
		}
		return words
	case "family":
		return families(allRules())
	case "as":
		return config.Runtimes
	}
	return nil
}

func matching(lines []string, word, prefix string) []string {
	var found []string
	for _, line := range lines {
		if strings.HasPrefix(line, word) {
			found = append(found, prefix+line)
		}
	}
	return found
}
