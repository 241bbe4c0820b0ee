package cli

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
)

var resolveCommand = &Command{
	Name: "resolve", Short: "one pair, one direction: what will this reader make of what this writer wrote?",
	Long: `
Resolves one writer's schema against one reader's, anywhere, without git. The verdict is the specification's:

  same      every value comes out as it went in
  changed   readable; some value comes out as, or means, something else
  depends   readable unless the data holds a case that the report names
  refused   some part of every datum is refused
  invalid   one of the two is no valid schema

INPUT is a path, git:REV:PATH, index:PATH or - (standard input). A container file (.avro) stands for the schema in its
header; the metadata of an Iceberg table for its current schema, iceberg:INPUT#3 for its schema 3.`,
	Examples: []Example{
		{"schemavet resolve --writer old.avsc --reader new.avsc", "can the new reader read old data, and is it the same?"},
		{"schemavet resolve --writer data.avro --reader new.avsc --as java,twmb --format json", "a data file's schema, with two runtimes, for a program"},
		{"schemavet resolve --writer iceberg:v3.metadata.json#0 --reader v3.metadata.json --as iceberg-java,trino", "files of an old schema, read as the table is today"},
		{"schemavet resolve --writer w.avsc --reader r.avsc --refs 'common/*.avsc' --trace", "types in other files, every site of the pair"},
	},
	Setup: setupResolve,
}

func setupResolve(fs *pflag.FlagSet) Action {
	writer := fs.String("writer", "", "the schema that data was written with: an `INPUT`")
	reader := fs.String("reader", "", "the schema that reads it: an `INPUT`")
	trace := fs.Bool("trace", false, "print every site of the pair, before the findings (text only)")
	bind := choose(fs, "bind", "id", "how a reader of an Iceberg table finds its columns: by field id, by name, by position, or by the name mapping in files without ids", gate.Bindings)
	j := judgingFlags(fs)
	far := reachFlags(fs)
	o := outputFlags(fs, "error")
	return func(e *Env, args []string) (int, error) {
		if err := o.vet(); err != nil {
			return 0, err
		}
		if err := noArguments(args); err != nil {
			return 0, err
		}
		if *writer == "" || *reader == "" {
			return 0, &gate.Usage{Problem: "give both --writer INPUT and --reader INPUT"}
		}
		sides, err := inputs(e, []string{*writer, *reader})
		if err != nil {
			return 0, err
		}
		result, c, err := far.run(e, func(l *gate.Loader) verdict {
			gate.Bind(l.Formats, *bind)
			finder, c, options, err := j.prepare(e)
			if err != nil {
				return verdict{err: err}
			}
			subject, err := l.Pair(gate.Request{Refs: *j.refs, Finder: finder}, sides[0], sides[1])
			if err != nil {
				return verdict{err: err}
			}
			result, err := gate.Resolve(subject, options)
			return verdict{result, c, err}
		})
		if err != nil {
			return 0, err
		}
		return o.finish(e, &report.Run{Result: result, Command: "resolve", Trace: *trace}, c)
	}
}

var diffCommand = &Command{
	Name: "diff", Args: "OLD NEW", Short: "a changelog for people: what changed, in both directions",
	Long: `
Compares two inputs, files or whole trees, in both directions and at all levels. It never fails over what it finds unless
--fail-on says so.`,
	Examples: []Example{
		{"schemavet diff old.avsc new.avsc", "two files"},
		{"schemavet diff git:v1.4.0 git:HEAD", "everything that changed between two commits"},
		{"schemavet diff git:HEAD~1 schemas/order.avsc", "one file against an older commit"},
	},
	Setup: setupDiff,
}

func setupDiff(fs *pflag.FlagSet) Action {
	j := judgingFlags(fs)
	far := reachFlags(fs)
	o := outputFlags(fs, "never")
	return func(e *Env, args []string) (int, error) {
		if err := o.vet(); err != nil {
			return 0, err
		}
		if len(args) != 2 {
			return 0, &gate.Usage{Problem: fmt.Sprintf("diff takes two inputs, OLD and NEW; %d given", len(args))}
		}
		sides, err := inputs(e, args)
		if err != nil {
			return 0, err
		}
		result, c, err := far.run(e, func(l *gate.Loader) verdict {
			finder, c, options, err := j.prepare(e)
			if err != nil {
				return verdict{err: err}
			}
			gathered, err := l.Between(gate.Request{Refs: *j.refs, Finder: finder, Mode: "full"}, sides[0], sides[1])
			if err != nil {
				return verdict{err: err}
			}
			options.Traces = true // the changelog reads them
			result, err := gate.Run(gathered.Subjects, options)
			if err == nil {
				gathered.Complete(result)
			}
			return verdict{result, c, err}
		})
		if err != nil {
			return 0, err
		}
		bare := *c
		bare.FailOn = "" // diff fails only when its own flag asks for it
		return o.finish(e, &report.Run{Result: result, Command: "diff"}, &bare)
	}
}
