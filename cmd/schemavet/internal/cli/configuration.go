package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
)

var configVerifyCommand = &Command{
	Name: "config verify", Args: "[FILE]", Short: "check schemavet.yaml, what it extends and its accept file",
	Examples: []Example{{"schemavet config verify", "the configuration that counts here"}},
	Setup: func(fs *pflag.FlagSet) Action {
		file := configFlag(fs)
		return func(e *Env, args []string) (int, error) {
			c, err := configuration(e, *file, args)
			if err != nil {
				return 0, err
			}
			o := gate.Options{Rules: sharedRules(), All: allRules()}
			if err := o.Vet([]*config.Config{c}); err != nil {
				return 0, err
			}
			rows := 0
			if c.Accept != "" {
				accepts, err := config.ReadAccepts(nil, filepath.FromSlash(c.Accept))
				if err != nil {
					return 0, err
				}
				rows = len(accepts.Rows)
			}
			_, err = fmt.Fprintf(visible{e.Stdout}, "%s is fine: %d subject rows, %d meanings, %d accepted changes\n",
				gate.Shown(e.Dir, c.File), len(c.Subjects), len(c.Meanings), rows)
			return exitOK, err
		}
	},
}

var configShowCommand = &Command{
	Name: "config show", Args: "[FILE]", Short: "print the configuration that counts here, with what it extends worked in",
	Examples: []Example{{"schemavet config show", "what does a schema in this folder get?"}},
	Setup: func(fs *pflag.FlagSet) Action {
		file := configFlag(fs)
		return func(e *Env, args []string) (int, error) {
			c, err := configuration(e, *file, args)
			if err != nil {
				return 0, err
			}
			_, err = fmt.Fprintf(visible{e.Stdout}, "# %s\n%s", gate.Shown(e.Dir, c.File), c.Text(filepath.Dir(c.File)))
			return exitOK, err
		}
	},
}

func configFlag(fs *pflag.FlagSet) *string {
	return fs.String("config", "", "take this `FILE`, not the nearest schemavet.yaml upward")
}

// configuration is the file that the flag or the argument names, or the nearest one.
func configuration(e *Env, file string, args []string) (*config.Config, error) {
	switch {
	case len(args) > 1 || len(args) == 1 && file != "":
		return nil, &gate.Usage{Problem: "one file at a time: schemavet config verify FILE"}
	case len(args) == 1:
		file = args[0]
	}
	j := &judging{config: &file}
	_, c, err := j.finder(e)
	if err != nil {
		return nil, err
	}
	if c.File == "" {
		return nil, &gate.Usage{Problem: "there is no " + config.Name + " from here upward; schemavet init writes one"}
	}
	return c, nil
}

func printing(text string) func(*pflag.FlagSet) Action {
	return func(*pflag.FlagSet) Action {
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			_, err := fmt.Fprintln(e.Stdout, strings.TrimRight(text, "\n"))
			return exitOK, err
		}
	}
}

var configSchemaCommand = &Command{
	Name: "config schema", Short: "print the JSON Schema of schemavet.yaml",
	Examples: []Example{{"schemavet config schema > schemavet.schema.json", "for an editor"}},
	Setup:    printing(config.Schema),
}

var schemaConfigCommand = &Command{
	Name: "schema config", Short: "print the JSON Schema of schemavet.yaml",
	Examples: []Example{{"schemavet schema config", "the same as schemavet config schema"}},
	Setup:    printing(config.Schema),
}

var schemaReportCommand = &Command{
	Name: "schema report", Short: "print the JSON Schema of the json report",
	Examples: []Example{{"schemavet schema report", "what --format json prints"}},
	Setup:    printing(report.Schema),
}
