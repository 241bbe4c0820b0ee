package iceberg

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Lineage is a table's states in the order of time: what its readers and writers went through.
type Lineage struct {
	Tables   []*Table // the metadata files, oldest first
	Versions []Version
	History  *History
	Problems []*Problem // of the history as a whole: files missing, schemas rewritten in place

	latest map[int]int // by schema id, its last place in Versions
}

// A Version is one state: a schema and the metadata that knows it.
type Version struct {
	Label string // "schema 3", with the file's name where the history has several files
	First *Table // the metadata file that brought it; Table may be a newer one
	View
}

// Last is the newest metadata file.
func (l *Lineage) Last() *Table { return l.Tables[len(l.Tables)-1] }

// Pair is the pair of a writer's and a reader's version, by their place in Versions.
func (l *Lineage) Pair(writer, reader int) *Pair {
	return &Pair{Writer: l.Versions[writer].View, Reader: l.Versions[reader].View, Behind: writer > reader, History: l.History,
		older: min(writer, reader), younger: max(writer, reader), placed: true, ofLineage: true}
}

// NewLineage puts metadata files, oldest first, into one lineage. A single file is a history too: its schemas by id, and back to
// the current one where that is not the last.
func NewLineage(tables []*Table) (*Lineage, error) {
	l := &Lineage{Tables: tables, latest: map[int]int{}}
	for i, t := range tables[1:] {
		if before := tables[i]; before.UUID != "" && t.UUID != "" && !strings.EqualFold(before.UUID, t.UUID) {
			return nil, &position.Error{Source: t.Source, At: memberPlace(t, "table-uuid").Start(), Problem: fmt.Sprintf("another table than %s (table-uuid %s, not %s): a history is of one table", before.Source, t.UUID, before.UUID)}
		}
	}
	for _, t := range tables {
		l.add(t)
	}
	if last := &l.Versions[len(l.Versions)-1]; last.Schema.sameText(l.Last().Current) {
		last.Table = l.Last() // the newest file knows most about what stands around the schema
	}
	schemas := make([]*Schema, len(l.Versions))
	for i, v := range l.Versions {
		schemas[i] = v.Schema
	}
	l.History = NewHistory(schemas)
	l.givenOut()
	l.respecified()
	for _, t := range tables {
		if t.Current.Unnumbered {
			l.Problems = append(l.Problems, &Problem{Rule: idInvalid, At: t.Current.At, Message: unnumbered})
		}
	}
	return l, nil
}

// counts reports whether last-column-id of a file tells which ids a younger one must not give out. One that stays where it
// is although a column comes was not kept by whoever wrote the files, and tells nothing.
func (t *Table) counts(younger *Table) bool {
	return t.LastColumnID > 0 && younger.LastColumnID > 0 && t.LastColumnID != younger.LastColumnID
}

// respecified notes partition specs and sort orders that stand for something else under one id in a later file: manifests
// and files keep the id only.
func (l *Lineage) respecified() {
	type known struct {
		text string
		file *Table
	}
	specs, orders := map[int]known{}, map[int]known{}
	note := func(before map[int]known, t *Table, id int, fields []*Bound, at position.Place, message string, sample func(was, is string) *compat.Sample) {
		texts := make([]string, len(fields))
		for i, f := range fields {
			texts[i] = f.derives()
		}
		text := cmp.Or(strings.Join(texts, ", "), "nothing")
		if was, ok := before[id]; ok && was.text != text && was.file != t { // twice in one file is another rule's
			l.Problems = append(l.Problems, &Problem{Rule: schemaRewritten, At: at, Message: fmt.Sprintf(message, id, text, was.text, was.file.Source), Sample: sample(was.text, text)})
		}
		before[id] = known{text, t}
	}
	for _, t := range l.Tables {
		for _, s := range t.Specs {
			if t.FormatVersion == 1 { // may have one spec without an id
				break
			}
			note(specs, t, s.ID, s.Fields, s.At, "partition spec %d is %s and was %s in %s: manifests name it by its id", func(was, is string) *compat.Sample {
				return &compat.Sample{Written: fmt.Sprintf("a file of spec %d, partitioned by %s", s.ID, was), Read: "its partition values as those of " + is}
			})
		}
		for _, o := range t.Orders {
			note(orders, t, o.ID, o.Fields, o.At, "sort order %d is %s and was %s in %s: files name it by its id", func(was, is string) *compat.Sample {
				return &compat.Sample{Written: fmt.Sprintf("a file of sort order %d, sorted by %s", o.ID, was), Read: "as if it were sorted by " + is}
			})
		}
	}
}

// givenOut tells the history which ids the last-column-id of older files says were given out, and notes where it goes back.
func (l *Lineage) givenOut() {
	at := 0
	var most *Table // the older file with the highest last-column-id
	for _, t := range l.Tables {
		if most != nil && most.counts(t) && t.LastColumnID < most.LastColumnID {
			l.Problems = append(l.Problems, &Problem{Rule: idAboveLast, At: memberPlace(t, "last-column-id"),
				Message: fmt.Sprintf("last-column-id is %d and was %d in %s: the next column added gets an id that was given out before", t.LastColumnID, most.LastColumnID, most.Source)})
		}
		for ; at < len(l.Versions) && l.Versions[at].First == t; at++ {
			if most != nil && most.counts(t) {
				l.History.gaveOut(at, most.LastColumnID)
			}
		}
		if most == nil || t.LastColumnID > most.LastColumnID {
			most = t
		}
	}
}

// add appends what a metadata file brings: new schemas by their ids, the current one where the table went back to it, and
// a state of its own for another format version.
func (l *Lineage) add(t *Table) {
	for _, s := range t.byAge() {
		if !l.knows(t, s) {
			l.append(t, s)
		}
	}
	last := &l.Versions[len(l.Versions)-1]
	if !last.Schema.same(t.Current) || last.Table.FormatVersion != t.FormatVersion || last.Table.says() != t.says() || t.Mapping.rebinds(last.Table.Mapping) ||
		t.Mapping.forgets(last.Table.Mapping, t.Current) {
		l.append(t, t.Current)
	}
}

// says is what table properties state about columns by their field id.
func (t *Table) says() string {
	var b strings.Builder
	for _, p := range t.Properties {
		if strings.HasPrefix(p.Key, fieldProperty) {
			b.WriteString(p.Key + "=" + p.Value + "\n")
		}
	}
	return b.String()
}

// same reports whether two schemas are one: by id, and by text where versions of the format state no ids.
func (s *Schema) same(o *Schema) bool { return s == o || s.ID == o.ID && s.sameText(o) }

func (l *Lineage) append(t *Table, s *Schema) {
	label := fmt.Sprintf("schema %d", s.ID)
	if t.Plain {
		label = t.Source
	} else if len(l.Tables) > 1 {
		label = path.Base(t.Source) + " " + label
	}
	l.latest[s.ID] = len(l.Versions)
	l.Versions = append(l.Versions, Version{label, t, View{s, t}})
}

// knows reports whether a schema stands in the lineage already, and notes one that changed under its id.
func (l *Lineage) knows(t *Table, s *Schema) bool {
	at, ok := l.latest[s.ID]
	if !ok {
		return false
	}
	v := l.Versions[at]
	if v.Schema.sameText(s) {
		return true
	}
	if v.Schema.stated && s.stated && v.Table != t && !t.Plain {
		l.Problems = append(l.Problems, &Problem{Rule: schemaRewritten, At: s.At,
			Message: fmt.Sprintf("schema %d is not what it was in %s: %s", s.ID, v.Table.Source, difference(v.Schema, s)),
			Sample: &compat.Sample{Written: fmt.Sprintf("a file of schema %d as %s has it", s.ID, path.Base(v.Table.Source)),
				Read: fmt.Sprintf("by schema %d as %s has it", s.ID, path.Base(t.Source))}})
	}
	return false
}

// difference names the first column in which two schemas differ.
func difference(a, b *Schema) string {
	for i, f := range b.Fields {
		if i >= len(a.Fields) {
			return fmt.Sprintf("%s is new", f.Path)
		}
		if a.Fields[i].content != f.content {
			return fmt.Sprintf("column %d was %s %s (id %d) and is %s %s (id %d)", i+1, a.Fields[i].Path, a.Fields[i].Type, a.Fields[i].ID, f.Path, f.Type, f.ID)
		}
	}
	if len(a.Fields) == len(b.Fields) {
		return "its identifier fields are other ones"
	}
	return fmt.Sprintf("it has %d columns and had %d", len(b.Fields), len(a.Fields))
}

// A FileName is what the name of a metadata file tells: v3.metadata.json, 00003-uuid.metadata.json, with .gz before or
// after .metadata.json.
type FileName struct {
	Name    string
	Version []int // the numbers of the version: 3, or 3 and 1 for v3.1
}

// IsMetadataName reports whether a file's name is one that writers give to table metadata.
func IsMetadataName(name string) bool {
	base := strings.TrimSuffix(path.Base(name), ".gz")
	return strings.HasSuffix(base, ".metadata.json")
}

// ParseFileName reads the version out of a metadata file's name; ok is false for another name.
func ParseFileName(name string) (f FileName, ok bool) {
	if !IsMetadataName(name) {
		return FileName{}, false
	}
	base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".gz"), ".metadata.json"), ".gz")
	if number, ok := strings.CutPrefix(base, "v"); ok {
		for _, part := range strings.Split(number, ".") {
			n, err := strconv.Atoi(part)
			if err != nil {
				return FileName{}, false
			}
			f.Version = append(f.Version, n)
		}
		f.Name = name
		return f, true
	}
	number, _, dashed := strings.Cut(base, "-")
	n, err := strconv.Atoi(number)
	if err != nil || !dashed {
		return FileName{}, false
	}
	return FileName{name, []int{n}}, true
}

// CompareNames orders the names of metadata files by version, then by text; what is no metadata file comes last.
func CompareNames(a, b string) int {
	x, okX := ParseFileName(a)
	y, okY := ParseFileName(b)
	switch {
	case okX && okY:
		return cmp.Or(slices.Compare(x.Version, y.Version), strings.Compare(a, b))
	case okX:
		return -1
	case okY:
		return 1
	}
	return strings.Compare(a, b)
}

// SortNames orders the names of a folder's metadata files by version, and leaves out what is no metadata file.
func SortNames(names []string) []string {
	sorted := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !IsMetadataName(n) })
	slices.SortFunc(sorted, CompareNames)
	return sorted
}

// Gaps are the versions that a folder's files jump over, as a problem for each jump, and those that it has twice.
func Gaps(names []string) []*Problem {
	var problems []*Problem
	last := -1
	var before *FileName
	for _, n := range SortNames(names) {
		f, ok := ParseFileName(n)
		if !ok {
			continue
		}
		if before != nil && slices.Equal(before.Version, f.Version) {
			problems = append(problems, &Problem{Rule: historyGap, At: position.In(n),
				Message: fmt.Sprintf("%s and %s are of one version: one of them is what a commit that lost has left, and was looked at all the same", path.Base(before.Name), path.Base(n))})
		}
		before = &f
		if v := f.Version[0]; last >= 0 && v > last+1 {
			problems = append(problems, &Problem{Rule: historyGap, At: position.In(n),
				Message: fmt.Sprintf("%s missing before %s, or cannot be read: what happened there was not looked at", versionsFrom(last+1, v-1), path.Base(n))})
		}
		last = f.Version[0]
	}
	return problems
}

func versionsFrom(first, last int) string {
	if first == last {
		return fmt.Sprintf("the metadata file of version %d is", first)
	}
	return fmt.Sprintf("the metadata files of versions %d to %d are", first, last)
}
