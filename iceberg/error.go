package iceberg

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// fail is an error that points at a value: "parse v1.metadata.json:3:7: …".
func fail(v position.Value, format string, args ...any) error {
	place := v.Place()
	return &position.Error{Source: place.Source(), At: place.Start(), Problem: fmt.Sprintf(format, args...)}
}

// oneLine is a value's JSON without the layout of its file.
func oneLine(v position.Value) string {
	var b bytes.Buffer
	if v.Is(position.Array) || v.Is(position.Object) {
		if err := json.Compact(&b, []byte(v.Raw())); err == nil {
			return b.String()
		}
	}
	return v.Raw()
}

// shown is a value's JSON for a message.
func shown(v position.Value) string { return clip(oneLine(v)) }

// kindWord names the kind of a value that should have been another one: "an array", "null".
func kindWord(v position.Value) string {
	switch {
	case v.Is(position.Null):
		return "null"
	case v.Is(position.Object), v.Is(position.Array):
		return "an " + v.Kind().String()
	}
	return "a " + v.Kind().String()
}

// A Problem is something wrong with a schema or a table that a careful reader can go on with. It becomes a finding.
type Problem struct {
	Rule    *compat.Rule
	Path    compat.Path
	At      position.Place
	Message string
	Sample  *compat.Sample
	id      int // the field id it is about, 0 for none: to tell an old problem from a new one
}

// Finding is the problem as a report shows it.
func (p *Problem) Finding(subject string) *compat.Finding {
	f := &compat.Finding{Rule: p.Rule, Level: p.Rule.Level, State: compat.New, Subject: subject, Path: p.Path,
		Message: p.Message, Reader: p.At, Sample: p.Sample, Recipe: p.Rule.Recipe}
	if e := &p.Rule.Example; f.Sample == nil && e.Written != "" {
		f.Sample = &compat.Sample{Written: e.Written, Read: e.Read, Fails: true}
	}
	name := string(p.Path)
	if name == "" {
		name = "the column"
	}
	return f.Fill("field", name)
}

// Faults is what is wrong with a metadata file as it stands, of whose schemas one is looked at: the problems of that one,
// the errors that only others have, since engines read all schemas when they open a table, and those of the table. Without
// one that is looked at, all are others.
func (t *Table) Faults(looked *Schema) []*Problem {
	type told struct {
		rule    *compat.Rule
		message string
	}
	var all []*Problem
	seen := map[told]bool{}
	if looked != nil {
		all = slices.Clone(looked.Problems)
		for _, p := range all {
			seen[told{p.Rule, p.Message}] = true
		}
	}
	for _, s := range t.Schemas {
		for _, p := range s.Problems {
			if key := (told{p.Rule, p.Message}); s != looked && p.Rule.Level == compat.Error && !seen[key] {
				seen[key] = true
				other := *p
				other.Message = fmt.Sprintf("in schema %d, which the metadata still has: %s", s.ID, p.Message)
				all = append(all, &other)
			}
		}
	}
	return append(all, t.Problems...)
}
