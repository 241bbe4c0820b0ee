package gate

import (
	"slices"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/iceberg"
)

// table is the table that configuration says a subject lands in.
func (c *choice) table() string {
	if c.row == nil {
		return ""
	}
	return c.row.Table
}

// landingVersion is the format version of tables that a topic lands in; nothing says another one.
const landingVersion = 2

// landing judges what the change of a topic does to the table that it lands in: its image is grown by every version and
// by the one under review, and the table's rules look at the last step.
func (r *runner) landing(current Schema) {
	topic, ok := current.(avroSchema)
	if !ok || r.subject.Table == "" || !current.Valid() {
		return
	}
	var older []*iceberg.Source
	for _, v := range slices.Backward(r.subject.others()) {
		if s, err := v.parse(r.subject.Format); err == nil && s.Valid() {
			older = append(older, sourceOf(s.(avroSchema).Schema))
		}
	}
	source := sourceOf(topic.Schema)
	if len(older) == 0 {
		r.refusals(iceberg.ImageOf(source).Refusals)
		return
	}
	l := iceberg.Land(older, source, landingVersion)
	r.refusals(l.Refusals)
	for _, f := range l.Renamed {
		r.land(&compat.Finding{Rule: iceberg.LandingRenamed, Path: compat.Path(f.Name), Reader: f.At,
			Message: f.Name + " is an alias's new name on the topic, and a new column of the table " + r.subject.Table,
			Sample:  &compat.Sample{Written: "a value under the old name, in rows from before", Read: "null as " + f.Name}})
	}
	rules := append(slices.Clone(iceberg.Illegal), iceberg.RequiredToOptional)
	pass := compat.Pass{Subject: r.subject.Name, Trace: iceberg.Resolve(l.Pair)}
	found := pass.Run(r.selection.running(rules))
	for _, p := range l.Problems {
		if !r.selection.off[p.Rule.ID] {
			found = append(found, p.Finding(r.subject.Name))
		}
	}
	for _, f := range found {
		if l.Refuses(f.Path) {
			continue // it has no type in the table, so nothing happened to one
		}
		f.Message = "in the table " + r.subject.Table + ": " + f.Message
		r.add(&Finding{Finding: f}, "", "")
	}
}

func (r *runner) refusals(all []iceberg.Refusal) {
	for _, x := range all {
		r.land(&compat.Finding{Rule: iceberg.LandingRefused, Path: x.Path, Reader: x.At, Message: "in the table " + r.subject.Table + ": " + x.Problem,
			Sample: &compat.Sample{Written: "a value of " + string(x.Path), Read: "no column takes it", Fails: true}})
	}
}

// land adds a finding about the table.
func (r *runner) land(f *compat.Finding) {
	if r.selection.off[f.Rule.ID] {
		return
	}
	f.Level, f.State, f.Subject, f.Recipe = f.Rule.Level, compat.New, r.subject.Name, f.Rule.Recipe
	r.add(&Finding{Finding: f.Fill("field", string(f.Path))}, "", "")
}

// sourceOf is an Avro schema as a sink looks at it. A record that is used in many places is one Source; recursion stays.
func sourceOf(s *avro.Schema) *iceberg.Source {
	return sourceType(s.Root.Type, map[*avro.Type]*iceberg.Source{})
}

func sourceType(t *avro.Type, seen map[*avro.Type]*iceberg.Source) *iceberg.Source {
	if s := seen[t]; s != nil {
		return s
	}
	s := &iceberg.Source{Kind: t.Kind.String(), Name: t.Name, Logical: t.Logical.Name, Precision: t.Logical.Precision, Scale: t.Logical.Scale, Size: t.Size}
	seen[t] = s
	if !t.At.IsZero() {
		s.At = t.At.Place()
	}
	for _, f := range t.Fields {
		s.Fields = append(s.Fields, iceberg.SourceField{Name: f.Name, Aliases: f.Aliases, Doc: f.Doc, Type: sourceType(f.Type, seen), At: f.Decl.Place()})
	}
	for _, b := range t.Branches {
		s.Branches = append(s.Branches, sourceType(b.Type, seen))
	}
	if t.Items.Type != nil {
		s.Items = sourceType(t.Items.Type, seen)
	}
	return s
}
