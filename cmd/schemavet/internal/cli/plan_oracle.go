package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/rollout"
	"github.com/schemavet/schemavet/iceberg"
)

// planOracle answers the order check's questions from the same traces and findings that resolve prints, restricted to
// the fields that a build uses. Schemas of a plan are inputs: a path is relative to the plan's folder.
type planOracle struct {
	loader  *gate.Loader
	request gate.Request
	options gate.Options
	folder  string                  // of the plan file, as given; paths of schemas are relative to it
	drafts  map[string]string       // schema paths that are not written yet -> files that hold their text meanwhile
	known   map[string]*gate.Result // writer and reader input -> what resolving them gave
	fields  map[string][]string     // format and input -> the top-level fields of the schema
}

// newPlanOracle makes the oracle of one run.
func newPlanOracle(e *Env, l *gate.Loader, q gate.Request, o gate.Options, planFile string) *planOracle {
	folder := filepath.Dir(planFile)
	if planFile == "-" {
		folder = "."
	}
	return &planOracle{loader: l, request: q, options: o, folder: folder, drafts: map[string]string{}, known: map[string]*gate.Result{}, fields: map[string][]string{}}
}

// oracles are the adapters by the word that a plan's channel gives as its format.
func (o *planOracle) oracles() map[string]rollout.Oracle {
	return map[string]rollout.Oracle{"avro": avroOracle{o}, "iceberg": icebergOracle{o}}
}

// input is where a channel's version lies.
func (o *planOracle) input(c *rollout.Channel, label string) (source.Input, error) {
	for _, v := range c.Schemas {
		if v.Name != label {
			continue
		}
		if draft := o.drafts[v.Path]; draft != "" {
			return source.Input{Path: draft}, nil
		}
		in, err := source.ParseInput(v.Path)
		return o.placed(in), err
	}
	return source.Input{}, fmt.Errorf("channel %s has no version %q", c.Name, label)
}

// placed takes a path of the plan as relative to the plan's folder; failing that, to the working folder, as a plan in a
// folder of its own often means the repository's root.
func (o *planOracle) placed(in source.Input) source.Input {
	if in.Kind != source.Path || filepath.IsAbs(in.Path) {
		return in
	}
	beside := in
	beside.Path = filepath.ToSlash(filepath.Join(o.folder, in.Path))
	if !o.exists(beside.Path) && o.exists(in.Path) {
		return in
	}
	return beside
}

// fromHere turns a path of the plan into one seen from the working folder; what is no path stays as it is.
func (o *planOracle) fromHere(text string) string {
	in, err := source.ParseInput(text)
	if err != nil || in.Kind != source.Path || text == "" {
		return text
	}
	return o.placed(in).String()
}

// exists tells whether there is a file of that name, seen from the working folder.
func (o *planOracle) exists(name string) bool {
	if !filepath.IsAbs(name) {
		name = filepath.Join(o.loader.Dir, name)
	}
	_, err := os.Stat(name)
	return err == nil
}

// content reads an input.
func (o *planOracle) content(in source.Input) ([]byte, error) {
	version, err := o.loader.Version(in)
	if err == nil && version.Err != nil {
		err = version.Err
	}
	if err != nil {
		return nil, err
	}
	return version.Content, nil
}

// Fields implements rollout.Fielder: each schema is read once, however many steps and builds ask. What is wrong with one that cannot be
// read is said where it is asked about.
func (o *planOracle) Fields(c *rollout.Channel, label string) []string {
	in, err := o.input(c, label)
	if err != nil {
		return nil
	}
	key := c.Format + " " + in.String()
	fields, seen := o.fields[key]
	if !seen {
		fields = o.fieldsIn(c, in)
		o.fields[key] = fields
	}
	return fields
}

func (o *planOracle) fieldsIn(c *rollout.Channel, in source.Input) []string {
	text, err := o.content(in)
	if err != nil {
		return nil
	}
	if c.Format == "iceberg" {
		table, err := iceberg.Read(in.String(), text)
		if err != nil {
			return nil
		}
		return columnsOf(table, in.Part)
	}
	_, record, err := recordOf(in.String(), text)
	if err != nil || c.Format != "avro" {
		return nil
	}
	names := []string{}
	for _, f := range record {
		names = append(names, f.name)
	}
	return names
}

// columnsOf lists the columns of a table's schema, by its id when one is given.
func columnsOf(table *iceberg.Table, part string) []string {
	schema := table.Current
	if id, err := strconv.Atoi(part); err == nil {
		schema = table.Schema(id)
	}
	if schema == nil {
		return nil
	}
	names := []string{}
	for _, f := range schema.Fields {
		names = append(names, f.Name)
	}
	return names
}

// resolve joins two versions of a channel, once.
func (o *planOracle) resolve(c *rollout.Channel, writer, reader, bind string) (*gate.Result, error) {
	w, err := o.input(c, writer)
	if err != nil {
		return nil, err
	}
	r, err := o.input(c, reader)
	if err != nil {
		return nil, err
	}
	key := strings.Join([]string{w.String(), r.String(), bind}, "\x00")
	if result := o.known[key]; result != nil {
		return result, nil
	}
	gate.Bind(o.loader.Formats, bind)
	subject, err := o.loader.Pair(o.request, w, r)
	if err != nil {
		return nil, err
	}
	result, err := gate.Resolve(subject, o.options)
	if err != nil {
		return nil, err
	}
	if len(result.Pairs) == 1 && result.Pairs[0].Verdict == compat.Invalid {
		for _, f := range result.Findings {
			if f.Level == compat.Error {
				return nil, fmt.Errorf("%s or %s is no valid schema: %s", w, r, f.Message)
			}
		}
		return nil, fmt.Errorf("%s or %s is no valid schema", w, r)
	}
	o.known[key] = result
	return result, nil
}

// judgment reads the trace and the findings of a pair for the fields in use: sites that refuse make it an error, sites
// that depend on data a condition, and findings that show another value than was written a hazard.
func judgment(result *gate.Result, uses []string) rollout.Judgment {
	var refused, depends, hazards []rollout.Note
	trace := result.Pairs[0].Trace
	root := ""
	settled := map[string]bool{} // paths that a refusal or a condition speaks of already
	if trace != nil && trace.Root != nil {
		root = string(trace.Root.Path)
		visitUsed(trace.Root, root, uses, func(s *compat.Site) bool {
			note := rollout.Note{Path: string(s.Path), Message: s.Cause}
			switch s.Does {
			case compat.Refuse:
				note.Rule, note.Remedy = ruleAt(result, s.Path)
				refused = append(refused, note)
			case compat.Depends:
				note.Rule, note.Remedy = ruleAt(result, s.Path)
				note.Case = caseOf(s)
				depends = append(depends, note)
			default:
				return true
			}
			settled[string(s.Path)] = true
			return false
		})
	}
	for _, f := range result.Findings {
		under := func(path string) bool { return strings.HasPrefix(string(f.Path), path) }
		if !harmful(f) || f.Sample == nil && f.Rule.Family() == "tool" || !used(string(f.Path), root, uses) || slices.ContainsFunc(sortedKeys(settled), under) {
			continue
		}
		hazards = append(hazards, rollout.Note{Rule: f.Rule.ID, Path: string(f.Path), Message: f.Message})
	}
	switch {
	case refused != nil:
		return rollout.Judgment{Answer: rollout.Refused, Notes: refused}
	case hazards != nil:
		return rollout.Judgment{Answer: rollout.Hazard, Notes: append(hazards, depends...)}
	case depends != nil:
		return rollout.Judgment{Answer: rollout.Conditional, Notes: depends}
	}
	return rollout.Judgment{}
}

func sortedKeys(set map[string]bool) []string {
	all := make([]string, 0, len(set))
	for key := range set {
		all = append(all, key)
	}
	slices.Sort(all)
	return all
}

// harmful tells whether a finding means that a reader takes something for something else: an error does; of warnings only
// those about a written value that something else stands in for.
func harmful(f *gate.Finding) bool {
	return f.Level == compat.Error || f.Level == compat.Warning && slices.Contains(standIns, f.Rule.ID)
}

// standIns are the rules about values that were written and are read as a default: of a field with a new name, of an enum
// that lacks the symbol (even one that means "not known": the record did say what it is), of a column that was dropped and
// added again.
var standIns = []string{"name-field-renamed", "enum-symbol-collapsed", "iceberg-drop-readd"}

// visitUsed walks the sites of used fields; visit tells whether to go deeper.
func visitUsed(s *compat.Site, root string, uses []string, visit func(*compat.Site) bool) {
	stack := []*compat.Site{s}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !used(string(s.Path), root, uses) || !visit(s) {
			continue
		}
		for i := len(s.Kids) - 1; i >= 0; i-- {
			stack = append(stack, s.Kids[i])
		}
	}
}

// used tells whether a path lies in a field that is used; the whole record always does. An Avro path begins with the
// record's name, an Iceberg path with the column's.
func used(path, root string, uses []string) bool {
	rest, inside := strings.CutPrefix(path, root)
	if root != "" {
		rest, inside = strings.CutPrefix(path, root+".")
	}
	if uses == nil || !inside || rest == "" {
		return true
	}
	return slices.Contains(uses, topField(rest))
}

// topField is the top-level field of a path without its record.
func topField(path string) string {
	if i := strings.IndexAny(path, ".[{<"); i >= 0 {
		return path[:i]
	}
	return path
}

// caseOf is the case in the data that a site depends on, said of the field.
func caseOf(s *compat.Site) string {
	path := string(s.Path)
	name := path[strings.LastIndexByte(path, '.')+1:]
	if rest, ok := strings.CutPrefix(s.When, "v "); ok {
		return name + " " + rest
	}
	return s.When
}

// ruleAt is the rule that speaks about a site, with the first step of its way out.
func ruleAt(result *gate.Result, path compat.Path) (id, remedy string) {
	for _, f := range result.Findings {
		if f.Path == path && f.Level == compat.Error {
			if len(f.Recipe) > 0 {
				remedy = f.Recipe[0]
			}
			return f.Rule.ID, remedy
		}
	}
	return "", ""
}

// skipped lists the top-level fields of the writer that the reader does not take over.
func skipped(result *gate.Result) []string {
	trace := result.Pairs[0].Trace
	if trace == nil || trace.Root == nil {
		return nil
	}
	var names []string
	for _, s := range trace.Root.Kids {
		if s.Does == compat.Skip {
			names = append(names, topField(strings.TrimPrefix(string(s.Path), string(trace.Root.Path)+".")))
		}
	}
	return names
}

// avroOracle answers for logs, topics and stores whose records are Avro.
type avroOracle struct{ *planOracle }

// Read implements rollout.Oracle.
func (o avroOracle) Read(d rollout.DataClass, t *rollout.TableSchema, r rollout.ReaderView) (rollout.Judgment, error) {
	if d.Version == "" || r.Version == "" {
		return rollout.Names{}.Read(d, t, r)
	}
	result, err := o.resolve(d.Channel, d.Version, r.Version, "id")
	if err != nil {
		return rollout.Judgment{}, err
	}
	if j := judgment(result, r.Uses); j.Answer == rollout.Refused || r.Binds != "position" {
		return j, nil
	}
	if moved := o.moved(d.Channel, d.Version, r); moved != nil {
		return rollout.Judgment{Answer: rollout.Refused, Notes: moved}, nil
	}
	return judgment(result, r.Uses), nil
}

// moved lists the fields in use that stand at another place in the data than the reader looks for them: one that goes by
// position takes what stands there, whatever its name.
func (o *planOracle) moved(c *rollout.Channel, written string, r rollout.ReaderView) []rollout.Note {
	var notes []rollout.Note
	places := o.Fields(c, written)
	for want, name := range o.Fields(c, r.Version) {
		if at := slices.Index(places, name); at >= 0 && at != want && (r.Uses == nil || slices.Contains(r.Uses, name)) {
			notes = append(notes, rollout.Note{Path: name, Message: fmt.Sprintf("by position the reader looks for field %s at place %d and it is written at place %d", name, want+1, at+1)})
		}
	}
	return notes
}

// Bind implements rollout.Oracle: an Avro reader brings its own schema.
func (avroOracle) Bind(*rollout.TableSchema, rollout.ReaderView) (rollout.Judgment, error) {
	return rollout.Judgment{}, nil
}

// Write implements rollout.Oracle: nothing but a registry refuses a record, and registration is a rule of its own.
func (avroOracle) Write(*rollout.TableSchema, rollout.WriterView) (rollout.Judgment, error) {
	return rollout.Judgment{}, nil
}

// Preserve implements rollout.Oracle for both formats: what the schema written back does not have is lost.
func (o *planOracle) Preserve(d rollout.DataClass, r rollout.ReaderView, w rollout.WriterView) (rollout.Judgment, error) {
	if d.Version == "" || w.Version == "" {
		return rollout.Names{}.Preserve(d, r, w)
	}
	result, err := o.resolve(d.Channel, d.Version, w.Version, "id")
	if err != nil {
		return rollout.Judgment{}, err
	}
	return lost(skipped(result)), nil
}

func lost(fields []string) rollout.Judgment {
	var notes []rollout.Note
	for _, f := range fields {
		notes = append(notes, rollout.Note{Path: f, Message: fmt.Sprintf("field %s is not written back", f)})
	}
	if notes == nil {
		return rollout.Judgment{}
	}
	return rollout.Judgment{Answer: rollout.Hazard, Notes: notes}
}

// icebergOracle answers for Iceberg tables with labelled schemas; a table that is known by its columns only is compared by
// names.
type icebergOracle struct{ *planOracle }

// binding is how a query or job finds its columns, when the plan does not say it another way.
func binding(b rollout.Binds, otherwise string) string {
	if b == "" {
		return otherwise
	}
	return string(b)
}

// Read implements rollout.Oracle: files of an old schema, read as the table is at that time.
func (o icebergOracle) Read(d rollout.DataClass, t *rollout.TableSchema, r rollout.ReaderView) (rollout.Judgment, error) {
	if d.Version == "" || t == nil || t.Version == "" {
		return rollout.Names{}.Read(d, t, r)
	}
	result, err := o.resolve(d.Channel, d.Version, t.Version, binding(r.Binds, "id"))
	if err != nil {
		return rollout.Judgment{}, err
	}
	return judgment(result, r.Uses), nil
}

// Bind implements rollout.Oracle: what the query expects against what the table has. A query names columns, whatever the
// engine then does with their ids.
func (o icebergOracle) Bind(t *rollout.TableSchema, r rollout.ReaderView) (rollout.Judgment, error) {
	if t.Version == "" || r.Version == "" || r.Version == t.Version {
		return rollout.Names{}.Bind(t, r)
	}
	result, err := o.resolve(t.Channel, t.Version, r.Version, binding(r.Binds, "name"))
	if err != nil {
		return rollout.Judgment{}, err
	}
	return missingColumns(result, r.Uses), nil
}

// missingColumns lists the used columns that the table does not have: the query asks, and nothing stands there.
func missingColumns(result *gate.Result, uses []string) rollout.Judgment {
	trace := result.Pairs[0].Trace
	if trace == nil || trace.Root == nil {
		return rollout.Judgment{}
	}
	var notes []rollout.Note
	visitUsed(trace.Root, string(trace.Root.Path), uses, func(s *compat.Site) bool {
		if s.Writer == nil && s.Reader != nil && (s.Does == compat.Fill || s.Does == compat.Refuse) {
			notes = append(notes, rollout.Note{Path: string(s.Path), Message: fmt.Sprintf("the table has no column %s", s.Reader.Name)})
			return false
		}
		return true
	})
	if notes == nil {
		return rollout.Judgment{}
	}
	return rollout.Judgment{Answer: rollout.Refused, Notes: notes}
}

// Write implements rollout.Oracle: the table refuses columns that it does not have, and rows without its required ones. A
// job names its columns, as a query does.
func (o icebergOracle) Write(t *rollout.TableSchema, w rollout.WriterView) (rollout.Judgment, error) {
	if t.Version == "" || w.Version == "" || w.Version == t.Version {
		return rollout.Names{}.Write(t, w)
	}
	result, err := o.resolve(t.Channel, w.Version, t.Version, binding(w.Binds, "name"))
	if err != nil {
		return rollout.Judgment{}, err
	}
	var notes []rollout.Note
	for _, name := range skipped(result) {
		notes = append(notes, rollout.Note{Path: name, Message: fmt.Sprintf("the table has no column %s", name)})
	}
	for _, n := range judgment(result, nil).Notes {
		if n.Case == "" {
			notes = append(notes, n)
		}
	}
	if notes == nil {
		return rollout.Judgment{}, nil
	}
	return rollout.Judgment{Answer: rollout.Refused, Notes: notes}, nil
}
