package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

var acceptAddCommand = &Command{
	Name: "accept add", Args: "FINDING [PATH...]", Short: "accept one finding, with a reason",
	Long: `
Runs the check again and writes a row for the finding into the accept file. FINDING is its fingerprint (check --format
json prints it; the first digits are enough), or RULE@FIELD as in unit-scale-changed@Order.amount. A row speaks of one
transition of one field of one subject: it cannot hide the next one.

With --staged the configuration counts as it is staged, as in the hook, so that the finding is the one that the hook tells.
The accept file is always the one on disk, which is the one that is written: git add it.`,
	Examples: []Example{
		{"schemavet accept add 3f9c2e81 --reason 'dashboards moved, ticket DATA-812' --until 2027-01-31", "by fingerprint, until a day"},
		{"schemavet accept add --staged avro-field-missing@Order.vat --reason 'no data yet'", "by rule and field"},
	},
	Setup: setupAcceptAdd,
}

func setupAcceptAdd(fs *pflag.FlagSet) Action {
	reason := fs.String("reason", "", "why it is fine: mandatory `TEXT`")
	until := fs.String("until", "", "the last `DAY` it counts, as 2027-01-31")
	by := fs.String("by", "", "`WHO` accepts it")
	g := gatheringFlags(fs)
	g.edits = true
	j := judgingFlags(fs)
	return func(e *Env, args []string) (int, error) {
		switch {
		case len(args) == 0:
			return 0, &gate.Usage{Problem: "accept add takes a finding: its fingerprint or RULE@FIELD"}
		case strings.TrimSpace(*reason) == "":
			return 0, &gate.Usage{Problem: "--reason is mandatory: say why this change is fine"}
		}
		if _, err := time.Parse(time.DateOnly, *until); *until != "" && err != nil {
			return 0, &gate.Usage{Problem: fmt.Sprintf("--until %q is no date; write it as 2027-01-31", *until)}
		}
		result, _, err := judge(e, args[1:], g, j, "")
		if err != nil {
			return 0, err
		}
		found, err := pick(result, args[0])
		if found != nil && found.State == compat.Accepted {
			return 0, accepted(e, args[0], found, *g.staged, acceptFile(e, result.Configs[found.Subject]))
		}
		if err != nil && len(result.Findings) == 0 && *g.staged {
			return 0, &gate.Usage{Problem: "there is no finding in what is staged (git commit -a unstages again what it could not commit); git add the schema first, or leave --staged out"}
		}
		if err != nil {
			return 0, err
		}
		row := config.Row{
			Rule: found.Rule.ID, Subject: found.Subject, At: string(found.Path), From: found.From, To: found.To,
			Reason: strings.TrimSpace(*reason), By: *by, Until: *until,
		}
		file := acceptFile(e, result.Configs[found.Subject])
		if err := addRow(e, file, row); err != nil || !*g.staged {
			return exitOK, err
		}
		_, err = fmt.Fprintf(visible{e.Stdout}, "it counts in the commit once it is staged: git add %s\n", gate.Shown(e.Dir, file))
		return exitOK, err
	}
}

// pick is the one finding that a word means.
func pick(result *gate.Result, word string) (*gate.Finding, error) {
	rule, field, named := strings.Cut(word, "@")
	var found []*gate.Finding
	var words []string
	for _, f := range result.Findings {
		words = append(words, f.Rule.ID+"@"+string(f.Path))
		if named && f.Rule.ID == rule && string(f.Path) == field || !named && len(word) >= 4 && strings.HasPrefix(f.Fingerprint(), word) {
			found = append(found, f)
		}
	}
	switch {
	case len(found) == 0 && len(words) == 0:
		return nil, &gate.Usage{Problem: "there is no finding to accept"}
	case len(found) == 0:
		return nil, &gate.Usage{Problem: fmt.Sprintf("no finding %s%s", word, nearestOf(word, words))}
	case len(found) > 1 && found[0].State != compat.Accepted:
		var prints []string
		for _, f := range found {
			prints = append(prints, f.Fingerprint())
		}
		return nil, &gate.Usage{Problem: fmt.Sprintf("%s means %d findings; take one fingerprint of %s", word, len(found), strings.Join(prints, ", "))}
	}
	return found[0], nil
}

// accepted is the error about a finding that the accept file on disk has a row for. The commit may not have that row yet.
func accepted(e *Env, word string, f *gate.Finding, staged bool, file string) error {
	problem := fmt.Sprintf("%s is accepted already: %s", word, f.Reason)
	if staged {
		problem += "; it counts in the commit once it is staged: git add " + gate.Shown(e.Dir, file)
	}
	return &gate.Usage{Problem: problem}
}

// acceptFile is the accept file that counts under a configuration (nil: none was found), or where it would be written.
func acceptFile(e *Env, c *config.Config) string {
	switch {
	case c == nil:
	case c.Accept != "":
		return filepath.FromSlash(c.Accept)
	case c.File != "":
		return filepath.Join(filepath.Dir(c.File), config.AcceptName)
	}
	if git, err := loader(e).Git(); err == nil {
		return filepath.Join(git.Root, config.AcceptName)
	}
	return filepath.Join(e.Dir, config.AcceptName)
}

func addRow(e *Env, file string, row config.Row) error {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read the accept file: %w", err)
	}
	if _, err := config.ParseAccepts(gate.Shown(e.Dir, file), text); err != nil {
		return err // a broken file is not made longer
	}
	added := config.Add(string(text), []config.Row{row})
	if _, err := config.ParseAccepts(gate.Shown(e.Dir, file), []byte(added)); err != nil {
		return fmt.Errorf("add a row to %s, which is written in a way that rows cannot be appended to: %w", gate.Shown(e.Dir, file), err)
	}
	if err := os.WriteFile(file, []byte(added), 0o644); err != nil {
		return fmt.Errorf("write the accept file: %w", err)
	}
	_, err = fmt.Fprintf(visible{e.Stdout}, "accepted in %s:\n%s", gate.Shown(e.Dir, file), row.YAML())
	return err
}

var acceptPruneCommand = &Command{
	Name: "accept prune", Args: "[PATH...]", Short: "remove rows of the accept file that no longer do anything",
	Long: `
Runs the check again and cuts the rows out that have expired, and those of subjects that were looked at that match no
finding. With --dry-run it only says which. With --staged the configuration counts as it is staged; the accept file is always
the one on disk, which is the one that is written.`,
	Examples: []Example{{"schemavet accept prune --dry-run", "which rows would go"}},
	Setup: func(fs *pflag.FlagSet) Action {
		dry := fs.Bool("dry-run", false, "change nothing")
		g := gatheringFlags(fs)
		g.edits = true
		j := judgingFlags(fs)
		return func(e *Env, args []string) (int, error) {
			result, c, err := judge(e, args, g, j, "")
			if errors.Is(err, gate.ErrNothing) && len(args) == 0 { // the last schema is gone, and rows for it may be left
				result, err = &gate.Result{}, nil
			}
			if err != nil {
				return 0, err
			}
			return exitOK, prune(e, result, c, *dry)
		}
	},
}

// An idleRow is a row of an accept file that does nothing any more.
type idleRow struct {
	line int
	why  string
}

// prune removes the rows that have expired, and those that the run found to match nothing, from every accept file that
// counts for what it saw.
func prune(e *Env, result *gate.Result, c *config.Config, dry bool) error {
	idle := map[string][]idleRow{} // by file as people name it
	for _, f := range result.Findings {
		if gate.IsIdleRow(f) {
			idle[f.Stop.Source] = append(idle[f.Stop.Source], idleRow{f.Stop.Line, f.Message})
		}
	}
	rows := 0
	files, err := acceptFiles(e, result, c)
	if err != nil {
		return err
	}
	for _, accepts := range files {
		shown := gate.Shown(e.Dir, accepts.File)
		rows += len(accepts.Rows)
		for i := range accepts.Rows { // a day is past whether or not the row's subject was looked at
			row := &accepts.Rows[i]
			if row.Expired(e.Now()) && !slices.ContainsFunc(idle[shown], func(r idleRow) bool { return r.line == row.Line }) {
				idle[shown] = append(idle[shown], idleRow{row.Line, fmt.Sprintf("the row for %s ended on %s", row.About(), row.Until)})
			}
		}
	}
	if len(idle) == 0 {
		text := "every row is in use"
		if rows > 0 {
			text = "no row has expired, and none of a subject that was looked at is idle; subjects that did not change are looked at when they are named"
		}
		_, err := fmt.Fprintln(visible{e.Stdout}, text)
		return err
	}
	for _, shown := range slices.Sorted(maps.Keys(idle)) {
		slices.SortFunc(idle[shown], func(a, b idleRow) int { return a.line - b.line })
		for _, row := range idle[shown] {
			fmt.Fprintf(visible{e.Stdout}, "%s:%d: %s\n", shown, row.line, row.why)
		}
		if dry {
			continue
		}
		if err := pruneFile(e, shown, idle[shown]); err != nil {
			return err
		}
	}
	return nil
}

// acceptFiles are the accept files that count for the working folder and for the subjects of a run.
func acceptFiles(e *Env, result *gate.Result, c *config.Config) ([]*config.Accepts, error) {
	paths := []string{acceptFile(e, c)}
	for _, name := range slices.Sorted(maps.Keys(result.Configs)) {
		if path := acceptFile(e, result.Configs[name]); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	var all []*config.Accepts
	for _, path := range paths {
		accepts, err := config.ReadAccepts(nil, path)
		if err != nil {
			return nil, err
		}
		all = append(all, accepts)
	}
	return all, nil
}

// pruneFile cuts the rows that start at the given lines out of one file.
func pruneFile(e *Env, shown string, idle []idleRow) error {
	file := shown
	if !filepath.IsAbs(file) {
		file = filepath.Join(e.Dir, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the accept file: %w", err)
	}
	accepts, err := config.ParseAccepts(shown, text)
	if err != nil {
		return err
	}
	pruned, ok := config.Prune(string(text), accepts, func(r *config.Row) bool {
		return !slices.ContainsFunc(idle, func(row idleRow) bool { return row.line == r.Line })
	})
	if !ok {
		return &gate.Usage{Problem: shown + " is not written one row under the other; remove the rows by hand"}
	}
	if err := os.WriteFile(file, []byte(pruned), 0o644); err != nil {
		return fmt.Errorf("write the accept file: %w", err)
	}
	_, err = fmt.Fprintf(visible{e.Stdout}, "removed %d of %d rows\n", len(idle), len(accepts.Rows))
	return err
}
