package iceberg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

// mappingProperty holds the ids of columns in files that carry none.
const mappingProperty = "schema.name-mapping.default"

// A Mapping gives field ids to the columns of files without ids, by name (specification, Column Projection).
type Mapping struct {
	Fields []*Mapped
	At     position.Place
	byName map[string]*Mapped
	byID   map[int]*Mapped // all levels
}

// A Mapped is one entry: columns with one of the names have the id.
type Mapped struct {
	Names  []string
	ID     int // 0: the column is not part of the table
	Fields []*Mapped
	byName map[string]*Mapped
}

// readMapping reads the property. The error tells what is wrong inside the embedded text.
func readMapping(p Property) (*Mapping, error) {
	doc, err := position.Parse(mappingProperty, []byte(p.Value))
	if err != nil {
		return nil, fmt.Errorf("%s is no JSON: %s", mappingProperty, strings.TrimPrefix(err.Error(), "parse "+mappingProperty+":"))
	}
	fields, err := mappedFields(doc.Root(), 0)
	if err != nil {
		return nil, err
	}
	m := &Mapping{Fields: fields, At: p.At}
	return m, m.index()
}

func mappedFields(v position.Value, depth int) ([]*Mapped, error) {
	wrong := func(at position.Value, format string, args ...any) error {
		return fmt.Errorf("%s at %q: %s", mappingProperty, at.Pointer(), fmt.Sprintf(format, args...))
	}
	switch {
	case !v.Is(position.Array):
		return nil, wrong(v, "a name mapping is a list of fields, this is %s", kindWord(v))
	case depth > maxDepth:
		return nil, wrong(v, "nested deeper than %d levels", maxDepth)
	}
	var fields []*Mapped
	for e := range v.Elements() {
		names, ok := e.Member("names")
		if !ok || !names.Is(position.Array) {
			return nil, wrong(e, `a mapped field is an object with "names"`)
		}
		m := &Mapped{}
		for n := range names.Elements() {
			if !n.Is(position.String) {
				return nil, wrong(n, "a name is a string")
			}
			m.Names = append(m.Names, n.Text())
		}
		var err error
		if id, ok := e.Member("field-id"); ok && !id.Is(position.Null) {
			if m.ID, err = readInt(id, "field-id"); err != nil {
				return nil, wrong(id, "field-id %s is no id", shown(id))
			}
		}
		if children, ok := e.Member("fields"); ok && !children.Is(position.Null) {
			if m.Fields, err = mappedFields(children, depth+1); err != nil {
				return nil, err
			}
		}
		fields = append(fields, m)
	}
	return fields, nil
}

// index makes names findable, and reports an id or, among siblings, a name that is mapped twice.
func (m *Mapping) index() error {
	m.byID = map[int]*Mapped{}
	var walk func([]*Mapped) (map[string]*Mapped, error)
	walk = func(fields []*Mapped) (map[string]*Mapped, error) {
		names := make(map[string]*Mapped, len(fields))
		for _, f := range fields {
			for _, n := range f.Names {
				if names[n] != nil {
					return nil, fmt.Errorf("%s maps the name %q twice in one struct", mappingProperty, clip(n))
				}
				names[n] = f
			}
			if first := m.byID[f.ID]; first != nil {
				return nil, fmt.Errorf("%s maps the field id %d twice: %s and %s", mappingProperty, f.ID, clip(strings.Join(first.Names, ", ")), clip(strings.Join(f.Names, ", ")))
			}
			if f.ID != 0 { // 0: a column that is not part of the table
				m.byID[f.ID] = f
			}
			var err error
			if f.byName, err = walk(f.Fields); err != nil {
				return nil, err
			}
		}
		return names, nil
	}
	var err error
	m.byName, err = walk(m.Fields)
	return err
}

// ID is the field id that the mapping gives a column of a file without ids, by its names from the top; 0 for none.
func (m *Mapping) ID(f *Field) int {
	if found := m.find(f); found != nil {
		return found.ID
	}
	return 0
}

func (m *Mapping) find(f *Field) *Mapped {
	switch {
	case m == nil:
		return nil
	case f.Parent == nil:
		return m.byName[f.Name]
	}
	if parent := m.find(f.Parent); parent != nil {
		return parent.byName[f.Name]
	}
	return nil
}

// rebinds reports whether the mapping gives a name another field id than an older mapping did.
func (m *Mapping) rebinds(older *Mapping) bool {
	return m != nil && older != nil && rebinds(m.Fields, older.byName)
}

// of is the entry of a field id, nil without one.
func (m *Mapping) of(id int) *Mapped {
	if m == nil {
		return nil
	}
	return m.byID[id]
}

// lost are the names that a mapping gave to a column and that a younger one gives to nothing. Where the younger one does not
// know the struct around it, that is told of the struct.
func (m *Mapping) lost(younger *Mapping, f *Field) []string {
	entry, beside := m.of(f.ID), younger.byName
	if f.Parent != nil {
		around := younger.of(f.Parent.ID)
		if around == nil || len(around.Names) == 0 {
			return nil
		}
		beside = around.byName
	}
	if entry == nil {
		return nil
	}
	var lost []string
	for _, n := range entry.Names {
		if to := beside[n]; to == nil || to.ID == 0 {
			lost = append(lost, n)
		}
	}
	return lost
}

// forgets reports whether a column of a schema lost a name of an older mapping, or all of them.
func (m *Mapping) forgets(older *Mapping, s *Schema) bool {
	if m == nil || older == nil {
		return older != nil
	}
	return slices.ContainsFunc(s.All, func(f *Field) bool { return len(older.lost(m, f)) > 0 })
}

func rebinds(fields []*Mapped, older map[string]*Mapped) bool {
	for _, f := range fields {
		for _, n := range f.Names {
			if was := older[n]; was != nil && was.ID != 0 && f.ID != 0 && was.ID != f.ID {
				return true
			}
		}
		for _, n := range f.Names {
			if was := older[n]; was != nil { // names of one entry have one child mapping: the first known one tells
				if rebinds(f.Fields, was.byName) {
					return true
				}
				break
			}
		}
	}
	return false
}
