package iceberg

import (
	"fmt"
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
				return nil, wrong(id, "field-id %s is no id", clip(id.Raw()))
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
	ids := map[int]string{}
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
			shown := clip(strings.Join(f.Names, ", "))
			if first, ok := ids[f.ID]; ok && f.ID != 0 {
				return nil, fmt.Errorf("%s maps the field id %d twice: %s and %s", mappingProperty, f.ID, first, shown)
			}
			ids[f.ID] = shown
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
