package rollout

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// JSONSchema gives the JSON Schema (draft 2020-12) of the plan file. It is made from the same tags that the reader
// goes by, so the two cannot disagree.
func JSONSchema() []byte {
	g := &schemaMaker{defs: map[string]any{}}
	plan := g.object(reflect.TypeFor[Plan]())
	delete(plan, "additionalProperties")
	repair := g.object(reflect.TypeFor[Repair]())
	plan["required"] = []string{"version"}
	plan["additionalProperties"] = false
	repair["required"] = []string{"repair"}
	repair["description"] = "a lone repair document"
	doc := map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "schemavet rollout plan",
		"anyOf": []any{plan, repair}, "$defs": g.defs,
	}
	text, err := json.Marshal(doc, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		panic("the schema is made of maps and strings: " + err.Error())
	}
	return append(text, '\n')
}

// A schemaMaker turns plan types into schemas; named structs become definitions.
type schemaMaker struct{ defs map[string]any }

func (g *schemaMaker) object(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range structFields(reflect.New(t).Elem()) {
		if f.inline {
			return g.field(f)
		}
		s := g.field(f)
		if f.doc != "" {
			if _, ref := s["$ref"]; ref {
				s = map[string]any{"allOf": []any{s}}
			}
			s["description"] = f.doc
		}
		properties[f.key] = s
		if f.req {
			required = append(required, f.key)
		}
	}
	out := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}

func (g *schemaMaker) field(f planField) map[string]any {
	t := f.value.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if f.keyed != "" {
		return map[string]any{"type": "object", "additionalProperties": g.single(t.Elem()), "propertyNames": map[string]any{"minLength": 1, "maxLength": 200}}
	}
	if t.Kind() != reflect.Slice {
		return g.single(t)
	}
	items := g.single(t.Elem())
	return map[string]any{"anyOf": []any{map[string]any{"type": "array", "items": items}, items}}
}

func (g *schemaMaker) single(t reflect.Type) map[string]any {
	v := reflect.New(t)
	if own, ok := v.Interface().(parsed); ok {
		pattern, doc := own.grammar()
		return map[string]any{"type": "string", "pattern": pattern, "description": doc}
	}
	if words, ok := v.Elem().Interface().(vocabulary); ok {
		return map[string]any{"enum": words.words()}
	}
	switch {
	case t == reflect.TypeFor[Ref]():
		return map[string]any{"type": []string{"string", "number", "boolean"}}
	case t.Kind() == reflect.Struct:
		return g.definition(t)
	case t.Kind() == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case t.Kind() == reflect.Int:
		return map[string]any{"type": "integer", "minimum": 0}
	}
	return map[string]any{"type": []string{"string", "number", "boolean"}}
}

// definition makes a struct's schema once; a struct with a short form takes a plain value too.
func (g *schemaMaker) definition(t reflect.Type) map[string]any {
	name := strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	ref := map[string]any{"$ref": "#/$defs/" + name}
	if g.defs[name] != nil {
		return ref
	}
	g.defs[name] = true // being made
	full := g.object(t)
	short := false
	for _, f := range structFields(reflect.New(t).Elem()) {
		short = short || f.short
	}
	if short {
		full = map[string]any{"anyOf": []any{full, map[string]any{"type": []string{"string", "number", "boolean"}}}}
	}
	g.defs[name] = full
	return ref
}
