package avro

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A spelling says how a model is written as text. The zero spelling is the plainest.
type spelling struct {
	bare   bool       // without logical types
	wire   bool       // without defaults and aliases too, which no written byte depends on
	layout *rand.Rand // keys shuffled, white space, docs and custom properties thrown in
}

// text writes a model as a schema: each named type is declared where it stands first.
func (s spelling) text(m *model) string {
	w := &writing{spelling: s, declared: map[*model]bool{}}
	return w.typ(m)
}

type writing struct {
	spelling
	declared map[*model]bool
}

func (w *writing) typ(m *model) string {
	switch {
	case m.kind.Named() && w.declared[m]:
		return strconv.Quote(m.fullName())
	case m.kind.Primitive() && (m.logical == "" || w.bare) && (w.layout == nil || w.layout.IntN(3) > 0):
		return strconv.Quote(m.kind.String())
	case m.kind == Union:
		var branches []string
		for _, b := range m.branches {
			branches = append(branches, w.typ(b))
		}
		return w.list(branches)
	}
	w.declared[m] = true
	pairs := []string{"type", strconv.Quote(m.kind.String())}
	if m.kind.Named() {
		pairs = append(pairs, "name", strconv.Quote(m.name))
		if m.space != "" {
			pairs = append(pairs, "namespace", strconv.Quote(m.space))
		}
		pairs = append(pairs, w.aliases(m.aliases)...)
	}
	switch m.kind {
	case Array:
		pairs = append(pairs, "items", w.typ(m.items))
	case Map:
		pairs = append(pairs, "values", w.typ(m.items))
	case Fixed:
		pairs = append(pairs, "size", strconv.Itoa(m.size))
	case Enum:
		pairs = append(pairs, quoted("symbols", m.symbols)...)
		if m.fallback != "" {
			pairs = append(pairs, "default", strconv.Quote(m.fallback))
		}
	case Record:
		var fields []string
		for _, f := range m.fields {
			fields = append(fields, w.field(f))
		}
		pairs = append(pairs, "fields", w.list(fields))
	}
	if m.logical != "" && !w.bare {
		pairs = append(pairs, "logicalType", strconv.Quote(m.logical))
		if m.logical == "decimal" {
			pairs = append(pairs, "precision", strconv.Itoa(m.digits), "scale", strconv.Itoa(m.scale))
		}
	}
	return w.object(pairs)
}

func (w *writing) aliases(names []string) []string {
	if w.wire {
		return nil
	}
	return quoted("aliases", names)
}

func quoted(key string, texts []string) []string {
	if len(texts) == 0 {
		return nil
	}
	var quotes []string
	for _, s := range texts {
		quotes = append(quotes, strconv.Quote(s))
	}
	return []string{key, "[" + strings.Join(quotes, ",") + "]"}
}

func (w *writing) field(f *modelField) string {
	pairs := []string{"name", strconv.Quote(f.name), "type", w.typ(f.t)}
	pairs = append(pairs, w.aliases(f.aliases)...)
	if f.filled && !w.wire {
		if text, ok := defaultOf(f.t, rand.New(rand.NewPCG(f.seed, 0)), 0); ok {
			pairs = append(pairs, "default", w.relaid(text))
		}
	}
	return w.object(pairs)
}

// relaid is the same JSON with white space, other escapes and its keys in another order.
func (w *writing) relaid(text string) string {
	if w.layout == nil || w.layout.IntN(2) == 0 {
		return text
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	again, err := json.MarshalIndent(v, " ", "\t")
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(again), `"t`, `"\u0074`)
}

func (w *writing) space() string {
	if w.layout == nil {
		return ""
	}
	return pick(&maker{Rand: w.layout}, []string{"", " ", "\n", "\r\n\t"})
}

func (w *writing) list(elements []string) string {
	return "[" + w.space() + strings.Join(elements, w.space()+","+w.space()) + w.space() + "]"
}

// object writes pairs of key and value.
func (w *writing) object(pairs []string) string {
	order := make([]int, len(pairs)/2)
	for i := range order {
		order[i] = i
	}
	if w.layout != nil {
		pairs = append(pairs, "doc", strconv.Quote(fmt.Sprint("said ", w.layout.IntN(100))), "x-owner", strconv.Itoa(w.layout.IntN(10)))
		order = w.layout.Perm(len(pairs) / 2)
	}
	var members []string
	for _, i := range order {
		members = append(members, strconv.Quote(pairs[2*i])+":"+w.space()+pairs[2*i+1])
	}
	return "{" + w.space() + strings.Join(members, w.space()+","+w.space()) + w.space() + "}"
}

// defaultOf is JSON of some value of the type, ok false where none is at hand.
func defaultOf(m *model, r *rand.Rand, depth int) (text string, ok bool) {
	if depth > 4 {
		return "", false
	}
	switch m.kind {
	case Null:
		return "null", true
	case Boolean:
		return strconv.FormatBool(r.IntN(2) == 0), true
	case Int:
		return strconv.Itoa(int(r.Int32()) - r.IntN(2)<<31), true
	case Long:
		return strconv.FormatInt(int64(r.Uint64()), 10), true
	case Float, Double:
		return strconv.FormatFloat(r.NormFloat64()*10, 'g', -1, 32), true
	case Bytes, String:
		return []string{`""`, `"text"`, `"\u00ff\u0001"`, `"é\n"`}[r.IntN(4)], true
	case Fixed:
		return strconv.Quote(strings.Repeat("f", m.size)), true
	case Enum:
		return strconv.Quote(m.symbols[r.IntN(len(m.symbols))]), true
	case Array, Map:
		return defaultContainer(m, r, depth)
	case Union:
		branch := 0
		if r.IntN(4) == 0 {
			branch = r.IntN(len(m.branches))
		}
		return defaultOf(m.branches[branch], r, depth+1)
	}
	var members []string
	for _, f := range m.fields {
		text, ok := defaultOf(f.t, r, depth+1)
		if !ok {
			return "", false
		}
		members = append(members, strconv.Quote(f.name)+":"+text)
	}
	return "{" + strings.Join(members, ",") + "}", true
}

func defaultContainer(m *model, r *rand.Rand, depth int) (string, bool) {
	element, ok := defaultOf(m.items, r, depth+1)
	switch {
	case m.kind == Array && ok && r.IntN(2) == 0:
		return "[" + element + "]", true
	case m.kind == Array:
		return "[]", true
	case ok && r.IntN(2) == 0:
		return `{"k":` + element + `}`, true
	}
	return "{}", true
}
