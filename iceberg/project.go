package iceberg

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// A Row is a struct's values by field id. Values are nil, bool, int64, float64, string (also dates, times, decimals and
// UUIDs in their single-value form), []byte, Row, []any for lists, and []Entry for maps.
type Row map[int]any

// An Entry is one entry of a map.
type Entry struct{ Key, Value any }

// Project replays a trace on a row as its writer's schema has it and returns the row that the reader gets. It is what the
// trace says a reader does, so that the trace can be held against engines.
func Project(t *compat.Trace, row Row) (Row, error) {
	out, err := projectStruct(t.Root.Kids, row)
	if err != nil {
		return nil, fmt.Errorf("project a row: %w", err)
	}
	return out, nil
}

func projectStruct(kids []*compat.Site, row Row) (Row, error) {
	out := Row{}
	for _, s := range kids {
		r := fieldOf(s.Reader)
		if r == nil {
			continue
		}
		var value any
		if w := fieldOf(s.Writer); w != nil {
			value = row[w.ID]
		}
		read, err := project(s, value)
		if err != nil {
			return nil, err
		}
		out[r.ID] = read
	}
	return out, nil
}

func project(s *compat.Site, value any) (any, error) {
	w, r := fieldOf(s.Writer), fieldOf(s.Reader)
	switch {
	case s.Does == compat.Refuse:
		return nil, fmt.Errorf("%s: %s", s.Path, s.Cause)
	case s.Does == compat.Fill:
		return projectFill(s, r)
	case value == nil && s.Does == compat.Depends && s.When == "v is null":
		return nil, fmt.Errorf("%s: %s", s.Path, s.Cause)
	case value == nil:
		return nil, nil
	}
	switch r.Type.Kind {
	case Struct:
		row, ok := value.(Row)
		if !ok {
			return nil, wrongValue(s, value)
		}
		return projectStruct(s.Kids, row)
	case List:
		list, ok := value.([]any)
		if !ok {
			return nil, wrongValue(s, value)
		}
		out := make([]any, len(list))
		for i, e := range list {
			var err error
			if out[i], err = project(s.Kids[0], e); err != nil {
				return nil, err
			}
		}
		return out, nil
	case Map:
		return projectMap(s, value)
	}
	if s.Does == compat.Promote || s.Does == compat.Depends {
		return promote(s, value, w.Type, r.Type)
	}
	return value, nil
}

func wrongValue(s *compat.Site, value any) error {
	return fmt.Errorf("%s: %T is no value of %s", s.Path, value, s.Writer.Type)
}

func projectMap(s *compat.Site, value any) (any, error) {
	entries, ok := value.([]Entry)
	if !ok {
		return nil, wrongValue(s, value)
	}
	out := make([]Entry, len(entries))
	for i, e := range entries {
		var err error
		if out[i].Key, err = project(s.Kids[0], e.Key); err != nil {
			return nil, err
		}
		if out[i].Value, err = project(s.Kids[1], e.Value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// projectFill makes up the value of a column that was not written. Identity partition values are not here: the row of a
// file that lacks its partition column has it from the manifest.
func projectFill(s *compat.Site, r *Field) (any, error) {
	if r.Initial == nil {
		return nil, nil
	}
	if r.Type.Kind != Struct {
		return valueOf(r.Type, r.Initial.Value)
	}
	return projectStruct(s.Kids, nil)
}

// promote turns a value into that of a wider type.
func promote(s *compat.Site, value any, from, to *Type) (any, error) {
	switch {
	case from.Kind == Float && to.Kind == Double:
		f, ok := value.(float64)
		if !ok {
			return nil, wrongValue(s, value)
		}
		return float64(float32(f)), nil
	case from.Kind == Date:
		day, ok := value.(string)
		if !ok {
			return nil, wrongValue(s, value)
		}
		if to.Kind == TimestampNs && (day < "1677-09-22" || day > "2262-04-11" || len(day) != 10) {
			return nil, fmt.Errorf("%s: %s does not fit %s", s.Path, day, to)
		}
		return day + "T00:00:00", nil
	case from.Kind == Unknown:
		return nil, nil
	}
	return value, nil
}

// valueOf reads a default's JSON single-value form.
func valueOf(t *Type, v position.Value) (any, error) {
	text, problem := singleValue(t, v, 0)
	if problem != "" {
		return nil, fmt.Errorf("read the default: %s", problem)
	}
	switch t.Kind {
	case Boolean:
		return text == "true", nil
	case Int, Long:
		return strconv.ParseInt(text, 10, 64)
	case Float:
		f, err := strconv.ParseFloat(text, 32)
		return f, err
	case Double:
		return strconv.ParseFloat(text, 64)
	case Fixed, Binary:
		return hex.DecodeString(text)
	case List:
		var list []any
		for e := range v.Elements() {
			one, err := elementOf(t.Fields[0], e)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
		return list, nil
	case Map:
		return mapOf(t, v)
	case Date, Time, Timestamp, Timestamptz, TimestampNs, TimestamptzNs:
		return text, nil
	}
	return strings.Clone(v.Text()), nil
}

func elementOf(part *Field, v position.Value) (any, error) {
	if v.Is(position.Null) {
		return nil, nil
	}
	return valueOf(part.Type, v)
}

func mapOf(t *Type, v position.Value) (any, error) {
	keys, _ := v.Member("keys")
	values, _ := v.Member("values")
	var entries []Entry
	for k := range keys.Elements() {
		key, err := elementOf(t.Fields[0], k)
		if err != nil {
			return nil, err
		}
		entries = append(entries, Entry{Key: key})
	}
	i := 0
	for e := range values.Elements() {
		value, err := elementOf(t.Fields[1], e)
		if err != nil {
			return nil, err
		}
		entries[i].Value = value
		i++
	}
	return entries, nil
}
