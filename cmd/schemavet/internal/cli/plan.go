package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/compat/rollout"
	"github.com/schemavet/schemavet/iceberg"
)

// planCommands are the commands about rollouts.
func planCommands() []*Command {
	return []*Command{planCheckCommand, planShowCommand, planMakeCommand, planFixCommand, planInitCommand, schemaPlanCommand}
}

// planExits are the exit codes of plan check and plan show, which tell more than the gate's.
const planExits = `Exit codes:
  0  safe in every state that the plan can reach, rollbacks and stored data included
  1  unsafe, or stuck: no run of the plan reaches its end
  2  wrong use, or a plan that cannot be read
  3  not verifiable: something is not known that would have to be
  4  safe, and a gate's approval is missing`

// planFormats are how a checked plan can be printed.
var planFormats = []planFormat{
	{"text", shown((*rollout.Report).WriteText)}, {"lines", shown((*rollout.Report).WriteLines)}, {"json", (*rollout.Report).WriteJSON},
	{"svg", shown((*rollout.Report).WriteSVG)}, {"dot", shown((*rollout.Report).WriteDOT)}, {"mermaid", shown((*rollout.Report).WriteMermaid)},
}

// shown is a way to print a plan for people: a plan's own names have no control characters, those of the schemas that it speaks of
// may have some.
func shown(write func(*rollout.Report, io.Writer) error) func(*rollout.Report, io.Writer) error {
	return func(r *rollout.Report, w io.Writer) error { return write(r, visible{w}) }
}

type planFormat struct {
	name  string
	write func(*rollout.Report, io.Writer) error
}

func planFormatNames() []string {
	names := make([]string, len(planFormats))
	for i, f := range planFormats {
		names[i] = f.name
	}
	return names
}

var planCheckCommand = &Command{
	Name: "plan check", Args: "FILE...", Short: "is every mix of old and new code and data that this rollout can reach safe?",
	Long: `
Reads a rollout plan (YAML or JSON, - for standard input) and decides whether every state that it can reach is safe: any
order of steps that it leaves open, any rollback that it promises, all data that is still stored. Else it shows the
shortest run into trouble and the edge that is missing. Several files are plans that run at the same time: nothing orders
their steps among each other, but an after: that names a step of another plan as plan/step; every interleaving has to be safe.
A channel of which the plan names the writers or the readers only is not verifiable when that side changes, unless an empty
observed: or holds: says that there is no other side.

` + planExits,
	Examples: []Example{
		{"schemavet plan check rollout.yaml", "the verdict, and the shortest run into each fault"},
		{"schemavet plan check --trace rollout.yaml", "each run state by state"},
		{"schemavet plan check --format svg rollout.yaml > rollout.svg", "a chart of builds, windows and stored data"},
		{"schemavet plan check orders.yaml payments.yaml", "two rollouts at once, which may touch one channel"},
		{"schemavet plan check --report json=plan.json --report mermaid=plan.mmd rollout.yaml", "several outputs at once"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		j := judgingFlags(fs)
		format := choose(fs, "format", "text", "how the plan is printed on standard output", planFormatNames())
		reports := fs.StringArray("report", nil, "print to a file too: `FORMAT=PATH`; may be repeated")
		trace := fs.Bool("trace", false, "print the run of each finding state by state, instead of the report")
		quiet := fs.BoolP("quiet", "q", false, "one line for each finding and nothing else")
		return func(e *Env, args []string) (int, error) {
			p, err := readPlans(e, args, j)
			if err != nil {
				return 0, err
			}
			report, err := p.check(p.plan)
			if err != nil {
				return 0, err
			}
			for _, target := range *reports {
				if err := writePlanReport(e, report, target); err != nil {
					return 0, err
				}
			}
			write := planFormats[slices.IndexFunc(planFormats, func(f planFormat) bool { return f.name == *format })].write
			switch {
			case *trace:
				write = shown((*rollout.Report).WriteTrace)
			case *quiet:
				write = shown((*rollout.Report).WriteLines)
			}
			return report.Verdict.ExitCode(), write(report, e.Stdout)
		}
	},
}

// writePlanReport prints one more output to a file.
func writePlanReport(e *Env, report *rollout.Report, target string) error {
	name, path, ok := strings.Cut(target, "=")
	if !ok || path == "" {
		return &gate.Usage{Problem: fmt.Sprintf("--report %q: expected FORMAT=PATH, as in svg=rollout.svg", target)}
	}
	i := slices.IndexFunc(planFormats, func(f planFormat) bool { return f.name == name })
	if i < 0 {
		return unknown("format of a plan", name, name, planFormatNames())
	}
	var b bytes.Buffer
	if err := planFormats[i].write(report, &b); err != nil {
		return err
	}
	return writeFile(e, path, b.Bytes())
}

// writeFile writes a file whose path is relative to the working folder.
func writeFile(e *Env, path string, content []byte) error {
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Dir, path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", gate.Shown(e.Dir, path), err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", gate.Shown(e.Dir, path), err)
	}
	return nil
}

var planShowCommand = &Command{
	Name: "plan show", Args: "FILE...", Short: "who may read, write and find what at each step of a rollout",
	Long: `
For each channel: the builds that may read and write at each step (windows of rollbacks included), the data that may lie
there, and how far back the plan can still be taken; then what each reader makes of each kind of data, who has to sign, and
what is not known. It exits as plan check does.

` + planExits,
	Examples: []Example{{"schemavet plan show rollout.yaml", "the whole rollout as a table"}},
	Setup: func(fs *pflag.FlagSet) Action {
		j := judgingFlags(fs)
		return func(e *Env, args []string) (int, error) {
			p, err := readPlans(e, args, j)
			if err != nil {
				return 0, err
			}
			report, err := p.check(p.plan)
			if err != nil {
				return 0, err
			}
			return report.Verdict.ExitCode(), report.WriteShow(visible{e.Stdout})
		}
	},
}

var planFixCommand = &Command{
	Name: "plan fix", Args: "FILE", Short: "repair the order of a rollout with the smallest change",
	Long: `
Looks for the fewest edits (an entry in after:, an earlier end of a rollback window, a step that takes old data out) after
which no fault is left that an order can mend, and has the result checked. The edits go to standard error, the repaired plan
to standard output; --write puts it into the file. Comments and layout stay where the edits leave them. It exits 0 when the
repaired plan is safe, 1 when something is left that no order mends.`,
	Examples: []Example{
		{"schemavet plan fix rollout.yaml", "print the repaired plan"},
		{"schemavet plan fix --write rollout.yaml", "change the file"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		j := judgingFlags(fs)
		write := fs.BoolP("write", "w", false, "write the repaired plan back into the file")
		return func(e *Env, args []string) (int, error) {
			p, err := readPlan(e, args, j)
			if err != nil {
				return 0, err
			}
			if *write && p.file == "-" {
				return 0, &gate.Usage{Problem: "--write needs a file; standard input cannot be changed"}
			}
			return p.fix(*write)
		}
	},
}

// fix repairs a plan and prints it.
func (p *planRun) fix(write bool) (int, error) {
	options, err := p.options(p.plan)
	if err != nil {
		return 0, err
	}
	fixed, err := rollout.Fix(p.plan, options)
	if err != nil {
		return 0, planError(err)
	}
	for _, edit := range fixed.Edits {
		fmt.Fprintf(p.env.Stderr, "%s   (%s)\n", edit, edit.Why)
	}
	if len(fixed.Edits) == 0 {
		fmt.Fprintf(p.env.Stderr, "nothing to change in the order: the plan is %s\n", fixed.Report.Verdict)
	}
	if fixed.GaveUp {
		fmt.Fprintln(p.env.Stderr, "the search was cut off: a smaller or better change may exist")
	}
	for _, f := range fixed.Left {
		fmt.Fprintf(p.env.Stderr, "left: %s: %s\n      %s\n", f.Rule.ID, f.Message, f.Fix)
	}
	text := p.text
	if len(fixed.Edits) > 0 {
		text = rollout.Patch(p.text, p.plan, fixed.Plan)
	}
	switch {
	case !write:
		_, err = p.env.Stdout.Write(text)
	case len(fixed.Edits) > 0:
		err = writeFile(p.env, p.file, text)
	}
	return fixed.Report.Verdict.ExitCode(), err
}

var schemaPlanCommand = &Command{
	Name: "schema plan", Short: "print the JSON Schema of rollout plans",
	Examples: []Example{{"schemavet schema plan", "for an editor that completes and checks plans"}},
	Setup: func(*pflag.FlagSet) Action {
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			_, err := e.Stdout.Write(rollout.JSONSchema())
			return exitOK, err
		}
	},
}

// A planRun is one run about one plan file.
type planRun struct {
	env    *Env
	file   string // as given
	text   []byte
	plan   *rollout.Plan
	oracle *planOracle
}

// readPlan reads the plan that the arguments name.
func readPlan(e *Env, args []string, j *judging) (*planRun, error) {
	if len(args) != 1 {
		return nil, &gate.Usage{Problem: fmt.Sprintf("give one plan file, or - for standard input; %d given", len(args))}
	}
	p := &planRun{env: e, file: args[0]}
	var err error
	if p.file == "-" {
		p.text, err = source.ReadAll("standard input", e.Stdin)
	} else {
		name := p.file
		if !filepath.IsAbs(name) {
			name = filepath.Join(e.Dir, name)
		}
		p.text, err = source.ReadFile(filepath.ToSlash(p.file), name)
	}
	if err != nil {
		return nil, &gate.Usage{Problem: err.Error()} // a plan that cannot be read; 3 is for what a plan that was read leaves open
	}
	shown := filepath.ToSlash(p.file)
	if p.file == "-" {
		shown = "<stdin>"
	}
	if p.plan, err = rollout.Load(shown, p.text); err != nil {
		return nil, planError(err)
	}
	return p, p.adapters(j)
}

// readPlans reads one plan, or several that run at the same time as one. Paths in several are taken from the working
// folder, since each may lie in a folder of its own.
func readPlans(e *Env, args []string, j *judging) (*planRun, error) {
	if len(args) < 2 {
		return readPlan(e, args, j)
	}
	if slices.Contains(args, "-") {
		return nil, &gate.Usage{Problem: "standard input is one plan; give several as files"}
	}
	all := make([]*rollout.Plan, len(args))
	for i, arg := range args {
		p, err := readPlan(e, []string{arg}, j)
		if err != nil {
			return nil, err
		}
		for k := range p.plan.Channels {
			ch := &p.plan.Channels[k]
			for v := range ch.Schemas {
				ch.Schemas[v].Path = p.oracle.fromHere(ch.Schemas[v].Path)
			}
			ch.Metadata = p.oracle.fromHere(ch.Metadata)
		}
		all[i] = p.plan
	}
	run := &planRun{env: e, file: "."}
	var err error
	if run.plan, err = rollout.Merge(all...); err != nil {
		return nil, planError(err)
	}
	return run, run.adapters(j)
}

// adapters prepares whom the check asks about the formats.
func (p *planRun) adapters(j *judging) error {
	l := loader(p.env)
	finder, c, err := j.finder(p.env)
	if err != nil {
		return err
	}
	options, err := j.options(p.env, finder, c)
	if err != nil {
		return err
	}
	p.oracle = newPlanOracle(p.env, l, gate.Request{Refs: *j.refs, Finder: finder}, options, p.file)
	return nil
}

// planError turns a plan that cannot be read into wrong use: the exit code is 2.
func planError(err error) error {
	var load *rollout.LoadError
	if errors.As(err, &load) {
		return &gate.Usage{Problem: load.Error()}
	}
	return err
}

// options is what the check cannot find in the plan: the formats, the day, the columns of tables known by metadata, and
// what the plan says about schemas that the schemas do not bear out.
func (p *planRun) options(plan *rollout.Plan) (rollout.Options, error) {
	o := rollout.Options{Oracles: p.oracle.oracles(), Today: p.env.Now()}
	for i := range plan.Channels {
		ch := &plan.Channels[i]
		if ch.Metadata == "" || ch.Fields != nil || len(ch.Schemas) > 0 {
			continue
		}
		columns, err := p.columns(ch.Metadata)
		if err != nil {
			o.Unread = append(o.Unread, rollout.Problem{At: ch.At, Message: fmt.Sprintf("channel %s: %v", ch.Name, err)})
			continue
		}
		ch.Fields = columns
	}
	o.Unread = append(o.Unread, p.misspelt(plan)...)
	return o, nil
}

// columns reads the column names of a table's current schema.
func (p *planRun) columns(metadata string) ([]string, error) {
	in, err := source.ParseInput(metadata)
	if err != nil {
		return nil, err
	}
	in = p.oracle.placed(in)
	content, err := p.oracle.content(in)
	if err != nil {
		return nil, err
	}
	table, err := iceberg.Read(in.String(), content)
	if err != nil {
		return nil, err
	}
	return columnsOf(table, in.Part), nil
}

// misspelt lists the fields that the plan names and that the schemas do not have: the check would look past the field that
// was meant, so the plan is then not verifiable.
func (p *planRun) misspelt(plan *rollout.Plan) []rollout.Problem {
	s := &speller{plan: plan, oracle: p.oracle}
	for _, part := range plan.Participants {
		for _, b := range part.Builds {
			who := part.Name + "/" + b.Name
			for _, r := range b.Reads {
				if name, _, _ := strings.Cut(r.Name, "@"); r.V.Name != "" && r.V.Name != "latest" {
					s.look(r.At, who+" uses", name, r.V.Name, r.Uses...)
				}
			}
			s.meanings(b.Meanings, who+" says what it means by")
		}
	}
	s.meanings(plan.Meanings, "meanings speak of")
	for _, step := range plan.Steps {
		if name, _, _ := strings.Cut(step.Channel.Name, "@"); step.Do == rollout.Drop && step.Field != "" {
			s.look(step.At, step.ID+" drops", name, "", step.Field)
		}
	}
	return s.problems
}

// A speller holds the fields that a plan names against those of its schemas.
type speller struct {
	plan     *rollout.Plan
	oracle   *planOracle
	problems []rollout.Problem
}

// meanings looks at the fields that meanings are about; of a whole channel one version has to have them.
func (s *speller) meanings(all []rollout.Meanings, who string) {
	for _, m := range all {
		channel, version := m.Name, ""
		if !slices.ContainsFunc(s.plan.Channels, func(c rollout.Channel) bool { return c.Name == channel }) {
			if i := strings.LastIndexByte(m.Name, '.'); i > 0 {
				channel, version = m.Name[:i], m.Name[i+1:]
			}
		}
		for _, f := range m.Fields {
			s.look(f.At, who, channel, version, topField(f.Name))
		}
	}
}

// look reports the names that are a field in no schema of the version, or of the channel when none is said.
func (s *speller) look(at rollout.Pos, who, channel, version string, names ...string) {
	i := slices.IndexFunc(s.plan.Channels, func(c rollout.Channel) bool { return c.Name == channel })
	if i < 0 || len(names) == 0 {
		return
	}
	of, all := channel, []string{}
	for _, v := range s.plan.Channels[i].Schemas {
		if version != "" && v.Name != version {
			continue
		}
		fields := s.oracle.Fields(&s.plan.Channels[i], v.Name)
		if fields == nil {
			return // what cannot be read is said elsewhere
		}
		all = append(all, fields...)
	}
	if len(all) == 0 {
		return
	}
	if version != "" {
		of = version + " of " + channel
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			s.problems = append(s.problems, rollout.Problem{At: at, Message: fmt.Sprintf("%s %s, and %s has no such field%s", who, name, of, nearestOf(name, all))})
		}
	}
}

// check has a plan checked with the real formats.
func (p *planRun) check(plan *rollout.Plan) (*rollout.Report, error) {
	options, err := p.options(plan)
	if err != nil {
		return nil, err
	}
	report, err := rollout.Check(plan, options)
	return report, planError(err)
}
