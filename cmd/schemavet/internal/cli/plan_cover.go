package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/compat/rollout"
)

// cover looks up the rollout plans that configurations declare, for changes that contract. Plans and participants are read from
// disk, in the working tree, also when the index is checked: a plan is not part of what goes out.
type cover struct {
	env *Env
	j   *judging

	mu    sync.Mutex
	known map[*config.Config]*declared
}

// declared is the plans and participants of one configuration.
type declared struct {
	plans  []*planRun
	broken []string // plans that cannot be read, and why
	seen   []rollout.Seen
	fleet  *planRun                     // the file of participants
	unread error                        // why it cannot be read
	judged map[*planRun]*rollout.Report // plans that were checked
}

func newCover(e *Env, j *judging) *cover {
	return &cover{env: e, j: j, known: map[*config.Config]*declared{}}
}

// rule says what the declared plans make of a contraction. Without a declaration there is nothing to say.
func (v *cover) rule(c *gate.Contraction) gate.Ruling {
	conf := c.Subject.Config
	if len(conf.Plans) == 0 && conf.Participants == "" {
		return gate.Ruling{}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	d := v.known[conf]
	if d == nil {
		d = v.read(conf)
		v.known[conf] = d
	}
	if d.unread != nil {
		return gate.Ruling{Rule: gate.OrderPlanMissing, Message: fmt.Sprintf("%s contracts, and who reads and writes it is not known: %v", c.Subject.Name, d.unread)}
	}
	var unsafe *gate.Ruling
	for _, p := range d.plans {
		if !p.covers(c) {
			continue
		}
		ruling := v.judge(d, p, c)
		if ruling.Rule == nil {
			return ruling
		}
		if unsafe == nil {
			unsafe = &ruling
		}
	}
	if unsafe != nil {
		return *unsafe
	}
	return gate.Ruling{Rule: gate.OrderPlanMissing, Message: v.missing(c, d)}
}

// missing says that no plan covers a change, and which plans were looked at.
func (v *cover) missing(c *gate.Contraction, d *declared) string {
	looked := fmt.Sprintf("none of %s covers it", counted(len(d.plans), "plan"))
	switch {
	case len(d.plans)+len(d.broken) == 0 && len(c.Subject.Config.Plans) == 0:
		looked = "the configuration names participants and no plans"
	case len(d.plans)+len(d.broken) == 0:
		looked = "no file matches plans:"
	}
	message := fmt.Sprintf("%s, and %s", c.Told(), looked)
	if len(d.broken) > 0 {
		message += "; not readable: " + d.broken[0]
	}
	return message
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// read loads what a configuration declares.
func (v *cover) read(conf *config.Config) *declared {
	d := &declared{judged: map[*planRun]*rollout.Report{}}
	for _, file := range planFiles(conf) {
		if file == conf.Participants {
			continue
		}
		p, err := readPlan(v.env, []string{gate.Shown(v.env.Dir, file)}, v.j)
		if err != nil {
			d.broken = append(d.broken, err.Error())
			continue
		}
		d.plans = append(d.plans, p)
	}
	if conf.Participants != "" {
		d.fleet, d.unread = readPlan(v.env, []string{gate.Shown(v.env.Dir, conf.Participants)}, v.j)
		if d.unread == nil {
			if len(d.fleet.plan.Steps) > 0 { // a whole plan is its own file of participants
				d.plans = append(d.plans, d.fleet)
			}
			d.seen = seenBy(d.fleet.plan)
		}
	}
	return d
}

// planFiles are the files that the globs of plans match, absolute, in the order of their names.
func planFiles(conf *config.Config) []string {
	var files []string
	for _, glob := range conf.Plans {
		matches, err := doublestar.FilepathGlob(filepath.FromSlash(glob), doublestar.WithFilesOnly())
		if err != nil {
			continue // the configuration's globs have been checked
		}
		for _, m := range matches {
			if m = filepath.ToSlash(m); !slices.Contains(files, m) {
				files = append(files, m)
			}
		}
	}
	slices.Sort(files)
	return files
}

// seenBy lists who reads or writes which channel, for the check that a plan leaves nobody out.
func seenBy(fleet *rollout.Plan) []rollout.Seen {
	var all []rollout.Seen
	for _, part := range fleet.Participants {
		for _, b := range part.Builds {
			for _, r := range b.Reads {
				all = append(all, rollout.Seen{Channel: branchless(r.Name), Who: part.Name})
			}
			for _, w := range b.Writes {
				all = append(all, rollout.Seen{Channel: branchless(w.Name), Who: part.Name})
			}
		}
	}
	return slices.CompactFunc(all, func(a, b rollout.Seen) bool { return a == b })
}

func branchless(channel string) string {
	name, _, _ := strings.Cut(channel, "@")
	return name
}

// judge checks a plan that covers a contraction, by what plan check runs.
func (v *cover) judge(d *declared, p *planRun, c *gate.Contraction) gate.Ruling {
	unsafe := func(at rollout.Pos, format string, args ...any) gate.Ruling {
		return gate.Ruling{
			Rule: gate.OrderPlanUnsafe, Message: c.Told() + ": the plan that covers it " + fmt.Sprintf(format, args...),
			Plan: gate.Shown(v.env.Dir, filepath.Join(v.env.Dir, p.file)), Line: at.Line, Column: at.Col, Text: lineAt(p.text, at.Line),
		}
	}
	report := d.judged[p]
	if report == nil {
		options, err := p.options(p.plan)
		if err != nil {
			return unsafe(rollout.Pos{}, "cannot be checked: %v", err)
		}
		for _, seen := range d.seen {
			if slices.ContainsFunc(p.plan.Channels, func(ch rollout.Channel) bool { return ch.Name == seen.Channel }) {
				options.Inventory = append(options.Inventory, seen)
			}
		}
		if report, err = rollout.Check(p.plan, options); err != nil {
			return unsafe(rollout.Pos{}, "cannot be checked: %v", planError(err))
		}
		d.judged[p] = report
	}
	switch report.Verdict {
	case rollout.Safe, rollout.NotApproved:
		return gate.Ruling{}
	case rollout.NotVerifiable:
		if len(report.Unknown) > 0 {
			return unsafe(report.Unknown[0].At, "is not verifiable: %s", report.Unknown[0].Message)
		}
	}
	for _, f := range report.Findings {
		if f.Waiver == nil {
			return unsafe(f.At, "is %s: %s (%s)", report.Verdict, f.Message, f.Rule.ID)
		}
	}
	return unsafe(rollout.Pos{}, "is %s", report.Verdict)
}

// lineAt is a 1-based line of a text, "" for none.
func lineAt(text []byte, number int) string {
	lines := bytes.Split(text, []byte("\n"))
	if number < 1 || number > len(lines) {
		return ""
	}
	return strings.TrimRight(string(lines[number-1]), "\r")
}

// covers reports whether a plan is about a contraction: one of its channels names the schema's file, or holds both versions as
// files of their own, and a step goes toward the version under review.
func (p *planRun) covers(c *gate.Contraction) bool {
	for i := range p.plan.Channels {
		ch := &p.plan.Channels[i]
		if ch.Metadata != "" && p.names(ch.Metadata, c) && len(ch.Schemas) == 0 {
			if p.alters(ch, c) {
				return true
			}
			continue
		}
		labels, holdsBefore, named := p.versions(ch, c)
		if (named || holdsBefore) && slices.ContainsFunc(labels, func(label string) bool { return p.toward(ch, label, c) }) {
			return true
		}
	}
	return false
}

// versions are the labels of a channel under which the version under review stands, whether the version before stands there
// too, and whether the schema's own file is named. A file without a revision that is the schema's own is the version under
// review by definition.
func (p *planRun) versions(ch *rollout.Channel, c *gate.Contraction) (labels []string, holdsBefore, named bool) {
	for _, v := range ch.Schemas {
		in, err := p.oracle.input(ch, v.Name)
		if err != nil {
			continue
		}
		own := p.names(v.Path, c)
		named = named || own
		text, err := p.oracle.content(in)
		switch {
		case own && in.Kind == source.Path && in.Part == "":
			labels = append(labels, v.Name)
		case err != nil:
		case bytes.Equal(text, c.After.Content) && (in.Part == "" || strings.HasSuffix(c.After.Source, "#"+in.Part)):
			labels = append(labels, v.Name)
		case bytes.Equal(text, c.Before.Content):
			holdsBefore = true
		}
	}
	return labels, holdsBefore, named
}

// names reports whether an input of a plan is the file of a contraction's schema, at any revision.
func (p *planRun) names(text string, c *gate.Contraction) bool {
	in, err := source.ParseInput(text)
	if err != nil {
		return false
	}
	own, _, _ := strings.Cut(c.After.Source, "#")
	own, _, _ = strings.Cut(own, "@")
	if in.Kind == source.Path {
		return filepath.Clean(p.absolute(p.oracle.placed(in).Path)) == filepath.Clean(p.absolute(own))
	}
	git, err := p.oracle.loader.Git()
	if err != nil || in.Path == "" {
		return false
	}
	return filepath.Join(git.Root, filepath.FromSlash(p.fromRoot(git, in.Path))) == filepath.Clean(p.absolute(own))
}

// fromRoot is a path of a revision seen from the repository's root: ./ is the working folder.
func (p *planRun) fromRoot(git *source.Git, name string) string {
	if rest, ok := strings.CutPrefix(name, "./"); ok {
		return git.Prefix + rest
	}
	return name
}

func (p *planRun) absolute(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.env.Dir, filepath.FromSlash(name))
}

// toward reports whether a step goes toward a version of a channel: a deploy of a build that has it, or a step on the channel
// that names it.
func (p *planRun) toward(ch *rollout.Channel, label string, c *gate.Contraction) bool {
	for i := range p.plan.Steps {
		s := &p.plan.Steps[i]
		switch s.Do {
		case rollout.Deploy:
			if p.deploys(s, ch.Name, label) {
				return true
			}
		case rollout.Alter, rollout.Drop, rollout.Rewrite:
			if branchless(s.Channel.Name) == ch.Name && (s.V.Name == label || s.To.Name == label || s.Do == rollout.Drop && loses(c, s.Field)) {
				return true
			}
		}
	}
	return false
}

func (p *planRun) deploys(s *rollout.Step, channel, label string) bool {
	for _, part := range p.plan.Participants {
		if part.Name != s.Participant.Name {
			continue
		}
		for _, b := range part.Builds {
			if b.Name != s.Build.Name {
				continue
			}
			return slices.ContainsFunc(b.Writes, func(w rollout.Write) bool { return branchless(w.Name) == channel && w.V.Name == label }) ||
				slices.ContainsFunc(b.Reads, func(r rollout.Read) bool { return branchless(r.Name) == channel && r.V.Name == label })
		}
	}
	return false
}

// alters reports whether a plan changes a table that it knows by its columns in the way that the contraction does.
func (p *planRun) alters(ch *rollout.Channel, c *gate.Contraction) bool {
	return slices.ContainsFunc(p.plan.Steps, func(s rollout.Step) bool {
		if branchless(s.Channel.Name) != ch.Name {
			return false
		}
		return s.Do == rollout.Drop && loses(c, s.Field) || s.Do == rollout.Alter && (slices.ContainsFunc(s.Require, func(f string) bool { return loses(c, f) }) ||
			slices.ContainsFunc(s.Rename, func(r rollout.Rename) bool { return loses(c, r.To) }))
	})
}

// loses reports whether a contraction is about a top-level field or column.
func loses(c *gate.Contraction, field string) bool {
	return field != "" && slices.ContainsFunc(c.Losses, func(l gate.Loss) bool {
		return string(l.Path) == field || l.Path.Last() == field
	})
}
