package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
)

var checkCommand = &Command{
	Name: "check", Args: "[PATH...]", Short: "the gate: what will readers make of data when this change is in?",
	Long: `
Looks at every schema that changed, or at those below PATH, and resolves each pair of writer and reader that the mode
asks for. Inside a git repository the working tree is compared with the merge base of HEAD and the default branch;
with --staged the index is compared with HEAD. A mode that ends in -transitive compares with every version in the
first-parent history of the file, through renames.

  backward   the schema under review reads data of the versions before it
  forward    the versions before it read its data
  full       both

The metadata of an Iceberg table holds its own history: every schema in it is a version, and each step between them is
legal or illegal by the specification. A folder of metadata files is one table.

A change that takes something away from readers that are not rebuilt says so, and the field that one change replaces is an
error. Where schemavet.yaml declares plans: or participants:, such a change needs a rollout plan that covers it and is safe.

INPUT is a path, git:REV, git:REV:PATH, git:merge-base(REV), index:, index:PATH or - (standard input). REV is a commit, or a
tree, which has no history.`,
	Examples: []Example{
		{"schemavet check", "the working tree against the merge base with the default branch"},
		{"schemavet check --staged", "what is about to be committed against HEAD: the hook's command"},
		{"schemavet check --against git:v1.4.0 --mode full", "against a release, both directions"},
		{"schemavet check new.avsc --against old.avsc", "two files, anywhere"},
		{"schemavet check git:NEW --against git:OLD", "two commits, in a server's pre-receive hook too: what is configured is read from NEW there"},
		{"schemavet check v7.metadata.json --mode full-transitive", "the whole history inside an Iceberg table's metadata, anywhere"},
		{"schemavet check schemas --report sarif=schemavet.sarif --report junit=schemavet.xml", "a folder, with reports for machines"},
	},
	Setup: setupCheck,
}

// gathering is the flags that say what is looked at and what it is compared with.
type gathering struct {
	against *string
	staged  *bool
	mode    *string
	since   *string
	reach   *reach
	edits   bool // the command changes the accept file: the one on disk counts
}

func gatheringFlags(fs *pflag.FlagSet) *gathering {
	return &gathering{
		against: fs.String("against", "", "compare with this `INPUT`"),
		staged:  fs.Bool("staged", false, "look at the index, not at the working tree, and compare with HEAD"),
		mode:    choose(fs, "mode", "", "which pairs must work; without it the configuration says, else "+gate.DefaultMode, config.Modes),
		since:   fs.String("since", "", "a `REV`: histories begin there"),
		reach:   reachFlags(fs),
	}
}

// request turns the flags and paths into a request.
func (g *gathering) request(e *Env, args []string, j *judging, f *config.Finder) (gate.Request, error) {
	paths, err := inputs(e, args)
	if err != nil {
		return gate.Request{}, err
	}
	q := gate.Request{Paths: paths, Staged: *g.staged, Mode: *g.mode, Refs: *j.refs, Since: *g.since, Finder: f}
	if from, to := g.pushed(e); to != "" {
		q.Tip, q.Against = to, &source.Input{Kind: source.Commit, Revision: from}
	}
	if *g.against != "" {
		against, err := inputs(e, []string{*g.against})
		if err != nil {
			return gate.Request{}, err
		}
		q.Against = &against[0]
		if _, err := inputs(e, append(slices.Clone(args), *g.against)); err != nil {
			return gate.Request{}, err // standard input on both sides
		}
	}
	return q, nil
}

// pushed is the commits that are about to go out, "" for none: the pre-commit framework names them before a push, when
// nothing is staged.
func (g *gathering) pushed(e *Env) (from, to string) {
	from, to = e.lookup("PRE_COMMIT_FROM_REF"), e.lookup("PRE_COMMIT_TO_REF")
	if !*g.staged || *g.against != "" || from == "" || to == "" {
		return "", ""
	}
	return from, to
}

// files is where configuration is read from, nil for the disk: it counts as it is about to be committed, where that is what
// is looked at.
func (g *gathering) files(e *Env, l *gate.Loader, args []string) (config.Files, error) {
	if !*g.staged {
		return g.received(e, l, args)
	}
	git, err := l.Git()
	if err != nil {
		return nil, fmt.Errorf("look for a git repository: %w", err)
	}
	_, commit := g.pushed(e)
	if commit != "" {
		if commit, err = git.Resolve(commit); err != nil {
			return nil, err
		}
	}
	return git.Tracked(commit, config.Name, config.AcceptName), nil
}

// received is files for a commit of a repository without a working tree, as in the hooks of a server: there is no other place
// that its configuration could lie in.
func (g *gathering) received(e *Env, l *gate.Loader, args []string) (config.Files, error) {
	paths, err := inputs(e, args)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(paths, func(in source.Input) bool { return in.Kind == source.Commit })
	if i < 0 {
		return nil, nil
	}
	git, err := l.Git()
	if !errors.Is(err, source.ErrNoWorktree) {
		return nil, nil // what else may be wrong is told by who needs it
	}
	commit, _, err := git.Treeish(paths[i])
	if err != nil {
		return nil, fmt.Errorf("input %s: %w", paths[i], err)
	}
	return git.Tracked(commit, config.Name, config.AcceptName), nil
}

func setupCheck(fs *pflag.FlagSet) Action {
	g := gatheringFlags(fs)
	j := judgingFlags(fs)
	newFrom := fs.String("new-from", "", "findings that stand in this `INPUT` already are known and do not count")
	allowEmpty := fs.Bool("allow-empty", false, "finding no schema at all is fine")
	o := outputFlags(fs, "error")
	return func(e *Env, args []string) (int, error) {
		if err := o.vet(); err != nil {
			return 0, err
		}
		result, c, err := judge(e, args, g, j, *newFrom)
		if errors.Is(err, gate.ErrNothing) {
			if *allowEmpty {
				result, err = &gate.Result{As: []string{"spec"}, Skipped: result.Skipped}, nil
			} else {
				return 0, fmt.Errorf("%w; --allow-empty makes that fine", err)
			}
		}
		if err != nil {
			return 0, err
		}
		return o.finish(e, &report.Run{Result: result, Command: "check", Still: *g.staged}, c)
	}
}

// judge gathers the subjects and runs the gate over them.
func judge(e *Env, args []string, g *gathering, j *judging, newFrom string) (*gate.Result, *config.Config, error) {
	return g.reach.run(e, func(l *gate.Loader) verdict { return g.judge(l, e, args, j, newFrom) })
}

func (g *gathering) judge(l *gate.Loader, e *Env, args []string, j *judging, newFrom string) verdict {
	files, err := g.files(e, l, args)
	if err != nil {
		return verdict{err: err}
	}
	finder, c, err := j.finds(e, &config.Finder{Files: files, Edits: g.edits})
	if err != nil {
		return verdict{err: err}
	}
	q, err := g.request(e, args, j, finder)
	if err != nil {
		return verdict{err: err}
	}
	options, err := j.options(e, finder, c)
	if err != nil {
		return verdict{config: c, err: err}
	}
	options.Order = newCover(e, j).rule
	gathered, err := l.Gather(q)
	if gathered != nil {
		gathered.Skipped = append(gathered.Skipped, unstaged(e, files)...)
	}
	if errors.Is(err, gate.ErrNothing) {
		return verdict{result: &gate.Result{Skipped: gathered.Skipped}, config: c, err: cmp.Or(options.Vet(finder.All()), err)}
	}
	if broken := options.Vet(finder.All()); broken != nil { // those that gathering came by
		return verdict{config: c, err: broken}
	}
	if err != nil {
		return verdict{config: c, err: err}
	}
	if newFrom != "" {
		if options.Known, err = known(e, l, q, gathered, options, newFrom); err != nil {
			return verdict{config: c, err: err}
		}
	}
	options.Whole = gathered.Whole
	result, err := gate.Run(gathered.Subjects, options)
	if err != nil {
		return verdict{config: c, err: err}
	}
	gathered.Complete(result)
	return verdict{result: result, config: c}
}

// unstaged are the configuration and accept files that a user may take to be staged, and why they do not count.
func unstaged(e *Env, files config.Files) (all []gate.Skip) {
	if tracked, ok := files.(*source.Tracked); ok {
		for _, file := range tracked.Intended() {
			all = append(all, gate.Skip{Source: gate.Shown(e.Dir, file), Why: "git add -N only announces it: the commit does not have it, so that it does not count; git add it"})
		}
	}
	return all
}

// known is the fingerprints of the findings that the subjects would have if they stood as the input has them.
func known(e *Env, l *gate.Loader, q gate.Request, gathered *gate.Gathered, options gate.Options, text string) (map[string]bool, error) {
	in, err := parseInput(e, text)
	if err != nil {
		return nil, err
	}
	before, err := l.Instead(q, gathered, in)
	if err != nil {
		return nil, fmt.Errorf("--new-from: %w", err)
	}
	result, err := gate.Run(before, options)
	if err != nil {
		return nil, err
	}
	fingerprints := map[string]bool{}
	for _, f := range result.Findings {
		fingerprints[f.Fingerprint()] = true
	}
	return fingerprints, nil
}
