package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
)

// The exit codes of every command.
const (
	exitOK      = 0
	exitFound   = 1
	exitUsage   = 2
	exitFailure = 3
)

const exitCodes = `  0  nothing at or above --fail-on
  1  findings
  2  wrong use: a flag, the configuration, the accept file
  3  could not finish: git, files, a schema compared with that cannot be read
`

// A Command is one verb, or a noun and a verb.
type Command struct {
	Name     string // "check", "config verify"
	Args     string // what follows the flags, for the usage line
	Short    string // one line, lower case, no final stop
	Long     string
	Examples []Example
	Hidden   bool
	Raw      bool // flags are not parsed: the command takes all words as they are

	// Setup declares the command's flags and returns what runs it after they are parsed.
	Setup func(*pflag.FlagSet) Action
	// Complete proposes words for an argument; nil leaves it to the shell's own completion of files.
	Complete func(e *Env, args []string) []string
}

// An Example is a command line and what it does.
type Example struct{ Line, Does string }

// An Action runs a command. The exit code counts when there is no error.
type Action func(e *Env, args []string) (exit int, err error)

// commands is the table: a file that brings a command adds it here.
func commands() []*Command {
	return slices.Concat(
		[]*Command{checkCommand, diffCommand, resolveCommand, lintCommand},
		planCommands(),
		[]*Command{
			tableShowCommand, tableKeepCommand,
			rulesCommand, explainCommand,
			acceptAddCommand, acceptPruneCommand,
			initCommand, hookInstallCommand,
			configVerifyCommand, configShowCommand, configSchemaCommand, schemaReportCommand, schemaConfigCommand,
			completionCommand(), manCommand(), versionCommand, helpCommand(), completeCommand(),
		},
	)
}

// Run runs one command line and returns the exit code.
func Run(e *Env) int {
	safe := *e
	safe.Stderr = visible{e.Stderr}
	e = &safe
	command, args, err := find(e.Args)
	if err != nil {
		e.fail("schemavet", err)
		return exitUsage
	}
	if command == nil {
		return overview(e, args)
	}
	return command.run(e, args)
}

// find is the command that the first words name, and the rest of the words. A nil command asks for the overview.
func find(words []string) (*Command, []string, error) {
	if len(words) == 0 || words[0] == "-h" || words[0] == "--help" {
		return nil, words, nil
	}
	if words[0] == "--version" {
		return versionCommand, nil, nil
	}
	var one, two *Command
	var verbs []string
	for _, c := range commands() {
		noun, verb, pair := strings.Cut(c.Name, " ")
		switch {
		case c.Name == words[0]:
			one = c
		case pair && noun == words[0]:
			verbs = append(verbs, verb)
			if len(words) > 1 && words[1] == verb {
				two = c
			}
		}
	}
	switch {
	case two != nil:
		return two, words[2:], nil
	case one != nil:
		return one, words[1:], nil
	case len(verbs) > 0 && (len(words) == 1 || words[1] == "-h" || words[1] == "--help"):
		return nil, words, nil
	case len(verbs) > 0:
		return nil, nil, unknown("command", words[0]+" "+words[1], words[1], verbs)
	}
	return nil, nil, unknown("command", words[0], words[0], verbNames())
}

func verbNames() []string {
	var names []string
	for _, c := range commands() {
		if name, _, _ := strings.Cut(c.Name, " "); !c.Hidden && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// unknown is the error for a word that is none of the candidates.
func unknown(what, shown, word string, candidates []string) error {
	if near := suggest.Nearest(word, candidates); near != "" {
		return &gate.Usage{Problem: fmt.Sprintf("unknown %s %q; did you mean %q?", what, shown, near)}
	}
	return &gate.Usage{Problem: fmt.Sprintf("unknown %s %q; there is %s", what, shown, strings.Join(candidates, ", "))}
}

// flags makes the command's flag set and its action.
func (c *Command) flags() (*pflag.FlagSet, Action) {
	fs := pflag.NewFlagSet("schemavet "+c.Name, pflag.ContinueOnError)
	fs.SortFlags = false
	fs.Usage = func() {}
	action := c.Setup(fs)
	return fs, action
}

func (c *Command) run(e *Env, args []string) int {
	fs, action := c.flags()
	if !c.Raw {
		help := fs.BoolP("help", "h", false, "print this help")
		if err := fs.Parse(args); err != nil {
			e.fail("schemavet "+c.Name, flagError(err, fs, c))
			return exitUsage
		}
		if *help {
			return e.print("schemavet "+c.Name, c.help(e.Width))
		}
		if err := noEmptyFlags(fs); err != nil {
			e.fail("schemavet "+c.Name, err)
			return exitUsage
		}
		args = fs.Args()
	}
	exit, err := action(e, args)
	if err != nil {
		e.fail("schemavet "+c.Name, err)
		return exitOf(err)
	}
	return exit
}

// noEmptyFlags refuses a flag whose value is empty: it is a variable that nobody set, not the wish for the default.
func noEmptyFlags(fs *pflag.FlagSet) error {
	var errs []error
	fs.Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" {
			errs = append(errs, fmt.Errorf("--%s: the value is empty; leave the flag out for the default", f.Name))
		}
	})
	return errors.Join(errs...)
}

// exitOf tells wrong use from a failure of the world.
func exitOf(err error) int {
	var usage *gate.Usage
	var configuration *config.Error
	if errors.As(err, &usage) || errors.As(err, &configuration) || gate.IsUnknownRule(err) {
		return exitUsage
	}
	return exitFailure
}

// flagError adds what was probably meant to an error of the flag parser.
func flagError(err error, fs *pflag.FlagSet, c *Command) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		var names []string
		fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := suggest.Nearest(missing.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
		return fmt.Errorf("%w; schemavet %s --help lists them", err, c.Name)
	}
	return err
}

// A choice is a flag that takes one of a few words.
type choice struct {
	value *string
	words []string
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return strings.Join(c.words, "|") }

func (c *choice) Set(word string) error {
	if slices.Contains(c.words, word) {
		*c.value = word
		return nil
	}
	if near := suggest.Nearest(word, c.words); near != "" {
		return fmt.Errorf("did you mean %q?", near)
	}
	return fmt.Errorf("expected one of %s", strings.Join(c.words, ", "))
}

// choose declares a flag that takes one of a few words.
func choose(fs *pflag.FlagSet, name, value, usage string, words []string) *string {
	v := value
	fs.Var(&choice{&v, words}, name, usage)
	return &v
}

// noArguments refuses stray words.
func noArguments(args []string) error {
	if len(args) > 0 {
		return &gate.Usage{Problem: fmt.Sprintf("unexpected argument %q", args[0])}
	}
	return nil
}
