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
// disk, in the working tree, also when the index is checked: a plan is not part of what goes out. What a plan does not find
// beside itself it finds from the configuration's folder, wherever the check was started.
type cover struct {
	env *Env
	j   *judging

	mu    sync.Mutex
	known map[*config.Config]*declared
}

// planText is a schema that a plan names.
type planText struct {
	content []byte
	err     error
}

// declared is the plans and participants of one configuration.
type declared struct {
	plans  []*planRun
	broken []string // plans that cannot be read, and why
	seen   []rollout.Seen
	fleet  *planRun                     // the file of participants
	unread error                        // why it cannot be read
	judged map[*planRun]*rollout.Report // plans that were checked
	texts  map[string]planText          // what plans name, by the plan and the input: many changes ask for the same
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
		git, _ := p.oracle.loader.Git() // nil outside of a repository
		if !(&covering{p, c, v.own(c, git), d.texts}).covers() {
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
	return gate.Ruling{Rule: gate.OrderPlanMissing, Message: v.missing(c, d) + v.hurt(c, d)}
}

// missing says that no plan covers a change, and which plans were looked at.
func (v *cover) missing(c *gate.Contraction, d *declared) string {
	looked := fmt.Sprintf("none of %d plans covers it", len(d.plans))
	switch {
	case len(d.plans) == 1:
		looked = "the plan " + v.shown(d.plans[0]) + " does not cover it"
	case len(d.plans)+len(d.broken) == 0 && len(c.Subject.Config.Plans) == 0:
		looked = "the configuration names participants and no plans"
	case len(d.plans)+len(d.broken) == 0:
		looked = "no file matches the globs of plans"
	}
	message := fmt.Sprintf("%s, and %s", c.Told(), looked)
	if len(d.broken) > 0 {
		message += "; not readable: " + d.broken[0]
	}
	return message
}

// hurt names the declared participants that read the schema's data, as the end of a sentence.
func (v *cover) hurt(c *gate.Contraction, d *declared) string {
	if d.fleet == nil {
		return ""
	}
	git, _ := d.fleet.oracle.loader.Git() // nil outside of a repository
	q := &covering{d.fleet, c, v.own(c, git), d.texts}
	var readers []string
	for i := range d.fleet.plan.Channels {
		ch := &d.fleet.plan.Channels[i]
		if !q.names(ch.Metadata) && !slices.ContainsFunc(ch.Schemas, func(s rollout.Version) bool { return q.names(s.Path) }) {
			continue
		}
		for _, part := range d.fleet.plan.Participants {
			reads := func(b rollout.Build) bool {
				return slices.ContainsFunc(b.Reads, func(r rollout.Read) bool { return branchless(r.Name) == ch.Name })
			}
			if slices.ContainsFunc(part.Builds, reads) && !slices.Contains(readers, part.Name) {
				readers = append(readers, part.Name)
			}
		}
	}
	const most = 5
	switch n := len(readers); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("; it is read by %s and %d more", strings.Join(readers[:most], ", "), n-most)
	}
	return "; it is read by " + strings.Join(readers, ", ")
}

// shown is a plan's file as people name it.
func (v *cover) shown(p *planRun) string { return gate.Shown(v.env.Dir, p.absolute(p.file)) }

// read loads what a configuration declares.
func (v *cover) read(conf *config.Config) *declared {
	d := &declared{judged: map[*planRun]*rollout.Report{}, texts: map[string]planText{}}
	home := *v.env
	home.Dir = filepath.Dir(conf.File)
	for _, file := range planFiles(conf) {
		if file == conf.Participants {
			continue
		}
		p, err := readPlan(&home, []string{gate.Shown(home.Dir, file)}, v.j)
		if err != nil {
			d.broken = append(d.broken, err.Error())
			continue
		}
		d.plans = append(d.plans, p)
	}
	if conf.Participants != "" {
		d.fleet, d.unread = readPlan(&home, []string{gate.Shown(home.Dir, conf.Participants)}, v.j)
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
			Plan: v.shown(p), Line: at.Line, Column: at.Col, Text: lineAt(p.text, at.Line),
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

// own is the absolute path of the file under review. A version from git is named from the repository's root.
func (v *cover) own(c *gate.Contraction, git *source.Git) string {
	name, _, _ := strings.Cut(c.After.Source, "#")
	root := v.env.Dir
	if i := strings.LastIndexByte(name, '@'); i >= 0 && git != nil && c.After.Input != name {
		name, root = name[:i], git.Root
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(root, filepath.FromSlash(name))
	}
	return filepath.Clean(name)
}

// covering is the question whether a plan is about a contraction.
type covering struct {
	p   *planRun
	c   *gate.Contraction
	own string // the schema's file, absolute

	texts map[string]planText
}

// content reads an input of the plan once.
func (v *covering) content(in source.Input) ([]byte, error) {
	key := v.p.file + "\x00" + in.String()
	text, ok := v.texts[key]
	if !ok {
		text.content, text.err = v.p.oracle.content(in)
		v.texts[key] = text
	}
	return text.content, text.err
}

// covers reports whether a plan is about a contraction: a channel holds both the version before and the one under review, and a
// step goes toward the latter. A plan that does not know the version before says nothing about the data that is there.
func (v *covering) covers() bool {
	for i := range v.p.plan.Channels {
		ch := &v.p.plan.Channels[i]
		if len(ch.Schemas) == 0 {
			if ch.Metadata != "" && v.names(ch.Metadata) && v.alters(ch) {
				return true
			}
			continue
		}
		labels, before := v.versions(ch)
		if before && slices.ContainsFunc(labels, func(label string) bool { return v.toward(ch, label) }) {
			return true
		}
	}
	return false
}

// versions are the labels of a channel under which the version under review stands, and whether the version before stands there
// too. The schema's own file, named without a revision, is the version under review by definition.
func (v *covering) versions(ch *rollout.Channel) (labels []string, before bool) {
	for _, labelled := range ch.Schemas {
		in, err := v.p.oracle.input(ch, labelled.Name)
		if err != nil {
			continue
		}
		if in.Kind == source.Path && in.Part == "" && v.names(labelled.Path) {
			labels = append(labels, labelled.Name)
			continue
		}
		text, err := v.content(in)
		switch {
		case err != nil:
		case v.c.Is(v.c.After, text, in.Part):
			labels = append(labels, labelled.Name)
		case v.c.Is(v.c.Before, text, in.Part):
			before = true
		}
	}
	return labels, before
}

// names reports whether an input of a plan is the file of a contraction's schema, at any revision.
func (v *covering) names(text string) bool {
	in, err := source.ParseInput(text)
	if err != nil || text == "" {
		return false
	}
	if in.Kind == source.Path {
		return filepath.Clean(v.p.absolute(v.p.oracle.placed(in).Path)) == v.own
	}
	git, err := v.p.oracle.loader.Git()
	if err != nil || in.Path == "" {
		return false
	}
	inside := filepath.ToSlash(in.Path)
	if rest, ok := strings.CutPrefix(inside, "./"); ok { // seen from the folder of the plan's run
		inside = git.Prefix + rest
	}
	return filepath.Join(git.Root, filepath.FromSlash(inside)) == v.own
}

func (p *planRun) absolute(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.env.Dir, filepath.FromSlash(name))
}

// toward reports whether a step goes toward a version of a channel: a deploy of a build that has it, or a step on the channel
// that names it.
func (v *covering) toward(ch *rollout.Channel, label string) bool {
	for i := range v.p.plan.Steps {
		s := &v.p.plan.Steps[i]
		switch s.Do {
		case rollout.Deploy:
			if v.deploys(s, ch.Name, label) {
				return true
			}
		case rollout.Alter, rollout.Drop, rollout.Rewrite:
			if branchless(s.Channel.Name) == ch.Name && (s.V.Name == label || s.To.Name == label || s.Do == rollout.Drop && v.loses(s.Field)) {
				return true
			}
		}
	}
	return false
}

func (v *covering) deploys(s *rollout.Step, channel, label string) bool {
	for _, part := range v.p.plan.Participants {
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
func (v *covering) alters(ch *rollout.Channel) bool {
	return slices.ContainsFunc(v.p.plan.Steps, func(s rollout.Step) bool {
		if branchless(s.Channel.Name) != ch.Name {
			return false
		}
		return s.Do == rollout.Drop && v.loses(s.Field) || s.Do == rollout.Alter && (slices.ContainsFunc(s.Require, func(f string) bool { return v.loses(f) }) ||
			slices.ContainsFunc(s.Rename, func(r rollout.Rename) bool { return v.loses(r.To) }))
	})
}

// loses reports whether a contraction is about a top-level field or column.
func (v *covering) loses(field string) bool {
	return field != "" && slices.ContainsFunc(v.c.Losses, func(l gate.Loss) bool {
		return string(l.Path) == field || l.Path.Last() == field
	})
}
