package main

import (
	"fmt"
	"strings"
)

// Schema texts. extra are further properties as raw JSON: `"default":1`.

func record(name string, fields ...string) string {
	return fmt.Sprintf(`{"type":"record","name":%q,"fields":[%s]}`, name, strings.Join(fields, ","))
}

func field(name, typ string, extra ...string) string {
	return fmt.Sprintf(`{"name":%q,"type":%s%s}`, name, typ, tail(extra))
}

func enum(name, symbols string, extra ...string) string {
	return fmt.Sprintf(`{"type":"enum","name":%q,"symbols":["%s"]%s}`, name, strings.Join(strings.Fields(symbols), `","`), tail(extra))
}

func fixed(name string, size int, extra ...string) string {
	return fmt.Sprintf(`{"type":"fixed","name":%q,"size":%d%s}`, name, size, tail(extra))
}

func array(items string) string       { return fmt.Sprintf(`{"type":"array","items":%s}`, items) }
func dictOf(values string) string     { return fmt.Sprintf(`{"type":"map","values":%s}`, values) }
func union(branches ...string) string { return "[" + strings.Join(branches, ",") + "]" }

func logical(base, name string, extra ...string) string {
	return fmt.Sprintf(`{"type":%q,"logicalType":%q%s}`, base, name, tail(extra))
}

func decimal(precision, scale int) string {
	return logical("bytes", "decimal", fmt.Sprintf(`"precision":%d,"scale":%d`, precision, scale))
}

func tail(extra []string) string {
	if len(extra) == 0 {
		return ""
	}
	return "," + strings.Join(extra, ",")
}

// with adds properties to an object schema.
func with(schema string, extra ...string) string {
	return strings.TrimSuffix(schema, "}") + tail(extra) + "}"
}

const (
	tNull, tBool, tInt, tLong        = `"null"`, `"boolean"`, `"int"`, `"long"`
	tFloat, tDouble, tString, tBytes = `"float"`, `"double"`, `"string"`, `"bytes"`
)

// A place puts a pair of types and a datum somewhere inside two schemas.
type place struct {
	name           string
	writer, reader func(t string) string
	datum          func(v any) any
}

func same(name string, schema func(string) string, datum func(any) any) place {
	return place{name, schema, schema, datum}
}

var (
	inTop    = same("top", func(t string) string { return t }, func(v any) any { return v })
	inField  = same("field", func(t string) string { return record("R", field("v", t)) }, func(v any) any { return rec{"v": v} })
	inArray  = same("array", func(t string) string { return record("R", field("v", array(t))) }, func(v any) any { return rec{"v": list{v}} })
	inMap    = same("map", func(t string) string { return record("R", field("v", dictOf(t))) }, func(v any) any { return rec{"v": dict{{"k", v}}} })
	inUnion  = same("union", func(t string) string { return record("R", field("v", union(tNull, t))) }, func(v any) any { return rec{"v": branch{1, v}} })
	inNested = same("nested", func(t string) string { return record("R", field("n", record("In", field("v", t)))) }, func(v any) any { return rec{"n": rec{"v": v}} })
	toUnion  = place{"to-union", inField.writer, inUnion.reader, inField.datum}
	ofUnion  = place{"of-union", inUnion.writer, inField.reader, inUnion.datum}
)

// at adds the pair of types in one place.
func (p *pairs) at(id string, where place, writer, reader string, data ...any) {
	var placed []any
	for _, v := range data {
		placed = append(placed, where.datum(v))
	}
	p.add(id+"/"+where.name, where.writer(writer), where.reader(reader), placed...)
}

func (p *pairs) everywhere(id string, places []place, writer, reader string, data ...any) {
	for _, where := range places {
		p.at(id, where, writer, reader, data...)
	}
}
