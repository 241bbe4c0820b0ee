package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
	"github.com/schemavet/schemavet/compat"
)

// output is the flags of commands that print a run.
type output struct {
	fs       *pflag.FlagSet
	format   *string
	reports  *[]string
	failOn   *string
	minLevel *string
	max      *int
	color    *string
	quiet    *bool
	verbose  *bool
}

func outputFlags(fs *pflag.FlagSet, failOn string) *output {
	o := &output{fs: fs}
	o.format = choose(fs, "format", "text", "how the report on standard output is printed", report.Names())
	o.reports = fs.StringArray("report", nil, "print a second report to a file: `FORMAT=PATH`; may be repeated")
	o.failOn = choose(fs, "fail-on", failOn, "the lowest level that makes the exit code 1", config.FailLevels)
	o.minLevel = choose(fs, "min-level", "note", "the lowest level that is shown", []string{"error", "warning", "note"})
	o.max = fs.Int("max", 0, "show at most `N` findings, the worst ones, in "+strings.Join(report.Cappable(), ", ")+", which say how many more there are; 0 is no limit. The other formats are always whole")
	o.color = choose(fs, "color", "auto", "colour; auto heeds NO_COLOR, CLICOLOR_FORCE and whether a terminal is there", []string{"auto", "always", "never"})
	o.quiet = fs.BoolP("quiet", "q", false, "one line for each finding and nothing else")
	o.verbose = fs.BoolP("verbose", "v", false, "list every pair, and accepted and known findings too")
	return o
}

// name is the name of the format on standard output.
func (o *output) name() string {
	if *o.quiet {
		return "quiet"
	}
	return *o.format
}

// vet checks what the flags say, before anything is run.
func (o *output) vet() error {
	if *o.quiet && o.fs.Changed("format") && *o.format != "text" {
		return &gate.Usage{Problem: "-q is a format of its own; leave --format " + *o.format}
	}
	files := map[string]string{}
	for _, target := range *o.reports {
		_, path, err := second(target)
		if err != nil {
			return err
		}
		if first, twice := files[filepath.Clean(path)]; twice {
			return &gate.Usage{Problem: fmt.Sprintf("--report %s and --report %s write one file; the second would replace the first", first, target)}
		}
		files[filepath.Clean(path)] = target
	}
	switch format, _ := report.Find(o.name()); { // the flag takes known formats only
	case *o.max < 0:
		return &gate.Usage{Problem: fmt.Sprintf("--max %d: a number of findings is not negative; 0 is no limit", *o.max)}
	case *o.max > 0 && !format.Capped:
		return &gate.Usage{Problem: fmt.Sprintf("--max: the %s format is always whole; %s can be cut short", format.Name, strings.Join(report.Cappable(), ", "))}
	}
	return nil
}

// second is the format and the path of a second report.
func second(target string) (report.Format, string, error) {
	name, path, ok := strings.Cut(target, "=")
	if !ok || path == "" {
		return report.Format{}, "", &gate.Usage{Problem: fmt.Sprintf("--report %q: expected FORMAT=PATH, as in json=report.json", target)}
	}
	if path == "-" {
		return report.Format{}, "", &gate.Usage{Problem: fmt.Sprintf("--report %s: a second report goes to a file; --format %s prints it on standard output", target, name)}
	}
	format, ok := report.Find(name)
	if !ok {
		return report.Format{}, "", unknown("report format", name, name, report.Names())
	}
	return format, path, nil
}

// finish prints a run's reports and works out the exit code.
func (o *output) finish(e *Env, run *report.Run, c *config.Config) (int, error) {
	failOn := *o.failOn
	if !o.fs.Changed("fail-on") && c.FailOn != "" {
		failOn = c.FailOn
	}
	run.Version, run.Max = version(), *o.max
	run.Verbose = *o.verbose
	run.MinLevel, _ = compat.ParseLevel(*o.minLevel) // the flag takes levels only
	run.FailOn, _ = compat.ParseLevel(failOn)        // "never" is no level and leaves Off
	run.Dir, run.Roots = e.Dir, source.Tops(e.Dir)
	for _, target := range *o.reports {
		if err := o.write(e, run, target); err != nil {
			return 0, err
		}
	}
	run.Color, run.Width = e.color(*o.color), e.Width
	name := o.name()
	format, _ := report.Find(name) // the flag takes known formats only
	var b bytes.Buffer
	if err := format.Write(&b, run); err != nil {
		return 0, err
	}
	if _, err := e.Stdout.Write(b.Bytes()); err != nil {
		return 0, fmt.Errorf("write the report: %w", err)
	}
	if cut := run.Cut(); name == "quiet" && cut > 0 { // its lines are findings and nothing else
		noun := "findings"
		if cut == 1 {
			noun = "finding"
		}
		fmt.Fprintf(e.Stderr, "schemavet %s: %d more %s not shown (--max %d)\n", run.Command, cut, noun, run.Max)
	}
	tell := run.Failures
	if name == "text" && len(tell) > 1 { // the report has them all
		tell = []string{fmt.Sprintf("%s; and %d more that the report names", tell[0], len(tell)-1)}
	}
	for _, why := range tell {
		fmt.Fprintf(e.Stderr, "schemavet %s: could not finish: %s\n", run.Command, report.Visible(why))
	}
	switch {
	case len(run.Failures) > 0:
		return exitFailure, nil
	case run.Fails():
		return exitFound, nil
	}
	return exitOK, nil
}

// write prints one more report to a file.
func (o *output) write(e *Env, run *report.Run, target string) error {
	format, path, err := second(target)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	plain := *run
	plain.Color, plain.Width = false, 0
	if err := format.Write(&b, &plain); err != nil {
		return err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Dir, path)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the report %s: %w", target, err)
	}
	return nil
}

// judging is the flags that say how pairs are read and which rules run.
type judging struct {
	as     *[]string
	refs   *[]string
	rules  *[]string
	config *string
}

func judgingFlags(fs *pflag.FlagSet) *judging {
	return &judging{
		as:     fs.StringSlice("as", nil, "runtimes whose reading is wanted beside the specification's: `NAME,...` of "+strings.Join(config.Runtimes[1:], ", ")+", or all"),
		refs:   fs.StringArray("refs", nil, "files with types that the schemas refer to: a `GLOB`; may be repeated"),
		rules:  fs.StringSlice("rules", nil, "switch rules on and off: `+ID,-ID`, where ID is a rule or a family; schemavet rules lists them"),
		config: fs.String("config", "", "take this `FILE`, not the nearest schemavet.yaml upward"),
	}
}

// runtimes checks --as, or takes what the configuration says.
func (j *judging) runtimes(c *config.Config) ([]string, error) {
	names := *j.as
	if len(names) == 0 {
		names = c.As
	}
	if slices.Contains(names, "all") {
		return slices.Clone(config.Runtimes[1:]), nil
	}
	var all []string
	for _, name := range names {
		switch {
		case !slices.Contains(config.Runtimes, name):
			return nil, unknown("runtime", name, name, config.Runtimes)
		case name != "spec" && !slices.Contains(all, name):
			all = append(all, name)
		}
	}
	return all, nil
}

// finder finds configuration on disk: for the files of a run, and for the working folder.
func (j *judging) finder(e *Env) (*config.Finder, *config.Config, error) {
	return j.finds(e, &config.Finder{})
}

// finds is finder with one that may look elsewhere.
func (j *judging) finds(e *Env, f *config.Finder) (*config.Finder, *config.Config, error) {
	if *j.config != "" {
		path := *j.config
		if !filepath.IsAbs(path) {
			path = filepath.Join(e.Dir, path)
		}
		c, err := config.Read(nil, path) // named by the user: what lies there counts
		if err != nil {
			return nil, nil, err
		}
		f.Fixed = c
		return f, c, nil
	}
	c, err := f.For(e.Dir)
	return f, c, err
}

// selection checks that every change of the rule selection starts with a sign.
func (j *judging) selection() ([]string, error) {
	for _, change := range *j.rules {
		if change == "" || change[0] != '+' && change[0] != '-' {
			return nil, &gate.Usage{Problem: fmt.Sprintf("--rules %q: write +%s to switch it on, -%s to switch it off", change, change, change)}
		}
	}
	return *j.rules, nil
}

// prepare is the finder, the configuration and the options of a run that looks at the disk's configuration.
func (j *judging) prepare(e *Env) (*config.Finder, *config.Config, gate.Options, error) {
	finder, c, err := j.finder(e)
	if err != nil {
		return nil, nil, gate.Options{}, err
	}
	options, err := j.options(e, finder, c)
	return finder, c, options, err
}

func loader(e *Env) *gate.Loader {
	l := &gate.Loader{Dir: e.Dir, Environ: e.Environ, Stdin: e.Stdin, Formats: formats()}
	l.ReadManifests()
	return l
}

// options puts together what a run needs. What the configurations that were found so far say is checked.
func (j *judging) options(e *Env, finder *config.Finder, c *config.Config) (gate.Options, error) {
	as, err := j.runtimes(c)
	if err != nil {
		return gate.Options{}, err
	}
	selection, err := j.selection()
	if err != nil {
		return gate.Options{}, err
	}
	if _, err := gate.Select(allRules(), selection); err != nil {
		return gate.Options{}, err
	}
	o := gate.Options{
		As: as, Select: selection, Today: e.Now(), Dir: e.Dir, Rules: sharedRules(), All: allRules(), Facts: facts, Files: finder.Accepts(),
	}
	return o, o.Vet(finder.All())
}

// parseInput parses one input. A path that is not there and looks like a misspelt scheme is wrong use.
func parseInput(e *Env, text string) (source.Input, error) {
	in, err := source.ParseInput(text)
	if err != nil {
		return in, &gate.Usage{Problem: err.Error()}
	}
	if meant := in.Meant(); meant != "" {
		if _, err := os.Lstat(loader(e).Disk(in.Path)); err != nil {
			return in, &gate.Usage{Problem: fmt.Sprintf("input %q: did you mean %q?", text, meant)}
		}
	}
	return in, nil
}

// inputs parses inputs of the command line.
func inputs(e *Env, args []string) ([]source.Input, error) {
	var all []source.Input
	stdin := 0
	for _, arg := range args {
		in, err := parseInput(e, arg)
		if err != nil {
			return nil, err
		}
		if in.Kind == source.Stdin {
			stdin++
		}
		all = append(all, in)
	}
	if stdin > 1 {
		return nil, &gate.Usage{Problem: "standard input can be read once; give one - only"}
	}
	return all, nil
}

// nearestOf is the candidate that a word was probably meant to be, as the end of a sentence.
func nearestOf(word string, candidates []string) string {
	if near := suggest.Nearest(word, candidates); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
