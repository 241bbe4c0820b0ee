package avro

import (
	"math/rand/v2"
	"strconv"
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
