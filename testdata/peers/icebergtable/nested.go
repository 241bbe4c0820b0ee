package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"

	"github.com/apache/iceberg-go"
	"github.com/apache/iceberg-go/table"
)

// A shape is the nested table of one seed: a struct with a struct inside, and a list. Names are as they are at present.
type shape struct {
	structName, listName string // listName is "" after the list is gone
	fields               []shapeField
	inner                string // the name of the struct inside
	innerType            string // of its only field, z
	element              string
}

type shapeField struct{ name, typ string }

// growNested is grow for nested columns.
func growNested(seed int64) (*grown, error) {
	r := rand.New(rand.NewSource(seed))
	old := json.RawMessage(`{"type":"struct","schema-id":0,"fields":[{"id":1,"name":"id","required":true,"type":"long"},
{"id":2,"name":"s","required":false,"type":{"type":"struct","fields":[{"id":3,"name":"a","required":false,"type":"int"},{"id":4,"name":"b","required":false,"type":"string"},
{"id":5,"name":"in","required":false,"type":{"type":"struct","fields":[{"id":6,"name":"z","required":false,"type":"float"}]}}]}},
{"id":7,"name":"l","required":false,"type":{"type":"list","element-id":8,"element":"int","element-required":false}}]}`)
	t, err := newTable(old, 2+r.Intn(2), nil)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(t.dir)
	s := &shape{"s", "l", []shapeField{{"a", "int"}, {"b", "string"}}, "in", "float", "int"}
	g := &grown{Seed: seed}
	next := 1
	for step := range 4 {
		if step > 0 {
			if err := t.change(s.step(r, t.table.Metadata().LastColumnID())); err != nil {
				return nil, fmt.Errorf("seed %d: %w", seed, err)
			}
		}
		a := appended{Schema: t.table.Schema().ID}
		for range 1 + r.Intn(3) {
			text, _ := json.Marshal(s.row(r, next))
			next++
			a.Rows = append(a.Rows, text)
		}
		if err := t.append(a.Rows); err != nil {
			return nil, fmt.Errorf("seed %d: append: %w", seed, err)
		}
		g.Appends = append(g.Appends, a)
	}
	return g, t.into(g)
}

func widen(typ string) table.ColumnUpdate {
	return table.ColumnUpdate{FieldType: iceberg.Optional[iceberg.Type]{Valid: true, Val: parsed(typ)}}
}

// step draws one legal change, makes it in the shape and returns how iceberg-go is asked for it.
func (s *shape) step(r *rand.Rand, last int) func(*table.UpdateSchema) {
	i := r.Intn(len(s.fields))
	f := s.fields[i]
	path := []string{s.structName, f.name}
	switch r.Intn(8) {
	case 0:
		name := fmt.Sprintf("n%d", last)
		typ := dataTypes[r.Intn(len(dataTypes))]
		s.fields = append(s.fields, shapeField{name, typ})
		return func(u *table.UpdateSchema) { u.AddColumn([]string{path[0], name}, parsed(typ), "", false, nil) }
	case 1:
		name := fmt.Sprintf("r%d", r.Intn(1000))
		s.fields[i].name = name
		return func(u *table.UpdateSchema) { u.RenameColumn(path, name) }
	case 2:
		if len(s.fields) > 1 {
			s.fields = append(s.fields[:i:i], s.fields[i+1:]...)
			return func(u *table.UpdateSchema) { u.DeleteColumn(path) }
		}
	case 3:
		if s.innerType == "float" {
			s.innerType = "double"
			inner := []string{s.structName, s.inner, "z"}
			return func(u *table.UpdateSchema) { u.UpdateColumn(inner, widen("double")) }
		}
	case 4:
		if s.listName != "" && s.element == "int" {
			s.element = "long"
			element := []string{s.listName, "element"}
			return func(u *table.UpdateSchema) { u.UpdateColumn(element, widen("long")) }
		}
	case 5:
		name := fmt.Sprintf("t%d", r.Intn(1000))
		was := []string{s.structName}
		s.structName = name
		return func(u *table.UpdateSchema) { u.RenameColumn(was, name) }
	case 6:
		if wide := map[string]string{"int": "long", "float": "double", "decimal(9, 2)": "decimal(18, 2)"}[f.typ]; wide != "" {
			s.fields[i].typ = wide
			return func(u *table.UpdateSchema) { u.UpdateColumn(path, widen(wide)) }
		}
	case 7:
		if s.listName != "" && r.Intn(3) == 0 {
			was := []string{s.listName}
			s.listName = ""
			return func(u *table.UpdateSchema) { u.DeleteColumn(was) }
		}
	}
	return s.step(r, last)
}

func (s *shape) row(r *rand.Rand, id int) map[string]any {
	row := map[string]any{"id": id, s.structName: nil}
	if r.Intn(4) > 0 {
		inside := map[string]any{s.inner: nil}
		for _, f := range s.fields {
			if inside[f.name] = nil; r.Intn(4) > 0 {
				inside[f.name] = drawValue(r, f.typ)
			}
		}
		if r.Intn(4) > 0 {
			inside[s.inner] = map[string]any{"z": drawValue(r, s.innerType)}
		}
		row[s.structName] = inside
	}
	if s.listName != "" {
		row[s.listName] = nil
		if r.Intn(4) > 0 {
			list := []any{}
			for range r.Intn(4) {
				if r.Intn(5) == 0 {
					list = append(list, nil)
				} else {
					list = append(list, drawValue(r, s.element))
				}
			}
			row[s.listName] = list
		}
	}
	return row
}
