package avro

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A model is a definition that a generator made: it can be changed, and written as a schema in several ways.
type model struct {
	kind     Kind
	name     string // short
	space    string
	aliases  []string
	fields   []*modelField
	symbols  []string
	fallback string
	items    *model
	branches []*model
	size     int
	logical  string
	digits   int // a decimal's precision
	scale    int
}

type modelField struct {
	name    string
	aliases []string
	t       *model
	seed    uint64 // of the default, which is made anew for the field's type whenever the schema is written
	filled  bool   // has a default
}

func (m *model) fullName() string { return fullName(m.name, m.space) }

// maker makes models. The same seed makes the same models.
type maker struct {
	*rand.Rand
	spaces []string
	named  []*model
	open   []*model // records whose fields are being made
	fresh  int
	left   int // definitions that may still be made
}

func newMaker(seed, n uint64) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, n)), spaces: []string{""}, left: 24}
	if m.IntN(2) == 0 {
		m.spaces = []string{"n1", "n2"}
	}
	return m
}

func (g *maker) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *maker, from []T) T { return from[g.IntN(len(from))] }

func (g *maker) schema() *model {
	if g.chance(85) {
		return g.record(0)
	}
	return g.typ(0, true)
}

func (g *maker) typ(depth int, union bool) *model {
	g.left--
	roll := g.IntN(100)
	if depth > 4 || g.left < 0 {
		roll = g.IntN(50)
	}
	switch {
	case roll < 42:
		return g.decorate(&model{kind: Kind(g.IntN(int(String) + 1))})
	case roll < 50 && len(g.named) > 0:
		return g.reuse(depth)
	case roll < 58:
		return g.enum()
	case roll < 64:
		return g.fixed()
	case roll < 72:
		return &model{kind: Array, items: g.typ(depth+1, true)}
	case roll < 78:
		return &model{kind: Map, items: g.typ(depth+1, true)}
	case roll < 92 && union:
		return g.union(depth)
	}
	return g.record(depth)
}

// reuse refers to a type that is declared already; to one that encloses this place mostly where a value can still end.
func (g *maker) reuse(depth int) *model {
	m := pick(g, g.named)
	for _, o := range g.open {
		if o == m && g.chance(97) {
			if g.chance(50) {
				return &model{kind: Array, items: m}
			}
			return &model{kind: Union, branches: []*model{{kind: Null}, m}}
		}
	}
	return m
}

func (g *maker) declare(m *model) *model {
	for {
		g.fresh++
		m.name = string(rune('A'+g.fresh%26)) + strconv.Itoa(g.fresh/26)
		if g.chance(10) && len(g.named) > 0 && len(g.spaces) > 1 {
			m.name = pick(g, g.named).name // the same unqualified name in another namespace
		}
		m.space = pick(g, g.spaces)
		taken := false
		for _, other := range g.named {
			taken = taken || other.fullName() == m.fullName()
		}
		if !taken {
			break
		}
	}
	g.named = append(g.named, m)
	return m
}

func (g *maker) record(depth int) *model {
	m := g.declare(&model{kind: Record})
	g.open = append(g.open, m)
	for i := range g.IntN(6) {
		m.fields = append(m.fields, g.field(string(rune('a'+i)), depth))
	}
	g.open = g.open[:len(g.open)-1]
	return m
}

func (g *maker) field(name string, depth int) *modelField {
	return &modelField{name: name, t: g.typ(depth+1, true), seed: g.Uint64(), filled: g.chance(40)}
}

func (g *maker) enum() *model {
	m := g.declare(&model{kind: Enum})
	for i := range g.IntN(4) + 1 {
		m.symbols = append(m.symbols, string(rune('A'+i)))
	}
	if g.chance(30) {
		m.fallback = pick(g, m.symbols)
	}
	return m
}

func (g *maker) fixed() *model {
	return g.decorate(g.declare(&model{kind: Fixed, size: pick(g, []int{0, 1, 2, 12, 16})}))
}

func (g *maker) union(depth int) *model {
	m := &model{kind: Union}
	if g.chance(70) {
		m.branches = append(m.branches, &model{kind: Null})
	}
	for range g.IntN(3) + 1 {
		m.branches = append(m.branches, g.typ(depth+1, false))
	}
	g.Shuffle(len(m.branches), func(i, j int) { m.branches[i], m.branches[j] = m.branches[j], m.branches[i] })
	m.tidy()
	return m
}

// tidy makes a union valid again: no union inside, no two branches of one kind or name, at least one branch.
func (m *model) tidy() {
	seen := map[string]bool{}
	kept := m.branches[:0:0]
	for _, b := range m.branches {
		key := b.kind.String() + b.fullName()
		if b.kind != Union && !seen[key] {
			kept = append(kept, b)
		}
		seen[key] = true
	}
	if len(kept) == 0 {
		kept = append(kept, &model{kind: Null})
	}
	m.branches = kept
}

// decorate gives a type a logical type now and then.
func (g *maker) decorate(m *model) *model {
	m.logical, m.digits, m.scale = "", 0, 0
	if !g.chance(20) {
		return m
	}
	switch m.kind {
	case Int:
		m.logical = pick(g, []string{"date", "time-millis"})
	case Long:
		m.logical = pick(g, []string{"time-micros", "timestamp-millis", "timestamp-micros", "timestamp-nanos", "local-timestamp-millis", "local-timestamp-micros"})
	case String:
		m.logical = "uuid"
	case Bytes:
		m.logical, m.digits = "decimal", g.IntN(3)+4
		m.scale = g.IntN(3)
	case Fixed:
		switch m.size {
		case 12:
			m.logical = "duration"
		case 16:
			m.logical = "uuid"
		case 2:
			m.logical, m.digits, m.scale = "decimal", 4, g.IntN(3)
		}
	}
	return m
}

// clone copies a graph of definitions.
func (m *model) clone(copies map[*model]*model) *model {
	if m == nil {
		return nil
	}
	if c := copies[m]; c != nil {
		return c
	}
	c := &model{}
	*c = *m
	copies[m] = c
	c.aliases, c.symbols = append([]string(nil), m.aliases...), append([]string(nil), m.symbols...)
	c.fields, c.branches = nil, nil
	for _, f := range m.fields {
		field := *f
		field.aliases = append([]string(nil), f.aliases...)
		field.t = f.t.clone(copies)
		c.fields = append(c.fields, &field)
	}
	for _, b := range m.branches {
		c.branches = append(c.branches, b.clone(copies))
	}
	c.items = m.items.clone(copies)
	return c
}

// each visits every definition once, and every place that one stands in.
func (m *model) each(visit func(*model), slot func(**model)) {
	seen := map[*model]bool{}
	var walk func(m *model)
	walk = func(m *model) {
		if seen[m] {
			return
		}
		seen[m] = true
		visit(m)
		for _, f := range m.fields {
			slot(&f.t)
			walk(f.t)
		}
		for i := range m.branches {
			slot(&m.branches[i])
			walk(m.branches[i])
		}
		if m.items != nil {
			slot(&m.items)
			walk(m.items)
		}
	}
	walk(m)
}

// mutate changes a model as its owner might between two versions, for better or worse.
func (g *maker) mutate(root *model) *model {
	root = root.clone(map[*model]*model{})
	for range g.IntN(4) {
		slots := []**model{&root}
		var named []*model
		root.each(func(m *model) {
			if m.kind.Named() {
				named = append(named, m)
			}
		}, func(s **model) { slots = append(slots, s) })
		g.named = named
		g.left = 6
		if len(named) > 0 && g.chance(65) {
			g.mutateNamed(pick(g, named))
		} else {
			s := pick(g, slots)
			*s = g.mutateType(*s)
		}
		root.each(func(m *model) {
			if m.kind == Union {
				m.tidy()
			}
		}, func(**model) {})
	}
	return root
}

func (g *maker) mutateNamed(m *model) {
	if g.chance(20) {
		before := m.fullName()
		if g.chance(50) {
			g.fresh++
			m.name = "Z" + strconv.Itoa(g.fresh)
		} else {
			m.space = pick(g, g.spaces)
			for _, other := range g.named {
				if other != m && other.fullName() == m.fullName() {
					g.fresh++
					m.name = "Z" + strconv.Itoa(g.fresh)
				}
			}
		}
		switch {
		case before == m.fullName():
		case g.chance(60):
			m.aliases = append(m.aliases, before)
		case g.chance(30):
			m.aliases = append(m.aliases, shortName(before)) // relative to the new namespace, so perhaps another name
		}
		return
	}
	switch m.kind {
	case Record:
		g.mutateRecord(m)
	case Enum:
		g.mutateEnum(m)
	case Fixed:
		if g.chance(30) {
			m.size++
		}
		g.decorate(m)
	}
}

func (g *maker) mutateRecord(m *model) {
	switch roll := g.IntN(6); {
	case roll == 0 || len(m.fields) == 0:
		f := g.field(pick(g, []string{"a", "b", "x", "y"}), 3)
		f.filled = g.chance(70)
		for _, other := range m.fields {
			if other.name == f.name {
				g.fresh++
				f.name = "w" + strconv.Itoa(g.fresh)
			}
		}
		m.fields = append(m.fields, f)
	case roll == 1:
		i := g.IntN(len(m.fields))
		m.fields = append(m.fields[:i:i], m.fields[i+1:]...)
	case roll == 2:
		g.Shuffle(len(m.fields), func(i, j int) { m.fields[i], m.fields[j] = m.fields[j], m.fields[i] })
	case roll == 3:
		f := pick(g, m.fields)
		if g.chance(60) {
			f.aliases = append(f.aliases, f.name)
		}
		g.fresh++
		f.name = "r" + strconv.Itoa(g.fresh)
	case roll == 4:
		f := pick(g, m.fields)
		f.filled, f.seed = !f.filled, g.Uint64()
	default:
		f := pick(g, m.fields)
		f.t = g.mutateType(f.t)
	}
}

func (g *maker) mutateEnum(m *model) {
	switch g.IntN(4) {
	case 0:
		if len(m.symbols) > 1 {
			i := g.IntN(len(m.symbols))
			if m.fallback == m.symbols[i] {
				m.fallback = ""
			}
			m.symbols = append(m.symbols[:i:i], m.symbols[i+1:]...)
		}
	case 1:
		g.fresh++
		m.symbols = append(m.symbols, "S"+strconv.Itoa(g.fresh))
	case 2:
		g.Shuffle(len(m.symbols), func(i, j int) { m.symbols[i], m.symbols[j] = m.symbols[j], m.symbols[i] })
	case 3:
		m.fallback = pick(g, append([]string{""}, m.symbols...))
	}
}

// wider are the promotions of a primitive, which changes mostly are.
var wider = map[Kind][]Kind{Int: {Long, Float, Double}, Long: {Float, Double}, Float: {Double}, Bytes: {String}, String: {Bytes}}

func (g *maker) mutateType(m *model) *model {
	switch {
	case m.kind == Union:
		return g.mutateUnion(m)
	case g.chance(30):
		return &model{kind: Union, branches: []*model{{kind: Null}, m}}
	case g.chance(15):
		return &model{kind: Union, branches: []*model{g.typ(3, false), m, g.typ(3, false)}}
	case m.kind == Record && g.chance(40):
		return &model{kind: Union, branches: []*model{{kind: Null}, g.sibling(m), m}}
	case len(wider[m.kind]) > 0 && g.chance(70):
		return g.decorate(&model{kind: pick(g, wider[m.kind])})
	case m.kind.Primitive():
		return g.decorate(&model{kind: Kind(g.IntN(int(String) + 1))})
	case m.kind == Array || m.kind == Map:
		return &model{kind: m.kind, items: g.mutateType(m.items)}
	}
	return g.typ(2, true)
}

// sibling is a type of the same unqualified name in another namespace, where there is one, and perhaps other fields.
func (g *maker) sibling(m *model) *model {
	if len(g.spaces) == 1 {
		return &model{kind: Int}
	}
	twin := m.clone(map[*model]*model{})
	twin.fields = append([]*modelField(nil), m.fields...)
	twin.space = "n3"
	if g.chance(50) {
		g.mutateRecord(twin)
	}
	return twin
}

func (g *maker) mutateUnion(m *model) *model {
	c := &model{kind: Union, branches: append([]*model(nil), m.branches...)}
	switch i := g.IntN(len(c.branches)); g.IntN(5) {
	case 0:
		return c.branches[i]
	case 1:
		c.branches = append(c.branches[:i:i], c.branches[i+1:]...)
	case 2:
		c.branches = append([]*model{g.typ(3, false)}, c.branches...)
	case 3:
		g.Shuffle(len(c.branches), func(i, j int) { c.branches[i], c.branches[j] = c.branches[j], c.branches[i] })
	case 4:
		c.branches[i] = g.mutateType(c.branches[i])
	}
	c.tidy()
	return c
}

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

// data makes values of a parsed type.
type data struct {
	*rand.Rand
	minimals minimals
}

func (d *data) value(t *Type, depth int) Value {
	if depth > 6 {
		if at := d.minimals.of(t, nil); d.minimals.finite(at) {
			v, err := (&decoder{data: d.minimals.append(nil, at), left: maxValues}).read(t)
			if err != nil {
				panic(err)
			}
			return v
		}
	}
	switch t.Kind {
	case Record:
		v := Value{Type: t}
		for _, f := range t.Fields {
			v.Parts = append(v.Parts, d.value(f.Type, depth+1))
		}
		return v
	case Union:
		i := d.IntN(len(t.Branches))
		for !d.minimals.finite(d.minimals.of(t.Branches[i].Type, nil)) {
			i = d.IntN(len(t.Branches))
		}
		return branched(t, i, d.value(t.Branches[i].Type, depth+1))
	case Array, Map:
		v := Value{Type: t}
		if !d.minimals.finite(d.minimals.of(t.Items.Type, nil)) {
			return v
		}
		for i := range d.IntN(4) {
			v.Parts = append(v.Parts, d.value(t.Items.Type, depth+1))
			if t.Kind == Map {
				v.Keys = append(v.Keys, "k"+strconv.Itoa(i))
			}
		}
		return v
	case Enum:
		return symbolic(t, d.IntN(len(t.Symbols)))
	}
	return d.scalar(t)
}

func (d *data) scalar(t *Type) Value {
	g := &maker{Rand: d.Rand}
	switch t.Kind {
	case Boolean:
		return boolean(t, d.IntN(2) == 0)
	case Int:
		return integer(t, pick(g, []int64{0, -1, 1999, 1<<24 + 1, math.MinInt32, math.MaxInt32, int64(int32(d.Uint32()))}))
	case Long:
		return integer(t, pick(g, []int64{0, -1, 1 << 40, 1<<53 + 1, math.MinInt64, math.MaxInt64, int64(d.Uint64())}))
	case Float:
		return floating(t, pick(g, []float64{0, math.Copysign(0, -1), 0.1, math.Inf(1), math.NaN(), d.NormFloat64()}))
	case Double:
		return floating(t, pick(g, []float64{0, math.Copysign(0, -1), 0.1, math.Inf(-1), math.NaN(), 1e300, d.NormFloat64()}))
	case String:
		return textual(t, pick(g, []string{"", "text", "é\x00\n", "日本", strings.Repeat("long ", 30)}))
	case Bytes:
		return textual(t, pick(g, []string{"", "text", "\xff\xfe", "\x00", "é"}))
	case Fixed:
		b := make([]byte, t.Size)
		for i := range b {
			b[i] = byte(d.Uint32())
		}
		return textual(t, string(b))
	}
	return Value{Type: t}
}

// arrivesAs reports whether what was read is what was written, as far as the reader asks for it: fields by the reader's
// names and aliases, numbers by their value, texts by their bytes. It knows nothing of joints.
func arrivesAs(w, r Value) bool {
	w, r = w.Inner(), r.Inner()
	switch r.Type.Kind {
	case Record:
		return recordArrivesAs(w, r)
	case Array:
		if len(w.Parts) != len(r.Parts) {
			return false
		}
		for i := range w.Parts {
			if !arrivesAs(w.Parts[i], r.Parts[i]) {
				return false
			}
		}
		return true
	case Map:
		if len(w.Parts) != len(r.Parts) {
			return false
		}
		for i := range w.Parts {
			if w.Keys[i] != r.Keys[i] || !arrivesAs(w.Parts[i], r.Parts[i]) {
				return false
			}
		}
		return true
	case Enum:
		return w.Symbol() == r.Symbol()
	case Float, Double:
		if w.Type.Kind == Int || w.Type.Kind == Long {
			f := r.Float()
			return f < math.MaxInt64 && int64(f) == w.Int()
		}
		return w.Float() == r.Float() || math.IsNaN(w.Float()) && math.IsNaN(r.Float())
	case String:
		return w.text == r.text && (w.Type.Kind == String || utf8.ValidString(w.text))
	}
	return w.bits == r.bits && w.text == r.text
}

func recordArrivesAs(w, r Value) bool {
	for i, rf := range r.Type.Fields {
		for k, wf := range w.Type.Fields {
			same := wf.Name == rf.Name
			for _, a := range rf.Aliases {
				same = same || a == wf.Name
			}
			if same && !arrivesAs(w.Parts[k], r.Parts[i]) {
				return false
			}
		}
	}
	return true
}
