package avro

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// askJava models org.apache.avro:avro 1.12: its parser with validation of names and defaults on, SchemaCompatibility, and
// GenericDatumReader with the conversions of logical types registered.
func askJava(r *Resolution) compat.Reading {
	if why := javaRejects(r.Writer); why != "" {
		return rejected("java", "writer", why)
	}
	if why := javaRejects(r.Reader); why != "" {
		return rejected("java", "reader", why)
	}
	c := legacyChecker{memo: map[[2]*Type]bool{}, kind: func(w, r *Type) bool { return true },
		named:  func(w, r *Type) bool { return (&Policy{}).namesMatch(w, r) != "" },
		source: javaSource}
	reading := compat.Reading{Runtime: "java", Check: compatible}
	if !c.compatible(r.Writer.Root.Type, r.Reader.Root.Type) || c.throws {
		reading.Check, reading.Reason = incompatible, c.why
	}
	j := newJavaReader(r.Writer.Root.Type, r.Reader.Root.Type)
	reading.Read = j.run(r.Writer.Root.Type, r.Reader.Root.Type, j.visit).String()
	if reading.Reason == "" {
		reading.Reason = j.why
	}
	return reading
}

// javaSource is lookupWriterField: the field of the name and those of every alias, which may be one only, though an alias
// repeats the name.
func javaSource(w *Type, f *Field) (source int32, ok bool) {
	source = w.fieldIndex(f.Name)
	seen := map[string]bool{}
	for _, a := range f.Aliases {
		found := w.fieldIndex(a)
		if found < 0 || seen[a] {
			continue
		}
		seen[a] = true
		if source >= 0 {
			return ambiguous, false
		}
		source = found
	}
	return source, true
}

// javaRejects says why Java's parser refuses a schema, "" when it takes it.
func javaRejects(s *Schema) string {
	for i := range s.Faults {
		f := &s.Faults[i]
		switch f.Rule {
		case "avro-schema-invalid":
			if f.attribute() != "namespace" {
				return f.Problem
			}
		case "avro-type-nested", "avro-field-duplicate", "avro-union-nested", "avro-union-duplicate",
			"avro-enum-symbol-duplicate", "avro-name-unresolved", "avro-default-endless":
			return f.Problem
		case "avro-name-invalid":
			if why := javaName(f.At.Text()); why != "" || f.attribute() == "namespace" && strings.HasPrefix(f.At.Text(), ".") {
				return f.Problem
			}
			if a := f.attribute(); strings.Contains(f.At.Text(), ".") && (a == "symbols" || s.isFieldName(f.At)) {
				return f.Problem
			}
		case "avro-enum-default-invalid":
			if f.At.Kind() == position.String {
				return f.Problem
			}
		case "avro-order-invalid":
			if o := strings.ToLower(f.At.Text()); o != "ascending" && o != "descending" && o != "ignore" {
				return f.Problem
			}
		case "avro-name-duplicate":
			if !redeclared(s, f.At) {
				return f.Problem
			}
		}
	}
	for _, t := range s.Types {
		if why := javaType(t); why != "" {
			return why
		}
	}
	return ""
}

// redeclared reports whether a second declaration says the same as the first, which Java lets pass.
func redeclared(s *Schema, at position.Value) bool {
	var first *Type
	for _, t := range s.Types {
		if t.At == at {
			for _, o := range s.Types {
				if o.Name == t.Name {
					first = o
					break
				}
			}
			return first != nil && first.At.Raw() == at.Raw()
		}
	}
	return false
}

// javaName is Java's UTF_VALIDATOR on every part of a name: letters and digits of any script.
func javaName(name string) string {
	if strings.LastIndexByte(name, '.') == 0 {
		name = name[1:] // an empty namespace is none
	}
	for part := range strings.SplitSeq(name, ".") {
		for i, r := range part {
			if r > 0xffff || r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
				return "illegal character in the name " + quote(name)
			}
		}
		if part == "" {
			return "an empty name in " + quote(name)
		}
	}
	if _, ok := primitive(name); ok {
		return "a schema may not be named after the primitive " + name
	}
	return ""
}

func javaType(t *Type) string {
	for _, a := range t.Aliases {
		if javaName(shortName(a)) != "" {
			return "illegal alias " + quote(a)
		}
	}
	why := ""
	t.eachSlot(func(s *Slot) {
		if s.At.Is(position.Object) && s.Type.Kind.Named() && s.At != s.Type.At && why == "" {
			why = "a reference may not be an object: " + clip(s.At.Raw())
		}
	})
	for _, f := range t.Fields {
		if f.HasDefault() && why == "" && !(javaDefaults{f, map[*Field]bool{}}).valid(f.Default, f.Type) {
			why = "invalid default for field " + clip(f.Name) + ": " + clip(f.Default.Raw())
		}
	}
	return why
}

// javaDefaults is Schema.isValidDefault. To look into a record that is still being parsed throws.
type javaDefaults struct {
	of     *Field
	fields map[*Field]bool // whether a field's own default is valid where it is left out; false while that is looked at
}

func (d javaDefaults) valid(v position.Value, t *Type) bool {
	if _, err := strconv.ParseFloat(strings.TrimSpace(v.Text()), 64); (t.Kind == Float || t.Kind == Double) && v.Kind() == position.String {
		// A field's own text is turned into a number; text inside a default is not.
		return err == nil || err.(*strconv.NumError).Err == strconv.ErrRange
	}
	return d.inside(v, t)
}

func (d javaDefaults) inside(v position.Value, t *Type) bool {
	text, number := v.Kind() == position.String, v.Kind() == position.Number
	switch t.Kind {
	case String, Bytes, Enum, Fixed:
		return text
	case Int, Long:
		return number && integerFits(v.Text(), t.Kind) == nil
	case Float, Double:
		return number
	case Boolean:
		return v.Kind() == position.True || v.Kind() == position.False
	case Null:
		return v.Kind() == position.Null
	case Array:
		ok := v.Kind() == position.Array
		for e := range v.Elements() {
			ok = ok && d.inside(e, t.Items.Type)
		}
		return ok
	case Map:
		ok := v.Kind() == position.Object
		for m := range v.Members() {
			ok = ok && d.inside(m.Value, t.Items.Type)
		}
		return ok
	case Union:
		for i := range t.Branches {
			if d.inside(v, t.Branches[i].Type) {
				return true
			}
		}
		return false
	}
	return v.Kind() == position.Object && !t.encloses(d.of) && d.record(v, t)
}

func (d javaDefaults) record(v position.Value, t *Type) bool {
	for _, f := range t.Fields {
		if value, ok := v.Member(f.Name); ok {
			if !d.inside(value, f.Type) {
				return false
			}
			continue
		}
		ok, met := d.fields[f]
		if !met {
			d.fields[f] = false
			ok = f.HasDefault() && d.inside(f.Default, f.Type)
			d.fields[f] = ok
		}
		if !ok {
			return false
		}
	}
	return true
}

// javaReader is Java's Resolver: aliases rewrite the writer's schema first, by full name and by the full name of the record
// that holds a field; record names count only inside unions, and there by full name, then by structure.
type javaReader struct {
	walk
	aliases map[string]string            // alias -> the reader's full name
	fields  map[string]map[string]string // record's full name -> alias -> field
	rewrite bool
	broken  map[[2]*Type]bool // memo of fails
}

func newJavaReader(w, r *Type) *javaReader {
	j := &javaReader{aliases: map[string]string{}, fields: map[string]map[string]string{}, broken: map[[2]*Type]bool{}}
	j.collect(r, map[*Type]bool{})
	j.rewrite = w.id != r.id && len(j.aliases)+len(j.fields) > 0
	return j
}

func (j *javaReader) collect(t *Type, seen map[*Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	for _, a := range t.Aliases {
		j.aliases[a] = t.Name
	}
	for _, f := range t.Fields {
		for _, a := range f.Aliases {
			if j.fields[t.Name] == nil {
				j.fields[t.Name] = map[string]string{}
			}
			j.fields[t.Name][a] = f.Name
		}
	}
	t.eachSlot(func(s *Slot) { j.collect(s.Type, seen) })
	if own := j.fields[t.Name]; own != nil && t.Kind == Record {
		for _, a := range t.Aliases {
			j.fields[a] = own
		}
	}
}

// name is the writer's full name after aliases have rewritten it.
func (j *javaReader) name(w *Type) string {
	if renamed, ok := j.aliases[w.Name]; ok && j.rewrite {
		return renamed
	}
	return w.Name
}

// sources are the writer's fields by the names that aliases give them; ok is false when two become one.
func (j *javaReader) sources(w *Type) (byName map[string]int32, ok bool) {
	renames := j.fields[j.name(w)]
	byName, ok = make(map[string]int32, len(w.Fields)), true
	for i, f := range w.Fields {
		name := f.Name
		if renamed, is := renames[name]; is && j.rewrite {
			name = renamed
		}
		_, twice := byName[name]
		ok = ok && !twice
		byName[name] = int32(i)
	}
	return byName, ok
}

// merges reports whether aliases rename two branches of a written union to one.
func (j *javaReader) merges(w *Type) bool {
	var names []string
	for i := range w.Branches {
		if b := w.Branches[i].Type; b.Kind.Named() {
			names = append(names, j.name(b))
		}
	}
	slices.Sort(names)
	count := len(names)
	return len(slices.Compact(names)) < count
}

func (j *javaReader) visit(w, r *Type) {
	switch {
	case w.Kind == Union:
		if j.merges(w) {
			j.meets(doesNotCome, "aliases give two branches of the written union one name")
			return
		}
		same := j.equivalent(w, r)
		for i := range w.Branches {
			if same {
				j.reach(w.Branches[i].Type, r.Branches[i].Type)
			} else {
				j.reach(w.Branches[i].Type, r)
			}
		}
	case r.Kind == Union:
		if b := j.branch(w, r); b >= 0 {
			j.reach(w, r.Branches[b].Type)
		} else {
			j.meets(doesNotCome, "its reader finds no branch for "+w.Spelling())
		}
	case w.Kind == r.Kind && (w.Kind == Array || w.Kind == Map):
		j.reach(w.Items.Type, r.Items.Type)
	case w.Kind == r.Kind && w.Kind == Record:
		j.records(w, r)
	case j.fails(w, r):
		j.meets(doesNotCome, "its reader does not read "+w.Spelling()+" as "+r.Spelling())
	default:
		j.scalar(w, r)
	}
}

func (j *javaReader) scalar(w, r *Type) {
	j.meets(promotion(w.Kind, r.Kind).outcome(), w.Kind.String()+" becomes "+r.Kind.String())
	if w.Kind == Enum && len((&joint{w: w, r: r}).missingSymbols()) > 0 {
		if r.Fallback == "" {
			j.meets(doesNotCome, "a written symbol is unknown to the reader's enum")
		}
		j.meets(comesChanged, "unknown symbols become the enum's default")
	}
	if r.Logical.Name != "" && w.Logical != r.Logical {
		j.meets(comesChanged, "the value is converted as "+r.Spelling())
	}
}

func (j *javaReader) records(w, r *Type) {
	sources, ok := j.sources(w)
	if !ok {
		j.meets(doesNotCome, "aliases give two written fields one name")
		return
	}
	for _, f := range r.Fields {
		source, written := sources[f.Name]
		switch {
		case written:
			j.reach(w.Fields[source].Type, f.Type)
		case !f.HasDefault():
			j.meets(doesNotCome, "the field "+clip(f.Name)+" is not written and has no default")
		default:
			o := fills{}.java(f.Default, f.Type)
			if len(f.Aliases) > 0 && o == comesThrough && (&matching{}).byAlias(w, f, unwritten, 0) >= 0 {
				o = comesChanged
			}
			j.meets(o, "the default of "+clip(f.Name)+" is what its reader makes of it")
		}
	}
}

// fails is whether the Resolver has an error at once for a pair, without looking at what lies deeper.
func (j *javaReader) fails(w, r *Type) bool {
	switch {
	case w.Kind == Union:
		return false
	case r.Kind == Union:
		return j.branch(w, r) < 0
	case w.Kind != r.Kind:
		return promotion(w.Kind, r.Kind) == impossible
	case w.Kind == Fixed:
		return shortName(j.name(w)) != r.ShortName() || w.Size != r.Size
	case w.Kind == Enum:
		return shortName(j.name(w)) != r.ShortName()
	case w.Kind == Record:
		return j.lacks(w, r)
	}
	return false
}

func (j *javaReader) lacks(w, r *Type) bool {
	sources, ok := j.sources(w)
	for _, f := range r.Fields {
		if _, written := sources[f.Name]; !written && !f.HasDefault() {
			ok = false
		}
	}
	return !ok
}

// branch is ReaderUnion.firstMatchingBranch: the same full name, else a record of the same structure (the last with the
// same short name, else the first), else the first promotion.
func (j *javaReader) branch(w, r *Type) int {
	structure := -1
	for i := range r.Branches {
		b := r.Branches[i].Type
		switch {
		case b.Kind != w.Kind:
		case !w.Kind.Named(), j.name(w) == b.Name:
			return i
		case w.Kind == Record && !j.structureFails(w, b) && (structure < 0 || shortName(j.name(w)) == b.ShortName()):
			structure = i
		}
	}
	if structure >= 0 {
		return structure
	}
	for i := range r.Branches {
		if b := r.Branches[i].Type; b.Kind != w.Kind && promotion(w.Kind, b.Kind) != impossible {
			return i
		}
	}
	return -1
}

// structureFails is hasMatchError: the record itself or one of its fields has an error at once.
func (j *javaReader) structureFails(w, r *Type) bool {
	key := [2]*Type{w, r}
	if known, met := j.broken[key]; met {
		return known
	}
	j.broken[key] = false // while it is being looked at, as the Resolver's own map has it
	fails := j.lacks(w, r)
	if sources, ok := j.sources(w); ok && !fails {
		for _, f := range r.Fields {
			if source, written := sources[f.Name]; written && j.fails(w.Fields[source].Type, f.Type) {
				fails = true
			}
		}
	}
	j.broken[key] = fails
	for _, f := range r.Fields { // defaults are worked out for every branch that is looked at
		if sources, _ := j.sources(w); !fails && f.HasDefault() && (fills{}).java(f.Default, f.Type) == doesNotCome {
			if _, written := sources[f.Name]; !written {
				j.meets(doesNotCome, "the default of "+clip(f.Name)+" cannot be read")
			}
		}
	}
	return fails
}

// equivalent is unionEquiv: two unions whose branches agree one by one, by unqualified names, are read branch by branch.
func (j *javaReader) equivalent(w, r *Type) bool {
	return j.alike(w, r, map[[2]*Type]bool{})
}

func (j *javaReader) alike(w, r *Type, seen map[[2]*Type]bool) bool {
	if w.Kind != r.Kind || w.Kind.Named() && shortName(j.name(w)) != r.ShortName() {
		return false
	}
	switch w.Kind {
	case Array, Map:
		return j.alike(w.Items.Type, r.Items.Type, seen)
	case Fixed:
		return w.Size == r.Size
	case Enum:
		return strings.Join(w.Symbols, " ") == strings.Join(r.Symbols, " ")
	case Union:
		if len(w.Branches) != len(r.Branches) {
			return false
		}
		for i := range w.Branches {
			if !j.alike(w.Branches[i].Type, r.Branches[i].Type, seen) {
				return false
			}
		}
		return true
	case Record:
		return j.alikeRecords(w, r, seen)
	}
	return true
}

func (j *javaReader) alikeRecords(w, r *Type, seen map[[2]*Type]bool) bool {
	key := [2]*Type{w, r}
	if known, met := seen[key]; met {
		return known
	}
	seen[key] = true
	sources, ok := j.sources(w)
	same := ok && len(w.Fields) == len(r.Fields)
	for i := 0; same && i < len(r.Fields); i++ {
		source, written := sources[r.Fields[i].Name]
		same = written && int(source) == i && j.alike(w.Fields[i].Type, r.Fields[i].Type, seen)
	}
	seen[key] = same
	return same
}

// fills remembers what becomes of the defaults of fields that a record default leaves out.
type fills map[*Field]outcome

// java is what becomes of a default that Java encodes and reads back: the first branch of a union whose kind of JSON
// fits takes it, numbers are cut to their type, a fixed is cut or padded, characters above U+00FF become '?'.
func (m fills) java(v position.Value, t *Type) outcome {
	switch t.Kind {
	case Union:
		for i := range t.Branches {
			if javaTakes(t.Branches[i].Type.Kind, v) {
				return m.java(v, t.Branches[i].Type)
			}
		}
		return doesNotCome
	case Enum:
		if t.symbol(v.Text()) < 0 {
			return doesNotCome
		}
	case Int, Long:
		if v.Kind() != position.Number {
			return doesNotCome
		}
		if integerFits(v.Text(), t.Kind) != nil {
			return comesChanged
		}
	case Fixed, Bytes:
		if strings.ContainsFunc(v.Text(), func(r rune) bool { return r > 0xff }) || t.Kind == Fixed && utf8.RuneCountInString(v.Text()) != t.Size {
			return comesChanged
		}
	case Float, Double:
		if !survives(v.Text(), t.Kind) {
			return comesChanged
		}
	case Array, Map:
		if (t.Kind == Array) != (v.Kind() == position.Array) || v.Kind() < position.Array {
			return comesChanged // it comes out empty
		}
		return m.inside(v, t.Items.Type, m.java)
	case Record:
		return m.record(v, t, m.java)
	}
	return comesThrough
}

// inside is the worst of what becomes of the elements or members of a default.
func (m fills) inside(v position.Value, t *Type, fill func(position.Value, *Type) outcome) outcome {
	worst := comesThrough
	for e := range v.Elements() {
		worst = max(worst, fill(e, t))
	}
	for member := range v.Members() {
		worst = max(worst, fill(member.Value, t))
	}
	return worst
}

func (m fills) record(v position.Value, t *Type, fill func(position.Value, *Type) outcome) outcome {
	worst := comesThrough
	for _, f := range t.Fields {
		if value, ok := v.Member(f.Name); ok {
			worst = max(worst, fill(value, f.Type))
			continue
		}
		known, met := m[f]
		if !met {
			m[f] = doesNotCome // while it is looked at: a default that needs itself has no end
			known = doesNotCome
			if f.HasDefault() {
				known = fill(f.Default, f.Type)
			}
			m[f] = known
		}
		worst = max(worst, known)
	}
	return worst
}

// javaTakes is ResolvingGrammarGenerator.isCompatible: which kind of JSON value a branch takes. Records, enums, arrays and
// maps take anything.
func javaTakes(k Kind, v position.Value) bool {
	switch k {
	case Fixed, String, Bytes:
		return v.Kind() == position.String
	case Int, Long, Float, Double:
		return v.Kind() == position.Number
	case Boolean:
		return v.Kind() == position.True || v.Kind() == position.False
	case Null:
		return v.Kind() == position.Null
	}
	return true
}

// survives reports whether a number keeps its exact value in a float or double.
func survives(digits string, k Kind) bool {
	bits := 64
	if k == Float {
		bits = 32
	}
	f, err := strconv.ParseFloat(digits, bits)
	if err != nil {
		return false
	}
	whole, err := strconv.ParseInt(digits, 10, 64)
	return err != nil || f >= -(1<<63) && f < 1<<63 && int64(f) == whole
}
