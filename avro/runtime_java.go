package avro

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

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
		named: func(w, r *Type) bool {
			return (&Policy{}).namesMatch(w, r) != "" || slices.Contains(r.javaAliases(), w.Name)
		},
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

// javaAliases are a type's aliases as Java reads them: a leading dot says that there is no namespace, which counts for a type that has none
// itself.
func (t *Type) javaAliases() []string {
	if namespaceOf(t.Name) != "" || !slices.ContainsFunc(t.Aliases, rootless) {
		return t.Aliases
	}
	aliases := slices.Clone(t.Aliases)
	for i, a := range aliases {
		if rootless(a) {
			aliases[i] = a[1:]
		}
	}
	return aliases
}

func rootless(name string) bool { return strings.LastIndexByte(name, '.') == 0 }

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
	var repeated map[position.Value]bool
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
		case "avro-name-outside":
			if s.inside(f.At) {
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
			if repeated == nil {
				repeated = redeclared(s)
			}
			if !repeated[f.At] {
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

// inside reports a reference that stands inside the type it names, which Java knows by its full name only as long as it reads it.
func (s *Schema) inside(reference position.Value) bool {
	for _, t := range s.Types {
		if t.Name != shortName(reference.Text()) {
			continue
		}
		for at, ok := reference, true; ok; at, ok = at.Parent() {
			if at == t.At {
				return true
			}
		}
	}
	return false
}

// redeclared are the second declarations that say the same as the first, which Java lets pass.
func redeclared(s *Schema) map[position.Value]bool {
	first, same := map[string]position.Value{}, map[position.Value]bool{}
	for _, t := range s.Types {
		if at, met := first[t.Name]; !met {
			first[t.Name] = t.At
		} else if at.Raw() == t.At.Raw() {
			same[t.At] = true
		}
	}
	return same
}

// javaName is Java's UTF_VALIDATOR on every part of a name: letters and digits of any script.
func javaName(name string) string {
	if rootless(name) {
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
		if why == "" && s.dressed() {
			why = "a reference may not be an object: " + clip(s.At.Raw())
		}
	})
	for _, f := range t.Fields {
		if f.HasDefault() && why == "" && !newJavaDefaults(f).valid(f.Default, f.Type) {
			why = "invalid default for field " + clip(f.Name) + ": " + clip(f.Default.Raw())
		}
	}
	return why
}

// javaDefaults is Schema.isValidDefault. To look into a record that is still being parsed throws.
type javaDefaults struct {
	of     *Field
	name   func(*Type, *Field) string // what a field is called in defaults; nil: by its name
	fields map[*Field]bool            // whether a field's own default is valid where it is left out
	open   map[*Field]bool            // the fields whose own defaults are being looked at: those that need themselves are not valid
	met    int                        // how often an open one was needed: what rests on that is known only there
	known  map[fitting]bool
	steps  int
	threw  bool // it had to look into an open record, which no branch behind makes good
}

func newJavaDefaults(of *Field) *javaDefaults {
	return &javaDefaults{of: of, fields: map[*Field]bool{}, open: map[*Field]bool{}, known: map[fitting]bool{}}
}

func (d *javaDefaults) valid(v position.Value, t *Type) bool {
	if _, err := strconv.ParseFloat(strings.TrimSpace(v.Text()), 64); (t.Kind == Float || t.Kind == Double) && v.Kind() == position.String {
		// A field's own text is turned into a number; text inside a default is not.
		return err == nil || err.(*strconv.NumError).Err == strconv.ErrRange
	}
	return d.inside(v, t)
}

func (d *javaDefaults) inside(v position.Value, t *Type) bool {
	if d.steps++; d.steps > mostSteps {
		return false
	}
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
			if d.threw {
				return false
			}
		}
		return false
	}
	if v.Kind() != position.Object {
		return false
	}
	d.threw = d.threw || t.encloses(d.of)
	return !d.threw && d.remembered(v, t)
}

// remembered looks at a value as a record once: unions inside each other try every branch at every level.
func (d *javaDefaults) remembered(v position.Value, t *Type) bool {
	key := fitting{v, t}
	if ok, met := d.known[key]; met {
		return ok
	}
	met := d.met
	ok := d.record(v, t)
	if met == d.met {
		d.known[key] = ok
	}
	return ok
}

func (d *javaDefaults) record(v position.Value, t *Type) bool {
	member := v.Lookup()
	for _, f := range t.Fields {
		name := f.Name
		if d.name != nil {
			name = d.name(t, f)
		}
		if value, ok := member(name); ok {
			if !d.inside(value, f.Type) {
				return false
			}
			continue
		}
		if !d.field(f) {
			return false
		}
	}
	return true
}

// field reports whether a field's own default is valid where a record default leaves the field out.
func (d *javaDefaults) field(f *Field) bool {
	if d.open[f] {
		d.met++
		return false
	}
	ok, known := d.fields[f]
	if !known {
		met := d.met
		d.open[f] = true
		ok = f.HasDefault() && d.valid(f.Default, f.Type)
		delete(d.open, f)
		if met == d.met || len(d.open) == 0 {
			d.fields[f] = ok
		}
	}
	return ok
}
