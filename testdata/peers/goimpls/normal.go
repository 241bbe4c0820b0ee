package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	hambaavro "github.com/hamba/avro/v2"
	twmbavro "github.com/twmb/avro"
)

// shape is as much of the reader's schema as tells a record from a map and a union's wrapper from a value.
type shape struct {
	kind, name string // Avro type; full name of a named one
	fields     map[string]*shape
	items      *shape // of arrays and maps
	branches   []*shape
}

func readShape(text string) *shape {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return &shape{}
	}
	return buildShape(v, "", map[string]*shape{})
}

func buildShape(v any, ns string, named map[string]*shape) *shape {
	switch v := v.(type) {
	case string:
		for _, name := range []string{ns + "." + v, v} {
			if s, ok := named[strings.TrimPrefix(name, ".")]; ok {
				return s
			}
		}
		return &shape{kind: v}
	case []any:
		s := &shape{kind: "union"}
		for _, b := range v {
			s.branches = append(s.branches, buildShape(b, ns, named))
		}
		return s
	case map[string]any:
		return buildObject(v, ns, named)
	}
	return &shape{}
}

func buildObject(v map[string]any, ns string, named map[string]*shape) *shape {
	kind, ok := v["type"].(string)
	if !ok {
		return buildShape(v["type"], ns, named)
	}
	s := &shape{kind: kind}
	switch kind {
	case "record", "error", "enum", "fixed":
		s.name, ns = fullName(v, ns)
		named[s.name] = s
	case "array":
		s.items = buildShape(v["items"], ns, named)
	case "map":
		s.items = buildShape(v["values"], ns, named)
	default:
		return buildShape(kind, ns, named)
	}
	if kind == "error" {
		s.kind = "record"
	}
	fields, _ := v["fields"].([]any)
	s.fields = map[string]*shape{}
	for _, f := range fields {
		if f, ok := f.(map[string]any); ok {
			name, _ := f["name"].(string)
			s.fields[name] = buildShape(f["type"], ns, named)
		}
	}
	return s
}

func fullName(v map[string]any, ns string) (full, space string) {
	name, _ := v["name"].(string)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return strings.TrimPrefix(name, "."), name[:i]
	}
	if own, ok := v["namespace"].(string); ok {
		ns = own
	}
	return strings.TrimPrefix(ns+"."+name, "."), ns
}

// normal gives the tagged form of the README.
func normal(s *shape, v any) any {
	if s == nil {
		s = &shape{}
	}
	if s.kind == "union" {
		return normalUnion(s, v)
	}
	switch v := v.(type) {
	case map[string]any:
		return normalMap(s, v)
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = normal(s.items, v[i])
		}
		return map[string]any{"array": items}
	case string:
		if s.kind == "enum" {
			return map[string]any{"enum": v, "name": s.name}
		}
	case []byte:
		if s.kind == "fixed" {
			return map[string]any{"fixed": hex.EncodeToString(v), "name": s.name}
		}
	}
	return leaf(v)
}

func normalMap(s *shape, v map[string]any) any {
	out := make(map[string]any, len(v))
	for k, x := range v {
		child := s.items
		if s.kind == "record" {
			child = s.fields[k]
		}
		out[k] = normal(child, x)
	}
	switch s.kind {
	case "record":
		return map[string]any{"record": out, "name": s.name}
	case "map":
		return map[string]any{"map": out}
	}
	return map[string]any{"dict": out}
}

func normalUnion(s *shape, v any) any {
	m, ok := v.(map[string]any)
	if ok && len(m) == 1 {
		for name, inner := range m {
			for _, b := range s.branches {
				if b.name == name || b.name == "" && b.kind == strings.SplitN(name, ".", 2)[0] {
					return normal(b, inner)
				}
			}
		}
	}
	var fits []*shape
	for _, b := range s.branches {
		if ok && (b.kind == "record" || b.kind == "map") || !ok && b.kind == goKind(v) {
			fits = append(fits, b)
		}
	}
	if len(fits) == 1 {
		return normal(fits[0], v)
	}
	return normal(&shape{}, v)
}

func goKind(v any) string {
	switch v.(type) {
	case []any:
		return "array"
	case string:
		return "enum"
	case []byte:
		return "fixed"
	}
	return ""
}

func leaf(v any) any {
	tag := func(k string, x any) any { return map[string]any{k: x} }
	switch v := v.(type) {
	case nil, bool:
		return v
	case int:
		return tag("int", v)
	case int32:
		return tag("int", v)
	case int64:
		return tag("long", v)
	case float32:
		return tag("float", real(float64(v)))
	case float64:
		return tag("double", real(v))
	case string:
		if !utf8.ValidString(v) {
			return tag("string-octets", hex.EncodeToString([]byte(v)))
		}
		return tag("string", v)
	case []byte:
		return tag("bytes", hex.EncodeToString(v))
	case *big.Rat:
		return tag("decimal", plain(v))
	case big.Rat:
		return tag("decimal", plain(&v))
	case json.Number:
		return tag("json.Number", v.String())
	case time.Time:
		return tag("instant", seconds(big.NewInt(v.Unix()), int64(v.Nanosecond())))
	case time.Duration:
		return tag("time", plain(big.NewRat(int64(v), 1e9)))
	case hambaavro.LogicalDuration:
		return tag("duration", []uint32{v.Months, v.Days, v.Milliseconds})
	case twmbavro.Duration:
		return tag("duration", []uint32{v.Months, v.Days, v.Milliseconds})
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Array {
		out := make([]byte, r.Len())
		reflect.Copy(reflect.ValueOf(out), r)
		return tag("fixed", hex.EncodeToString(out))
	}
	return tag(fmt.Sprintf("%T", v), fmt.Sprint(v))
}

func real(f float64) any {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return f
}

func seconds(s *big.Int, nanos int64) string {
	r := new(big.Rat).SetInt(s)
	return plain(r.Add(r, big.NewRat(nanos, 1e9)))
}

// plain is the shortest decimal text, exact for every decimal up to 40 places.
func plain(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(40), "0")
}
