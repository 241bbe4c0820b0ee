package avro

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// askAvsc models avsc 5.7 of npm: its parser and createResolver with {ignoreNamespaces: true}, which decides at once what is
// read. Logical types are not converted unless the application says how, so they count for nothing here.
func askAvsc(r *Resolution) compat.Reading {
	if why := avscRejects(r.Writer); why != "" {
		return rejected("avsc", "writer", why)
	}
	if why := avscRejects(r.Reader); why != "" {
		return rejected("avsc", "reader", why)
	}
	a := &avscResolver{registry: map[string]bool{}}
	reading := compat.Reading{Runtime: "avsc", Check: compatible}
	if why := a.resolve(r.Writer.Root.Type, r.Reader.Root.Type); why != "" {
		reading.Check, reading.Read, reading.Reason = incompatible, readFails, clip(why)
		return reading
	}
	k := &avscReader{resolver: a}
	reading.Read = k.run(r.Writer.Root.Type, r.Reader.Root.Type, k.visit).String()
	reading.Reason = k.why
	return reading
}

// avscRejects says why the parser refuses a schema.
func avscRejects(s *Schema) string {
	for i := range s.Faults {
		f := &s.Faults[i]
		switch f.Rule {
		case "avro-schema-invalid":
			if !avscForgives(s, f) {
				return f.Problem
			}
		case "avro-type-nested", "avro-field-duplicate", "avro-union-nested", "avro-union-duplicate", "avro-enum-symbol-duplicate",
			"avro-name-unresolved", "avro-name-outside", "avro-name-forward", "avro-name-duplicate", "avro-enum-default-invalid", "avro-order-invalid":
			return f.Problem
		case "avro-name-invalid": // a first dot stands for no namespace
			if a := f.attribute(); a != "name" || s.isFieldName(f.At) || !validFullName(strings.TrimPrefix(f.At.Text(), ".")) {
				return f.Problem
			}
		}
	}
	return avscType(s.Root.Type, map[*Type]bool{})
}

// avscForgives reports whether a fault is none for avsc: aliases of a field that are no list, a record without a name, a size
// with a point.
func avscForgives(s *Schema, f *Fault) bool {
	switch f.attribute() {
	case "namespace":
		return f.At.Kind() == position.Null
	case "size":
		size, err := strconv.ParseFloat(f.At.Text(), 64)
		return f.At.Kind() == position.Number && err == nil && size >= 0 && size < 1<<31 && size == math.Trunc(size)
	case "aliases":
		list := f.At
		if list.Is(position.Null) {
			return true
		}
		if !list.Is(position.Array) && strings.HasSuffix(f.Problem, "an alias is a string") {
			list, _ = list.Parent()
		}
		object, ok := list.Parent()
		for ok && !object.Is(position.Object) {
			object, ok = object.Parent()
		}
		name, named := object.Member("name")
		return ok && named && s.isFieldName(name)
	}
	return strings.HasSuffix(f.Problem, `needs the attribute "name"`) && strings.HasPrefix(f.Problem, "a record")
}

// avscType says why a type is refused for what the specification allows.
func avscType(t *Type, seen map[*Type]bool) string {
	if seen[t] {
		return ""
	}
	seen[t] = true
	why := ""
	if t.Kind == Union && len(t.Branches) == 0 {
		return "empty union"
	}
	if _, reserved := primitive(t.ShortName()); reserved && t.Kind.Named() {
		return "cannot rename primitive type: " + quote(t.ShortName())
	}
	t.eachSlot(func(s *Slot) {
		if why == "" && s.dressed() {
			why = "unknown type: " + clip(s.At.Raw())
		}
		if why == "" {
			why = avscType(s.Type, seen)
		}
	})
	if t.Kind == Enum && len(t.Symbols) == 0 {
		return "invalid enum symbols: []"
	}
	for _, a := range t.Aliases {
		if !validFullName(strings.TrimPrefix(a, ".")) && why == "" {
			why = "invalid name: " + quote(a)
		}
	}
	for _, f := range t.Fields {
		if f.HasDefault() && why == "" && !avscDefault(f.Default, f.Type, f, 0) {
			why = "incompatible field default " + clip(f.Default.Raw())
		}
	}
	return why
}

// avscDefault is _copy with {coerce: 2, wrap: 2}: a union takes only its first branch, a long only integers that a double
// holds, bytes any text (its characters cut to eight bits).
func avscDefault(v position.Value, t *Type, of *Field, depth int) bool {
	if depth > 100 {
		return false
	}
	k := v.Kind()
	switch t.Kind {
	case Null:
		return k == position.Null
	case Boolean:
		return k == position.True || k == position.False
	case Int, Long:
		f, err := strconv.ParseFloat(v.Text(), 64)
		limit := float64(1 << 31)
		if t.Kind == Long {
			limit = 1 << 53
		}
		return k == position.Number && err == nil && f == math.Trunc(f) && (f >= -limit && f < limit) && (t.Kind == Int || f > -limit)
	case Float, Double:
		return k == position.Number
	case String:
		return k == position.String
	case Bytes:
		return k == position.String
	case Fixed:
		return k == position.String && len(utf16.Encode([]rune(v.Text()))) == t.Size
	case Enum:
		return k == position.String && t.symbol(v.Text()) >= 0
	case Union:
		return len(t.Branches) > 0 && avscDefault(v, t.Branches[0].Type, of, depth+1)
	}
	return avscDefaultInside(v, t, of, depth)
}

func avscDefaultInside(v position.Value, t *Type, of *Field, depth int) bool {
	switch {
	case t.Kind == Array && v.Is(position.Array):
		for e := range v.Elements() {
			if !avscDefault(e, t.Items.Type, of, depth+1) {
				return false
			}
		}
		return true
	case t.Kind == Map && v.Is(position.Object):
		for m := range v.Members() {
			if !avscDefault(m.Value, t.Items.Type, of, depth+1) {
				return false
			}
		}
		return true
	case t.Kind != Record || v.Is(position.Null) || t.encloses(of):
		return false
	}
	// A record takes every value but null: what it does not find there comes from the fields' own defaults.
	member := v.Lookup()
	for _, f := range t.Fields {
		value, given := member(f.Name)
		if given && !avscDefault(value, f.Type, of, depth+1) || !given && (!f.HasDefault() || !(copies{}).field(f)) {
			return false
		}
	}
	return true
}

// copies remembers which fields' own defaults survive being taken into a record's default: they are copied a second
// time, as if they were JSON still, which fails for what a first copy has turned into a buffer or wrapped in its branch.
type copies map[*Field]bool

func (c copies) field(f *Field) bool {
	ok, met := c[f]
	if !met {
		c[f] = true // a default that needs itself is refused elsewhere
		ok = c.survives(f.Default, f.Type)
		c[f] = ok
	}
	return ok
}

func (c copies) survives(v position.Value, t *Type) bool {
	switch t.Kind {
	case Bytes, Fixed:
		return false
	case Union:
		return len(t.Branches) > 0 && (!avscWraps(t) || t.Branches[0].Type.Kind == Null) && c.survives(v, t.Branches[0].Type)
	case Array:
		for e := range v.Elements() {
			if !c.survives(e, t.Items.Type) {
				return false
			}
		}
	case Map:
		for m := range v.Members() {
			if !c.survives(m.Value, t.Items.Type) {
				return false
			}
		}
	case Record:
		member := v.Lookup()
		for _, f := range t.Fields {
			if value, given := member(f.Name); given && !c.survives(value, f.Type) || !given && f.HasDefault() && !c.field(f) {
				return false
			}
		}
	}
	return true
}

// avscWraps reports whether two branches of a union are one kind of JavaScript value, so that values are wrapped in
// objects that name their branch.
func avscWraps(t *Type) bool {
	buckets := [...]Kind{Long: Int, Float: Int, Double: Int, Fixed: Bytes, Enum: String, Map: Record}
	var seen [Fixed + 1]bool
	for i := range t.Branches {
		k := t.Branches[i].Type.Kind
		if int(k) < len(buckets) && buckets[k] != 0 {
			k = buckets[k]
		}
		if seen[k] {
			return true
		}
		seen[k] = true
	}
	return false
}

// avscResolver is createResolver. It registers a pair of records, by their names, before it has looked inside, and does not
// take that back when the pair fails: a later use of the same pair is then called good and breaks when data is read.
type avscResolver struct{ registry map[string]bool }

// resolve says why a resolver cannot be made, "" when it can.
func (a *avscResolver) resolve(w, r *Type) string {
	if w.Kind == Record && r.Kind == Record {
		key := r.Name + ":" + w.Name
		if a.registry[key] {
			return ""
		}
		a.registry[key] = true
	}
	switch {
	case w.Kind == Union:
		for i := range w.Branches {
			if why := a.resolve(w.Branches[i].Type, r); why != "" {
				return why
			}
		}
		return ""
	case r.Kind == Union:
		if a.branch(w, r) >= 0 {
			return ""
		}
	case w.Kind != r.Kind:
		if promotion(w.Kind, r.Kind) != impossible {
			return ""
		}
	case w.Kind == Array, w.Kind == Map:
		return a.resolve(w.Items.Type, r.Items.Type)
	case w.Kind == Record:
		return a.records(w, r)
	case !w.Kind.Named():
		return ""
	case avscNames(w, r) && w.Size == r.Size && (w.Kind != Enum || r.Fallback != "" || len((&joint{w: w, r: r}).missingSymbols()) == 0):
		return ""
	}
	return "cannot read " + w.Spelling() + " as " + r.Spelling()
}

// branch is the first branch that a resolver can be made for, -1 without one.
func (a *avscResolver) branch(w, r *Type) int {
	for i := range r.Branches {
		if a.resolve(w, r.Branches[i].Type) == "" {
			return i
		}
	}
	return -1
}

// avscNames compares unqualified names, the reader's aliases included.
func avscNames(w, r *Type) bool {
	if w.ShortName() == r.ShortName() {
		return true
	}
	for _, alias := range r.Aliases {
		if shortName(alias) == w.ShortName() {
			return true
		}
	}
	return false
}

func (a *avscResolver) records(w, r *Type) string {
	if !avscNames(w, r) {
		return "no alias found for " + w.Name
	}
	for _, f := range r.Fields {
		source := (&matching{}).byAlias(w, f, w.fieldIndex(f.Name), 0)
		switch {
		case source == ambiguous:
			return "ambiguous aliasing for " + r.Name + "." + f.Name
		case source == unwritten && !f.HasDefault():
			return "no matching field for default-less " + r.Name + "." + f.Name
		case source >= 0:
			if why := a.resolve(w.Fields[source].Type, f.Type); why != "" {
				return why
			}
		}
	}
	return ""
}

// avscReader walks what the resolvers read: numbers as JavaScript has them, text and bytes as each other.
type avscReader struct {
	walk
	resolver *avscResolver
}

func (k *avscReader) visit(w, r *Type) {
	switch {
	case w.Kind == Union:
		for i := range w.Branches {
			k.reach(w.Branches[i].Type, r)
		}
	case r.Kind == Union:
		fresh := &avscResolver{registry: map[string]bool{}}
		if b := fresh.branch(w, r); b >= 0 {
			k.reach(w, r.Branches[b].Type)
		} else {
			k.meets(doesNotCome, "a resolver that was called good is broken")
		}
	case w.Kind == r.Kind && (w.Kind == Array || w.Kind == Map):
		k.reach(w.Items.Type, r.Items.Type)
	case w.Kind == Record && r.Kind == Record:
		k.records(w, r)
	case w.Kind == Bytes && r.Kind == String:
		k.meets(comesChanged, "bytes are read as UTF-8")
	case w.Kind == Enum && len((&joint{w: w, r: r}).missingSymbols()) > 0:
		k.meets(comesChanged, "unknown symbols become the enum's default")
	case w.Kind != r.Kind && promotion(w.Kind, r.Kind) == impossible:
		k.meets(doesNotCome, "a resolver that was called good is broken")
	}
}

func (k *avscReader) records(w, r *Type) {
	for _, f := range r.Fields {
		if source := (&matching{}).byAlias(w, f, w.fieldIndex(f.Name), 0); source >= 0 {
			k.reach(w.Fields[source].Type, f.Type)
		}
	}
}
