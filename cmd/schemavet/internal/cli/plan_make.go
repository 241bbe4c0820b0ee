package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/compat/rollout"
)

var planMakeCommand = &Command{
	Name: "plan make", Args: "", Short: "write a safe rollout from one version to another, or prove that none exists",
	Long: `
Takes a plan file without steps (channels with their versions, participants with their builds) and writes the steps: which
deploy waits for the close of which rollback window, when old data has to be gone. The plan it prints has passed plan check.
When the edges that every safe plan has go round in a circle, no order of these builds is safe; the circle is printed as the
proof, and the patterns that ask more of the teams are tried one after the other:
  value-gate     only a null or a symbol is in the way: everybody takes it, then a flag lets it out
  bridge         a version in between keeps the old fields and has the new ones with null as default; it is written as a
                 file beside the new one
  both-columns   a table gets the new column beside the old one; both are filled until the readers have moved
  new-channel    a channel of its own; both are fed, copied and compared until the readers have moved
  full-stop      drain, fence, convert, restart; the plan states the outage
It exits 0 with a plan, 1 with a proof and no plan. --pattern order asks for the proof alone.`,
	Examples: []Example{
		{"schemavet plan make --from v1 --to v2 --participants fleet.yaml > rollout.yaml", "a safe order"},
		{"schemavet plan make --from v1 --to v2 --participants fleet.yaml --channel orders --soak 72h", "one of several channels, longer windows"},
		{"schemavet plan make --from v1 --to v2 --participants fleet.yaml --pattern new-channel --key id", "a topic of its own, whatever else would do"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		j := judgingFlags(fs)
		from := fs.String("from", "", "the `VERSION` that is written today: its label among the channel's schemas, or its file")
		to := fs.String("to", "", "the `VERSION` to reach")
		participants := fs.String("participants", "", "the `FILE` with the channels and participants")
		channel := fs.String("channel", "", "the `CHANNEL`, when several have versions")
		soak := fs.String("soak", "48h", "how long each deploy may be rolled back: a `TIME` such as 48h or 3d")
		pattern := fs.String("pattern", "", "the one `PATTERN` to follow: "+patternWords()+"; the first that works when not given")
		key := fs.StringSlice("key", nil, "the `FIELDS` that identify a record, for a copy that is compared")
		dry := fs.Bool("dry-run", false, "do not write the schema of a version in between")
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			if *from == "" || *to == "" || *participants == "" {
				return 0, &gate.Usage{Problem: "give --from VERSION, --to VERSION and --participants FILE"}
			}
			p, err := readPlan(e, []string{*participants}, j)
			if err != nil {
				return 0, err
			}
			window, err := rollout.ParseSpan(*soak)
			if err != nil {
				return 0, &gate.Usage{Problem: "--soak: " + err.Error()}
			}
			if *pattern != "" && !slices.Contains(rollout.Patterns(), rollout.Pattern(*pattern)) {
				return 0, &gate.Usage{Problem: fmt.Sprintf("--pattern %s: write one of %s", *pattern, patternWords())}
			}
			return p.make(rollout.Request{Channel: *channel, From: *from, To: *to, Soak: window, Pattern: rollout.Pattern(*pattern), Key: *key}, *dry)
		}
	},
}

// patternWords lists the patterns for people.
func patternWords() string {
	words := make([]string, 0, 8)
	for _, p := range rollout.Patterns() {
		words = append(words, string(p))
	}
	return strings.Join(words, ", ")
}

// make plans and prints.
func (p *planRun) make(q rollout.Request, dry bool) (int, error) {
	var err error
	if q.Check, err = p.options(p.plan); err != nil {
		return 0, err
	}
	q.From, q.To = p.label(q.Channel, q.From), p.label(q.Channel, q.To)
	if err := p.named(q); err != nil {
		return 0, err
	}
	b := &bridge{p: p}
	defer b.clean()
	q.Plan, q.Bridge, q.Columns = p.plan, b, p.oracle.columns
	proposal, err := rollout.Make(q)
	if err != nil {
		return 0, planError(err)
	}
	if proposal.Refusal != "" {
		fmt.Fprintf(visible{p.env.Stdout}, "no safe plan: %s\n%s", proposal.Refusal, proposal.Proof())
		return exitFound, nil
	}
	for _, name := range proposal.FileNames() {
		shown := filepath.ToSlash(filepath.Join(p.oracle.folder, name))
		if dry {
			fmt.Fprintf(p.env.Stderr, "would write %s: the version in between\n", shown)
			continue
		}
		if err := p.newFile(shown, proposal.Files[name]); err != nil {
			return 0, err
		}
		fmt.Fprintf(p.env.Stderr, "wrote %s: the version in between\n", shown)
	}
	fmt.Fprintf(visible{p.env.Stdout}, "# %s\n", proposal.Pattern)
	if o := proposal.Ordered; o != nil && o.Refusal != "" {
		p.comment("no safe plan with the builds as given: " + o.Refusal + "\n" + o.Proof())
	}
	for _, why := range proposal.Passed {
		p.comment("not " + why)
	}
	for _, n := range proposal.Notes {
		p.comment("note: " + n)
	}
	for _, e := range proposal.Edges {
		fmt.Fprintf(visible{p.env.Stdout}, "# %s before %s: %s\n", e.Before, e.After, strings.ReplaceAll(e.Why, "\n", " "))
	}
	if _, err := p.env.Stdout.Write(proposal.Plan.Encode()); err != nil {
		return 0, err
	}
	if code := proposal.Report.Verdict.ExitCode(); code != 0 && proposal.Report.Verdict != rollout.NotApproved {
		fmt.Fprintf(p.env.Stderr, "the plan is %s\n", proposal.Report.Verdict)
		return code, nil
	}
	return exitOK, nil
}

// comment prints lines that a plan file does not read.
func (p *planRun) comment(text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(visible{p.env.Stdout}, "# %s\n", strings.TrimRight(line, "\n"))
	}
}

// named holds the words of the flags against the plan: a slip in them is wrong use.
func (p *planRun) named(q rollout.Request) error {
	var channels, labels []string
	for _, ch := range p.plan.Channels {
		channels = append(channels, ch.Name)
		if q.Channel == "" || ch.Name == q.Channel {
			for _, v := range ch.Schemas {
				labels = append(labels, v.Name)
			}
		}
	}
	if q.Channel != "" && !slices.Contains(channels, q.Channel) {
		return unknown("channel", q.Channel, q.Channel, channels)
	}
	for _, word := range []string{q.From, q.To} {
		if len(labels) > 0 && !slices.Contains(labels, word) {
			return unknown("version", word, word, labels)
		}
	}
	return nil
}

// label finds the version that people name by its file; a label stays as it is.
func (p *planRun) label(channel, word string) string {
	for _, ch := range p.plan.Channels {
		if channel != "" && ch.Name != channel {
			continue
		}
		for _, v := range ch.Schemas {
			if v.Name == word {
				return word
			}
		}
		for _, v := range ch.Schemas {
			if filepath.Clean(v.Path) == filepath.Clean(word) {
				return v.Name
			}
		}
	}
	return word
}

// newFile writes a file that is not there yet, or stays quiet when it has that very content.
func (p *planRun) newFile(path string, content []byte) error {
	name := path
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.env.Dir, name)
	}
	if old, err := os.ReadFile(name); err == nil && string(old) != string(content) {
		return fmt.Errorf("write %s: it is there already with another content", path)
	}
	return writeFile(p.env, path, content)
}

// bridge writes versions in between. Until the plan is accepted they lie in a folder of their own, where the oracle reads
// them.
type bridge struct {
	p      *planRun
	folder string
}

func (b *bridge) clean() {
	if b.folder != "" {
		os.RemoveAll(b.folder)
	}
}

// Bridge implements rollout.Bridger for Avro records.
func (b *bridge) Bridge(c *rollout.Channel, from, to string) (file string, schema []byte, err error) {
	if c.Format != "avro" && c.Format != "" {
		return "", nil, fmt.Errorf("a version in between can be written for avro, not for %s", c.Format)
	}
	texts := [2][]byte{}
	for i, label := range []string{from, to} {
		in, err := b.p.oracle.input(c, label)
		if err != nil {
			return "", nil, err
		}
		if texts[i], err = b.p.oracle.content(in); err != nil {
			return "", nil, err
		}
	}
	if schema, err = bridgeRecord(texts[0], texts[1]); err != nil {
		return "", nil, err
	}
	file = bridgePath(c, from, to)
	if b.folder, err = os.MkdirTemp("", "schemavet-bridge-"); err != nil {
		return "", nil, fmt.Errorf("keep the version in between: %w", err)
	}
	draft := filepath.Join(b.folder, "bridge.avsc")
	if err := os.WriteFile(draft, schema, 0o644); err != nil {
		return "", nil, fmt.Errorf("keep the version in between: %w", err)
	}
	b.p.oracle.drafts[file] = filepath.ToSlash(draft)
	return file, schema, nil
}

// bridgePath puts the bridge beside the schema it leads to.
func bridgePath(c *rollout.Channel, from, to string) string {
	folder := "schemas"
	for _, v := range c.Schemas {
		if in, err := source.ParseInput(v.Path); err == nil && v.Name == to && in.Kind == source.Path && !filepath.IsAbs(in.Path) {
			folder = filepath.ToSlash(filepath.Dir(in.Path))
		}
	}
	return filepath.ToSlash(filepath.Join(folder, fmt.Sprintf("%s-%s-%s.avsc", c.Name, from, to)))
}

var planInitCommand = &Command{
	Name: "plan init", Args: "FILE", Short: "draft a rollout from the present change of a schema",
	Long: `
Compares a schema with an earlier version of it and drafts a plan: one channel with the two versions, one producer and one
consumer to be given their real names, and steps in a safe order. When no order is safe the draft takes a version in between.
FILE is an .avsc file.`,
	Examples: []Example{
		{"schemavet plan init schemas/order.avsc > rollout.yaml", "what changed since the last commit"},
		{"schemavet plan init --against git:main:schemas/order.avsc schemas/order.avsc", "since another branch"},
		{"schemavet plan init --against old.avsc new.avsc", "between two files"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		j := judgingFlags(fs)
		against := fs.String("against", "", "the earlier version: an `INPUT`; git:HEAD:FILE when not given")
		retention := fs.String("retention", "7d", "how long the channel keeps data: a `TIME`, infinite or compact")
		return func(e *Env, args []string) (int, error) {
			if len(args) != 1 {
				return 0, &gate.Usage{Problem: fmt.Sprintf("give one schema file; %d given", len(args))}
			}
			p, err := draftPlan(e, j, args[0], *against, *retention)
			if err != nil {
				return 0, err
			}
			return p.make(rollout.Request{From: "v1", To: "v2"}, true)
		}
	},
}

// draftPlan writes the part of a plan that make starts from.
func draftPlan(e *Env, j *judging, file, against, retention string) (*planRun, error) {
	if _, err := inputs(e, []string{file}); err != nil {
		return nil, err
	}
	if against == "" {
		against = "git:HEAD:./" + filepath.ToSlash(file)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	draft := fmt.Sprintf(`version: 1
plan: %[1]s-v1-to-v2
channels: { %[1]s: { kind: log, format: avro, retention: %[2]s, lag: 1h, schemas: { v1: %[3]q, v2: %[4]q } } }
participants:
  producer: { role: producer, owner: TEAM, builds: { before: { writes: { %[1]s: v1 } }, after: { writes: { %[1]s: v2 } } } }
  consumer: { role: consumer, owner: TEAM, builds: { before: { reads: { %[1]s: v1 } }, after: { reads: { %[1]s: v2 } } } }
`, channelName(name), retention, against, filepath.ToSlash(file))
	p := &planRun{env: e, file: "rollout.yaml", text: []byte(draft)}
	var err error
	if p.plan, err = rollout.Load("draft of a plan", p.text); err != nil {
		return nil, planError(err)
	}
	return p, p.adapters(j)
}

// channelName makes a plain name of a file's.
func channelName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
	if clean == "" || strings.Trim(clean, "0123456789-") == "" {
		return "channel-" + clean
	}
	return clean
}
