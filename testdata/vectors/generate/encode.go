package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The Go values of data: nil, bool, int (int and long), float64 (float and double), string (string and enum symbol),
// bin (bytes and fixed), list, dict (maps, in order), rec (records, by field name), branch (a union's).
type (
	bin   string
	list  []any
	entry struct {
		key   string
		value any
	}
	dict   []entry
	rec    map[string]any
	branch struct {
		index int
		value any
	}
)

// encoder writes a value under a schema that need not be valid: it looks only at what it must.
type encoder struct {
	out   []byte
	named map[string]any // full name to definition and its namespace
	space map[string]string
}

func encode(schema string, v any) (out []byte, text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	var s any
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		return nil, "", err
	}
	e := &encoder{named: map[string]any{}, space: map[string]string{}}
	e.collect(s, "")
	text = e.value(s, "", v)
	return e.out, text, nil
}

// collect notes every named type, so that references may come before definitions.
func (e *encoder) collect(s any, ns string) {
	switch s := s.(type) {
	case []any:
		for _, b := range s {
			e.collect(b, ns)
		}
	case map[string]any:
		if name, ok := s["name"].(string); ok && s["type"] != nil {
			full, inner := fullName(s, name, ns)
			if _, known := e.named[full]; !known {
				e.named[full], e.space[full] = s, inner
			}
			ns = inner
		}
		for _, key := range []string{"type", "items", "values"} {
			e.collect(s[key], ns)
		}
		if fields, ok := s["fields"].([]any); ok {
			for _, f := range fields {
				if f, ok := f.(map[string]any); ok {
					e.collect(f["type"], ns)
				}
			}
		}
	}
}

func fullName(s map[string]any, name, ns string) (full, space string) {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return strings.TrimPrefix(name, "."), name[:i]
	}
	if own, ok := s["namespace"].(string); ok {
		ns = own
	}
	return strings.TrimPrefix(ns+"."+name, "."), ns
}

var primitive = map[string]bool{"null": true, "boolean": true, "int": true, "long": true, "float": true, "double": true, "string": true, "bytes": true}

// resolve gives the definition behind a reference, its full name and the namespace inside it.
func (e *encoder) resolve(s any, ns string) (map[string]any, string, string) {
	switch s := s.(type) {
	case string:
		if primitive[s] {
			return map[string]any{"type": s}, s, ns
		}
		for _, full := range []string{strings.TrimPrefix(ns+"."+s, "."), s} {
			if d, ok := e.named[full]; ok {
				return d.(map[string]any), full, e.space[full]
			}
		}
		return map[string]any{"type": s}, s, ns
	case map[string]any:
		if kind, ok := s["type"].(string); ok {
			if name, ok := s["name"].(string); ok {
				full, space := fullName(s, name, ns)
				return s, full, space
			}
			if _, named := e.named[kind]; named && kind != "record" {
				return e.resolve(kind, ns)
			}
			return s, kind, ns
		}
		return e.resolve(s["type"], ns)
	}
	panic(fmt.Sprintf("no schema: %v", s))
}

func (e *encoder) value(s any, ns string, v any) string {
	if m, ok := s.(map[string]any); ok {
		if inner, ok := m["type"].([]any); ok {
			s = inner
		}
	}
	if branches, ok := s.([]any); ok {
		b := v.(branch)
		e.long(int64(b.index))
		d, name, _ := e.resolveBranch(branches[b.index], ns)
		text := e.value(branches[b.index], ns, b.value)
		if d["type"] == "null" {
			return text
		}
		return fmt.Sprintf("{%s:%s}", quote(name), text)
	}
	d, _, space := e.resolve(s, ns)
	switch kind := d["type"].(string); kind {
	case "null":
		return "null"
	case "boolean":
		e.out = append(e.out, map[bool]byte{true: 1}[v.(bool)])
		return fmt.Sprint(v)
	case "int", "long":
		e.long(int64(v.(int)))
		return fmt.Sprint(v)
	case "float", "double":
		return e.real(kind, v.(float64))
	case "string":
		e.bytes(v.(string))
		return quote(v.(string))
	case "bytes":
		e.bytes(string(v.(bin)))
		return latin(v.(bin))
	case "fixed":
		e.out = append(e.out, v.(bin)...)
		return latin(v.(bin))
	case "enum":
		return e.symbol(d, v.(string))
	case "array":
		return e.array(d["items"], space, v.(list))
	case "map":
		return e.dict(d["values"], space, v.(dict))
	case "record", "error":
		return e.record(d, space, v.(rec))
	}
	panic(fmt.Sprintf("no type %v", d["type"]))
}

func (e *encoder) resolveBranch(s any, ns string) (map[string]any, string, string) {
	if _, ok := s.([]any); ok {
		return map[string]any{}, "union", ns
	}
	return e.resolve(s, ns)
}

func (e *encoder) long(n int64)   { e.out = binary.AppendVarint(e.out, n) }
func (e *encoder) bytes(s string) { e.long(int64(len(s))); e.out = append(e.out, s...) }

func (e *encoder) real(kind string, f float64) string {
	if kind == "float" {
		e.out = binary.LittleEndian.AppendUint32(e.out, math.Float32bits(float32(f)))
	} else {
		e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(f))
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return quote(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func (e *encoder) symbol(d map[string]any, symbol string) string {
	for i, s := range d["symbols"].([]any) {
		if s == symbol {
			e.long(int64(i))
			return quote(symbol)
		}
	}
	panic("no symbol " + symbol)
}

func (e *encoder) array(items any, ns string, v list) string {
	if len(v) > 0 {
		e.long(int64(len(v)))
	}
	var texts []string
	for _, x := range v {
		texts = append(texts, e.value(items, ns, x))
	}
	e.long(0)
	return "[" + strings.Join(texts, ",") + "]"
}

func (e *encoder) dict(values any, ns string, v dict) string {
	if len(v) > 0 {
		e.long(int64(len(v)))
	}
	var texts []string
	for _, x := range v {
		e.bytes(x.key)
		texts = append(texts, quote(x.key)+":"+e.value(values, ns, x.value))
	}
	e.long(0)
	return "{" + strings.Join(texts, ",") + "}"
}

func (e *encoder) record(d map[string]any, ns string, v rec) string {
	var texts []string
	for _, f := range d["fields"].([]any) {
		f := f.(map[string]any)
		name := f["name"].(string)
		x, ok := v[name]
		if !ok {
			panic("no value for field " + name)
		}
		texts = append(texts, quote(name)+":"+e.value(f["type"], ns, x))
	}
	return "{" + strings.Join(texts, ",") + "}"
}

func latin(b bin) string {
	runes := make([]rune, len(b))
	for i := range len(b) {
		runes[i] = rune(b[i])
	}
	return quote(string(runes))
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
