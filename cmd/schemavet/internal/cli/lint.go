package cli

import (
	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
)

var lintCommand = &Command{
	Name: "lint", Args: "[PATH...]", Short: "one version alone: where does a schema contradict itself?",
	Long: `
Looks at every schema below PATH (the working folder without one) by itself: a unit that the doc, the name, a property or
the logical type state differently, an error field in another dimension than its field, a logical type where no reader
heeds it, a default that spells null as text, a sentinel that nobody declared, and whatever makes the schema invalid.`,
	Examples: []Example{
		{"schemavet lint schemas", "every schema of a folder"},
		{"schemavet lint --fail-on warning new.avsc", "one file, strictly"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		j := judgingFlags(fs)
		o := outputFlags(fs, "error")
		return func(e *Env, args []string) (int, error) {
			if err := o.vet(); err != nil {
				return 0, err
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			l := loader(e)
			finder, c, options, err := j.prepare(e)
			if err != nil {
				return 0, err
			}
			paths, err := inputs(e, args)
			if err != nil {
				return 0, err
			}
			gathered, err := l.Each(gate.Request{Paths: paths, Refs: *j.refs, Finder: finder})
			if err != nil {
				return 0, err
			}
			result, err := gate.Lint(gathered.Subjects, options)
			if err != nil {
				return 0, err
			}
			gathered.Complete(result)
			return o.finish(e, &report.Run{Result: result, Command: "lint"}, c)
		}
	},
}
