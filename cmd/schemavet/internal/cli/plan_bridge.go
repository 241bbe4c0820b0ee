package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/compat/position"
	"github.com/schemavet/schemavet/compat/rollout"
	"github.com/schemavet/schemavet/iceberg"
)

// bridgeRecord writes the record between two: all fields of the old one as they are, so that old readers still find them,
// and those of the new one that the old one lacks, nullable and with null as default, so that data without them is read.
func bridgeRecord(before, after []byte) ([]byte, error) {
	old, oldFields, err := recordOf("the old schema", before)
	if err != nil {
		return nil, err
	}
	_, newFields, err := recordOf("the new schema", after)
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for _, f := range oldFields {
		known[f.name] = f.text
	}
	var added []bridgeField
	for _, f := range newFields {
		if text, both := known[f.name]; both {
			if text != f.text && f.typeText != typeTextOf(oldFields, f.name) {
				return nil, fmt.Errorf("field %s has one name and two types: a value with a new type or meaning needs a field of its own", f.name)
			}
			if text != f.text {
				return nil, fmt.Errorf("field %s has one name and two meanings: a value with a new meaning needs a field of its own", f.name)
			}
			continue
		}
		added = append(added, f)
	}
	if len(added) == 0 {
		return nil, errors.New("the new schema adds no field, so there is nothing to write beside the old ones")
	}
	return appendFields(old, added)
}

// A bridgeField is one field of a record, as text.
type bridgeField struct {
	name, text, typeText string
	value                position.Value
}

func typeTextOf(fields []bridgeField, name string) string {
	for _, f := range fields {
		if f.name == name {
			return f.typeText
		}
	}
	return ""
}

// recordOf reads a schema that is one record, and its fields.
func recordOf(what string, text []byte) (position.Value, []bridgeField, error) {
	doc, err := position.Parse(what, text)
	if err != nil {
		return position.Value{}, nil, err
	}
	root := doc.Root()
	kind, _ := root.Member("type")
	list, ok := root.Member("fields")
	if !ok || kind.IsZero() || kind.Text() != "record" {
		return root, nil, fmt.Errorf("%s is no record", what)
	}
	var fields []bridgeField
	for f := range list.Elements() {
		name, ok := f.Member("name")
		typ, typed := f.Member("type")
		if !ok || !typed {
			return root, nil, fmt.Errorf("%s has a field without a name or a type", what)
		}
		fields = append(fields, bridgeField{name.Text(), canonical(f.Raw()), canonical(typ.Raw()), f})
	}
	return root, fields, nil
}

// canonical takes white space out, so that two spellings of one field are equal.
func canonical(raw string) string {
	v := jsontext.Value(raw)
	if v.Canonicalize() != nil {
		return raw
	}
	return string(v)
}

// appendFields writes the record anew with more fields at the end.
func appendFields(record position.Value, added []bridgeField) ([]byte, error) {
	var out []byte
	out = append(out, '{')
	first := true
	for m := range record.Members() {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(append(append(out, quoteJSON(m.Key)...), ':'), memberText(m, added)...)
	}
	out = append(out, '}')
	v := jsontext.Value(out)
	if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
		return nil, fmt.Errorf("write the version in between: %w", err)
	}
	return append(v, '\n'), nil
}

// memberText is a member's value; the list of fields with those added.
func memberText(m position.Member, added []bridgeField) string {
	if m.Key != "fields" {
		return m.Value.Raw()
	}
	text := "["
	for f := range m.Value.Elements() {
		if text != "[" {
			text += ","
		}
		text += f.Raw()
	}
	for _, f := range added {
		if text != "[" {
			text += ","
		}
		text += nullable(f)
	}
	return text + "]"
}

// nullable writes a field with null as its first type and its default.
func nullable(f bridgeField) string {
	text, first, hasDefault := "{", true, false
	for m := range f.value.Members() {
		if !first {
			text += ","
		}
		first = false
		value := m.Value.Raw()
		switch m.Key {
		case "type":
			value = withNull(m.Value)
		case "default":
			value, hasDefault = "null", true
		}
		text += quoteJSON(m.Key) + ":" + value
	}
	if !hasDefault {
		text += `,"default":null`
	}
	return text + "}"
}

// withNull puts null first into a type.
func withNull(t position.Value) string {
	if t.Kind() != position.Array {
		return `["null",` + t.Raw() + "]"
	}
	text := `["null"`
	for branch := range t.Elements() {
		if branch.Raw() != `"null"` {
			text += "," + branch.Raw()
		}
	}
	return text + "]"
}

func quoteJSON(s string) string {
	b, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// columns lists the top-level fields of a version with what planning asks about them.
func (o *planOracle) columns(c *rollout.Channel, label string) ([]rollout.Column, error) {
	in, err := o.input(c, label)
	if err != nil {
		return nil, err
	}
	text, err := o.content(in)
	if err != nil {
		return nil, err
	}
	if c.Format == "iceberg" {
		return icebergColumns(in, text)
	}
	_, record, err := recordOf(in.String(), text)
	if err != nil {
		return nil, err
	}
	columns := make([]rollout.Column, len(record))
	for i, f := range record {
		columns[i] = rollout.Column{Name: f.name, Type: f.typeText}
	}
	return columns, nil
}

func icebergColumns(in source.Input, text []byte) ([]rollout.Column, error) {
	table, err := iceberg.Read(in.String(), text)
	if err != nil {
		return nil, err
	}
	schema := table.Current
	if id, err := strconv.Atoi(in.Part); err == nil {
		schema = table.Schema(id)
	}
	if schema == nil {
		return nil, fmt.Errorf("%s has no such schema", in)
	}
	var columns []rollout.Column
	for _, f := range schema.Fields {
		columns = append(columns, rollout.Column{Name: f.Name, ID: f.ID, Type: shape(f.Type), Key: schema.IsIdentifier(f.ID), Must: f.Required})
	}
	return columns, nil
}

// shape writes a type with everything inside it, so that two are equal only when nothing in them differs.
func shape(t *iceberg.Type) string {
	text := t.String()
	for _, f := range t.Fields {
		text += fmt.Sprintf("(%d %s %v %s)", f.ID, f.Name, f.Required, shape(f.Type))
	}
	return text
}
