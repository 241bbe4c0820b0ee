package iceberg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

func (s *Schema) problem(rule *compat.Rule, f *Field, format string, args ...any) *Problem {
	p := &Problem{Rule: rule, Path: f.Path, At: f.At, Message: fmt.Sprintf(format, args...), id: f.ID}
	s.Problems = append(s.Problems, p)
	return p
}

// maxFieldID is the highest id of a table's own columns; those above are reserved for metadata columns.
const maxFieldID = 2147483447

// checkSchema finds what is wrong with one schema by itself.
func checkSchema(s *Schema) {
	checkIDs(s)
	checkNames(s)
	checkTypes(s)
	checkIdentifiers(s)
	for _, f := range s.All {
		for _, d := range [...]struct {
			attribute string
			value     *Default
		}{{"initial-default", f.Initial}, {"write-default", f.Write}} {
			if d.value != nil && d.value.Problem != "" {
				p := s.problem(defaultInvalid, f, "the %s of %s is no value of its type: %s", d.attribute, f.Path, d.value.Problem)
				p.At = d.value.Value.Place()
				p.Sample = &compat.Sample{Written: "nothing", Read: "no value of " + f.Type.String() + " comes from " + shown(d.value.Value), Fails: true}
			}
		}
	}
}

func checkIDs(s *Schema) {
	seen := newIDs(s.HighestID)
	for _, f := range s.All {
		switch {
		case f.ID < 1:
			s.problem(idInvalid, f, "%s has the field id %d: ids are positive", f.Path, f.ID)
		case f.ID > maxFieldID:
			s.problem(idReserved, f, "%s has the field id %d: ids above %d are reserved for metadata columns", f.Path, f.ID, maxFieldID)
		}
		if seen.add(f.ID) {
			s.problem(idDuplicate, f, "%s has the field id %d, which %s has too: no reader can tell their columns apart", f.Path, f.ID, s.Field(f.ID).Path)
		}
	}
}

// ids is a set of small integers.
type ids struct {
	bits  []uint64
	other map[int]bool
}

func newIDs(highest int) *ids {
	const most = 1 << 20
	return &ids{bits: make([]uint64, min(max(highest, 0), most)/64+1)}
}

// add puts id into the set and reports whether it was there.
func (s *ids) add(id int) bool {
	if id >= 0 && id/64 < len(s.bits) {
		bit := uint64(1) << (id % 64)
		had := s.bits[id/64]&bit != 0
		s.bits[id/64] |= bit
		return had
	}
	if s.other == nil {
		s.other = map[int]bool{}
	}
	had := s.other[id]
	s.other[id] = true
	return had
}

func (s *ids) has(id int) bool {
	if id >= 0 && id/64 < len(s.bits) {
		return s.bits[id/64]&(1<<(id%64)) != 0
	}
	return s.other[id]
}

// checkNames looks at siblings (one name twice, names that differ in case only) and at full names (a.b beside a{b}).
func checkNames(s *Schema) {
	dotted := false
	for _, f := range s.All {
		dotted = dotted || strings.Contains(f.Name, ".")
		if f.Type.Kind == Struct {
			s.checkSiblings(f.Type.Fields)
		}
	}
	s.checkSiblings(s.Fields)
	if dotted {
		s.checkFullNames()
	}
}

func (s *Schema) checkSiblings(fields []*Field) {
	exact, folded := make(map[string]*Field, len(fields)), map[string]*Field(nil)
	upper := false
	for _, f := range fields {
		if f.Name == "" {
			s.problem(nameEmpty, f, "the field with id %d has an empty name", f.ID)
			continue
		}
		if first, ok := exact[f.Name]; ok {
			s.problem(nameDuplicate, f, "%s stands twice in one struct, with the ids %d and %d", f.Path, first.ID, f.ID)
			continue
		}
		exact[f.Name] = f
		upper = upper || strings.ToLower(f.Name) != f.Name
	}
	if !upper {
		return
	}
	folded = make(map[string]*Field, len(fields))
	for _, f := range fields {
		lower := strings.ToLower(f.Name)
		first, ok := folded[lower]
		if !ok {
			folded[lower] = f
		} else if first.Name != f.Name {
			p := s.problem(nameCaseCollision, f, "%s and %s differ in case only: Spark, Hive, Glue and Trino look names up without case", first.Path, f.Path)
			p.Sample = &compat.Sample{Written: fmt.Sprintf("%s (id %d) and %s (id %d)", first.Name, first.ID, f.Name, f.ID),
				Read: "SELECT " + lower + " is ambiguous, or takes one of the two"}
		}
	}
}

// checkFullNames finds two columns with one full name: libraries index columns by it.
func (s *Schema) checkFullNames() {
	full := map[string]*Field{}
	for _, f := range s.All {
		name := fullName(f)
		if first, ok := full[name]; ok && first.Parent != f.Parent {
			s.problem(nameAmbiguous, f, "two columns have the full name %s (ids %d and %d): libraries fail when they index the schema", name, first.ID, f.ID)
		} else if !ok {
			full[name] = f
		}
	}
}

func fullName(f *Field) string {
	if f.Parent == nil {
		return f.Name
	}
	return fullName(f.Parent) + "." + f.Name
}

func checkTypes(s *Schema) {
	for _, f := range s.All {
		t := f.Type
		switch {
		case t.Kind == Decimal && (t.Precision < 1 || t.Precision > maxPrecision):
			s.problem(typeParameter, f, "%s is %s: precision goes from 1 to %d", f.Path, t, maxPrecision)
		case t.Kind == Fixed && t.Length < 1:
			s.problem(typeParameter, f, "%s is %s: a length is positive", f.Path, t)
		case t.Kind == Geography && !slices.Contains(edges, t.Algorithm):
			s.problem(typeParameter, f, "%s is %s: the algorithm is %s or %s", f.Path, t, strings.Join(edges[:len(edges)-1], ", "), edges[len(edges)-1])
		case t.Kind == Unknown && f.Required:
			s.problem(unknownRequired, f, "%s is unknown and required: a column of unknown type only holds null", f.Path)
		}
	}
}

// checkIdentifiers applies the specification's rules for identifier field ids.
func checkIdentifiers(s *Schema) {
	for _, i := range s.Identifiers {
		f := s.Field(i.ID)
		if f == nil {
			s.Problems = append(s.Problems, &Problem{Rule: identifierUnknown, At: i.At, id: i.ID,
				Message: fmt.Sprintf("identifier-field-ids names the id %d, which the schema does not have", i.ID)})
			continue
		}
		if problem := identifierProblem(f); problem != "" {
			p := s.problem(identifierInvalid, f, "%s cannot be an identifier field: %s", f.Path, problem)
			p.At = f.At
		}
	}
}

func identifierProblem(f *Field) string {
	switch {
	case f.Type.Nested():
		return "it is a " + f.Type.Kind.String() + ", identifiers are primitive"
	case f.Type.Kind == Float || f.Type.Kind == Double:
		return "it is a " + f.Type.Kind.String() + ", whose values do not compare equal reliably"
	case f.Type.Kind == Variant:
		return "it is a variant, identifiers are primitive"
	case !f.Required:
		return "it is optional, and a row without its key is no entity"
	}
	for p := f.Parent; p != nil; p = p.Parent {
		switch {
		case p.Type.Kind == List, p.Type.Kind == Map:
			return "it stands inside the " + p.Type.Kind.String() + " " + string(p.Path)
		case !p.Required:
			return "it stands inside the optional struct " + string(p.Path)
		}
	}
	return ""
}

// checkTable finds what is wrong between the parts of a table.
func checkTable(t *Table) {
	for _, s := range t.Schemas {
		checkVersion(t, s)
		if t.LastColumnID > 0 {
			for _, f := range s.All {
				if f.ID > t.LastColumnID && f.ID <= maxFieldID {
					s.problem(idAboveLast, f, "%s has the field id %d, last-column-id is %d: the next column added gets an id that is in use", f.Path, f.ID, t.LastColumnID)
				}
			}
		}
	}
	if t.FormatVersion > supportedVersion {
		t.problem(versionNew, "", memberPlace(t, "format-version"), 0,
			"format version %d is not adopted yet: only what version %d has was looked at", t.FormatVersion, supportedVersion)
	}
	checkSnapshots(t)
	for _, s := range t.Specs {
		checkBound(t, s.Fields, fmt.Sprintf("partition spec %d", s.ID), s == t.DefaultSpec, partitionUnbound)
	}
	for _, o := range t.Orders {
		checkBound(t, o.Fields, fmt.Sprintf("sort order %d", o.ID), o == t.DefaultOrder, sortUnbound)
	}
	checkMapping(t)
	checkDeclarations(t)
}

func memberPlace(t *Table, key string) position.Place {
	if v, ok := t.Document.Root().Member(key); ok {
		return v.Place()
	}
	return t.Document.Root().Place()
}

// checkVersion finds types and defaults that the table's format version does not have.
func checkVersion(t *Table, s *Schema) {
	if t.FormatVersion == 0 || t.FormatVersion > supportedVersion {
		return
	}
	for _, f := range s.All {
		if need := f.Type.NeedsVersion(); need > t.FormatVersion {
			p := s.problem(typeNeedsVersion, f, "%s is %s, which format version %d does not have", f.Path, f.Type, t.FormatVersion)
			p.Sample = &compat.Sample{Written: sampleValue(f.Type), Read: fmt.Sprintf("an engine of format version %d refuses the schema", t.FormatVersion), Fails: true}
		}
		if t.FormatVersion >= 3 || f.Initial == nil && f.Write == nil {
			continue
		}
		d := f.Initial
		if d == nil {
			d = f.Write
		}
		p := s.problem(defaultNeedsVersion, f, "%s has a default, which format version %d does not have", f.Path, t.FormatVersion)
		p.At = d.Value.Place()
		p.Sample = &compat.Sample{Written: "nothing", Read: fmt.Sprintf("null in a reader of format version %d, %s in a lenient one", t.FormatVersion, shown(d.Value))}
	}
}

func checkSnapshots(t *Table) {
	for _, s := range t.Snapshots {
		if s.HasSchema && t.Schema(s.SchemaID) == nil {
			t.problem(schemaExpired, "", s.At, 0, "snapshot %d was written with schema %d, which is no longer in the metadata: reading that snapshot fails",
				s.ID, s.SchemaID)
			t.Problems[len(t.Problems)-1].Sample = &compat.Sample{Written: fmt.Sprintf("snapshot %d, schema %d", s.ID, s.SchemaID),
				Read: fmt.Sprintf("schema %d not found", s.SchemaID), Fails: true}
		}
	}
	for _, r := range t.Refs {
		there := t.SnapshotByID(r.SnapshotID) != nil
		switch {
		case r.Name == "main" && t.Snapshot != nil && r.SnapshotID != t.Snapshot.ID:
			t.problem(snapshotMissing, "", r.At, 0, "the ref main names snapshot %d and current-snapshot-id is %d: engines refuse to open the table", r.SnapshotID, t.Snapshot.ID)
		case r.Name == "main" && t.Snapshot == nil && there:
			t.problem(snapshotMissing, "", r.At, 0, "the ref main names snapshot %d and the table has no current-snapshot-id: engines refuse to open the table", r.SnapshotID)
		}
		if !there && (len(t.Snapshots) > 0 || t.isReal()) {
			t.problem(snapshotMissing, "", r.At, 0, "the ref %s names snapshot %d, which is not in the metadata: engines refuse to open the table", quoted(r.Name), r.SnapshotID)
		}
	}
}

// checkBound finds fields of a spec or sort order whose source the current schema lacks or cannot serve. That a retired one
// lacks its source is for the rules of pairs, where the change that broke it is known; what a retired sort order does to its
// columns nobody asks any more.
func checkBound(t *Table, fields []*Bound, what string, current bool, rule *compat.Rule) {
	if t.Current == nil {
		return
	}
	for _, b := range fields {
		if v := t.FormatVersion; b.bySeveral && v > 0 && v < 3 {
			t.problem(transformInvalid, "", b.At, 0, "%s has a field with source-ids and no source-id, a form that format version %d does not have", what, v)
		}
		for _, id := range b.Sources {
			f := t.Current.Field(id)
			transform := parseTransform(b.Transform)
			switch {
			case malformed(b.Transform) != "":
				t.problem(transformInvalid, "", b.At, id, "%s applies %s to field id %d: %s", what, clip(b.Transform), id, malformed(b.Transform))
			case transform.kind == voidTransform && rule == partitionUnbound, f == nil && !current:
			case f == nil:
				t.problem(rule, "", b.At, id, "%s binds the field id %d, which the current schema does not have: engines refuse to open the table", what, id)
			case !transform.accepts(f.Type) && (current || rule == partitionUnbound):
				t.problem(transformInvalid, f.Path, b.At, id, "%s applies %s to %s, which is %s", what, b.Transform, f.Path, f.Type)
			case current && insideCollection(f):
				t.problem(transformInvalid, f.Path, b.At, id, "%s binds %s, which stands inside a list or map", what, f.Path)
			}
		}
	}
}

func insideCollection(f *Field) bool {
	for p := f.Parent; p != nil; p = p.Parent {
		if p.Type.Kind != Struct {
			return true
		}
	}
	return false
}

// checkMapping finds names of the current schema that the name mapping gives to another id.
func checkMapping(t *Table) {
	if t.Mapping == nil || t.Current == nil {
		return
	}
	for _, f := range t.Current.All {
		id := t.Mapping.ID(f)
		if id != 0 && id != f.ID {
			p := t.Current.problem(mappingStale, f, "the name mapping gives the column %s of files without ids to field id %d, the schema's %s is field id %d", f.Name, id, f.Path, f.ID)
			p.At = t.Mapping.At
			p.Sample = &compat.Sample{Written: "a file without ids, column " + f.Name, Read: fmt.Sprintf("its values under field id %d, null under %s", id, f.Path)}
		}
	}
}
