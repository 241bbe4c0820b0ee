package config

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v4"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// Name is the configuration file's name.
const Name = "schemavet.yaml"

// A Config is one schemavet.yaml together with what it extends. Globs and paths are absolute, with slashes.
type Config struct {
	File     string // where it was read; "" for the configuration of a place without a file
	Mode     string // "" leaves the choice to the command
	FailOn   string
	As       []string
	Rules    []Change // of the selection of rules, in the order in which they apply
	Subjects []Subject
	Exclude  []string // globs of files that are no subjects
	Levels   []Level
	Accept   string // the accept file, "" without one
	Meanings []Meaning

	Plans        []string // globs of rollout plans
	Participants string   // the file that says who reads and writes, as schemavet plan make takes it; "" without one

	extended map[string]bool // keys that this file itself sets: they win over what it extends
}

// A Subject is a row that names schemas and how they evolve.
type Subject struct {
	Files      []string // globs
	Name       string   // "" takes the file's path
	References []string // globs of files that hold types these schemas refer to
	Mode       string
	Format     string // "" lets the content tell
	Table      string // the table's name, for formats that have tables
	History    string // "git", or "files": the files, in natural order, are versions of one subject
	Since      string // the revision where the history begins; "" is the first commit
	At         Spot   // of Since
	Row        Spot   // where the row itself stands
}

// A Spot is where something is configured.
type Spot struct {
	File         string
	Line, Column int // 1-based
}

// Error is a problem there.
func (s Spot) Error(format string, args ...any) *Error {
	return &Error{File: s.File, Line: s.Line, Column: s.Column, Problem: fmt.Sprintf(format, args...)}
}

// A Change switches a rule or family: "+family", "-rule-id".
type Change struct {
	Word string
	At   Spot
}

// A Level gives every finding of a rule or family another level.
type Level struct {
	Rule  string // a rule's id or a family
	Level compat.Level
	At    Spot
}

// A Meaning states facts that the schemas do not.
type Meaning struct {
	Subject   string // glob of subjects
	Path      string // glob of paths as findings print them
	Unit      string
	Kind      string
	UnitField string
	Null      string
	Default   string
	Sentinels []string
	Meaning   string
	Key       bool
	Metric    bool
	DocFix    bool
	File      string
	Line      int
	Column    int
}

// The words that a mode may be.
var Modes = []string{
	"backward", "forward", "full", "backward-transitive", "forward-transitive", "full-transitive",
}

// FailLevels are the words of fail-on.
var FailLevels = []string{"error", "warning", "note", "never"}

// Runtimes are the readings that can be asked for.
var Runtimes = []string{"spec", "java", "hamba", "twmb", "python", "avsc", // of Avro
	"iceberg-java", "pyiceberg", "iceberg-go", "iceberg-rust", "spark", "trino", "duckdb", "starrocks"} // of Iceberg

// Kinds are the words for what kind of unit a meaning states.
var Kinds = []string{"quantity", "duration", "instant", "local-instant", "time-of-day", "difference", "log", "ratio", "count"}

// Read reads a configuration file with all that it extends; files nil is the disk.
func Read(files Files, file string) (*Config, error) {
	r := reader{files: orDisk(files)}
	text, err := r.files.Read(file)
	if err != nil {
		return nil, &Error{File: file, Problem: plain(err)}
	}
	return r.read(file, text)
}

// An Extend is one file that a configuration takes over.
type Extend struct {
	File string // absolute, with slashes
	At   Spot
}

// Parse reads the text of a configuration that stands in folder, without following extends.
func Parse(file, folder string, text []byte) (*Config, []Extend, error) {
	d := &decoder{file: file}
	c := &Config{File: file, extended: map[string]bool{}}
	var extends []Extend
	if root := d.parse(text); root != nil {
		d.mapping(root, "the configuration", d.keys(c, filepath.ToSlash(folder), &extends))
	}
	return c, extends, d.err()
}

type reader struct {
	files Files
	open  []string // the chain of files being read
}

func (r *reader) read(file string, text []byte) (*Config, error) {
	r.open = append(r.open, file)
	defer func() { r.open = r.open[:len(r.open)-1] }()
	c, extends, err := Parse(file, filepath.Dir(file), text)
	if err != nil {
		return nil, err
	}
	for _, x := range extends {
		inherited, err := r.extend(x)
		if err != nil {
			return nil, err
		}
		c.inherit(inherited)
	}
	return c, nil
}

func (r *reader) extend(x Extend) (*Config, error) {
	base := filepath.FromSlash(x.File)
	switch at := slices.Index(r.open, base); {
	case at >= 0 && at == len(r.open)-1:
		return nil, x.At.Error("the file extends itself")
	case at >= 0:
		return nil, x.At.Error("%s extends itself by way of %s; take one extends out of the circle", base, strings.Join(r.open[at+1:], ", "))
	}
	text, err := r.files.Read(base)
	if err != nil {
		return nil, x.At.Error("extends %s: %s", base, plain(err))
	}
	return r.read(base, text)
}

// inherit takes from base what c does not say itself. Rows of c come first, and the first row that matches counts; levels
// of c come last, and the last one that matches counts.
func (c *Config) inherit(base *Config) {
	if c.Mode == "" {
		c.Mode = base.Mode
	}
	if c.FailOn == "" {
		c.FailOn = base.FailOn
	}
	if c.Accept == "" {
		c.Accept = base.Accept
	}
	if !c.extended["as"] {
		c.As = base.As
	}
	c.Rules = append(slices.Clone(base.Rules), c.Rules...)
	c.Levels = append(slices.Clone(base.Levels), c.Levels...)
	c.Subjects = append(c.Subjects, base.Subjects...)
	c.Exclude = append(c.Exclude, base.Exclude...)
	c.Meanings = append(c.Meanings, base.Meanings...)
	c.Plans = append(c.Plans, base.Plans...)
	if c.Participants == "" {
		c.Participants = base.Participants
	}
}

func (d *decoder) keys(c *Config, folder string, extends *[]Extend) []key {
	return []key{
		{"version", func(d *decoder, n *yaml.Node) { d.version(n) }},
		{"extends", func(d *decoder, n *yaml.Node) {
			d.eachText(n, "extends", func(n *yaml.Node) {
				if text := d.text(n, "extends"); text != "" {
					*extends = append(*extends, Extend{under(folder, filepath.ToSlash(text)), d.at(n)})
				}
			})
		}},
		{"mode", func(d *decoder, n *yaml.Node) { c.Mode = d.word(n, "mode", Modes) }},
		{"fail-on", func(d *decoder, n *yaml.Node) { c.FailOn = d.word(n, "fail-on", FailLevels) }},
		{"as", func(d *decoder, n *yaml.Node) {
			c.extended["as"] = true
			d.eachText(n, "as", func(n *yaml.Node) {
				if name := d.word(n, "as", Runtimes); name != "" {
					c.As = append(c.As, name)
				}
			})
		}},
		{"rules", func(d *decoder, n *yaml.Node) { c.Rules = d.selection(n) }},
		{"levels", func(d *decoder, n *yaml.Node) { c.Levels = d.levels(n) }},
		{"accept", func(d *decoder, n *yaml.Node) { c.Accept = path.Join(folder, filepath.ToSlash(d.text(n, "accept"))) }},
		{"subjects", func(d *decoder, n *yaml.Node) {
			d.sequence(n, "subjects", func(row *yaml.Node) { c.Subjects = append(c.Subjects, d.subject(row, folder)) })
		}},
		{"exclude", func(d *decoder, n *yaml.Node) { c.Exclude = d.paths(n, "exclude", folder) }},
		{"meanings", func(d *decoder, n *yaml.Node) {
			d.sequence(n, "meanings", func(row *yaml.Node) { c.Meanings = append(c.Meanings, d.meaning(row)) })
		}},
		{"plans", func(d *decoder, n *yaml.Node) { c.Plans = d.paths(n, "plans", folder) }},
		{"participants", func(d *decoder, n *yaml.Node) { c.Participants = d.oneFile(n, "participants", folder) }},
	}
}

func (d *decoder) eachText(n *yaml.Node, what string, each func(*yaml.Node)) {
	if resolve(n).Kind == yaml.ScalarNode {
		each(n)
		return
	}
	d.sequence(n, what, each)
}

// paths reads paths or globs relative to folder.
func (d *decoder) paths(n *yaml.Node, what, folder string) []string {
	var all []string
	d.eachText(n, what, func(n *yaml.Node) {
		text := d.text(n, what)
		if text == "" {
			return
		}
		if !doublestar.ValidatePattern(text) {
			d.fail(n, "%s %q is no valid glob", what, clip(text))
			return
		}
		all = append(all, under(folder, text))
	})
	return all
}

// under is a path relative to folder made absolute.
func under(folder, name string) string {
	if path.IsAbs(name) || filepath.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(folder, name)
}

// oneFile reads the path of one file relative to folder.
func (d *decoder) oneFile(n *yaml.Node, what, folder string) string {
	text := d.text(n, what)
	switch {
	case text == "":
		return ""
	case path.IsAbs(text):
		return path.Clean(text)
	}
	return path.Join(folder, text)
}

func (d *decoder) selection(n *yaml.Node) []Change {
	var all []Change
	d.eachText(n, "rules", func(n *yaml.Node) {
		text := d.text(n, "rules")
		if text != "" && text[0] != '+' && text[0] != '-' {
			d.fail(n, "rules %q: write +%s to switch it on, -%s to switch it off", clip(text), clip(text), clip(text))
			return
		}
		if text != "" {
			all = append(all, Change{text, d.at(n)})
		}
	})
	return all
}

func (d *decoder) levels(n *yaml.Node) []Level {
	var all []Level
	d.entries(n, "levels", func(name, value *yaml.Node) {
		word := d.word(value, "level", []string{"error", "warning", "note", "off"})
		if l, ok := compat.ParseLevel(word); ok {
			all = append(all, Level{Rule: name.Value, Level: l, At: d.at(name)})
		}
	})
	return all
}

func (d *decoder) subject(n *yaml.Node, folder string) Subject {
	s := Subject{Row: d.at(n)}
	d.mapping(n, "a subject", []key{
		{"files", func(d *decoder, n *yaml.Node) { s.Files = d.paths(n, "files", folder) }},
		{"subject", func(d *decoder, n *yaml.Node) { s.Name = d.text(n, "subject") }},
		{"references", func(d *decoder, n *yaml.Node) { s.References = d.paths(n, "references", folder) }},
		{"mode", func(d *decoder, n *yaml.Node) { s.Mode = d.word(n, "mode", Modes) }},
		{"format", func(d *decoder, n *yaml.Node) { s.Format = d.word(n, "format", []string{"avro", "iceberg"}) }},
		{"table", func(d *decoder, n *yaml.Node) { s.Table = d.text(n, "table") }},
		{"history", func(d *decoder, n *yaml.Node) { s.History = d.word(n, "history", []string{"git", "files"}) }},
		{"since", func(d *decoder, n *yaml.Node) { s.Since, s.At = d.text(n, "since"), d.at(n) }},
	})
	if len(s.Files) == 0 && resolve(n).Kind == yaml.MappingNode {
		d.fail(n, "a subject needs files: a glob of its schema files")
	}
	return s
}

func (d *decoder) meaning(n *yaml.Node) Meaning {
	m := Meaning{File: d.file, Line: n.Line, Column: n.Column, Subject: "**"}
	d.mapping(n, "a meaning", []key{
		{"subject", func(d *decoder, n *yaml.Node) { m.Subject = d.glob(n, "subject") }},
		{"path", func(d *decoder, n *yaml.Node) { m.Path = d.fieldGlob(n) }},
		{"unit", func(d *decoder, n *yaml.Node) {
			m.Unit = d.text(n, "unit")
			for _, problem := range (&meaning.Declaration{Unit: m.Unit}).Check() {
				d.fail(n, "%s", problem)
			}
		}},
		{"kind", func(d *decoder, n *yaml.Node) { m.Kind = d.word(n, "kind", Kinds) }},
		{"unit-field", func(d *decoder, n *yaml.Node) { m.UnitField = d.text(n, "unit-field") }},
		{"null", func(d *decoder, n *yaml.Node) { m.Null = d.text(n, "null") }},
		{"default", func(d *decoder, n *yaml.Node) { m.Default = d.text(n, "default") }},
		{"sentinels", func(d *decoder, n *yaml.Node) { m.Sentinels = d.texts(n, "sentinels") }},
		{"meaning", func(d *decoder, n *yaml.Node) { m.Meaning = d.text(n, "meaning") }},
		{"key", func(d *decoder, n *yaml.Node) { m.Key = d.flag(n, "key") }},
		{"metric", func(d *decoder, n *yaml.Node) { m.Metric = d.flag(n, "metric") }},
		{"doc-fix", func(d *decoder, n *yaml.Node) { m.DocFix = d.flag(n, "doc-fix") }},
	})
	if m.Path == "" && resolve(n).Kind == yaml.MappingNode {
		d.fail(n, "a meaning needs path: the field it speaks of, as findings print it (Order.amount, or *_ms)")
	}
	return m
}

// Declaration is the row in the words of package meaning. file is the configuration file as people name it.
func (m *Meaning) Declaration(file string) *meaning.Declaration {
	return &meaning.Declaration{
		Unit: m.Unit, Kind: m.Kind, UnitField: m.UnitField, Null: m.Null, Default: m.Default, Sentinels: m.Sentinels,
		Meaning: m.Meaning, Key: m.Key, Metric: m.Metric, DocFix: m.DocFix, At: fmt.Sprintf("%s:%d:%d", file, m.Line, m.Column),
	}
}

func (d *decoder) glob(n *yaml.Node, what string) string {
	text := d.text(n, what)
	if !doublestar.ValidatePattern(text) {
		d.fail(n, "%s %q is no valid glob", what, clip(text))
	}
	return text
}

// fieldGlob reads a glob of fields' paths.
func (d *decoder) fieldGlob(n *yaml.Node) string {
	text := d.text(n, "path")
	if !doublestar.ValidatePattern(PathPattern(text)) {
		d.fail(n, "path %q is no valid glob; the items of an array are written [], the values of a map {}", clip(text))
	}
	return text
}

// PathPattern keeps the [] and {} of fields' paths from being read as classes and alternatives of a glob.
func PathPattern(pattern string) string {
	return strings.NewReplacer("[]", `\[\]`, "{}", `\{\}`).Replace(pattern)
}

// Match reports whether an absolute path with slashes matches one of the globs.
func Match(globs []string, path string) bool {
	for _, g := range globs {
		if ok, err := doublestar.Match(g, path); ok && err == nil {
			return true
		}
	}
	return false
}

// Row is the subject row that speaks of a file (an absolute path with slashes), nil without one.
func (c *Config) Row(file string) *Subject {
	for i := range c.Subjects {
		if Match(c.Subjects[i].Files, file) {
			return &c.Subjects[i]
		}
	}
	return nil
}
